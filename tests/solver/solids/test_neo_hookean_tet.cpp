#include "solids/neo_hookean_tet.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/element_checks.hpp"
#include "tet_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Matrix3d;

NeoHookeanTet strained_tet(test::Random& random) {
    return {test::random_tet(random),
            random.rotation().toRotationMatrix() *
                (Matrix3d::Identity() + test::random_matrix(random, 0.25)),
            1.3, 2.1};
}

TEST(NeoHookeanTet, IsZeroAtRest) {
    test::Random random(1);
    NeoHookeanTet tet = strained_tet(random);
    tet.F_0.setIdentity();
    NeoHookeanTet::Vec g;
    EXPECT_EQ(tet.gradient(NeoHookeanTet::Vec::Zero(), g), 0.0);
    EXPECT_LT(g.norm(), 1e-15);
}

TEST(NeoHookeanTet, DerivativesMatchFiniteDifferences) {
    test::Random random(2);
    for (int i = 0; i < 10; ++i)
        test::check_element(strained_tet(random), NeoHookeanTet::Vec(random.vector(12, 0.1)));
}

TEST(NeoHookeanTet, IsInvariantUnderRigidMotion) {
    test::Random random(4);
    const NeoHookeanTet tet = strained_tet(random);
    NeoHookeanTet turned = tet;
    const Matrix3d Q = random.rotation().toRotationMatrix();
    turned.F_0 = Q * tet.F_0;
    NeoHookeanTet::Vec g;
    NeoHookeanTet::Vec g_turned;
    const double value = tet.gradient(NeoHookeanTet::Vec::Zero(), g);
    EXPECT_NEAR(turned.gradient(NeoHookeanTet::Vec::Zero(), g_turned), value, 1e-14);
    for (int a = 0; a < 4; ++a)
        EXPECT_LT((g_turned.segment<3>(3L * a) - Q * g.segment<3>(3L * a)).norm(), 1e-14);
}

TEST(NeoHookeanTet, IsInfiniteInsideOutAndNeverNan) {
    test::Random random(5);
    NeoHookeanTet tet = strained_tet(random);
    tet.F_0 = -Matrix3d::Identity();
    NeoHookeanTet::Vec g;
    NeoHookeanTet::Mat H;
    EXPECT_TRUE(std::isinf(tet.hessian(NeoHookeanTet::Vec::Zero(), g, H)));
    EXPECT_TRUE(g.allFinite());
    EXPECT_TRUE(H.allFinite());
}

}  // namespace
}  // namespace sinew::solids
