// Energies that are quadratic in a surface tensor, isotropic in the plane: all terms of the plate model.
//
// Source: [shell eq. 10–14].
//
//   X      a planar 3×3 tensor, X n = 0, in the frame t_1, t_2, n of a point: X_ij = b_i·X t_j, b = (t_1, t_2, n); 3×2
//   Ψ      ½ [ a (X_11² + X_22²) + 2b X_11 X_22 + c (X_12² + X_21²) + 2d X_12 X_21 + e (X_31² + X_32²) ]
//
//   membrane   µ|sym E|² + µ_c|skew E|² + λ̂ tr(E)²:   a, b, c, d, e = 2(µ + λ̂), 2λ̂, µ + µ_c, µ − µ_c, µ + µ_c   [eq. 12]
//   bending    the same of c Γ = (t_1 ⊗ t_2 − t_2 ⊗ t_1) Γ, in the entries of Γ:  µ + µ_c, µ_c − µ, 2(µ + λ̂), −2λ̂, 0 [eq. 11]
//   curvature  µ L_c²|Γ|²:                             2µL_c², 0, 2µL_c², 0, 2µL_c²                               [eq. 14]
//
//   λ̂ = λµ/(λ + 2µ), of plane stress [Pa]
//   e  µ + µ_c in eq. 12; with a shear factor k it is k µ. k = 5/6 is the stiffness of a rectangular section, whose shear stress is a parabola
//      over the thickness (Reissner); µ_c then has no say in how a thick strip bends, as it has none in a solid with L_c = 0.
//
// The planar shell of [micropolar section 5.4] is the case L_c = 0: its Γ_plate = Rᵀ ∂d₃/∂X is c Γ, as ∂_j d₃ = R (Γ_•j × n).
#pragma once

namespace sinew::shells {

/// X[i][j]: along t_j, component i of the frame. V is a number, or a vector where X stands for its derivative.
template <class V>
struct SurfaceTensor {
    V X[3][2]{};
};

/// Moduli a to e: Pa, N/m, N or J, as the tensor and what they are multiplied with want it.
template <class T>
struct SurfaceModuli {
    T normal{};        ///< a
    T normal_cross{};  ///< b
    T shear{};         ///< c
    T shear_cross{};   ///< d
    T transverse{};    ///< e

    friend SurfaceModuli operator*(const T& s, const SurfaceModuli& m) {
        return {s * m.normal, s * m.normal_cross, s * m.shear, s * m.shear_cross, s * m.transverse};
    }
    friend SurfaceModuli operator+(const SurfaceModuli& m, const SurfaceModuli& n) {
        return {m.normal + n.normal, m.normal_cross + n.normal_cross, m.shear + n.shear,
                m.shear_cross + n.shear_cross, m.transverse + n.transverse};
    }
};

/// Moduli of the material [Pa].
struct PlaneModuli {
    double mu = 0.0;      ///< µ
    double mu_c = 0.0;    ///< µ_c
    double lambda = 0.0;  ///< λ̂
    double shear_factor =
        0.0;  ///< k: the transverse modulus is k µ; 0: µ + µ_c, as in the paper [1]

    double transverse() const { return shear_factor > 0.0 ? shear_factor * mu : mu + mu_c; }
};

inline SurfaceModuli<double> membrane_moduli(const PlaneModuli& m) {
    return {2.0 * (m.mu + m.lambda), 2.0 * m.lambda, m.mu + m.mu_c, m.mu - m.mu_c, m.transverse()};
}

inline SurfaceModuli<double> bending_moduli(const PlaneModuli& m) {
    return {m.mu + m.mu_c, m.mu_c - m.mu, 2.0 * (m.mu + m.lambda), -2.0 * m.lambda, 0.0};
}

/// `stiffness` is µ L_c² [N].
inline SurfaceModuli<double> curvature_moduli(double stiffness) {
    return {2.0 * stiffness, 0.0, 2.0 * stiffness, 0.0, 2.0 * stiffness};
}

/// ∂Ψ/∂X; linear in X.
template <class T, class V>
[[gnu::always_inline]] inline SurfaceTensor<V> stress(const SurfaceModuli<T>& m,
                                                      const SurfaceTensor<V>& t) {
    SurfaceTensor<V> s;
    s.X[0][0] = m.normal * t.X[0][0] + m.normal_cross * t.X[1][1];
    s.X[1][1] = m.normal * t.X[1][1] + m.normal_cross * t.X[0][0];
    s.X[0][1] = m.shear * t.X[0][1] + m.shear_cross * t.X[1][0];
    s.X[1][0] = m.shear * t.X[1][0] + m.shear_cross * t.X[0][1];
    s.X[2][0] = m.transverse * t.X[2][0];
    s.X[2][1] = m.transverse * t.X[2][1];
    return s;
}

/// Σ_ij X_ij Y_ij.
template <class T>
[[gnu::always_inline]] inline T contracted(const SurfaceTensor<T>& a, const SurfaceTensor<T>& b) {
    T sum(0.0);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 2; ++j)
            sum += a.X[i][j] * b.X[i][j];
    }
    return sum;
}

}  // namespace sinew::shells
