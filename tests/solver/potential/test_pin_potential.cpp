#include "potential/pin_potential.hpp"

#include <gtest/gtest.h>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

TEST(PinPotential, HoldsAxisByAxis) {
    PinPotential pins({{.block = 1, .stiffness = {100.0, 0.0, 4.0}}});
    pins.set_targets({{1.0, 1.0, 1.0}});
    Eigen::VectorXd x = Eigen::VectorXd::Zero(6);
    x.tail<3>() << 4.0, 77.0, 5.0;
    // ½·100·3² + ½·4·4²; the free axis counts neither for the energy nor for the error.
    EXPECT_DOUBLE_EQ(pins.value(x), 482.0);
    EXPECT_DOUBLE_EQ(pins.error(x), 5.0);
    PinPotential soft({{.block = 1, .stiffness = {100.0, 0.0, 4.0}, .firm = false}});
    soft.set_targets({{1.0, 1.0, 1.0}});
    EXPECT_DOUBLE_EQ(soft.value(x), 482.0);
    EXPECT_EQ(soft.error(x), 0.0);
}

TEST(PinPotential, LetsGo) {
    PinPotential pins({{.block = 0, .stiffness = {1.0, 1.0, 1.0}}});
    const Eigen::VectorXd x = Eigen::VectorXd::Ones(3);
    EXPECT_DOUBLE_EQ(pins.value(x), 1.5);
    pins.set_stiffness(std::vector<Eigen::Vector3d>{Eigen::Vector3d::Zero()});
    EXPECT_EQ(pins.value(x), 0.0);
    EXPECT_EQ(pins.error(x), 0.0);
}

TEST(PinPotential, DerivativesMatchFiniteDifferences) {
    test::Random random(1);
    PinPotential pins({{.block = 0, .stiffness = {1.0, 2.0, 3.0}},
                       {.block = 2, .stiffness = {50.0, 0.0, 7.0}},
                       {.block = 2, .stiffness = {1.0, 1.0, 1.0}}});
    pins.set_targets({random.vector3(), random.vector3(), random.vector3()});
    test::check_potential(pins, 3, random.vector(9));
}

TEST(PinPotential, WithoutPinsThereIsNoError) {
    const PinPotential pins({});
    EXPECT_EQ(pins.error(Eigen::VectorXd::Ones(3)), 0.0);
    EXPECT_EQ(pins.value(Eigen::VectorXd::Ones(3)), 0.0);
}

}  // namespace
}  // namespace sinew
