#include "viper/contact/rod_planes.hpp"

#include <algorithm>
#include <cmath>

#include "contact/contact_law.hpp"
#include "viper/chain/chain_sums.hpp"

namespace sinew::viper {

namespace {

/// Distance of a point's sphere to a plane, negative inside.
Pack gap(const HalfPlane& plane, const Vec3p& c, Pack radius) {
    return Pack(plane.normal.x()) * c.x + Pack(plane.normal.y()) * c.y +
           Pack(plane.normal.z()) * c.z - Pack(plane.offset) - radius;
}

/// What a plane answers to the point's sphere at this gap.
ContactResponse<Pack> response(const RodBatch& batch, int j, Pack gap, Pack weight) {
    return contact_response(gap, weight, Pack(batch.plane_law().softness) * batch.point[j].radius);
}

/// Contact force at the start of the step, for friction [N]: of the gap there, but at least what it takes to stop the
/// free motion, up to the weight. The gap alone flickers when the contact is stiff.
Pack pressing_force(const RodBatch& batch, int j, const PointPlane& plane, Pack gap_unhindered) {
    const Pack zero(0.0);
    return max(response(batch, j, plane.gap_before, plane.weight).force,
               batch.point[j].mass * min(batch.inverse_dt2 * max(-gap_unhindered, zero),
                                         sqrt(dot(batch.gravity, batch.gravity))));
}

/// How far the point slid across a plane in this step.
Vec3p slip_across(const RodBatch& batch, const RodState& x, int j, const Vec3p& n,
                  const Vec3p& drift) {
    const Vec3p slip = x.c[j] - batch.state.c[j] - drift;
    return slip - dot(n, slip) * n;
}

/// φ of the gap, and ½ k_slip |slip|².
void add_plane(const RodBatch& batch, const RodState& x, int j, const PointPlane& plane,
               Pack slip_stiffness, RodExpansion& out) {
    Pack* g = out.gradient.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
    ChainMatrix& h = out.hessian;
    const Pack zero(0.0);
    const Vec3p& n = plane.normal;
    const Pack radius = batch.point[j].radius;
    const Pack distance = dot(n, x.c[j]) - plane.offset - radius * x.s[j];
    if (!Pack::any(distance < Pack(CONTACT_SOFTNESS) * radius) &&
        !Pack::any(slip_stiffness > zero)) {
        return;
    }
    const ContactResponse<Pack> contact = response(batch, j, distance, plane.weight);
    const Pack k = contact.stiffness;
    const Pack force = -contact.force;
    const Vec3p slip = slip_across(batch, x, j, n, plane.drift);
    out.value += contact.energy + Pack(0.5) * slip_stiffness * dot(slip, slip);
    out.force = max(out.force, abs(force));
    add(g, force * n + slip_stiffness * slip);
    g[S] -= force * radius;
    const Pack components[3] = {n.x, n.y, n.z};
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b <= a; ++b)
            h.at(j, a, 0, b) += (k - slip_stiffness) * components[a] * components[b];
        h.at(j, a, 0, a) += slip_stiffness;
    }
    add_row(h, j, S, 0, 0, -(k * radius) * n);
    h.at(j, S, 0, S) += k * radius * radius;
}

PointPlane as_point_plane(const RodBatch& batch, const HalfPlane& plane, int j) {
    return {.normal = {Pack(plane.normal.x()), Pack(plane.normal.y()), Pack(plane.normal.z())},
            .offset = Pack(plane.offset),
            .weight = batch.point_step[j].contact_weight,
            .friction = Pack(plane.friction),
            .gap_before = gap(plane, batch.state.c[j], batch.point[j].radius * batch.state.s[j]),
            .drift = {}};
}

}  // namespace

void update_friction(RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
                     double sticking, bool first) {
    const bool any = !batch.point_plane.empty() ||
                     std::any_of(planes.begin(), planes.end(),
                                 [](const HalfPlane& plane) { return plane.friction > 0.0; });
    batch.slip_stiffness.clear();
    if (!any) return;
    batch.slip_stiffness.resize((planes.size() + 1) * batch.points, Pack(0.0));
    const auto stiffness = [&](int j, const PointPlane& plane) {
        const RodPointStep& step = batch.point_step[j];
        const Pack unhindered = dot(plane.normal, step.c_predicted) - plane.offset -
                                batch.point[j].radius * step.s_predicted;
        const Pack friction = plane.friction * pressing_force(batch, j, plane, unhindered);
        const Vec3p slip = slip_across(batch, x, j, plane.normal, plane.drift);
        // An empty lane has no mass; its friction is zero too.
        const Pack mass = max(batch.inverse_dt2 * batch.point[j].mass, Pack(1e-300));
        const Pack taken_off = first ? friction / mass : Pack(0.0);
        return friction / max(sqrt(dot(slip, slip)) - taken_off, Pack(sticking));
    };
    for (int j = 0; j < batch.points; ++j) {
        const Pack radius = batch.point[j].radius;
        const RodPointStep& step = batch.point_step[j];
        for (std::size_t i = 0; i < planes.size(); ++i) {
            const PointPlane plane = as_point_plane(batch, planes[i], j);
            const Pack unhindered = gap(planes[i], step.c_predicted, radius * step.s_predicted);
            // Elsewhere nothing presses.
            if (Pack::any(min(plane.gap_before, unhindered) < Pack(0.0)))
                batch.slip_stiffness[i * batch.points + j] = stiffness(j, plane);
        }
        if (batch.point_plane.empty()) continue;
        batch.slip_stiffness[planes.size() * batch.points + j] = stiffness(j, batch.point_plane[j]);
    }
}

void add_planes(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes, int j,
                RodExpansion& out) {
    const bool friction = !batch.slip_stiffness.empty();
    const auto slip_stiffness = [&](std::size_t plane) {
        return friction ? batch.slip_stiffness[plane * batch.points + j] : Pack(0.0);
    };
    const Pack radius = batch.point[j].radius;
    for (std::size_t a = 0; a < planes.size(); ++a) {
        const Pack::Mask near =
            (gap(planes[a], x.c[j], radius * x.s[j]) < Pack(CONTACT_SOFTNESS) * radius) |
            (slip_stiffness(a) > Pack(0.0));
        if (Pack::any(near))
            add_plane(batch, x, j, as_point_plane(batch, planes[a], j), slip_stiffness(a), out);
    }
    if (!batch.point_plane.empty())
        add_plane(batch, x, j, batch.point_plane[j], slip_stiffness(planes.size()), out);
}

Pack half_plane_energy(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
                       int j) {
    Pack energy(0.0);
    for (const HalfPlane& plane : planes) {
        energy += response(batch, j, gap(plane, x.c[j], batch.point[j].radius * x.s[j]),
                           batch.point_step[j].contact_weight)
                      .energy;
    }
    return energy;
}

Pack own_plane_energy(const RodBatch& batch, int j) {
    if (batch.point_plane.empty()) return Pack(0.0);
    const PointPlane& plane = batch.point_plane[j];
    const Pack distance = dot(plane.normal, batch.state.c[j]) - plane.offset -
                          batch.point[j].radius * batch.state.s[j];
    return response(batch, j, distance, plane.weight).energy;
}

}  // namespace sinew::viper
