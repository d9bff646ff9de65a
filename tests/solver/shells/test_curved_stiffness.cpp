#include "shells/curved_stiffness.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "support/random.hpp"

namespace sinew::shells {
namespace {

using Eigen::Matrix2d;
using Tensor = Eigen::Matrix<double, 3, 2>;

ShellMaterial material(double h) {
    return {{1.3, 0.9, 0.7}, 0.7 * 2.0, 0.6, h, 1.0};
}

Tensor tensor(const ShellStrains& z, int first) {
    Tensor X;
    for (int n = 0; n < 6; ++n)
        X(n / 2, n % 2) = z[first + n];
    return X;
}

/// Wm of [shell eq. 12], written without the moduli of the product.
double membrane(const PlaneModuli& m, const Tensor& X) {
    Eigen::Matrix3d E = Eigen::Matrix3d::Zero();
    E.leftCols<2>() = X;
    const Eigen::Matrix3d sym = 0.5 * (E + E.transpose());
    const Eigen::Matrix3d skew = 0.5 * (E - E.transpose());
    return m.mu * sym.squaredNorm() + m.mu_c * skew.squaredNorm() +
           m.lambda * E.trace() * E.trace();
}

/// ∫ over the thickness of the energies of the strains at height z, by Gauss's rule with five points.
double integrated(const ShellMaterial& m, const Matrix2d& b, const ShellStrains& z) {
    const double at[5] = {0.0, 0.53846931010568309, -0.53846931010568309, 0.90617984593866399,
                          -0.90617984593866399};
    const double weights[5] = {0.56888888888888889, 0.47862867049936647, 0.47862867049936647,
                               0.23692688505618909, 0.23692688505618909};
    const Tensor E = tensor(z, 0);
    const Tensor Gamma = tensor(z, 6);
    Tensor cGamma = Tensor::Zero();
    cGamma.row(0) = Gamma.row(1);
    cGamma.row(1) = -Gamma.row(0);
    double sum = 0.0;
    for (int p = 0; p < 5; ++p) {
        const double height = 0.5 * m.thickness * at[p];
        const Matrix2d shift = Matrix2d::Identity() - height * b;
        const Tensor strain = (E + height * cGamma) * shift.inverse();
        const Tensor turn = Gamma * shift.inverse();
        sum += 0.5 * m.thickness * weights[p] * shift.determinant() *
               (membrane(m.plane, strain) + m.curvature * turn.squaredNorm());
    }
    return sum;
}

double value(const ShellStiffness& C, const ShellStrains& z) {
    return 0.5 * z.dot(C * z);
}

TEST(CurvedStiffness, IsThatOfThePlateWhereTheRestShapeIsFlat) {
    const ShellMaterial m = material(0.3);
    const ShellStiffness C = curved_stiffness(m, Matrix2d::Zero());
    test::Random random(4);
    for (int i = 0; i < 5; ++i) {
        const ShellStrains z = random.vector(12);
        SurfaceTensor<double> E;
        SurfaceTensor<double> Gamma;
        for (int n = 0; n < 6; ++n) {
            E.X[n / 2][n % 2] = z[n];
            Gamma.X[n / 2][n % 2] = z[6 + n];
        }
        const double h = m.thickness;
        const double plate =
            0.5 * h * contracted(stress(membrane_moduli(m.plane), E), E) +
            0.5 * h * h * h / 12.0 * contracted(stress(bending_moduli(m.plane), Gamma), Gamma) +
            0.5 * h * contracted(stress(curvature_moduli(m.curvature), Gamma), Gamma);
        EXPECT_NEAR(value(C, z), plate, 1e-14 * plate);
    }
}

// The sum is the integral over the thickness up to h⁵ where Wmp is Wm (λ/2 = λ̂, as in `material`): what is left falls with h⁷.
TEST(CurvedStiffness, IsTheIntegralOverTheThickness) {
    test::Random random(5);
    Matrix2d b;
    b << 0.5, 0.2, 0.2, -0.3;
    for (int i = 0; i < 5; ++i) {
        const ShellStrains z = random.vector(12);
        double left[2];
        for (int k = 0; k < 2; ++k) {
            const ShellMaterial m = material(k == 0 ? 0.2 : 0.1);
            left[k] = std::abs(value(curved_stiffness(m, b), z) - integrated(m, b, z));
        }
        EXPECT_LT(left[0], 1e-4 * value(curved_stiffness(material(0.2), b), z));
        EXPECT_NEAR(left[0] / left[1], 128.0, 1.0);
    }
}

// Which side is up changes the signs of b and of the alternator, and nothing else: with the frame turned about t_1 the energy is the same.
TEST(CurvedStiffness, DoesNotDependOnTheSide) {
    test::Random random(6);
    Matrix2d b;
    b << 0.5, 0.2, 0.2, -0.3;
    Matrix2d mirror = Matrix2d::Identity();
    mirror(1, 1) = -1.0;  // t_2 and n turned round
    Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
    turn(1, 1) = turn(2, 2) = -1.0;
    const ShellMaterial m = material(0.3);
    const ShellStrains z = random.vector(12);
    const Tensor E = turn * tensor(z, 0) * mirror;
    const Tensor Gamma = turn * tensor(z, 6) * mirror;
    ShellStrains turned;
    for (int n = 0; n < 6; ++n) {
        turned[n] = E(n / 2, n % 2);
        turned[6 + n] = Gamma(n / 2, n % 2);
    }
    const double expected = value(curved_stiffness(m, b), z);
    EXPECT_NEAR(value(curved_stiffness(m, -(mirror * b * mirror)), turned), expected,
                1e-14 * expected);
}

}  // namespace
}  // namespace sinew::shells
