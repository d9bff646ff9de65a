// Curvature of a shell at one point and what follows from it: torques and second derivatives.
//
// Source: [shell eq. 9, 22].
//
//   p, p_k    rotations of the directors at the point and at the corners k = 0, 1, 2: those from rest times the frame of the point
//   l_kj      t_j·∇_S L_k, gradients of the corners' shape functions in the frame [1/m]
//   d_k       conj(p) p_k = (c_k, γ_k): scalar and vector part, in the frame
//   Γ_ij      2 Σ_k γ_ki l_kj − Γ0_ij: turn about axis i of the frame along t_j [1/m]                    [eq. 22]
//   M_ij      ∂Ψ/∂Γ_ij, of a quadratic energy M = C Γ (surface_moduli.hpp);  m_k = Σ_j M_•j l_kj
//   W_kl      how m_k answers to 2γ_l, 3×3
//   φ, φ_k    spins of the rotations (fem/rotation_increment.hpp), world axes;  D  rotation matrix of p
//
// As in a micropolar solid:
//   δd_k = ½ (0, Dᵀ(φ_k − φ)) d_k,  so  2 δγ_k = B_k (φ_k − φ),  B_k = (c_k I − [γ_k]×) Dᵀ
//   torque of corner k   n_k = B_kᵀ m_k = D (c_k m_k + γ_k × m_k);  of the point −Σ n_k
//   second derivatives   with P_kl = B_kᵀ W_kl B_l and ν_k = m_k·γ_k, from exp(−α/2) exp(α_k/2) d_k to second order:
//       corners k, l     P_kl − δ_kl ν_k/2 I
//       point, corner k  −Σ_l P_lk + ν_k/2 I + ½ [n_k]×
//       point, point     Σ_kl P_kl − Σ_k ν_k/2 I
#pragma once

#include "math/lane_geometry.hpp"
#include "shells/surface_moduli.hpp"

namespace sinew::shells {

/// Second derivatives by the spins of the corners and of the point.
template <class T>
struct BendingHessian {
    Mat3<T> corners[3][3];    ///< rows corner k, columns corner l ≤ k; the others are not used
    Mat3<T> point_corner[3];  ///< rows point, columns corner
    Mat3<T> point;
};

/// Everything at one point, or at the points in the lanes of a Pack.
template <class T>
class BendingStrain {
public:
    using Gradients = T[3][2];  ///< l_kj

    [[gnu::always_inline]] BendingStrain(const Gradients& gradients, const SurfaceTensor<T>& rest,
                                         const Quat<T>& point, const Quat<T> (&corners)[3],
                                         const Mat3<T>& directors)
        : m_l(gradients), m_D(directors) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 2; ++j)
                m_Gamma.X[i][j] = -rest.X[i][j];
        }
        const Quat<T> back = conjugate(point);
        for (int k = 0; k < 3; ++k) {
            m_d[k] = back * corners[k];
            for (int j = 0; j < 2; ++j) {
                const T twice = T(2.0) * m_l[k][j];
                m_Gamma.X[0][j] += twice * m_d[k].v.x;
                m_Gamma.X[1][j] += twice * m_d[k].v.y;
                m_Gamma.X[2][j] += twice * m_d[k].v.z;
            }
        }
    }

    /// Γ.
    const SurfaceTensor<T>& curvature() const { return m_Gamma; }

    /// Before what follows: M.
    [[gnu::always_inline]] void set_couple_stress(const SurfaceTensor<T>& M) {
        for (int k = 0; k < 3; ++k) {
            m_m[k] = {M.X[0][0] * m_l[k][0] + M.X[0][1] * m_l[k][1],
                      M.X[1][0] * m_l[k][0] + M.X[1][1] * m_l[k][1],
                      M.X[2][0] * m_l[k][0] + M.X[2][1] * m_l[k][1]};
        }
    }

    /// n_k.
    [[gnu::always_inline]] Vec3<T> torque(int k) const {
        return m_D * (m_d[k].w * m_m[k] + cross(m_d[k].v, m_m[k]));
    }

    /// B_k.
    [[gnu::always_inline]] Mat3<T> by_spin(int k) const {
        const Mat3<T> twist = cross_matrix(m_d[k].w, -m_d[k].v);
        Mat3<T> B;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                B.m[i][j] = twist.m[i][0] * m_D.m[j][0] + twist.m[i][1] * m_D.m[j][1] +
                            twist.m[i][2] * m_D.m[j][2];
            }
        }
        return B;
    }

    /// What follows from the couple stress alone; sets H. `torques` are the n_k.
    [[gnu::always_inline]] void hessian_by_stress(const Vec3<T> (&torques)[3],
                                                  BendingHessian<T>& H) const {
        const T half(0.5);
        const Vec3<T> none{T(0.0), T(0.0), T(0.0)};
        T sum(0.0);
        for (int k = 0; k < 3; ++k) {
            const T nu = half * dot(m_m[k], m_d[k].v);
            sum += nu;
            for (int l = 0; l < k; ++l)
                H.corners[k][l] = Mat3<T>{};
            H.corners[k][k] = cross_matrix(-nu, none);
            H.point_corner[k] = cross_matrix(nu, half * torques[k]);
        }
        H.point = cross_matrix(-sum, none);
    }

    /// Adds what follows from the moduli: P_kl.
    [[gnu::always_inline]] void add_stiffness(const SurfaceModuli<T>& moduli,
                                              BendingHessian<T>& H) const {
        Mat3<T> B[3];
        for (int k = 0; k < 3; ++k)
            B[k] = by_spin(k);
        for (int k = 0; k < 3; ++k) {
            for (int l = 0; l <= k; ++l) {
                const Mat3<T> P = transposed_times(B[k], coupled(moduli, k, l, B[l]));
                H.corners[k][l] += P;
                H.point += P;
                subtract(H.point_corner[l], P);
                if (l == k) continue;
                add_transposed(H.point, P);
                subtract_transposed(H.point_corner[k], P);
            }
        }
    }

private:
    /// W_kl B.
    [[gnu::always_inline]] Mat3<T> coupled(const SurfaceModuli<T>& m, int k, int l,
                                           const Mat3<T>& B) const {
        const T l11 = m_l[k][0] * m_l[l][0];
        const T l12 = m_l[k][0] * m_l[l][1];
        const T l21 = m_l[k][1] * m_l[l][0];
        const T l22 = m_l[k][1] * m_l[l][1];
        const T W00 = m.normal * l11 + m.shear * l22;
        const T W01 = m.normal_cross * l12 + m.shear_cross * l21;
        const T W10 = m.shear_cross * l12 + m.normal_cross * l21;
        const T W11 = m.shear * l11 + m.normal * l22;
        const T W22 = m.transverse * (l11 + l22);
        Mat3<T> out;
        for (int j = 0; j < 3; ++j) {
            out.m[0][j] = W00 * B.m[0][j] + W01 * B.m[1][j];
            out.m[1][j] = W10 * B.m[0][j] + W11 * B.m[1][j];
            out.m[2][j] = W22 * B.m[2][j];
        }
        return out;
    }
    [[gnu::always_inline]] static void add_transposed(Mat3<T>& a, const Mat3<T>& b) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                a.m[i][j] += b.m[j][i];
        }
    }
    [[gnu::always_inline]] static void subtract(Mat3<T>& a, const Mat3<T>& b) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                a.m[i][j] -= b.m[i][j];
        }
    }
    [[gnu::always_inline]] static void subtract_transposed(Mat3<T>& a, const Mat3<T>& b) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                a.m[i][j] -= b.m[j][i];
        }
    }

    const Gradients& m_l;
    const Mat3<T>& m_D;
    Quat<T> m_d[3];
    SurfaceTensor<T> m_Gamma;
    Vec3<T> m_m[3];
};

}  // namespace sinew::shells
