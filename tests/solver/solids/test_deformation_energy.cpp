#include "solids/deformation_energy.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

#include "support/finite_differences.hpp"
#include "tet_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

TEST(DeformationEnergy, VolumeTermHasKnownValues) {
    const Matrix3d F = Vector3d(2.0, 1.5, 1.0).asDiagonal();
    EXPECT_DOUBLE_EQ(energy_density(volume_term(3.0, F.determinant()), F), 1.5 * 4.0);
    EXPECT_EQ(energy_density(volume_term(3.0, 1.0), Matrix3d::Identity()), 0.0);
}

// Eq. 16: µ/2 (4 + 1 + 1 − 3) + λ/4 (4 − 1) − (λ/2 + µ) ln 2 at F = diag(2, 1, 1).
TEST(DeformationEnergy, NeoHookeanHasKnownValues) {
    const Matrix3d F = Vector3d(2.0, 1.0, 1.0).asDiagonal();
    EXPECT_NEAR(energy_density(neo_hookean(3.0, 5.0, 2.0), F), 4.5 + 3.75 - 5.5 * std::log(2.0),
                1e-14);
    EXPECT_EQ(energy_density(neo_hookean(3.0, 5.0, 1.0), Matrix3d::Identity()), 0.0);
}

TEST(DeformationEnergy, NeoHookeanIsInfiniteInsideOut) {
    for (const double J : {0.0, -1.0}) {
        const DeformationEnergy energy = neo_hookean(1.0, 1.0, J);
        EXPECT_TRUE(std::isinf(energy.f));
        EXPECT_EQ(energy.slope, 0.0);
    }
}

TEST(DeformationEnergy, CofactorIsTheDerivativeOfTheDeterminant) {
    test::Random random(8);
    const Matrix3d F = test::random_matrix(random);
    const auto determinant = [](const Eigen::VectorXd& f) {
        return Eigen::Map<const Matrix3d>(f.data()).determinant();
    };
    const Matrix3d C = cofactor(F);
    EXPECT_TRUE(test::gradient_matches(determinant, Eigen::Map<const Eigen::VectorXd>(C.data(), 9),
                                       Eigen::Map<const Eigen::VectorXd>(F.data(), 9)));
}

// Small strains: both are Hooke's law, as [micropolar eq. 11] is.
TEST(DeformationEnergy, NeoHookeanLinearisesToHooke) {
    test::Random random(9);
    const Matrix3d A = test::random_matrix(random);
    const Matrix3d strain = 0.5e-4 * (A + A.transpose());
    const Matrix3d F = Matrix3d::Identity() + strain;
    const double hooke = 3.0 * strain.squaredNorm() + 2.5 * strain.trace() * strain.trace();
    EXPECT_NEAR(energy_density(neo_hookean(3.0, 5.0, F.determinant()), F), hooke, 1e-3 * hooke);
}

}  // namespace
}  // namespace sinew::solids
