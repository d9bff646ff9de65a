// PointBetween: a place between two vertices of a mesh.
#pragma once

#include <Eigen/Core>
#include <array>

namespace sinew {

struct PointBetween {
    std::array<int, 2> vertices{};
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< [m]
};

}  // namespace sinew
