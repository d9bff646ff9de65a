// StrainRelaxation: what keeps thin triangles with six nodes from locking.
//
// The strains of a triangle vary inside it more than a sheet that bends without stretching wants them to: with rotations that are linear and positions
// that are quadratic, bending alone brings strains that differ from point to point. Where the sheet is thin these cost far more than the bending. So
// the mean of every strain is kept, and what differs from the mean is made smaller before the energy is taken:
//
//   Ẽ = P E,   energy ½ Ẽ·C Ẽ,   stress by E:  S = Pᵀ C P E          P is constant: it comes from the shape at rest
//
//   skew         (E_12 − E_21)/2                 mean + √β_K (value − mean)
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
//   x  = A/(s h² + 12 L_c²)            s bending_scale: how much stiffer stretching is than bending, over the size of the triangle [1]
//   y  = 16 b²/(s h² + 12 L_c²)        b how far the surface bulges out of the triangle (surface_bulge.hpp) [m]: zero where it is flat
//   r  = µ_c/µ,   k  transverse modulus by µ: its shear factor, or 1 + r
//   β_K = max(min(1, 0.01/r), 1/(1 + 0.2 r x))                β_L = max(0.01, 1/(1 + 300 y))
//   β_T = max(min(1, 0.02/k), 1/(1 + k x))                    β_X = max(0.5, 1/(1 + 30 y))
//
// β_K and β_T are 1 for triangles that are small against the thickness. β_L and β_X are 1 where the surface at rest is flat: there quadratic positions
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

    /// P E.
    [[gnu::always_inline]] SurfaceTensor<Pack> applied_to(const SurfaceTensor<Pack>& E) const {
        if (!m_active) return E;
        const Pack symmetric[3] = {E.X[0][0], E.X[1][1], Pack(0.5) * (E.X[0][1] + E.X[1][0])};
        const Pack skew = towards_mean(m_skew, Pack(0.5) * (E.X[0][1] - E.X[1][0]));
        const Pack across[2] = {towards_mean(m_transverse, E.X[2][0]),
                                towards_mean(m_transverse, E.X[2][1])};
        if (!m_stretches) {
            return {{{symmetric[0], symmetric[2] + skew},
                     {symmetric[2] - skew, symmetric[1]},
                     {across[0], across[1]}}};
        }
        Pack f[3];
        for (int e = 0; e < 3; ++e) {
            const Pack raw = Pack(m_to_edges[e][0]) * symmetric[0] +
                             Pack(m_to_edges[e][1]) * symmetric[1] +
                             Pack(m_to_edges[e][2]) * symmetric[2];
            f[e] = combined(m_columns[e], raw);
        }
        Pack relaxed[3];
        for (int i = 0; i < 3; ++i) {
            relaxed[i] = Pack(m_from_edges[i][0]) * f[0] + Pack(m_from_edges[i][1]) * f[1] +
                         Pack(m_from_edges[i][2]) * f[2];
        }
        return {{{relaxed[0], relaxed[2] + skew},
                 {relaxed[2] - skew, relaxed[1]},
                 {across[0], across[1]}}};
    }

    /// Pᵀ S.
    [[gnu::always_inline]] SurfaceTensor<Pack> transposed_applied_to(
        const SurfaceTensor<Pack>& S) const {
        if (!m_active) return S;
        const Pack symmetric[3] = {S.X[0][0], S.X[1][1], S.X[0][1] + S.X[1][0]};
        Pack f[3];
        for (int e = 0; e < 3; ++e) {
            const Pack raw = Pack(m_from_edges[0][e]) * symmetric[0] +
                             Pack(m_from_edges[1][e]) * symmetric[1] +
                             Pack(m_from_edges[2][e]) * symmetric[2];
            f[e] = combined(m_rows[e], raw);
        }
        Pack out[3];
        for (int i = 0; i < 3; ++i) {
            out[i] = Pack(m_to_edges[0][i]) * f[0] + Pack(m_to_edges[1][i]) * f[1] +
                     Pack(m_to_edges[2][i]) * f[2];
        }
        const Pack half(0.5);
        const Pack skew = transposed_mean(m_skew, S.X[0][1] - S.X[1][0]);
        return {
            {{out[0], half * (out[2] + skew)},
             {half * (out[2] - skew), out[1]},
             {transposed_mean(m_transverse, S.X[2][0]), transposed_mean(m_transverse, S.X[2][1])}}};
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
