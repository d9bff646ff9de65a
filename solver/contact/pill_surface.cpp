#include "contact/pill_surface.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "body/mover.hpp"

namespace sinew {

using Eigen::Vector3d;

namespace {

constexpr int MOST_PIECES = 20;
/// The reach is this share of the collider's size, and of its thinnest radius.
constexpr double REACH_OF_SIZE = 1e-3;
constexpr double REACH_OF_RADIUS = 0.1;

Eigen::Affine3d place_of(const PillCollider& collider, double frame) {
    return collider.mover ? collider.mover->at(frame) : Eigen::Affine3d::Identity();
}

int add_point(ContactSurface& surface, const Vector3d& at, double radius) {
    surface.rest.push_back(at);
    surface.radii.push_back(radius);
    return static_cast<int>(surface.rest.size()) - 1;
}

/// The hull of two balls has balls in between whose radii change evenly.
void add_pill(ContactSurface& surface, const PillColliderDef& def, int a, int b) {
    const double r0 = def.radii[a];
    const double r1 = def.radii[b];
    const double thick = std::max(r0, r1);
    const Vector3d along = def.points[b] - def.points[a];
    if (along.isZero(0.0)) {
        add_point(surface, def.points[a], thick);
        return;
    }
    const double taper = std::abs(r1 - r0) / (TAPER * thick);
    const int pieces = std::clamp(static_cast<int>(std::ceil(taper)), 1, MOST_PIECES);
    for (int k = 0; k < pieces; ++k) {
        const double begin = static_cast<double>(k) / pieces;
        const double end = static_cast<double>(k + 1) / pieces;
        const double radius = std::max(r0 + begin * (r1 - r0), r0 + end * (r1 - r0));
        const int first = add_point(surface, def.points[a] + begin * along, radius);
        const int last = add_point(surface, def.points[a] + end * along, radius);
        surface.edges.push_back({first, last});
    }
}

}  // namespace

ContactSurface pill_surface(const PillColliderDef& def) {
    ContactSurface surface{.name = def.name, .stops_all = true};
    for (const auto& [a, b] : def.pills)
        add_pill(surface, def, a, b);
    for (int a = 0; def.pills.empty() && a + 1 < static_cast<int>(def.points.size()); ++a)
        add_pill(surface, def, a, a + 1);
    surface.friction.assign(surface.rest.size(), def.friction);
    surface.sliding_friction = surface.friction;
    Eigen::AlignedBox3d box;
    for (const Vector3d& point : surface.rest)
        box.extend(point);
    const auto [thinnest, thickest] = std::ranges::minmax(surface.radii);
    surface.reach = std::min(REACH_OF_SIZE * (box.diagonal().norm() + 2.0 * thickest),
                             REACH_OF_RADIUS * thinnest);
    return surface;
}

void place_pills(const PillCollider& collider, double frame, std::span<const Vector3d> rest,
                 std::span<Vector3d> out) {
    const Eigen::Affine3d place = place_of(collider, frame);
    for (std::size_t i = 0; i < rest.size(); ++i)
        out[i] = place * rest[i];
}

double pill_growth(const PillCollider& collider, double frame) {
    return std::cbrt(std::abs(place_of(collider, frame).linear().determinant()));
}

}  // namespace sinew
