// Held frames: energy by hand, derivatives in every lane, at both ends and inside.
#include "viper/attachments/rod_clamps.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "viper/step/rod_strains.hpp"

namespace sinew::viper {
namespace {

using test::BatchOfOne;
using test::nothing_but_mass;
using test::Random;

const Eigen::Quaterniond UNTURNED = Eigen::Quaterniond::Identity();

/// Bend and twist only, no inertia.
RodsDef only_bending(RodsDef def) {
    def.params = nothing_but_mass();
    def.params.density = 0.0;
    def.params.bend_stiffness = 1000.0;
    def.params.twist_stiffness = 700.0;
    return def;
}

double clamped_value(BatchOfOne& rod) {
    return rod.value(Eigen::VectorXd::Zero(rod.unknowns()));
}

TEST(RodClamps, HalfASegmentBendsTowardsTheHeldFrame) {
    // Along x, l = 0.5, r = 0.1; turned by 0.3 rad about y: bending. L = l/2, Ω = 2/L tan(0.15).
    for (const int point : {0, 1}) {
        BatchOfOne rod(only_bending(test::straight_rod(1, 0.5, 0.1)));
        const Eigen::Quaterniond turn = exp_quaternion({0.0, 0.3, 0.0});
        clamp_frame(rod.set, point, turn, turn, rod.batches);
        const double Omega = 8.0 * std::tan(0.15);
        const double EI = 1000.0 * M_PI * 1e-4 / 4.0;
        EXPECT_NEAR(clamped_value(rod), 0.5 * EI * 0.25 * Omega * Omega, 1e-12);
        EXPECT_NEAR(energies(rod.batch(), rod.batch().current, {}).bend[0],
                    0.5 * EI * 0.25 * Omega * Omega, 1e-12);
    }
}

TEST(RodClamps, HalfASegmentTwistsWithThePolarMoment) {
    BatchOfOne rod(only_bending(test::straight_rod(1, 0.5, 0.1)));
    const Eigen::Quaterniond turn = exp_quaternion({0.3, 0.0, 0.0});
    clamp_frame(rod.set, 0, turn, turn, rod.batches);
    const double Omega = 8.0 * std::tan(0.15);
    EXPECT_NEAR(clamped_value(rod), 0.5 * 700.0 * M_PI * 1e-4 / 2.0 * 0.25 * Omega * Omega, 1e-12);
}

TEST(RodClamps, AreRelaxedAtRestAndInsideReplaceTheBend) {
    Random random(51);
    for (const int point : {0, 2, 4}) {
        BatchOfOne rod(only_bending(test::random_rod(4, random)));
        clamp_frame(rod.set, point, UNTURNED, UNTURNED, rod.batches);
        EXPECT_NEAR(clamped_value(rod), 0.0, 1e-25) << point;
        EXPECT_NEAR(rod.gradient().norm(), 0.0, 1e-11) << point;
    }
    // A straight rod that bends evenly by 0.2 rad at its only inner point, whose frame is held in between.
    for (const bool held : {false, true}) {
        BatchOfOne rod(only_bending(test::straight_rod(2, 1.0, 0.1)));
        if (held) clamp_frame(rod.set, 1, UNTURNED, UNTURNED, rod.batches);
        RodState& x = rod.batch().current;
        for (int j = 0; j < 2; ++j) {
            const Vec3p half_turn{Pack(std::sin(j == 0 ? -0.05 : 0.05)), Pack(0.0), Pack(0.0)};
            x.q[j] = x.q[j] * Quatp{Pack(std::cos(0.05)), half_turn};
        }
        // 2/L sin(φ/2), once with L = 0.5 and φ = 0.2; held: 2/L tan(φ/2), twice with half of both.
        const double Omega = held ? 8.0 * std::tan(0.05) : 4.0 * std::sin(0.1);
        const double EI = 1000.0 * M_PI * 1e-4 / 4.0;
        EXPECT_NEAR(clamped_value(rod), 0.5 * EI * 0.5 * Omega * Omega, 1e-12) << held;
    }
}

TEST(RodClamps, DerivativesMatchFiniteDifferencesInEveryLane) {
    Random random(52);
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        SCOPED_TRACE(lane);
        BatchOfOne rod(only_bending(test::random_rod(4, random)), lane);
        rod.batch().stiffening = Pack(1.7);
        for (const int point : {0, 2, 4}) {
            clamp_frame(rod.set, point, exp_quaternion(random.vector3(0.3)),
                        exp_quaternion(random.vector3(0.3)), rod.batches);
        }
        rod.batch().current = rod.batch().state;
        rod.shake(random, 0.02);
        test::expect_derivatives_match(rod);
    }
}

}  // namespace
}  // namespace sinew::viper
