// Where a point of a rod lies among the batches, and its unknowns as plain Eigen values.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

struct PointRef {
    int batch = -1;
    int point = 0;  ///< in the batch
    int lane = 0;

    /// Index of its first unknown in a vector of the batch.
    std::size_t block() const { return static_cast<std::size_t>(point) * ROD_UNKNOWNS; }
};

inline Eigen::Vector3d lane_of(const Vec3p& v, int lane) {
    return {v.x[lane], v.y[lane], v.z[lane]};
}
inline Eigen::Quaterniond lane_of(const Quatp& q, int lane) {
    return {q.w[lane], q.v.x[lane], q.v.y[lane], q.v.z[lane]};
}
/// Three neighbouring unknowns of a vector of the batch.
inline Eigen::Vector3d lane_of(const Pack* v, int lane) {
    return {v[0][lane], v[1][lane], v[2][lane]};
}
inline void set_lane(Vec3p& v, int lane, const Eigen::Vector3d& value) {
    v.x.set(lane, value.x());
    v.y.set(lane, value.y());
    v.z.set(lane, value.z());
}
inline void set_lane(Quatp& q, int lane, const Eigen::Quaterniond& value) {
    q.w.set(lane, value.w());
    set_lane(q.v, lane, value.vec());
}

}  // namespace sinew::viper
