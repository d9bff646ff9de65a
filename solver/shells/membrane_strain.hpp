// Strain of a shell at one point and what follows from it: forces, torque and second derivatives.
//
// Source: [shell eq. 5, 8, 12].
//
//   f_j    F t_j, the deformed tangents, j = 1, 2;  d_i  R̄ e_i = Q b_i, the directors, i = 1, 2, 3
//   E_ij   d_i·f_j − F0_ij: Ē = QᵀF − F₀ in the frame of the point; F0_ij = δ_ij, or the rest stretch             [eq. 8]
//   S_ij   ∂Ψ/∂E_ij: (∂Ẽ/∂E)ᵀ C Ẽ, with the moduli C (surface_moduli.hpp) and Ẽ of strain_relaxation.hpp
//   σ_j    Σ_i S_ij d_i, force by f_j; on a node with gradient g it is Σ_j g_j σ_j
//   φ      spin of the directors (fem/rotation_increment.hpp): δd_i = φ × d_i
//   e_ij   d_i × f_j: δE_ij = d_i·δf_j + e_ij·φ
//
//   torque      m = Σ_j σ_j × f_j
//   second derivatives that follow from the stress (those from C: shell_stiffness.cpp):
//   dσ_j/dφ     −[σ_j]×
//   d²Ψ/dφ²     sym(Σ_j σ_j f_jᵀ) − Σ_j (σ_j·f_j) I,  as d_i turns to φ(φ·d_i) − |φ|² d_i in second order
#pragma once

#include "math/lane_geometry.hpp"
#include "shells/surface_moduli.hpp"

namespace sinew::shells {

/// u vᵀ
template <class T>
[[gnu::always_inline]] inline void add_outer(Mat3<T>& m, const Vec3<T>& u, const Vec3<T>& v) {
    m.m[0][0] += u.x * v.x;
    m.m[0][1] += u.x * v.y;
    m.m[0][2] += u.x * v.z;
    m.m[1][0] += u.y * v.x;
    m.m[1][1] += u.y * v.y;
    m.m[1][2] += u.y * v.z;
    m.m[2][0] += u.z * v.x;
    m.m[2][1] += u.z * v.y;
    m.m[2][2] += u.z * v.z;
}

template <class T>
[[gnu::always_inline]] inline Vec3<T> column(const Mat3<T>& m, int j) {
    return {m.m[0][j], m.m[1][j], m.m[2][j]};
}

/// Everything at one point, or at the points in the lanes of a Pack.
template <class T>
class MembraneStrain {
public:
    /// Columns of `directors` are d_i; `rest` is F0.
    [[gnu::always_inline]] MembraneStrain(const Mat3<T>& directors, const Vec3<T> (&tangents)[2],
                                          const SurfaceTensor<T>& rest)
        : m_f{tangents[0], tangents[1]} {
        for (int i = 0; i < 3; ++i) {
            m_d[i] = column(directors, i);
            for (int j = 0; j < 2; ++j)
                m_E.X[i][j] = dot(m_d[i], m_f[j]) - rest.X[i][j];
        }
    }

    const SurfaceTensor<T>& strain() const { return m_E; }

    /// σ_j.
    [[gnu::always_inline]] Vec3<T> force(const SurfaceTensor<T>& S, int j) const {
        return S.X[0][j] * m_d[0] + S.X[1][j] * m_d[1] + S.X[2][j] * m_d[2];
    }

    /// m.
    [[gnu::always_inline]] Vec3<T> torque(const Vec3<T> (&sigma)[2]) const {
        return cross(sigma[0], m_f[0]) + cross(sigma[1], m_f[1]);
    }

    /// e_ij.
    [[gnu::always_inline]] SurfaceTensor<Vec3<T>> by_spin() const {
        SurfaceTensor<Vec3<T>> e;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 2; ++j)
                e.X[i][j] = cross(m_d[i], m_f[j]);
        }
        return e;
    }

    // Second derivatives from the stress. Those from the moduli: shell_stiffness.cpp.

    /// −[σ_j]×.
    [[gnu::always_inline]] static Mat3<T> force_turned(const Vec3<T>& sigma) {
        return cross_matrix(T(0.0), -sigma);
    }
    /// sym(Σ_j σ_j f_jᵀ) − Σ_j (σ_j·f_j) I.
    [[gnu::always_inline]] Mat3<T> spin_by_stress(const Vec3<T> (&sigma)[2]) const {
        const T half(0.5);
        Mat3<T> H = cross_matrix(-(dot(sigma[0], m_f[0]) + dot(sigma[1], m_f[1])),
                                 Vec3<T>{T(0.0), T(0.0), T(0.0)});
        for (int j = 0; j < 2; ++j) {
            add_outer(H, half * sigma[j], m_f[j]);
            add_outer(H, half * m_f[j], sigma[j]);
        }
        return H;
    }

    /// d_i.
    const Vec3<T>& director(int i) const { return m_d[i]; }

private:
    Vec3<T> m_f[2];
    Vec3<T> m_d[3];
    SurfaceTensor<T> m_E;
};

}  // namespace sinew::shells
