#include "viper/rod_objective.hpp"

#include <algorithm>
#include <cmath>

#include "viper/contact_law.hpp"
#include "viper/rod_terms.hpp"

namespace sinew::viper {

namespace {

// Columns of a block.
constexpr int S = 3;
constexpr int T = 4;

/// A step may not turn a frame by more than this [rad], nor take more than this part of a scale.
constexpr double MAX_TURN = 1.5;
constexpr double MAX_SHRINK = 0.7;

Pack max_abs(const Vec3p& v) {
    return max(abs(v.x), max(abs(v.y), abs(v.z)));
}

void add(Pack* g, const Vec3p& v) {
    g[0] += v.x;
    g[1] += v.y;
    g[2] += v.z;
}

/// h(rows j, t…t+2; columns back, u…u+2) += m
[[gnu::always_inline]] inline void add_block(ChainMatrix& h, int j, int t, int back, int u,
                                             const Mat3p& m) {
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b)
            h.at(j, t + a, back, u + b) += m.m[a][b];
    }
}

/// Lower triangle of a symmetric diagonal block.
[[gnu::always_inline]] inline void add_diagonal_block(ChainMatrix& h, int j, int t,
                                                      const Mat3p& m) {
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b <= a; ++b)
            h.at(j, t + a, 0, t + b) += m.m[a][b];
    }
}

/// One row of three entries: h(row j, t; columns back, u…u+2) += v
[[gnu::always_inline]] inline void add_row(ChainMatrix& h, int j, int t, int back, int u,
                                           const Vec3p& v) {
    h.at(j, t, back, u) += v.x;
    h.at(j, t, back, u + 1) += v.y;
    h.at(j, t, back, u + 2) += v.z;
}

/// One column of three entries: h(rows j, t…t+2; column back, u) += v
[[gnu::always_inline]] inline void add_column(ChainMatrix& h, int j, int t, int back, int u,
                                              const Vec3p& v) {
    h.at(j, t, back, u) += v.x;
    h.at(j, t + 1, back, u) += v.y;
    h.at(j, t + 2, back, u) += v.z;
}

[[gnu::always_inline]] inline void scatter(const SegmentJet& jet, const Mat3p& R, int j,
                                           RodExpansion& out) {
    Pack* g0 = out.gradient.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
    Pack* g1 = g0 + ROD_UNKNOWNS;
    add(g0, -jet.g_c);
    add(g1, jet.g_c);
    g0[S] += jet.g_s0;
    g1[S] += jet.g_s1;
    add(g0 + T, jet.g_t);

    ChainMatrix& h = out.hessian;
    for (int a = 0; a < 3; ++a) {
        h.at(j, a, 0, a) += jet.h_cc;
        h.at(j + 1, a, 0, a) += jet.h_cc;
        h.at(j + 1, a, 1, a) -= jet.h_cc;
    }
    add_row(h, j, S, 0, 0, -jet.h_cs);        // s₀ c₀
    add_column(h, j + 1, 0, 1, S, jet.h_cs);  // c₁ s₀
    add_row(h, j + 1, S, 1, 0, -jet.h_cs);    // s₁ c₀
    add_row(h, j + 1, S, 0, 0, jet.h_cs);     // s₁ c₁
    h.at(j, S, 0, S) += jet.h_ss + jet.h_ss_difference;
    h.at(j + 1, S, 0, S) += jet.h_ss + jet.h_ss_difference;
    h.at(j + 1, S, 1, S) += jet.h_ss - jet.h_ss_difference;
    const Mat3p ct = R * cross_matrix(Pack(0.0), jet.h_ct_axis);  // c₁ rows, θ columns
    Mat3p tc;                                                     // θ rows, c₀ columns
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b)
            tc.m[b][a] = -ct.m[a][b];
    }
    add_block(h, j, T, 0, 0, tc);
    add_block(h, j + 1, 0, 1, T, ct);
    add_column(h, j, T, 0, S, jet.h_st);   // θ s₀
    add_row(h, j + 1, S, 1, T, jet.h_st);  // s₁ θ
    add_diagonal_block(h, j, T, jet.h_tt);
}

void expand_segment(const RodBatch& batch, const RodState& x, int j, Pack geometric,
                    RodExpansion& out) {
    const RodSegment& segment = batch.segment[j];
    const RodSegmentStep& step = batch.segment_step[j];
    const Pack il = segment.inverse_length;
    const Mat3p R = rotation_matrix(x.q[j]);
    const Vec3p D = il * (x.c[j + 1] - x.c[j]);  // Eq. (37)
    const Vec3p V = transposed_times(R, D);
    const Pack s = Pack(0.5) * (x.s[j] + x.s[j + 1]);  // Eq. (8)
    const Pack stiffening = batch.stiffening;

    SegmentJet jet;
    const Vec3p stretch = add_stretch(jet, stiffening * segment.stretch_weight, D, R, V,
                                      step.stretch_target, il, geometric);
    const Vec3p volume = add_volume(jet, stiffening * segment.volume_weight, s, D, R, V,
                                    step.volume_target, il, geometric);
    add_scale_gradient(jet, stiffening * segment.gradient_weight, x.s[j], x.s[j + 1],
                       step.gradient_target, il);
    out.force = max(out.force, il * (max_abs(stretch) + max_abs(volume)));

    // Inertia of the frame: the turn from q̂ to q as a bend with κ = 2, of which only q moves.
    BendJet turn;
    BendExpansion expansion(step.q_predicted, x.q[j], Pack(2.0));
    expansion.add_term(turn, step.inertia, Pack(1.0), Pack(0.0), Pack(0.0), Vec3p{}, geometric);
    expansion.finish_after(turn, geometric);
    jet.value += turn.value;
    jet.g_t += turn.g_b;
    jet.h_tt += turn.h_bb;

    out.value += jet.value;
    scatter(jet, R, j, out);
}

void expand_bend(const RodBatch& batch, const RodState& x, int j, Pack geometric,
                 RodExpansion& out) {
    const RodPoint& point = batch.point[j];
    const RodPointStep& step = batch.point_step[j];
    const Pack s = x.s[j];
    const Pack s2 = s * s;
    BendJet jet;
    BendExpansion expansion(x.q[j - 1], x.q[j], Pack(2.0) / point.dual_length);
    const Vec3p bend = batch.stiffening * point.bend_weight;
    const Pack kv = batch.stiffening * point.volume_bend_weight;
    expansion.add_term(jet, bend, s, Pack(1.0), Pack(0.0), step.bend_target, geometric);
    expansion.add_term(jet, {kv, kv, Pack(0.0)}, s2 * s, Pack(3.0) * s2, Pack(6.0) * s,
                       step.volume_bend_target, geometric);
    expansion.finish(jet, geometric);

    out.value += jet.value;
    Pack* g = out.gradient.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
    add(g - ROD_UNKNOWNS + T, jet.g_a);
    g[S] += jet.g_s;
    add(g + T, jet.g_b);
    ChainMatrix& h = out.hessian;
    add_diagonal_block(h, j - 1, T, jet.h_aa);
    Mat3p ba;  // θ_b rows, θₐ columns
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b)
            ba.m[b][a] = jet.h_ab.m[a][b];
    }
    add_block(h, j, T, 1, T, ba);
    add_diagonal_block(h, j, T, jet.h_bb);
    add_row(h, j, S, 1, T, jet.h_sa);
    h.at(j, S, 0, S) += jet.h_ss;
    add_column(h, j, T, 0, S, jet.h_sb);
}

/// Coefficients of ∇²s at point j on s_{j−1}, s_j, s_{j+1} [viper eq. 39, divided by L].
struct Laplacian {
    Pack before, here, after;
};

Laplacian laplacian(const RodBatch& batch, int j) {
    const Pack inverse_dual = Pack(1.0) / batch.point[j].dual_length;
    const Pack before = inverse_dual * batch.segment[j - 1].inverse_length;
    const Pack after = inverse_dual * batch.segment[j].inverse_length;
    return {before, -(before + after), after};
}

Pack laplacian_of_scale(const Laplacian& l, const RodState& x, int j) {
    return l.before * x.s[j - 1] + l.here * x.s[j] + l.after * x.s[j + 1];
}

void expand_surface(const RodBatch& batch, const RodState& x, int j, RodExpansion& out) {
    const Laplacian l = laplacian(batch, j);
    const Pack k = batch.stiffening * batch.point[j].surface_weight;
    const Pack W = laplacian_of_scale(l, x, j) - batch.point_step[j].surface_target;
    out.value += Pack(0.5) * k * W * W;
    Pack* g = out.gradient.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS + S;
    g[-ROD_UNKNOWNS] += k * W * l.before;
    g[0] += k * W * l.here;
    g[ROD_UNKNOWNS] += k * W * l.after;
    ChainMatrix& h = out.hessian;
    h.at(j - 1, S, 0, S) += k * l.before * l.before;
    h.at(j, S, 1, S) += k * l.here * l.before;
    h.at(j, S, 0, S) += k * l.here * l.here;
    h.at(j + 1, S, 2, S) += k * l.after * l.before;
    h.at(j + 1, S, 1, S) += k * l.after * l.here;
    h.at(j + 1, S, 0, S) += k * l.after * l.after;
}

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

/// φ of the gap (½ k gap² of a plane that holds from both sides), and ½ k_slip |slip|².
void add_plane(const RodBatch& batch, const RodState& x, int j, const PointPlane& plane,
               Pack slip_stiffness, RodExpansion& out) {
    Pack* g = out.gradient.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
    ChainMatrix& h = out.hessian;
    const Pack zero(0.0);
    const Vec3p& n = plane.normal;
    const Pack radius = (Pack(1.0) - plane.two_sided) * batch.point[j].radius;
    const Pack distance = dot(n, x.c[j]) - plane.offset - radius * x.s[j];
    const Pack::Mask held = plane.two_sided > zero;
    if (!Pack::any(distance < Pack(CONTACT_SOFTNESS) * batch.point[j].radius) && !Pack::any(held) &&
        !Pack::any(slip_stiffness > zero)) {
        return;
    }
    const ContactResponse<Pack> contact = response(batch, j, distance, plane.weight);
    const Pack k = select(held, plane.weight, contact.stiffness);
    const Pack force = select(held, plane.weight * distance, -contact.force);
    const Pack energy = select(held, Pack(0.5) * force * distance, contact.energy);
    const Vec3p slip = slip_across(batch, x, j, n, plane.drift);
    out.value += energy + Pack(0.5) * slip_stiffness * dot(slip, slip);
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
            .two_sided = Pack(0.0),
            .friction = Pack(plane.friction),
            .gap_before = gap(plane, batch.state.c[j], batch.point[j].radius * batch.state.s[j]),
            .drift = {}};
}

void expand_point(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
                  int j, RodExpansion& out) {
    const RodPoint& point = batch.point[j];
    const RodPointStep& step = batch.point_step[j];
    Pack* g = out.gradient.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
    ChainMatrix& h = out.hessian;

    // Inertia, Eq. (73).
    const Pack m = batch.inverse_dt2 * point.mass;
    const Vec3p dc = x.c[j] - step.c_predicted;
    out.value += Pack(0.5) * m * dot(dc, dc);
    add(g, m * dc);
    out.force = max(out.force, m * max_abs(dc));
    const Pack i = batch.inverse_dt2 * point.scale_inertia;
    const Pack ds = x.s[j] - step.s_predicted;
    // Cross-section, Eq. (12), and the load on the radius.
    const Pack k = batch.stiffening * point.section_weight;
    const Pack W = x.s[j] - Pack(1.0) - step.section_target;
    out.value += Pack(0.5) * (i * ds * ds + k * W * W) - step.radial_load * x.s[j];
    g[S] += i * ds + k * W - step.radial_load;
    for (int a = 0; a < 3; ++a)
        h.at(j, a, 0, a) += m;
    h.at(j, S, 0, S) += i + k;

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

}  // namespace

void RodExpansion::resize(int points) {
    gradient.resize(static_cast<std::size_t>(points) * ROD_UNKNOWNS);
    hessian.resize(points);
}

Pack residual_force(const RodBatch& batch, std::span<const Pack> gradient) {
    Pack largest(0.0);
    for (int j = 0; j < batch.points; ++j) {
        const Pack* g = gradient.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
        largest = max(largest, max_abs({g[0], g[1], g[2]}));
        largest = max(largest, abs(g[S]) / batch.point[j].radius);
        largest =
            max(largest, max_abs({g[T], g[T + 1], g[T + 2]}) * batch.segment[j].inverse_length);
    }
    return largest;
}

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

void expand(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
            Pack geometric, RodExpansion& out) {
    out.value = Pack(0.0);
    out.force = batch.force_floor;
    std::fill(out.gradient.begin(), out.gradient.end(), Pack(0.0));
    out.hessian.set_zero();
    for (int j = 0; j < batch.points; ++j)
        expand_point(batch, x, planes, j, out);
    for (int j = 0; j < batch.segments(); ++j)
        expand_segment(batch, x, j, geometric, out);
    for (int j = 1; j < batch.segments(); ++j) {
        expand_bend(batch, x, j, geometric, out);
        expand_surface(batch, x, j, out);
    }
    for (std::size_t i = 0; i < out.gradient.size(); ++i)
        out.gradient[i] *= batch.free[i];
    out.hessian.mask(batch.free, batch.pinned);
    out.residual = residual_force(batch, out.gradient);
}

void advance(const RodState& from, std::span<const Pack> step, Pack alpha, RodState& x) {
    for (std::size_t j = 0; j < from.c.size(); ++j) {
        const Pack* d = step.data() + j * ROD_UNKNOWNS;
        x.c[j] = from.c[j] + alpha * Vec3p{d[0], d[1], d[2]};
        x.s[j] = from.s[j] + alpha * d[S];
        x.q[j] = turned_in_material_axes(from.q[j], alpha * Vec3p{d[T], d[T + 1], d[T + 2]});
    }
}

Pack largest_alpha(const RodState& x, std::span<const Pack> step) {
    Pack shrink(0.0);
    Pack turn2(0.0);
    for (std::size_t j = 0; j < x.s.size(); ++j) {
        const Pack* d = step.data() + j * ROD_UNKNOWNS;
        shrink = max(shrink, -d[S] / x.s[j]);
        turn2 = max(turn2, d[T] * d[T] + d[T + 1] * d[T + 1] + d[T + 2] * d[T + 2]);
    }
    const Pack one(1.0);
    return one / max(one, max(shrink / Pack(MAX_SHRINK), sqrt(turn2) / Pack(MAX_TURN)));
}

PointStrains point_strains(const RodBatch& batch, const RodState& x, int j) {
    PointStrains strains{};
    strains.section = x.s[j] - Pack(1.0);
    strains.surface = Pack(0.0);
    if (j == 0 || j == batch.points - 1) return strains;
    const Pack s = x.s[j];
    const Quatp p = conjugate(x.q[j - 1]) * x.q[j];
    const Vec3p Omega = (Pack(2.0) / batch.point[j].dual_length) * p.v;  // Eq. (40)
    strains.bend = s * Omega;
    strains.volume_bend = (s * s * s) * Omega;
    strains.surface = laplacian_of_scale(laplacian(batch, j), x, j);
    return strains;
}

SegmentStrains segment_strains(const RodBatch& batch, const RodState& x, int j) {
    const Pack il = batch.segment[j].inverse_length;
    const Vec3p D = il * (x.c[j + 1] - x.c[j]);
    const Vec3p V = transposed_times(rotation_matrix(x.q[j]), D);
    const Pack s = Pack(0.5) * (x.s[j] + x.s[j + 1]);
    return {V, (s * s) * V, (x.s[j + 1] - x.s[j]) * il};
}

RodEnergies energies(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes) {
    const Pack half(0.5);
    const Pack zero(0.0);
    const Vec3p e{zero, zero, Pack(1.0)};
    RodEnergies total;
    for (int j = 0; j < batch.points; ++j) {
        const RodPoint& point = batch.point[j];
        const PointStrains strains = point_strains(batch, x, j);
        const Pack section = strains.section - (batch.point_step[j].rest_scale - Pack(1.0));
        total.section += half * point.section_weight * section * section;
        const Vec3p bend = strains.bend - point.rest_darboux;
        total.bend += half * dot(scaled(point.bend_weight, bend), bend);
        const Vec3p volume = strains.volume_bend - point.rest_darboux;
        total.volume +=
            half * point.volume_bend_weight * (volume.x * volume.x + volume.y * volume.y);
        total.surface += half * point.surface_weight * strains.surface * strains.surface;
        total.kinetic += half * (point.mass * dot(batch.rates.c[j], batch.rates.c[j]) +
                                 point.scale_inertia * batch.rates.s[j] * batch.rates.s[j]);
        for (const HalfPlane& plane : planes) {
            total.contact += response(batch, j, gap(plane, x.c[j], point.radius * x.s[j]),
                                      batch.point_step[j].contact_weight)
                                 .energy;
        }
    }
    for (int j = 0; j < batch.segments(); ++j) {
        const RodSegment& segment = batch.segment[j];
        const SegmentStrains strains = segment_strains(batch, x, j);
        const Vec3p stretch =
            strains.stretch - Vec3p{zero, zero, batch.segment_step[j].rest_stretch};
        const Vec3p volume = strains.volume - e;
        total.stretch += half * segment.stretch_weight * dot(stretch, stretch);
        total.volume += half * segment.volume_weight * dot(volume, volume);
        total.gradient += half * segment.gradient_weight * strains.gradient * strains.gradient;
        const Pack s = half * (x.s[j] + x.s[j + 1]);
        const Vec3p omega = transposed_times(rotation_matrix(x.q[j]), batch.rates.q[j]);
        total.kinetic += half * s * s * dot(scaled(segment.inertia, omega), omega);
    }
    return total;
}

}  // namespace sinew::viper
