// StrainRelaxation: what keeps thin triangles with six nodes from locking.
//
// The strains of a triangle vary inside it more than a sheet that bends without stretching wants them to: with rotations that are linear and positions
// that are quadratic, bending alone brings strains that differ from point to point. Where the sheet is thin these cost far more than the bending. So
// the mean of every strain is kept, and what differs from the mean is made smaller before the energy is taken:
//
//   Ẽ = P (E + D(E)),   energy ½ Ẽ·C Ẽ,   stress by E:  S = (∂Ẽ/∂E)ᵀ C Ẽ          P is constant: it comes from the shape at rest
//
//   P: skew      (E_12 − E_21)/2                 mean + √β_K (value − mean)
//   transverse   E_31, E_32                      mean + √β_T (value − mean)
//   symmetric    stretches f_e = c_e·E c_e along the three edges e, c_e the direction of the chord from corner a to corner b. Point a is
//                the one near corner a:
//                f = mean + along + across;  `along` is the difference of f between the points a and b, `across` the rest, the same at both
//                f̃ = mean + √β_L along + √β_X across
//
// The mean is over the volume of the points, w_p ∝ area times thickness. Uniform strains stay as they are and so does the mean of all others: a uniform
// stress is in balance with the same forces as without P (patch test), also on meshes with curved edges, as the tensors of all points
// are in one frame of the triangle (aligned_points). E is zero in rigid motion, so is Ẽ; no β is zero, so nothing else costs nothing.
//
// D keeps directors upright in sheets under tension. Directors that lean by γ against the surface see tangents that are shorter by γ²/2, which
// a tension σ rewards: the lean has the energy ½ (β_T G − σ) γ². With P alone, thin sheets were unstable from a stretch of 1 % on; their directors leaned
// to and fro, and Newton's method took twice the iterations. Less strain for the same lean stands for a rotation inside the triangle that
// follows the surface. That rotation also takes its part of the shortening away, to second order:
//
//   γ    E_31, E_32;  κ  (E_12 − E_21)/2;  γ̃, κ̃ the same of Ẽ;  g  F₀⁻¹, symmetric part, and g_κ = 2/tr F₀, F₀ the stretch at rest
//   D    ½ sym(g γ ⊗ γ − g γ̃ ⊗ γ̃) + ½ g_κ (κ² − κ̃²) I             in the plane; zero where γ and κ are uniform
//
// What is left of the lean then has ½ β_T (G − σ) γ², as stable as without relaxation.
//
//   x  = A/(s h² + 12 L_c²)            s bending_scale: how much stiffer stretching is than bending, over the size of the triangle [1]
//   y  = 16 b²/(s h² + 12 L_c²)        b how far the surface bulges out of the triangle (surface_bulge.hpp) [m]: zero where it is flat
//   r  = µ_c/µ,   k  transverse modulus by µ: its shear factor, or 1 + r
//   β_K = max(min(1, 0.01/r), 1/(1 + 0.2 r x))                β_L = max(0.01, 1/(1 + 300 y))
//   β_T = max(min(1, f/k), 1/(1 + k x))                       β_X = max(0.5, 1/(1 + 30 y))
//   f   = max(0.02, 0.2/(1 + 300 y))
//
// β_K and β_T are 1 for triangles that are small against the thickness. A flat sheet that is pushed together by more than β_T G buckles inside its triangles:
// the bulges of edges cost β_T (G − σ), and a pressure gives σ back. So flat triangles have the larger floor f. A flat slit ring that bends far
// (24 × 4 squares) is 15 % too stiff with it, 12 % with 0.02, 23 % with β_T = 1. β_L and β_X are 1 where the surface at rest is flat: there quadratic positions
// bend in their plane as they should, and would be too soft otherwise. β_T without its floor is the condensation of a rotation inside the
// triangle; the other numbers were chosen by trials, docs/validation/shell.md has what they do.
#pragma once

#include "fem/triangle_geometry.hpp"
#include "fem/triangle_lanes.hpp"
#include "shells/curved_stiffness.hpp"

namespace sinew::shells {

/// Shares of the energy of what varies inside a triangle; 1: all of it.
struct RelaxationShares {
    double along = 1.0;       ///< β_L
    double across = 1.0;      ///< β_X
    double skew = 1.0;        ///< β_K
    double transverse = 1.0;  ///< β_T

    RelaxationShares() = default;
    /// `area` and `bulge` of the triangle [m², m].
    RelaxationShares(const ShellMaterial& material, double area, double bulge);
};

class StrainRelaxation {
public:
    /// P = I.
    StrainRelaxation() = default;
    /// `chords` from corner 0 to 1, 1 to 2 and 2 to 0 in the common frame; `volumes` of the points, in lanes.
    StrainRelaxation(const Eigen::Vector2d (&chords)[3], Pack volumes,
                     const RelaxationShares& shares);

    bool is_active() const { return m_active; }

    /// P of the transverse strains and of skew parts.
    [[gnu::always_inline]] Pack transverse(Pack v) const { return towards_mean(m_transverse, v); }
    [[gnu::always_inline]] Pack skew(Pack v) const { return towards_mean(m_skew, v); }
    [[gnu::always_inline]] Pack transverse_transposed(Pack v) const {
        return transposed_mean(m_transverse, v);
    }
    [[gnu::always_inline]] Pack skew_transposed(Pack v) const { return transposed_mean(m_skew, v); }

    /// P of symmetric tensors by their entries 11, 22 and 12.
    [[gnu::always_inline]] void relax_symmetric(Pack (&s)[3]) const {
        if (!m_stretches) return;
        Pack f[3];
        for (int e = 0; e < 3; ++e) {
            const Pack raw = Pack(m_to_edges[e][0]) * s[0] + Pack(m_to_edges[e][1]) * s[1] +
                             Pack(m_to_edges[e][2]) * s[2];
            f[e] = combined(m_columns[e], raw);
        }
        for (int i = 0; i < 3; ++i) {
            s[i] = Pack(m_from_edges[i][0]) * f[0] + Pack(m_from_edges[i][1]) * f[1] +
                   Pack(m_from_edges[i][2]) * f[2];
        }
    }
    /// Pᵀ of what belongs to these entries.
    [[gnu::always_inline]] void relax_symmetric_transposed(Pack (&s)[3]) const {
        if (!m_stretches) return;
        Pack f[3];
        for (int e = 0; e < 3; ++e) {
            const Pack raw = Pack(m_from_edges[0][e]) * s[0] + Pack(m_from_edges[1][e]) * s[1] +
                             Pack(m_from_edges[2][e]) * s[2];
            f[e] = combined(m_rows[e], raw);
        }
        for (int i = 0; i < 3; ++i) {
            s[i] = Pack(m_to_edges[0][i]) * f[0] + Pack(m_to_edges[1][i]) * f[1] +
                   Pack(m_to_edges[2][i]) * f[2];
        }
    }

private:
    /// Σ_q M_pq v_q, M by its columns.
    [[gnu::always_inline]] static Pack combined(const Pack (&columns)[3], Pack v) {
        return columns[0] * Pack(v[0]) + columns[1] * Pack(v[1]) + columns[2] * Pack(v[2]);
    }
    [[gnu::always_inline]] Pack towards_mean(double keep, Pack v) const {
        return Pack(keep) * v + Pack((1.0 - keep) * sum(m_weights * v));
    }
    [[gnu::always_inline]] Pack transposed_mean(double keep, Pack v) const {
        return Pack(keep) * v + Pack((1.0 - keep) * sum(m_points * v)) * m_weights;
    }

    bool m_active = false;
    bool m_stretches = false;   ///< whether β_L or β_X is not 1
    double m_skew = 1.0;        ///< √β_K
    double m_transverse = 1.0;  ///< √β_T
    Pack m_weights;             ///< w, zero in the fourth lane
    Pack m_points;              ///< 1 in the lanes of points
    double m_to_edges[3][3];    ///< f_e by E_11, E_22 and the mean of E_12 and E_21
    double m_from_edges[3][3];  ///< its inverse
    Pack m_columns[3][3];       ///< of what relaxes the stretches of each edge
    Pack m_rows[3][3];
};

/// How far the directors lean against the surface at the points: γ_1, γ_2 = E_31, E_32 and κ = (E_12 − E_21)/2. Or a change of that.
struct DirectorLean {
    Pack gamma[2];
    Pack kappa;

    DirectorLean() = default;
    [[gnu::always_inline]] explicit DirectorLean(const SurfaceTensor<Pack>& E)
        : gamma{E.X[2][0], E.X[2][1]}, kappa(Pack(0.5) * (E.X[0][1] - E.X[1][0])) {}
};

/// ½ γ·M γ + ½ m κ², the work of a stress on D: M = (s g + g s)/2, m = g_κ tr s, with s the stress by the symmetric part of E + D.
struct LeanStiffness {
    Pack M[3];  ///< 11, 22, 12
    Pack m;

    /// ∂/∂lean; linear.
    [[gnu::always_inline]] DirectorLean times(const DirectorLean& lean) const {
        DirectorLean out;
        out.gamma[0] = M[0] * lean.gamma[0] + M[2] * lean.gamma[1];
        out.gamma[1] = M[2] * lean.gamma[0] + M[1] * lean.gamma[1];
        out.kappa = m * lean.kappa;
        return out;
    }
};

/// Ẽ(E) and its derivatives at one E.
class RelaxedStrain {
public:
    /// `rest` is F₀. `relaxation` must outlive this.
    [[gnu::always_inline]] RelaxedStrain(const StrainRelaxation& relaxation,
                                         const SurfaceTensor<Pack>& E,
                                         const SurfaceTensor<Pack>& rest)
        : m_relaxation(relaxation), m_strain(E) {
        if (!relaxation.is_active()) return;
        const Pack half(0.5);
        const Pack shear = half * (rest.X[0][1] + rest.X[1][0]);
        const Pack one(1.0);
        const Pack by_area = one / (rest.X[0][0] * rest.X[1][1] - shear * shear);
        m_g[0] = rest.X[1][1] * by_area;
        m_g[1] = rest.X[0][0] * by_area;
        m_g[2] = -shear * by_area;
        m_g_kappa = Pack(2.0) / (rest.X[0][0] + rest.X[1][1]);
        m_before = DirectorLean(E);
        m_after = relaxed(m_before);
        Pack s[3] = {E.X[0][0], E.X[1][1], half * (E.X[0][1] + E.X[1][0])};
        add_work(m_before, m_before, half, s);
        add_work(m_after, m_after, -half, s);
        m_strain = assembled(s, m_after);
    }

    /// Ẽ.
    const SurfaceTensor<Pack>& strain() const { return m_strain; }

    /// ∂Ẽ/∂E Z.
    [[gnu::always_inline]] SurfaceTensor<Pack> derivative(const SurfaceTensor<Pack>& Z) const {
        if (!m_relaxation.is_active()) return Z;
        const DirectorLean before(Z);
        const DirectorLean after = relaxed(before);
        Pack s[3] = {Z.X[0][0], Z.X[1][1], Pack(0.5) * (Z.X[0][1] + Z.X[1][0])};
        add_work(m_before, before, Pack(1.0), s);
        add_work(m_after, after, Pack(-1.0), s);
        return assembled(s, after);
    }

    /// (∂Ẽ/∂E)ᵀ S: the stress by E, of that by Ẽ.
    [[gnu::always_inline]] SurfaceTensor<Pack> stress(const SurfaceTensor<Pack>& S) const {
        if (!m_relaxation.is_active()) return S;
        Pack s[3];
        symmetric_stress(S, s);
        const LeanStiffness lean = lean_stiffness(s);
        const DirectorLean more = lean.times(m_before);
        const DirectorLean less = lean.times(m_after);
        const Pack half(0.5);
        const Pack kappa =
            m_relaxation.skew_transposed(S.X[0][1] - S.X[1][0] - less.kappa) + more.kappa;
        SurfaceTensor<Pack> out;
        out.X[0][0] = s[0];
        out.X[1][1] = s[1];
        out.X[0][1] = half * (s[2] + kappa);
        out.X[1][0] = half * (s[2] - kappa);
        for (int j = 0; j < 2; ++j) {
            out.X[2][j] =
                m_relaxation.transverse_transposed(S.X[2][j] - less.gamma[j]) + more.gamma[j];
        }
        return out;
    }

    /// S·∂²Ẽ/∂E² is this of the lean of two changes of E, less this of what is left of both leans in Ẽ.
    [[gnu::always_inline]] LeanStiffness lean_stiffness(const SurfaceTensor<Pack>& S) const {
        Pack s[3];
        symmetric_stress(S, s);
        return lean_stiffness(s);
    }

private:
    [[gnu::always_inline]] DirectorLean relaxed(const DirectorLean& lean) const {
        DirectorLean out;
        out.gamma[0] = m_relaxation.transverse(lean.gamma[0]);
        out.gamma[1] = m_relaxation.transverse(lean.gamma[1]);
        out.kappa = m_relaxation.skew(lean.kappa);
        return out;
    }
    /// Adds `factor` times sym(g u ⊗ v), made symmetric in u and v, and that of κ, to entries 11, 22, 12.
    [[gnu::always_inline]] void add_work(const DirectorLean& u, const DirectorLean& v, Pack factor,
                                         Pack (&s)[3]) const {
        const Pack half = Pack(0.5) * factor;
        const Pack gu[2] = {m_g[0] * u.gamma[0] + m_g[2] * u.gamma[1],
                            m_g[2] * u.gamma[0] + m_g[1] * u.gamma[1]};
        const Pack gv[2] = {m_g[0] * v.gamma[0] + m_g[2] * v.gamma[1],
                            m_g[2] * v.gamma[0] + m_g[1] * v.gamma[1]};
        const Pack turned = factor * m_g_kappa * u.kappa * v.kappa;
        s[0] += half * (gu[0] * v.gamma[0] + gv[0] * u.gamma[0]) + turned;
        s[1] += half * (gu[1] * v.gamma[1] + gv[1] * u.gamma[1]) + turned;
        s[2] += Pack(0.5) * half *
                (gu[0] * v.gamma[1] + gu[1] * v.gamma[0] + gv[0] * u.gamma[1] + gv[1] * u.gamma[0]);
    }
    [[gnu::always_inline]] SurfaceTensor<Pack> assembled(Pack (&s)[3],
                                                         const DirectorLean& lean) const {
        m_relaxation.relax_symmetric(s);
        return {
            {{s[0], s[2] + lean.kappa}, {s[2] - lean.kappa, s[1]}, {lean.gamma[0], lean.gamma[1]}}};
    }
    /// By the entries 11, 22 and 12 of the symmetric part, before the stretches are relaxed.
    [[gnu::always_inline]] void symmetric_stress(const SurfaceTensor<Pack>& S, Pack (&s)[3]) const {
        s[0] = S.X[0][0];
        s[1] = S.X[1][1];
        s[2] = S.X[0][1] + S.X[1][0];
        m_relaxation.relax_symmetric_transposed(s);
    }
    [[gnu::always_inline]] LeanStiffness lean_stiffness(const Pack (&s)[3]) const {
        const Pack half(0.5);
        const Pack shear = half * s[2];
        LeanStiffness out;
        out.M[0] = s[0] * m_g[0] + shear * m_g[2];
        out.M[1] = s[1] * m_g[1] + shear * m_g[2];
        out.M[2] = half * ((s[0] + s[1]) * m_g[2] + shear * (m_g[0] + m_g[1]));
        out.m = m_g_kappa * (s[0] + s[1]);
        return out;
    }

    const StrainRelaxation& m_relaxation;
    SurfaceTensor<Pack> m_strain;
    Pack m_g[3];     ///< F₀⁻¹: 11, 22, 12
    Pack m_g_kappa;  ///< 2/tr F₀
    DirectorLean m_before;
    DirectorLean m_after;  ///< in Ẽ
};

/// The geometry at the quadrature points, their frames being turned about the normals until they are as if carried from one frame of the
/// triangle along the shortest way.
template <int NODES>
struct AlignedPoints {
    TrianglePoint<NODES> at[TRIANGLE_POINTS];
    Eigen::Vector3d normal;     ///< of the frame of the triangle
    Eigen::Vector2d chords[3];  ///< 01, 12, 20 in it [m]

    explicit AlignedPoints(const TriangleNodes<NODES>& rest);
};

/// How far the middles of the edges are from the chords, along a unit normal; root mean square [m].
double bulge_of(const TriangleNodes<6>& nodes, const Eigen::Vector3d& normal);

extern template struct AlignedPoints<3>;
extern template struct AlignedPoints<6>;

}  // namespace sinew::shells
