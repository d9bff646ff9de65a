#include "viper/step/rod_objective.hpp"

#include <algorithm>
#include <cmath>

#include "viper/attachments/rod_clamps.hpp"
#include "viper/attachments/rod_glides.hpp"
#include "viper/chain/chain_sums.hpp"
#include "viper/contact/rod_planes.hpp"
#include "viper/rods/rod_terms.hpp"
#include "viper/step/rod_strains.hpp"

namespace sinew::viper {

namespace {

/// A step may not turn a frame by more than this [rad], nor take more than this part of a scale.
constexpr double MAX_TURN = 1.5;
constexpr double MAX_SHRINK = 0.7;

Pack max_abs(const Vec3p& v) {
    return max(abs(v.x), max(abs(v.y), abs(v.z)));
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
    expansion.add_turn(turn, step.inertia);
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
    BendJet jet;
    BendExpansion expansion(x.q[j - 1], x.q[j], Pack(2.0) / point.dual_length);
    const Vec3p weight = (batch.stiffening * step.bend_share) * point.bend_weight;
    expansion.add_term(jet, weight, x.s[j], step.bend_target, geometric);
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
    add_planes(batch, x, planes, j, out);
}

}  // namespace

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

void expand(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
            Pack geometric, RodExpansion& out) {
    out.value = Pack(0.0);
    out.force = batch.force_floor;
    std::fill(out.gradient.begin(), out.gradient.end(), Pack(0.0));
    out.hessian.set_zero();
    for (int j = 0; j < batch.points; ++j)
        expand_point(batch, x, planes, j, out);
    if (!batch.glides.empty()) add_glides(batch, x, out);
    for (int j = 0; j < batch.segments(); ++j)
        expand_segment(batch, x, j, geometric, out);
    for (int j = 1; j < batch.segments(); ++j) {
        expand_bend(batch, x, j, geometric, out);
        expand_surface(batch, x, j, out);
    }
    if (!batch.clamps.empty()) add_clamps(batch, x, geometric, out);
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

}  // namespace sinew::viper
