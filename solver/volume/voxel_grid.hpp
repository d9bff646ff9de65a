// A box of cubic voxels, and where each of them is.
#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace sinew::volume {

/// Voxels are numbered x first. Voxel (0, 0, 0) has its centre at `origin`.
struct VoxelGrid {
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();  ///< [m]
    double size = 1.0;                                 ///< edge of a voxel [m]
    Eigen::Vector3i dims = Eigen::Vector3i::Zero();    ///< voxels along each axis

    std::size_t count() const {
        return static_cast<std::size_t>(dims.x()) * static_cast<std::size_t>(dims.y()) *
               static_cast<std::size_t>(dims.z());
    }
    std::size_t index(int x, int y, int z) const {
        return static_cast<std::size_t>(x) +
               static_cast<std::size_t>(dims.x()) *
                   (static_cast<std::size_t>(y) +
                    static_cast<std::size_t>(dims.y()) * static_cast<std::size_t>(z));
    }
    std::size_t index(const Eigen::Vector3i& at) const { return index(at.x(), at.y(), at.z()); }
    Eigen::Vector3i coordinates(std::size_t index) const {
        const auto x = static_cast<std::size_t>(dims.x());
        const auto y = static_cast<std::size_t>(dims.y());
        return {static_cast<int>(index % x), static_cast<int>(index / x % y),
                static_cast<int>(index / x / y)};
    }
    bool contains(const Eigen::Vector3i& at) const {
        return (at.array() >= 0).all() && (at.array() < dims.array()).all();
    }
    Eigen::Vector3d centre(const Eigen::Vector3i& at) const {
        return origin + size * at.cast<double>();
    }
    Eigen::Vector3d centre(std::size_t index) const { return centre(coordinates(index)); }
    /// Position in units of voxels; whole numbers are centres.
    Eigen::Vector3d to_voxels(const Eigen::Vector3d& point) const {
        return (point - origin) / size;
    }
    /// The voxel whose centre is nearest, moved into the box.
    Eigen::Vector3i nearest(const Eigen::Vector3d& point) const {
        const Eigen::Vector3d v = to_voxels(point).array().round();
        const Eigen::Vector3d last = (dims.array() - 1).cast<double>();
        return v.cwiseMax(0.0).cwiseMin(last).cast<int>();
    }
    double voxel_volume() const { return size * size * size; }
};

}  // namespace sinew::volume
