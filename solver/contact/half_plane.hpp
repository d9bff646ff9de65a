// A fixed plane that bodies stay above.
#pragma once

#include <Eigen/Core>
#include <string>

#include "contact/contact_filter.hpp"

namespace sinew {

/// Bodies stay where normal·x ≥ offset.
struct HalfPlane {
    std::string name;
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit length
    double offset = 0.0;                                ///< [m]
    double friction = 0.0;                              ///< Coulomb [1]
    ContactFilter contact_filter{};  ///< which solids, shells and rigid bodies it meets
};

}  // namespace sinew
