// Curvature energy of a micropolar solid at one point of a tetrahedron: value, torques and second derivatives.
//
// Source: [micropolar eq. 9, 12, 14, 27, 28].
//
//   q, q_k   rotation at the point, rotations of the nodes k = 0 … 3
//   ∇N_k     gradients of the shape functions, in material axes [1/m]
//   d_k      conj(q) q_k = (c_k, γ_k), scalar and vector part
//   Γ        2 Σ_k γ_k ⊗ ∇N_k − Γ₀, curvature; Γ_ij: turn about axis i along axis j [1/m]      [eq. 27, 28]
//   Ψ        isotropic    a|sym Γ|² + b|skew Γ|² + c tr(Γ)²,  a, b, c = µ L_c²/2 · (α, β, γ)   [eq. 12]
//            orthotropic  Σ_ij K_ij Γ_ij²,                    K = µ L_c² C                     [eq. 14]
//   M        ∂Ψ/∂Γ, couple stress [N/m];  m_k = M ∇N_k
//   W_kl     how m_k answers to 2γ_l, 3×3; depends on the material and the element at rest only
//   φ, φ_k   spins of the rotations (fem/rotation_increment.hpp), world axes
//
//   δd_k = ½ (0, Rᵀ(φ_k − φ)) d_k,  so  2 δγ_k = B_k (φ_k − φ),  B_k = (c_k I − [γ_k]×) Rᵀ
//   torque of node k     n_k = B_kᵀ m_k = R (c_k m_k + γ_k × m_k);  of the point −Σ n_k
//   second derivatives   with P_kl = B_kᵀ W_kl B_l and ν_k = m_k·γ_k, from exp(−α/2) exp(α_k/2) d_k to second order:
//       nodes k, l       P_kl − δ_kl ν_k/2 I
//       point, node k    −Σ_l P_lk + ν_k/2 I + ½ [n_k]×
//       point, point     Σ_kl P_kl − Σ_k ν_k/2 I
//
// Differs from the paper: with a rest rotation R₀ it measures R₀ᵀ R̄, which changes under rigid motion of the world.
// Here the rotations are those from rest to now, and curvature is taken from R̄ = R R₀, so that Γ = R₀ᵀ (…):
// as the paper says, only the directions in which curvature is measured change.
#pragma once

#include <Eigen/Core>

#include "math/lane_geometry.hpp"

namespace sinew::solids {

enum class CurvatureLaw { None, Isotropic, Orthotropic };

/// Moduli of a curvature energy, in N, or in J m² when multiplied by a volume.
struct CurvatureModuli {
    CurvatureLaw law = CurvatureLaw::None;
    double symmetric = 0.0;                               ///< a: µ L_c² α/2
    double skew = 0.0;                                    ///< b: µ L_c² β/2
    double trace = 0.0;                                   ///< c: µ L_c² γ/2
    Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero();  ///< K: µ L_c² C

    friend CurvatureModuli operator*(double s, const CurvatureModuli& m) {
        return {m.law, s * m.symmetric, s * m.skew, s * m.trace, s * m.stiffness};
    }
};

using NodeGradients = Eigen::Matrix<double, 3, 4>;

/// ∂Ψ/∂Γ of [micropolar eq. 12].
template <class T>
[[gnu::always_inline]] inline Mat3<T> isotropic_couple_stress(const CurvatureModuli& moduli,
                                                              const Mat3<T>& Gamma) {
    const T sum(moduli.symmetric + moduli.skew);
    const T difference(moduli.symmetric - moduli.skew);
    const T trace = T(2.0 * moduli.trace) * (Gamma.m[0][0] + Gamma.m[1][1] + Gamma.m[2][2]);
    Mat3<T> M;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            M.m[i][j] = sum * Gamma.m[i][j] + difference * Gamma.m[j][i];
        M.m[i][i] += trace;
    }
    return M;
}

/// ∂Ψ/∂Γ of [micropolar eq. 14].
template <class T>
[[gnu::always_inline]] inline Mat3<T> orthotropic_couple_stress(const CurvatureModuli& moduli,
                                                                const Mat3<T>& Gamma) {
    Mat3<T> M;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            M.m[i][j] = T(2.0 * moduli.stiffness(i, j)) * Gamma.m[i][j];
    }
    return M;
}

/// W_kl of [micropolar eq. 12].
inline Eigen::Matrix3d isotropic_coupling(const CurvatureModuli& moduli, const Eigen::Vector3d& G_k,
                                          const Eigen::Vector3d& G_l) {
    Eigen::Matrix3d W = (moduli.symmetric - moduli.skew) * G_l * G_k.transpose() +
                        (2.0 * moduli.trace) * G_k * G_l.transpose();
    W.diagonal().array() += (moduli.symmetric + moduli.skew) * G_k.dot(G_l);
    return W;
}

/// Diagonal of W_kl of [micropolar eq. 14].
inline Eigen::Vector3d orthotropic_coupling(const CurvatureModuli& moduli,
                                            const Eigen::Vector3d& G_k,
                                            const Eigen::Vector3d& G_l) {
    return 2.0 * moduli.stiffness * G_k.cwiseProduct(G_l);
}

/// Second derivatives by the spins of the nodes and of the point.
template <class T>
struct CurvatureHessian {
    Mat3<T> nodes[4][4];    ///< rows node k, columns node l ≤ k; the others are not set
    Mat3<T> point_node[4];  ///< rows point, columns node
    Mat3<T> point;
};

template <class T>
class MicropolarCurvature {
public:
    /// Rotations are those of the directors, R R₀ (see above). `gradients` and `rest_curvature` (Γ₀) in material axes.
    [[gnu::always_inline]] MicropolarCurvature(const CurvatureModuli& moduli,
                                               const NodeGradients& gradients,
                                               const Eigen::Matrix3d& rest_curvature,
                                               const Quat<T>& point, const Quat<T> (&nodes)[4])
        : m_moduli(moduli), m_gradients(gradients), m_R(rotation_matrix(point)) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                m_Gamma.m[i][j] = T(-rest_curvature(i, j));
        }
        const Quat<T> back = conjugate(point);
        for (int k = 0; k < 4; ++k) {
            m_d[k] = back * nodes[k];
            const Vec3<T> twice = T(2.0) * m_d[k].v;
            for (int j = 0; j < 3; ++j) {
                const T G(gradients(j, k));
                m_Gamma.m[0][j] += twice.x * G;
                m_Gamma.m[1][j] += twice.y * G;
                m_Gamma.m[2][j] += twice.z * G;
            }
        }
        m_M = moduli.law == CurvatureLaw::Isotropic ? isotropic_couple_stress(moduli, m_Gamma)
                                                    : orthotropic_couple_stress(moduli, m_Gamma);
        for (int k = 0; k < 4; ++k) {
            m_m[k] = m_M * Vec3<T>{T(gradients(0, k)), T(gradients(1, k)), T(gradients(2, k))};
        }
    }

    const Mat3<T>& curvature() const { return m_Gamma; }

    /// Ψ = ½ M : Γ, as both energies are quadratic.
    [[gnu::always_inline]] T value() const {
        T value(0.0);
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                value += m_M.m[i][j] * m_Gamma.m[i][j];
        }
        return T(0.5) * value;
    }

    /// n_k.
    [[gnu::always_inline]] Vec3<T> node_torque(int k) const {
        return m_R * (m_d[k].w * m_m[k] + cross(m_d[k].v, m_m[k]));
    }

    /// `torques` are the n_k.
    [[gnu::always_inline]] void hessian(const Vec3<T> (&torques)[4], CurvatureHessian<T>& H) const {
        const T half(0.5);
        Mat3<T> B[4];
        for (int k = 0; k < 4; ++k)
            B[k] = times_transposed(cross_matrix(m_d[k].w, -m_d[k].v), m_R);
        // Column sums Σ_l P_lk, filled from both triangles.
        Mat3<T> columns[4];
        for (int k = 0; k < 4; ++k) {
            for (int l = 0; l <= k; ++l) {
                H.nodes[k][l] = transposed_times(B[k], coupled(k, l, B[l]));
                columns[l] += H.nodes[k][l];
                if (l != k) add_transposed(columns[k], H.nodes[k][l]);
            }
        }
        H.point = Mat3<T>{};
        for (int k = 0; k < 4; ++k) {
            const T nu = half * dot(m_m[k], m_d[k].v);
            H.point += columns[k];
            H.point_node[k] = cross_matrix(nu, half * torques[k]);
            for (int i = 0; i < 3; ++i) {
                H.point.m[i][i] -= nu;
                H.nodes[k][k].m[i][i] -= nu;
                for (int j = 0; j < 3; ++j)
                    H.point_node[k].m[i][j] -= columns[k].m[i][j];
            }
        }
    }

private:
    /// a bᵀ
    [[gnu::always_inline]] static Mat3<T> times_transposed(const Mat3<T>& a, const Mat3<T>& b) {
        Mat3<T> c;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                c.m[i][j] = a.m[i][0] * b.m[j][0] + a.m[i][1] * b.m[j][1] + a.m[i][2] * b.m[j][2];
            }
        }
        return c;
    }
    [[gnu::always_inline]] static void add_transposed(Mat3<T>& a, const Mat3<T>& b) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                a.m[i][j] += b.m[j][i];
        }
    }

    /// W_kl B.
    [[gnu::always_inline]] Mat3<T> coupled(int k, int l, const Mat3<T>& B) const {
        const Eigen::Vector3d G_k = m_gradients.col(k);
        const Eigen::Vector3d G_l = m_gradients.col(l);
        Mat3<T> out;
        if (m_moduli.law == CurvatureLaw::Isotropic) {
            const Eigen::Matrix3d W = isotropic_coupling(m_moduli, G_k, G_l);
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j) {
                    out.m[i][j] =
                        T(W(i, 0)) * B.m[0][j] + T(W(i, 1)) * B.m[1][j] + T(W(i, 2)) * B.m[2][j];
                }
            }
        } else {
            const Eigen::Vector3d W = orthotropic_coupling(m_moduli, G_k, G_l);
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j)
                    out.m[i][j] = T(W[i]) * B.m[i][j];
            }
        }
        return out;
    }

    const CurvatureModuli& m_moduli;
    const NodeGradients& m_gradients;
    Mat3<T> m_R;      ///< of the point
    Quat<T> m_d[4];   ///< d_k
    Mat3<T> m_Gamma;  ///< Γ
    Mat3<T> m_M;      ///< couple stress
    Vec3<T> m_m[4];   ///< M ∇N_k
};

}  // namespace sinew::solids
