#include "shells/surface_moduli.hpp"

#include <gtest/gtest.h>

namespace sinew::shells {
namespace {

constexpr PlaneModuli PLANE{.mu = 3.0, .mu_c = 5.0, .lambda = 2.0};

double energy(const SurfaceModuli<double>& moduli, const SurfaceTensor<double>& X) {
    return 0.5 * contracted(stress(moduli, X), X);
}

SurfaceTensor<double> with(int i, int j, double value) {
    SurfaceTensor<double> X;
    X.X[i][j] = value;
    return X;
}

// [shell eq. 12], by hand.
TEST(SurfaceModuli, MembraneStretch) {
    SurfaceTensor<double> X = with(0, 0, 0.1);
    EXPECT_NEAR(energy(membrane_moduli(PLANE), X), 3.0 * 0.01 + 2.0 * 0.01, 1e-15);
    X.X[1][1] = 0.2;  // µ (0.01 + 0.04) + λ̂ 0.09
    EXPECT_NEAR(energy(membrane_moduli(PLANE), X), 3.0 * 0.05 + 2.0 * 0.09, 1e-15);
}

TEST(SurfaceModuli, MembraneShearAndDrilling) {
    SurfaceTensor<double> X = with(0, 1, 0.1);
    X.X[1][0] = 0.1;  // symmetric: µ 2·0.01
    EXPECT_NEAR(energy(membrane_moduli(PLANE), X), 3.0 * 0.02, 1e-15);
    X.X[1][0] = -0.1;  // skew: µ_c 2·0.01
    EXPECT_NEAR(energy(membrane_moduli(PLANE), X), 5.0 * 0.02, 1e-15);
}

// X_31 alone is half symmetric, half skew: (µ + µ_c)/2.
TEST(SurfaceModuli, TransverseShear) {
    EXPECT_NEAR(energy(membrane_moduli(PLANE), with(2, 0, 0.1)), 0.5 * 8.0 * 0.01, 1e-15);
}

// A turn about t_2 along t_1 bends: (cΓ)_11 = Γ_21, so µ Γ² + λ̂ Γ².
TEST(SurfaceModuli, BendingAboutOneAxis) {
    EXPECT_NEAR(energy(bending_moduli(PLANE), with(1, 0, 0.1)), 5.0 * 0.01, 1e-15);
    EXPECT_NEAR(energy(bending_moduli(PLANE), with(0, 1, 0.1)), 5.0 * 0.01, 1e-15);
}

// Γ_21 = κ, Γ_12 = −κ is a sphere: tr(cΓ) = 2κ; µ 2κ² + λ̂ 4κ².
TEST(SurfaceModuli, BendingToASphere) {
    SurfaceTensor<double> X = with(1, 0, 0.1);
    X.X[0][1] = -0.1;
    EXPECT_NEAR(energy(bending_moduli(PLANE), X), 3.0 * 0.02 + 2.0 * 0.04, 1e-15);
}

// Γ_11 = −Γ_22 twists the plate: cΓ is symmetric off the diagonal, µ 2τ²; Γ_11 = Γ_22: skew, µ_c 2τ². Drilling does not bend.
TEST(SurfaceModuli, BendingTwist) {
    SurfaceTensor<double> X = with(0, 0, 0.1);
    X.X[1][1] = -0.1;
    EXPECT_NEAR(energy(bending_moduli(PLANE), X), 3.0 * 0.02, 1e-15);
    X.X[1][1] = 0.1;
    EXPECT_NEAR(energy(bending_moduli(PLANE), X), 5.0 * 0.02, 1e-15);
    EXPECT_EQ(energy(bending_moduli(PLANE), with(2, 0, 0.1)), 0.0);
}

// [shell eq. 14]
TEST(SurfaceModuli, CurvatureCountsAllEntriesAlike) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 2; ++j)
            EXPECT_NEAR(energy(curvature_moduli(7.0), with(i, j, 0.1)), 7.0 * 0.01, 1e-15);
    }
}

}  // namespace
}  // namespace sinew::shells
