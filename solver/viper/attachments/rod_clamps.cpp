#include "viper/attachments/rod_clamps.hpp"

#include <algorithm>
#include <vector>

#include "math/rotation.hpp"
#include "viper/chain/chain_sums.hpp"
#include "viper/rods/rod_constants.hpp"

namespace sinew::viper {

namespace {

/// A held frame over a step.
struct HeldFrame {
    Eigen::Quaterniond rest, start, end;
};

/// Below this cosine of half the angle, half a turn but 0.1°, the tangent no longer grows.
constexpr double SMALLEST_COSINE = 1e-3;

/// g of a turn p.
Vec3p half_tangent(const Quatp& p) {
    const Pack least = select(p.w < Pack(0.0), Pack(-SMALLEST_COSINE), Pack(SMALLEST_COSINE));
    return (Pack(1.0) / select(abs(p.w) < Pack(SMALLEST_COSINE), least, p.w)) * p.v;
}

/// 2/L g of the turn from one frame to another [1/m].
Eigen::Vector3d half_darboux(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to,
                             double L) {
    Quatp p{Pack(1.0), {}};
    set_lane(p, 0, from.conjugate() * to);
    return 2.0 / L * lane_of(half_tangent(p), 0);
}

/// The half of segment k (of the rod) beside point i.
void clamp_half(const RodSet& set, const RodSet::Rod& rod, int i, int k, const HeldFrame& held,
                const RodBatch& batch, ClampedHalf& half) {
    const int lane = rod.lane;
    const RodsDef& def = set.def();
    const double L = 0.5 * batch.segment[k].length[lane];
    const Eigen::Vector3d rest = half_darboux(held.rest, set.rest_frames()[rod.first + k], L);
    const Eigen::Vector3d strain =
        batch.state.s[i][lane] * half_darboux(held.start, lane_of(batch.state.q[k], lane), L);
    const double blend = 1.0 - 1.0 / batch.stiffening[lane];
    half.any = true;
    set_lane(half.frame, lane, held.end);
    set_lane(half.weight, lane, bend_weight(def.params, def.radii[rod.first + i], L));
    set_lane(half.rest_darboux, lane, rest);
    set_lane(half.target, lane, rest + blend * (strain - rest));
}

/// m += f a bᵀ
void add_outer(Mat3p& m, Pack f, const Vec3p& a, const Vec3p& b) {
    const Pack x[3] = {f * a.x, f * a.y, f * a.z};
    const Pack y[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            m.m[i][j] += x[i] * y[j];
    }
}

/// diag(d) m
Mat3p row_scaled(const Vec3p& d, const Mat3p& m) {
    const Pack x[3] = {d.x, d.y, d.z};
    Mat3p result;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            result.m[i][j] = x[i] * m.m[i][j];
    }
    return result;
}

/// At rest the mean of the segments beside the point.
Eigen::Quaterniond rest_frame_at(const RodSet& set, const RodSet::Rod& rod, int point) {
    const std::vector<Eigen::Quaterniond>& frames = set.rest_frames();
    const int first = std::max(point - 1, rod.first);
    const int last = std::min(point, rod.first + rod.points - 2);
    return Eigen::Quaterniond(frames[first].coeffs() + frames[last].coeffs()).normalized();
}

}  // namespace

void clamp_frame(const RodSet& set, int point, const Eigen::Quaterniond& turn_0,
                 const Eigen::Quaterniond& turn_1, std::span<RodBatch> batches) {
    const RodSet::Rod& rod = set.rod_of_point(point);
    RodBatch& batch = batches[rod.batch];
    const int i = point - rod.first;
    const Eigen::Quaterniond rest = rest_frame_at(set, rod, point);
    const HeldFrame held{rest, turn_0 * rest, turn_1 * rest};
    if (batch.clamps.empty()) batch.clamps.resize(batch.points);
    PointClamp& clamp = batch.clamps[i];
    if (i > 0) clamp_half(set, rod, i, i - 1, held, batch, clamp.before);
    if (i + 1 < rod.points) clamp_half(set, rod, i, i, held, batch, clamp.after);
    batch.point_step[i].bend_share.set(rod.lane, 0.0);
}

void hold_frame(const RodSet& set, int point, const Eigen::Quaterniond& turn_0,
                const Eigen::Quaterniond& turn_1, std::span<RodBatch> batches) {
    if (!set.is_bundled(point)) {
        clamp_frame(set, point, turn_0, turn_1, batches);
        return;
    }
    const int frame_point = set.frame_point(point);
    const PointRef at = set.ref(frame_point);
    RodBatch& batch = batches[at.batch];
    const Eigen::Quaterniond target = on_branch_of(turn_1 * set.rest_frames()[frame_point],
                                                   lane_of(batch.state.q[at.point], at.lane));
    set_lane(batch.segment_step[at.point].q_predicted, at.lane, target);
    set_lane(batch.current.q[at.point], at.lane, target);
}

ClampStrain clamp_strain(const RodBatch& batch, const RodState& x, const ClampedHalf& half, int k) {
    const Vec3p g = half_tangent(conjugate(half.frame) * x.q[k]);
    Mat3p J = cross_matrix(Pack(0.5), Pack(0.5) * g);
    add_outer(J, Pack(0.5), g, g);
    return {(Pack(4.0) * batch.segment[k].inverse_length) * g, g, J};
}

void add_clamps(const RodBatch& batch, const RodState& x, Pack geometric, RodExpansion& out) {
    for_each_clamped_half(batch, [&](int j, int k, const ClampedHalf& half) {
        const ClampStrain strain = clamp_strain(batch, x, half, k);
        const Pack kappa = Pack(4.0) * batch.segment[k].inverse_length;
        const Pack s = x.s[j];
        const Vec3p weight = batch.stiffening * half.weight;
        const Vec3p W = s * strain.Omega - half.target;
        const Vec3p lambda = scaled(weight, W);
        const Vec3p weight_Omega = scaled(weight, strain.Omega);
        const Vec3p Lambda = (kappa * s) * lambda;  // by g
        out.value += Pack(0.5) * dot(lambda, W);

        Pack* g_j = out.gradient.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
        Pack* g_k = out.gradient.data() + static_cast<std::size_t>(k) * ROD_UNKNOWNS;
        g_j[S] += dot(lambda, strain.Omega);
        add(g_k + T, transposed_times(strain.J, Lambda));

        ChainMatrix& h = out.hessian;
        h.at(j, S, 0, S) += dot(weight_Omega, strain.Omega);
        const Vec3p h_s =
            transposed_times(strain.J, kappa * (s * weight_Omega + geometric * lambda));
        if (k == j) {
            add_column(h, j, T, 0, S, h_s);
        } else {
            add_row(h, j, S, 1, T, h_s);
        }
        Mat3p h_t =
            transposed_times(strain.J, row_scaled((kappa * kappa * s * s) * weight, strain.J));
        // Second order of Λ·g: ¼ ((Λ + Λ × g)·θ)(g·θ) + ¼ Λ·g (g·θ)².
        const Vec3p u = Lambda + cross(Lambda, strain.g);
        add_outer(h_t, Pack(0.25) * geometric, u, strain.g);
        add_outer(h_t, Pack(0.25) * geometric, strain.g, u);
        add_outer(h_t, Pack(0.5) * geometric * dot(Lambda, strain.g), strain.g, strain.g);
        add_diagonal_block(h, k, T, h_t);
    });
}

Pack clamp_energy(const RodBatch& batch, const RodState& x) {
    Pack sum(0.0);
    for_each_clamped_half(batch, [&](int j, int k, const ClampedHalf& half) {
        const Vec3p W = x.s[j] * clamp_strain(batch, x, half, k).Omega - half.rest_darboux;
        sum += Pack(0.5) * dot(scaled(half.weight, W), W);
    });
    return sum;
}

}  // namespace sinew::viper
