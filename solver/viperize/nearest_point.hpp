// Which of many points is nearest? Points sorted into boxes, searched in growing rings.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "volume/voxel_grid.hpp"

namespace sinew::viperize {

class NearestPoint {
public:
    NearestPoint() = default;
    /// Sorts the points anew; the memory of the last time is used again. There must be at least one point.
    void assign(std::span<const Eigen::Vector3d> points);

    /// Index of the nearest point; of several as near, the lowest.
    std::size_t find(const Eigen::Vector3d& point, double* squared_distance = nullptr) const;

private:
    void look_into(std::size_t box, const Eigen::Vector3d& point, std::size_t& nearest,
                   double& least) const;

    std::vector<Eigen::Vector3d> m_points;
    volume::VoxelGrid m_boxes;
    std::vector<std::size_t> m_first;  ///< of each box in m_order, and the end
    std::vector<std::size_t> m_order;
};

}  // namespace sinew::viperize
