// Stretch energy of a micropolar solid at one point: value, stress, torque and second derivatives.
//
// Source: [micropolar eq. 11], the physically linear material; its second term alone is the rotation coupling of eq. 16.
//
//   F      deformation gradient;  R  microrotation
//   S      F Rᵀ, the stretch Ū = Rᵀ F of eq. 3 in world axes: S = R Ū Rᵀ, so every isotropic function is the same of both
//   Ψ      µ|sym(S − I)|² + µ_c|skew S|² + λ/2 tr(S − I)²                                        [J/m³]
//   τ      ∂Ψ/∂S = (µ + µ_c)(S − I) + (µ − µ_c)(Sᵀ − I) + λ tr(S − I) I                          [Pa]
//   φ      spin of R (fem/rotation_increment.hpp): δR = [φ]× R, δS = −S [φ]×
//   ax(A)  the vector with A − Aᵀ = [ax(A)]×;  A : [φ]× = ax(A)·φ,  ax(A [φ]×) = (tr(A) I − Aᵀ) φ
//   s      ax(S);  |skew S|² = |s|²/2
//   M      −Sᵀ τ;  torque m = ∂Ψ/∂φ = ax(M)
//   Q      ax(Sᵀ[φ]×Sᵀ) = Q φ;  Q = 2 cof(sym S) − s sᵀ/2, from A [φ]× Aᵀ = [cof(A) φ]×
//
//   dm/dφ  (tr(M) I − M) + (µ + µ_c)(tr(SᵀS) I − SᵀS) − (µ − µ_c) Q + λ s sᵀ; its symmetric part is used
//   r      R ∇N of a node: its force is τ r, and
//   dτr/dφ (2µ − λ tr(S − I)) [r]× − (µ − µ_c)(Sᵀ[r]× + [Sᵀ r]×) + λ r sᵀ
//   in them, the parts that come from τ alone: sym(τ Sᵀ) − tr(τ Sᵀ) I in dm/dφ, −[τ r]× in dτr/dφ
//   d²Ψ/dx_a dx_b = (µ + µ_c)(∇N_a·∇N_b) I + λ r_a r_bᵀ + (µ − µ_c) r_b r_aᵀ
#pragma once

#include "math/lane_geometry.hpp"

namespace sinew::solids {

/// Moduli of [micropolar eq. 11], in Pa, or in J when multiplied by a volume.
struct StretchModuli {
    double mu = 0.0;      ///< shear modulus µ
    double mu_c = 0.0;    ///< couple modulus µ_c
    double lambda = 0.0;  ///< λ

    friend StretchModuli operator*(double s, const StretchModuli& m) {
        return {s * m.mu, s * m.mu_c, s * m.lambda};
    }
};

/// ax(A), A − Aᵀ = [ax(A)]×.
template <class T>
[[gnu::always_inline]] inline Vec3<T> axial(const Mat3<T>& A) {
    return {A.m[2][1] - A.m[1][2], A.m[0][2] - A.m[2][0], A.m[1][0] - A.m[0][1]};
}

/// Everything at one point, or at four in the lanes of a Pack.
template <class T>
class MicropolarStretch {
public:
    [[gnu::always_inline]] MicropolarStretch(const StretchModuli& moduli, const Mat3<T>& F,
                                             const Mat3<T>& R)
        : m_moduli(moduli) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                m_S.m[i][j] = F.m[i][0] * R.m[j][0] + F.m[i][1] * R.m[j][1] + F.m[i][2] * R.m[j][2];
            }
        }
        m_s = axial(m_S);
        m_trace = m_S.m[0][0] + m_S.m[1][1] + m_S.m[2][2] - T(3.0);
    }

    /// Ψ [micropolar eq. 11].
    [[gnu::always_inline]] T value() const {
        const T xx = m_S.m[0][0] - T(1.0);
        const T yy = m_S.m[1][1] - T(1.0);
        const T zz = m_S.m[2][2] - T(1.0);
        const T xy = m_S.m[0][1] + m_S.m[1][0];
        const T xz = m_S.m[0][2] + m_S.m[2][0];
        const T yz = m_S.m[1][2] + m_S.m[2][1];
        const T symmetric = xx * xx + yy * yy + zz * zz + T(0.5) * (xy * xy + xz * xz + yz * yz);
        return T(m_moduli.mu) * symmetric + T(0.5 * m_moduli.mu_c) * dot(m_s, m_s) +
               T(0.5 * m_moduli.lambda) * m_trace * m_trace;
    }

    /// τ; the force on a node with r = R ∇N is τ r.
    [[gnu::always_inline]] Mat3<T> stress() const { return stress_of(m_S); }

    /// τ after changes of F and of R by a spin, seen in axes that turn with R: of S + δF Rᵀ − [φ]× S.
    [[gnu::always_inline]] Mat3<T> stress_after(const Mat3<T>& dF, const Mat3<T>& R,
                                                const Vec3<T>& spin) const {
        const Mat3<T> turned = cross_matrix(T(0.0), spin) * m_S;
        Mat3<T> S = m_S;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                S.m[i][j] += dF.m[i][0] * R.m[j][0] + dF.m[i][1] * R.m[j][1] +
                             dF.m[i][2] * R.m[j][2] - turned.m[i][j];
            }
        }
        return stress_of(S);
    }

    /// sym(τ Sᵀ) − tr(τ Sᵀ) I: the part of dm/dφ that comes from a stress.
    [[gnu::always_inline]] Mat3<T> spin_by_stress(const Mat3<T>& tau) const {
        Mat3<T> A;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                A.m[i][j] = tau.m[i][0] * m_S.m[j][0] + tau.m[i][1] * m_S.m[j][1] +
                            tau.m[i][2] * m_S.m[j][2];
            }
        }
        const T trace = A.m[0][0] + A.m[1][1] + A.m[2][2];
        Mat3<T> H;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                H.m[i][j] = T(0.5) * (A.m[i][j] + A.m[j][i]);
            H.m[i][i] = H.m[i][i] - trace;
        }
        return H;
    }

    /// M = −Sᵀ τ; the torque is its axial vector.
    [[gnu::always_inline]] Mat3<T> torque_matrix(const Mat3<T>& tau) const {
        Mat3<T> M = transposed_times(m_S, tau);
        for (auto& row : M.m) {
            for (T& entry : row)
                entry = -entry;
        }
        return M;
    }

    /// Symmetric part of dm/dφ.
    [[gnu::always_inline]] Mat3<T> spin_hessian(const Mat3<T>& M) const {
        const T sum(m_moduli.mu + m_moduli.mu_c);
        const T difference(m_moduli.mu - m_moduli.mu_c);
        const Mat3<T> C = transposed_times(m_S, m_S);
        const T trace_M = M.m[0][0] + M.m[1][1] + M.m[2][2];
        const T trace_C = C.m[0][0] + C.m[1][1] + C.m[2][2];
        const T diagonal = trace_M + sum * trace_C;
        // −(µ − µ_c) Q + λ s sᵀ, cofactors of sym S written out
        const T ss = T(m_moduli.lambda) + T(0.5) * difference;
        const T twice = T(-2.0) * difference;
        const T yz = T(0.5) * (m_S.m[1][2] + m_S.m[2][1]);
        const T xz = T(0.5) * (m_S.m[0][2] + m_S.m[2][0]);
        const T xy = T(0.5) * (m_S.m[0][1] + m_S.m[1][0]);
        const T xx = m_S.m[0][0];
        const T yy = m_S.m[1][1];
        const T zz = m_S.m[2][2];
        Mat3<T> H;
        H.m[0][0] = diagonal - M.m[0][0] - sum * C.m[0][0] + ss * m_s.x * m_s.x +
                    twice * (yy * zz - yz * yz);
        H.m[1][1] = diagonal - M.m[1][1] - sum * C.m[1][1] + ss * m_s.y * m_s.y +
                    twice * (xx * zz - xz * xz);
        H.m[2][2] = diagonal - M.m[2][2] - sum * C.m[2][2] + ss * m_s.z * m_s.z +
                    twice * (xx * yy - xy * xy);
        H.m[0][1] = H.m[1][0] = T(-0.5) * (M.m[0][1] + M.m[1][0]) - sum * C.m[0][1] +
                                ss * m_s.x * m_s.y + twice * (xz * yz - xy * zz);
        H.m[0][2] = H.m[2][0] = T(-0.5) * (M.m[0][2] + M.m[2][0]) - sum * C.m[0][2] +
                                ss * m_s.x * m_s.z + twice * (xy * yz - xz * yy);
        H.m[1][2] = H.m[2][1] = T(-0.5) * (M.m[1][2] + M.m[2][1]) - sum * C.m[1][2] +
                                ss * m_s.y * m_s.z + twice * (xy * xz - yz * xx);
        return H;
    }

    /// dτr/dφ.
    [[gnu::always_inline]] Mat3<T> force_by_spin(const Vec3<T>& r) const {
        const T difference(m_moduli.mu - m_moduli.mu_c);
        const T diagonal = T(2.0 * m_moduli.mu) - T(m_moduli.lambda) * m_trace;
        const Vec3<T> v = diagonal * r - difference * transposed_times(m_S, r);
        const Vec3<T> s = T(m_moduli.lambda) * m_s;
        Mat3<T> X = cross_matrix(T(0.0), v);
        const Vec3<T> d = difference * r;
        for (int i = 0; i < 3; ++i) {
            // row i of Sᵀ[r]×, which is (column i of S) × r
            const Vec3<T> row = cross(Vec3<T>{m_S.m[0][i], m_S.m[1][i], m_S.m[2][i]}, d);
            const T r_i = i == 0 ? r.x : i == 1 ? r.y : r.z;
            X.m[i][0] += r_i * s.x - row.x;
            X.m[i][1] += r_i * s.y - row.y;
            X.m[i][2] += r_i * s.z - row.z;
        }
        return X;
    }

private:
    [[gnu::always_inline]] Mat3<T> stress_of(const Mat3<T>& S) const {
        const T sum(m_moduli.mu + m_moduli.mu_c);
        const T difference(m_moduli.mu - m_moduli.mu_c);
        const T trace = S.m[0][0] + S.m[1][1] + S.m[2][2] - T(3.0);
        const T diagonal = T(m_moduli.lambda) * trace - T(2.0 * m_moduli.mu);
        Mat3<T> tau;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                tau.m[i][j] = sum * S.m[i][j] + difference * S.m[j][i];
            tau.m[i][i] += diagonal;
        }
        return tau;
    }

    StretchModuli m_moduli;
    Mat3<T> m_S;
    Vec3<T> m_s;
    T m_trace;  ///< of S − I
};

}  // namespace sinew::solids
