#include "shells/curved_stiffness.hpp"

#include <Eigen/LU>

namespace sinew::shells {

namespace {

using Tensor = Eigen::Matrix<double, 6, 1>;
using TensorMap = Eigen::Matrix<double, 6, 6>;  ///< linear, from surface tensors to surface tensors
using StrainMap = Eigen::Matrix<double, 6, 12>;  ///< from (E, Γ) to surface tensors

/// Second derivative of the energy with these moduli.
TensorMap second_derivative(const SurfaceModuli<double>& moduli) {
    TensorMap M;
    for (int n = 0; n < 6; ++n) {
        SurfaceTensor<double> unit;
        unit.X[n / 2][n % 2] = 1.0;
        const SurfaceTensor<double> column = stress(moduli, unit);
        for (int m = 0; m < 6; ++m)
            M(m, n) = column.X[m / 2][m % 2];
    }
    return M;
}

/// X ↦ X b.
TensorMap times(const Eigen::Matrix2d& b) {
    TensorMap R = TensorMap::Zero();
    for (int i = 0; i < 3; ++i)
        R.block<2, 2>(2L * i, 2L * i) = b.transpose();
    return R;
}

/// X ↦ c X, c = t_1 ⊗ t_2 − t_2 ⊗ t_1.
TensorMap alternator() {
    TensorMap c = TensorMap::Zero();
    c.block<2, 2>(0, 2).setIdentity();
    c.block<2, 2>(2, 0) = -Eigen::Matrix2d::Identity();
    return c;
}

/// ∂² of ½ (X, M X) for X = L z.
ShellStiffness squared(const StrainMap& L, const TensorMap& M) {
    return L.transpose() * M * L;
}

}  // namespace

ShellStiffness curved_stiffness(const ShellMaterial& material, const Eigen::Matrix2d& b) {
    const double h = material.thickness;
    const double K = b.determinant();
    const double H = 0.5 * b.trace();
    const double h_3 = h * h * h / 12.0;
    const double h_5 = h * h * h * h * h / 80.0;
    const double s = material.bending_scale;

    StrainMap E = StrainMap::Zero();
    StrainMap Gamma = StrainMap::Zero();
    E.leftCols<6>().setIdentity();
    Gamma.rightCols<6>().setIdentity();
    const TensorMap by_b = times(b);
    const StrainMap cGamma = alternator() * Gamma;
    const StrainMap bent = by_b * E + cGamma;                  // E b + c Γ
    const StrainMap mixed = by_b * cGamma - 2.0 * H * cGamma;  // c Γ b − 2H c Γ
    const TensorMap m = second_derivative(membrane_moduli(material.plane));
    PlaneModuli plane = material.plane;
    plane.lambda = 0.5 * material.lambda;
    const TensorMap mp = second_derivative(membrane_moduli(plane));
    const TensorMap c = second_derivative(curvature_moduli(material.curvature));

    const ShellStiffness mix =
        E.transpose() * m * mixed;  // of 2 Wmix(E, mixed), with its transpose
    ShellStiffness C = (h - K * h_3) * squared(E, m);
    C += s * (h_3 - K * h_5) * squared(bent, m);
    C += s * h_3 * (mix + mix.transpose());
    C += s * h_5 * squared(by_b * bent, mp);
    C += (h - K * h_3) * squared(Gamma, c);
    C += (h_3 - K * h_5) * squared(by_b * Gamma, c);
    C += h_5 * squared(by_b * by_b * Gamma, c);
    return C;
}

}  // namespace sinew::shells
