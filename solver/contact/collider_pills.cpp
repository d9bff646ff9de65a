#include "contact/collider_pills.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "body/mover.hpp"

namespace sinew {

void append_collider_pills(const PillCollider& collider, double frame,
                           std::vector<Pill<double>>& pills) {
    const PillColliderDef& def = collider.def;
    const Eigen::Affine3d at =
        collider.mover ? collider.mover->at(frame) : Eigen::Affine3d::Identity();
    // A mover that scales scales the radius too.
    const double scale = std::cbrt(std::abs(at.linear().determinant()));
    const auto append = [&](int a, int b) {
        pills.push_back({plain(at * def.points[a]), plain(at * def.points[b]), scale * def.radii[a],
                         scale * def.radii[b]});
    };
    for (const auto& [a, b] : def.pills)
        append(a, b);
    for (int a = 0; def.pills.empty() && a + 1 < static_cast<int>(def.points.size()); ++a)
        append(a, a + 1);
}

}  // namespace sinew
