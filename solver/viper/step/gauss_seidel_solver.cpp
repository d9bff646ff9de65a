#include "viper/step/gauss_seidel_solver.hpp"

#include <cmath>
#include <vector>

#include "viper/attachments/rod_clamps.hpp"
#include "viper/rods/rod_terms.hpp"

namespace sinew::viper {

namespace {

/// Solves a 3×3 system by Cramer's rule.
Vec3p solve3(const Mat3p& a, const Vec3p& b) {
    const Vec3p c0{a.m[0][0], a.m[1][0], a.m[2][0]};
    const Vec3p c1{a.m[0][1], a.m[1][1], a.m[2][1]};
    const Vec3p c2{a.m[0][2], a.m[1][2], a.m[2][2]};
    const Pack inverse = Pack(1.0) / dot(c0, cross(c1, c2));
    return {inverse * dot(b, cross(c1, c2)), inverse * dot(c0, cross(b, c2)),
            inverse * dot(c0, cross(c1, b))};
}

/// m += f·a aᵀ
void add_outer(Mat3p& m, Pack f, const Vec3p& a) {
    const Pack v[3] = {a.x, a.y, a.z};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            m.m[i][j] += f * v[i] * v[j];
    }
}

/// m += J diag(w) Jᵀ
void add_weighted_square(Mat3p& m, const Mat3p& J, const Vec3p& w) {
    add_outer(m, w.x, {J.m[0][0], J.m[1][0], J.m[2][0]});
    add_outer(m, w.y, {J.m[0][1], J.m[1][1], J.m[2][1]});
    add_outer(m, w.z, {J.m[0][2], J.m[1][2], J.m[2][2]});
}

/// Δλ = β (h² ∇W A⁻¹ ∇Wᵀ K + 1)⁻¹ (K W − λ)-like update for a strain of three components.
///
/// Differs from the paper: [eq. 28] divides by K; this is the same equation multiplied by K, so that a term
/// with no stiffness needs no special case.
struct Multiplier3 {
    Vec3p lambda{};

    Vec3p update(const Vec3p& k, const Vec3p& W, Mat3p compliance, Pack beta) {
        const Pack kk[3] = {k.x, k.y, k.z};
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                compliance.m[i][j] = kk[i] * compliance.m[i][j];
            compliance.m[i][i] += Pack(1.0);
        }
        const Vec3p change = beta * solve3(compliance, scaled(k, W) - lambda);
        lambda += change;
        return change;
    }
};

/// The same for one component.
struct Multiplier1 {
    Pack lambda{0.0};

    Pack update(Pack k, Pack W, Pack compliance, Pack beta) {
        const Pack change = beta * (k * W - lambda) / (k * compliance + Pack(1.0));
        lambda += change;
        return change;
    }
};

/// Sweeps. h² A⁻¹ of each unknown is its mobility; pinned unknowns have none.
class Sweeper {
public:
    Sweeper(RodBatch& batch, std::span<const HalfPlane> planes, Pack beta)
        : m_batch(batch), m_x(batch.current), m_planes(planes), m_beta(beta) {
        const int n = batch.points;
        m_mobility_c.resize(n);
        m_mobility_s.resize(n);
        m_mobility_t.resize(n);
        for (int j = 0; j < n; ++j) {
            const Pack* free = batch.free.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
            m_mobility_c[j] = mobility(free[0], batch.inverse_dt2 * batch.point[j].mass);
            m_mobility_s[j] = mobility(free[3], batch.inverse_dt2 * batch.point[j].scale_inertia);
            const Vec3p& inertia = batch.segment_step[j].inertia;
            m_mobility_t[j] = {mobility(free[4], inertia.x), mobility(free[5], inertia.y),
                               mobility(free[6], inertia.z)};
        }
        m_stretch.resize(n);
        m_volume.resize(n);
        m_bend.resize(n);
        m_clamp_before.resize(batch.clamps.size());
        m_clamp_after.resize(batch.clamps.size());
        m_section.resize(n);
        m_gradient.resize(n);
        m_surface.resize(n);
        m_contact.resize(static_cast<std::size_t>(n) * planes.size());
        apply_radial_load();
    }

    void sweep() {
        for (int j = 0; j < m_batch.segments(); ++j) {
            stretch(j);
            volume(j);
            gradient(j);
        }
        for (int j = 0; j < m_batch.points; ++j)
            section(j);
        for (int j = 1; j < m_batch.segments(); ++j) {
            bend(j);
            surface(j);
        }
        for_each_clamped_half(m_batch, [this](int j, int k, const ClampedHalf& half) {
            clamp(j, k, half, k == j ? m_clamp_after[j] : m_clamp_before[j]);
        });
        for (int j = 0; j < m_batch.points; ++j)
            contact(j);
    }

private:
    static Pack mobility(Pack free, Pack inertia) {
        return select(inertia > Pack(0.0), free / inertia, Pack(0.0));
    }

    /// The load is constant, so it belongs to the prediction [viper eq. 23].
    void apply_radial_load() {
        for (int j = 0; j < m_batch.points; ++j) {
            m_x.s[j] += m_mobility_s[j] * m_batch.point_step[j].radial_load;
        }
    }

    void turn(int j, const Vec3p& torque) {
        m_x.q[j] = turned_in_material_axes(m_x.q[j], -scaled(m_mobility_t[j], torque));
    }

    void stretch(int j) {
        const RodSegment& segment = m_batch.segment[j];
        const Pack k = m_batch.stiffening * segment.stretch_weight;
        apply_axial(j, m_stretch[j], k, Pack(1.0), m_batch.segment_step[j].stretch_target, false);
    }

    void volume(int j) {
        const Pack k = m_batch.stiffening * m_batch.segment[j].volume_weight;
        const Pack s = Pack(0.5) * (m_x.s[j] + m_x.s[j + 1]);
        apply_axial(j, m_volume[j], k, s, m_batch.segment_step[j].volume_target, true);
    }

    /// W = s² D − R a; the scale takes part only in the volume term.
    void apply_axial(int j, Multiplier3& multiplier, Pack k, Pack s, const Vec3p& a, bool scale) {
        const Pack il = m_batch.segment[j].inverse_length;
        const Mat3p R = rotation_matrix(m_x.q[j]);
        const Vec3p D = il * (m_x.c[j + 1] - m_x.c[j]);
        const Pack s2 = s * s;
        const Vec3p W = s2 * D - R * a;
        const Mat3p J_t = R * cross_matrix(Pack(0.0), a);
        Mat3p compliance{};
        const Pack j_c = s2 * il;
        const Pack centre = j_c * j_c * (m_mobility_c[j] + m_mobility_c[j + 1]);
        for (int i = 0; i < 3; ++i)
            compliance.m[i][i] = centre;
        add_weighted_square(compliance, J_t, m_mobility_t[j]);
        const Vec3p j_s = s * D;
        if (scale) add_outer(compliance, m_mobility_s[j] + m_mobility_s[j + 1], j_s);
        const Vec3p change = multiplier.update({k, k, k}, W, compliance, m_beta);
        m_x.c[j] += (m_mobility_c[j] * j_c) * change;
        m_x.c[j + 1] -= (m_mobility_c[j + 1] * j_c) * change;
        if (scale) {
            const Pack ds = dot(j_s, change);
            m_x.s[j] -= m_mobility_s[j] * ds;
            m_x.s[j + 1] -= m_mobility_s[j + 1] * ds;
        }
        turn(j, transposed_times(J_t, change));
    }

    void gradient(int j) {
        const RodSegment& segment = m_batch.segment[j];
        const Pack il = segment.inverse_length;
        const Pack W = (m_x.s[j + 1] - m_x.s[j]) * il - m_batch.segment_step[j].gradient_target;
        const Pack compliance = il * il * (m_mobility_s[j] + m_mobility_s[j + 1]);
        const Pack k = m_batch.stiffening * segment.gradient_weight;
        const Pack change = il * m_gradient[j].update(k, W, compliance, m_beta);
        m_x.s[j] += m_mobility_s[j] * change;
        m_x.s[j + 1] -= m_mobility_s[j + 1] * change;
    }

    void section(int j) {
        const Pack W = m_x.s[j] - Pack(1.0) - m_batch.point_step[j].section_target;
        const Pack k = m_batch.stiffening * m_batch.point[j].section_weight;
        m_x.s[j] -= m_mobility_s[j] * m_section[j].update(k, W, m_mobility_s[j], m_beta);
    }

    /// W = s Ω − target.
    void bend(int j) {
        const RodPointStep& step = m_batch.point_step[j];
        const Vec3p weight = (m_batch.stiffening * step.bend_share) * m_batch.point[j].bend_weight;
        const Pack s = m_x.s[j];
        const Pack kappa = Pack(2.0) / m_batch.point[j].dual_length;
        const Quatp p = conjugate(m_x.q[j - 1]) * m_x.q[j];
        const Pack half = Pack(0.5) * kappa * s;
        const Mat3p A = cross_matrix(-half * p.w, half * p.v);
        const Mat3p B = cross_matrix(half * p.w, half * p.v);
        const Vec3p Omega = kappa * p.v;
        Mat3p compliance{};
        add_weighted_square(compliance, A, m_mobility_t[j - 1]);
        add_weighted_square(compliance, B, m_mobility_t[j]);
        add_outer(compliance, m_mobility_s[j], Omega);
        const Vec3p change =
            m_bend[j].update(weight, s * Omega - step.bend_target, compliance, m_beta);
        m_x.s[j] -= m_mobility_s[j] * dot(Omega, change);
        turn(j - 1, transposed_times(A, change));
        turn(j, transposed_times(B, change));
    }

    /// Between the held frame of point j and segment k, of which only the segment turns.
    void clamp(int j, int k, const ClampedHalf& half, Multiplier3& multiplier) {
        const Pack s = m_x.s[j];
        const ClampStrain strain = clamp_strain(m_batch, m_x, half, k);
        const Pack scale = s * Pack(4.0) * m_batch.segment[k].inverse_length;
        Mat3p B;  // ∂W/∂θ
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b)
                B.m[a][b] = scale * strain.J.m[a][b];
        }
        Mat3p compliance{};
        add_weighted_square(compliance, B, m_mobility_t[k]);
        add_outer(compliance, m_mobility_s[j], strain.Omega);
        const Vec3p change = multiplier.update(m_batch.stiffening * half.weight,
                                               s * strain.Omega - half.target, compliance, m_beta);
        m_x.s[j] -= m_mobility_s[j] * dot(strain.Omega, change);
        turn(k, transposed_times(B, change));
    }

    void surface(int j) {
        const Pack inverse_dual = Pack(1.0) / m_batch.point[j].dual_length;
        const Pack before = inverse_dual * m_batch.segment[j - 1].inverse_length;
        const Pack after = inverse_dual * m_batch.segment[j].inverse_length;
        const Pack here = -(before + after);
        const Pack W = before * m_x.s[j - 1] + here * m_x.s[j] + after * m_x.s[j + 1] -
                       m_batch.point_step[j].surface_target;
        const Pack compliance = before * before * m_mobility_s[j - 1] +
                                here * here * m_mobility_s[j] + after * after * m_mobility_s[j + 1];
        const Pack k = m_batch.stiffening * m_batch.point[j].surface_weight;
        const Pack change = m_surface[j].update(k, W, compliance, m_beta);
        m_x.s[j - 1] -= m_mobility_s[j - 1] * before * change;
        m_x.s[j] -= m_mobility_s[j] * here * change;
        m_x.s[j + 1] -= m_mobility_s[j + 1] * after * change;
    }

    /// Pushes only: the multiplier of W = gap stays at or below zero.
    void contact(int j) {
        const Pack r = m_batch.point[j].radius;
        for (std::size_t i = 0; i < m_planes.size(); ++i) {
            const HalfPlane& plane = m_planes[i];
            const Vec3p n{Pack(plane.normal.x()), Pack(plane.normal.y()), Pack(plane.normal.z())};
            const Pack W = dot(n, m_x.c[j]) - Pack(plane.offset) - r * m_x.s[j];
            const Pack compliance = m_mobility_c[j] + r * r * m_mobility_s[j];
            const Pack k = m_batch.point_step[j].contact_weight;
            Multiplier1& multiplier = m_contact[static_cast<std::size_t>(j) * m_planes.size() + i];
            const Pack before = multiplier.lambda;
            multiplier.update(k, W, compliance, m_beta);
            multiplier.lambda = min(multiplier.lambda, Pack(0.0));
            const Pack change = multiplier.lambda - before;
            m_x.c[j] -= (m_mobility_c[j] * change) * n;
            m_x.s[j] += m_mobility_s[j] * r * change;
        }
    }

    RodBatch& m_batch;
    RodState& m_x;
    std::span<const HalfPlane> m_planes;
    Pack m_beta;
    std::vector<Pack> m_mobility_c, m_mobility_s;
    std::vector<Vec3p> m_mobility_t;  ///< material axes
    std::vector<Multiplier3> m_stretch, m_volume, m_bend, m_clamp_before, m_clamp_after;
    std::vector<Multiplier1> m_section, m_gradient, m_surface, m_contact;
};

}  // namespace

BatchReport solve_gauss_seidel(RodBatch& batch, std::span<const HalfPlane> planes,
                               const RodSolverSettings& settings, const CancelToken& cancel,
                               ChainWorkspace& workspace, const RodObserver& observer) {
    BatchReport report;
    Sweeper sweeper(batch, planes, Pack(settings.relaxation));
    if (observer) observer(0, batch);
    int sweeps = 0;
    while (sweeps < settings.iterations && !cancel.requested()) {
        sweeper.sweep();
        ++sweeps;
        if (observer) observer(sweeps, batch);
    }
    workspace.expansion.resize(batch.points);
    expand(batch, batch.current, planes, Pack(0.0), workspace.expansion);
    for (int i = 0; i < Pack::LANES; ++i) {
        if (batch.lane_points[i] == 0) continue;
        report.iterations[i] = sweeps;
        report.residual[i] = workspace.expansion.residual[i] / workspace.expansion.force[i];
        if (cancel.requested()) report.outcome[i] = StepOutcome::Cancelled;
        if (!std::isfinite(report.residual[i])) report.outcome[i] = StepOutcome::NotFinite;
    }
    return report;
}

}  // namespace sinew::viper
