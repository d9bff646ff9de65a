#include "shells/area_term.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/finite_differences.hpp"
#include "support/random.hpp"

namespace sinew::shells {
namespace {

using Eigen::VectorXd;

constexpr double STIFFNESS = 1.7;
constexpr double REST_AREA = 1.3;

AreaTerm<double> term(const VectorXd& f) {
    const Vec3<double> tangents[2] = {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
    return {STIFFNESS, tangents, REST_AREA};
}

VectorXd gradient(const VectorXd& f) {
    Vec3<double> sigma[2];
    term(f).force(sigma);
    VectorXd g(6);
    g << sigma[0].x, sigma[0].y, sigma[0].z, sigma[1].x, sigma[1].y, sigma[1].z;
    return g;
}

// [shell eq. 13] by hand: twice the area, ½ (1 + ¼).
TEST(AreaTerm, DoubledArea) {
    VectorXd f(6);
    f << 2.0 * REST_AREA, 0, 0, 0.3, 1, 0;
    EXPECT_NEAR(term(f).value(), STIFFNESS * 0.5 * 1.25, 1e-15);
}

// Near rest it is λ̂ (change of area)², as λ̂ tr(E)².
TEST(AreaTerm, IsTheLinearLawForSmallStrain) {
    VectorXd f(6);
    f << REST_AREA * (1.0 + 1e-4), 0, 0, 0, 1, 0;
    EXPECT_NEAR(term(f).value(), STIFFNESS * 1e-8, 2e-12 * STIFFNESS);
}

TEST(AreaTerm, DerivativesMatchFiniteDifferences) {
    test::Random random(3);
    for (int i = 0; i < 5; ++i) {
        VectorXd f(6);
        f << 1, 0, 0, 0, 1, 0;
        f += random.vector(6, 0.4);
        const auto value = [](const VectorXd& at) { return term(at).value(); };
        EXPECT_TRUE(test::gradient_matches(value, gradient(f), f));
        Mat3<double> K[3];
        term(f).add_stiffness(K[0], K[1], K[2]);
        Eigen::MatrixXd H(6, 6);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                H(row, column) = K[0].m[row][column];
                H(row, column + 3) = H(column + 3, row) = K[1].m[row][column];
                H(row + 3, column + 3) = K[2].m[row][column];
            }
        }
        EXPECT_TRUE(test::jacobian_matches(gradient, H, f));
    }
}

}  // namespace
}  // namespace sinew::shells
