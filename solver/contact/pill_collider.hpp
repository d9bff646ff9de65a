// Kinematic pills (tapered capsules) that bodies collide with: bones without a bone mesh.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace sinew {

class Mover;

struct PillColliderDef {
    std::string name;
    std::string mover;                        ///< that carries the pills; empty: they stand still
    std::vector<Eigen::Vector3d> points{};    ///< at rest [m]
    std::vector<double> radii{};              ///< at each point [m]
    std::vector<std::array<int, 2>> pills{};  ///< pairs of points; empty: each point with the next
    double friction = 0.3;                    ///< Coulomb [1]

    /// Appends every problem, not just the first.
    void collect_problems(std::vector<Problem>& problems) const;
};

/// In a world: with its mover found.
struct PillCollider {
    PillColliderDef def;
    const Mover* mover = nullptr;  ///< null: stands still
};

}  // namespace sinew
