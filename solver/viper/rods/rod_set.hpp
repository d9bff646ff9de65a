// The rods of one body: their rest geometry, their state, and where each rod lies in the batches.
//
// Other files, which all take a RodSet, do the work of a step: constants and inputs here, pins and movers in attachments/,
// sections and pills in bundles/, measures in body/.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "viper/definition/rods_def.hpp"
#include "viper/rods/point_ref.hpp"
#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

/// State of the rods of one body in plain arrays, point after point. Frames and angular velocities have an
/// entry for each point too; that of a rod's last point is not used.
struct RodSetState {
    std::vector<Eigen::Vector3d> c, c_rate;
    std::vector<double> s, s_rate;
    std::vector<Eigen::Quaterniond> q;
    std::vector<Eigen::Vector3d> q_rate;
    std::vector<double> free_fall_share;  ///< as in RodRates
};

class RodSet {
public:
    /// Where a rod lies: its first point in the set, its lane in a batch.
    struct Rod {
        int first = 0;
        int points = 0;
        int batch = -1;
        int lane = -1;
    };

    explicit RodSet(const RodsDef& def);
    /// Others refer to its definition.
    RodSet(const RodSet&) = delete;
    RodSet& operator=(const RodSet&) = delete;

    const RodsDef& def() const { return m_def; }
    std::vector<Rod>& rods() { return m_rods; }
    const std::vector<Rod>& rods() const { return m_rods; }
    std::size_t point_count() const { return m_def.points.size(); }
    /// Frame of the segment that starts at each point, at rest.
    const std::vector<Eigen::Quaterniond>& rest_frames() const { return m_rest_frames; }

    /// Whether a section holds the point to others.
    bool is_bundled(int point) const { return m_is_bundled[point] != 0; }

    const Rod& rod_of_point(int point) const { return m_rods[m_rod_of_point[point]]; }
    /// Where a point lies among the batches.
    PointRef ref(int point) const;
    /// Point whose block holds the frame of the segment that starts at `point`;
    /// at a rod's last point: that ends there.
    int frame_point(int point) const;

    RodSetState initial_state() const;
    void scatter(const RodSetState& state, std::span<RodBatch> batches) const;
    RodSetState gather(std::span<const RodBatch> batches) const;

    /// Whether its rods hold on to each other or to those of other bodies.
    bool is_coupled() const { return !m_def.bundling.sections.empty() || m_def.collision.enabled; }

    /// The point is there at the end of the step [m].
    void prescribe_position(int point, const Eigen::Vector3d& target,
                            std::span<RodBatch> batches) const;

    /// As Body::list_inputs.
    void list_inputs(LiveInputs& inputs);

private:
    RodsDef m_def;
    std::vector<Rod> m_rods;
    std::vector<int> m_rod_of_point;
    std::vector<char> m_is_bundled;
    std::vector<Eigen::Quaterniond> m_rest_frames;
};

}  // namespace sinew::viper
