// Second derivatives of energies by the deformation gradient at the points of an element, by the columns of F.
//
//   P        ∂Ψ/∂F, column c is P_c [Pa];  F_c  column c of F
//   A_cd     ∂P_c/∂F_d, 3×3 [Pa];  A_dc = A_cdᵀ
//   stretch (micropolar_stretch.hpp), with ρ_c the columns of R:
//            P = τ R,  A_cd = (µ + µ_c) δ_cd I + (µ − µ_c) ρ_d ρ_cᵀ + λ ρ_c ρ_dᵀ
//   energies of F alone (deformation_energy.hpp), with k_c the columns of cof F:
//            P = m F + f' cof F,  A_cd = m δ_cd I + f'' k_c k_dᵀ + f' ∂k_c/∂F_d
//            ∂k_c/∂F_d = −[F_e]× where c, d, e follow each other as 0, 1, 2 do, as k_c = F_d × F_e
#pragma once

#include "fem/point_lanes.hpp"
#include "solids/deformation_energy.hpp"
#include "solids/micropolar_stretch.hpp"

namespace sinew::solids {

/// Column c.
[[gnu::always_inline]] inline Vec3p column_of(const Mat3p& A, int c) {
    return {A.m[0][c], A.m[1][c], A.m[2][c]};
}

/// A_cd at the points; those with d ≤ c are stored.
struct StressTangent {
    Mat3p A[3][3];

    /// Row i of A_cd.
    [[gnu::always_inline]] Vec3p row(int c, int d, int i) const {
        if (d > c) return column_of(A[d][c], i);
        return {A[c][d].m[i][0], A[c][d].m[i][1], A[c][d].m[i][2]};
    }
};

/// Adds `s` u vᵀ to A.
[[gnu::always_inline]] inline void add_outer(const Pack& s, const Vec3p& u, const Vec3p& v,
                                             Mat3p& A) {
    const Vec3p su = s * u;
    const Pack left[3] = {su.x, su.y, su.z};
    for (int i = 0; i < 3; ++i) {
        A.m[i][0] += left[i] * v.x;
        A.m[i][1] += left[i] * v.y;
        A.m[i][2] += left[i] * v.z;
    }
}

/// Adds the A_cd of the stretch.
[[gnu::always_inline]] inline void add_stretch_tangent(const StretchModuli& moduli, const Mat3p& R,
                                                       StressTangent& tangent) {
    for (int c = 0; c < 3; ++c) {
        const Vec3p rho_c = column_of(R, c);
        for (int d = 0; d <= c; ++d) {
            const Vec3p rho_d = column_of(R, d);
            add_outer(moduli.mu - moduli.mu_c, rho_d, rho_c, tangent.A[c][d]);
            add_outer(moduli.lambda, rho_c, rho_d, tangent.A[c][d]);
        }
        for (int i = 0; i < 3; ++i)
            tangent.A[c][c].m[i][i] += Pack(moduli.mu + moduli.mu_c);
    }
}

/// An energy of F alone at the points.
class PointDeformation {
public:
    /// `law`: DeformationEnergy of a J. Everything is multiplied by `weight` [m³].
    template <class Law>
    [[gnu::always_inline]] PointDeformation(const Mat3p& F, double weight, const Law& law)
        : m_F(F) {
        for (int c = 0; c < 3; ++c)
            m_k[c] = cross(column_of(F, (c + 1) % 3), column_of(F, (c + 2) % 3));
        const Pack J = dot(column_of(F, 0), m_k[0]);
        for (int p = 0; p < 4; ++p) {
            const DeformationEnergy energy = law(J[p]);
            m_m.set(p, weight * energy.m);
            m_f.set(p, weight * energy.f);
            m_slope.set(p, weight * energy.slope);
            m_second_slope.set(p, weight * energy.second_slope);
        }
    }

    /// Ψ.
    [[gnu::always_inline]] Pack value() const {
        Pack squares(-3.0);
        for (const auto& row : m_F.m)
            squares += row[0] * row[0] + row[1] * row[1] + row[2] * row[2];
        return Pack(0.5) * m_m * squares + m_f;
    }

    /// Adds P.
    [[gnu::always_inline]] void add_stress(Mat3p& P) const {
        for (int c = 0; c < 3; ++c) {
            P.m[0][c] += m_m * m_F.m[0][c] + m_slope * m_k[c].x;
            P.m[1][c] += m_m * m_F.m[1][c] + m_slope * m_k[c].y;
            P.m[2][c] += m_m * m_F.m[2][c] + m_slope * m_k[c].z;
        }
    }

    /// Adds the A_cd.
    [[gnu::always_inline]] void add_tangent(StressTangent& tangent) const {
        for (int c = 0; c < 3; ++c) {
            for (int d = 0; d <= c; ++d)
                add_outer(m_second_slope, m_k[c], m_k[d], tangent.A[c][d]);
            for (int i = 0; i < 3; ++i)
                tangent.A[c][c].m[i][i] += m_m;
        }
        // 1, 0 and 2, 1 are against the order, 2, 0 is with it.
        tangent.A[1][0] += cross_matrix(Pack(0.0), m_slope * column_of(m_F, 2));
        tangent.A[2][1] += cross_matrix(Pack(0.0), m_slope * column_of(m_F, 0));
        tangent.A[2][0] += cross_matrix(Pack(0.0), -(m_slope * column_of(m_F, 1)));
    }

private:
    Mat3p m_F;
    Vec3p m_k[3];  ///< columns of cof F
    Pack m_m, m_f, m_slope, m_second_slope;
};

}  // namespace sinew::solids
