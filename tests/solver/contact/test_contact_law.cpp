#include "contact/contact_law.hpp"

#include <gtest/gtest.h>

#include "math/pack.hpp"

namespace sinew {
namespace {

constexpr double K = 500.0;
constexpr double DELTA = 0.02;

TEST(ContactLaw, IsAsWorkedOutByHand) {
    // Apart and touching: nothing.
    EXPECT_EQ(contact_response(0.01, K, DELTA).force, 0.0);
    EXPECT_EQ(contact_response(0.0, K, DELTA).energy, 0.0);
    // Half way into the soft zone: stiffness k/2, force k d²/(2 δ), energy k d³/(6 δ).
    const ContactResponse<double> half = contact_response(-0.01, K, DELTA);
    EXPECT_NEAR(half.stiffness, 250.0, 1e-12);
    EXPECT_NEAR(half.force, 1.25, 1e-12);
    EXPECT_NEAR(half.energy, 500.0 * 1e-6 / 0.12, 1e-12);
    // Deep: as a spring whose rest lies half of δ inside.
    const ContactResponse<double> deep = contact_response(-0.05, K, DELTA);
    EXPECT_NEAR(deep.stiffness, K, 1e-12);
    EXPECT_NEAR(deep.force, K * 0.04, 1e-12);
    EXPECT_NEAR(deep.energy, K * (0.5 * 0.04 * 0.04 + DELTA * DELTA / 24.0), 1e-12);
}

TEST(ContactLaw, ForceAndStiffnessAreDerivatives) {
    constexpr double H = 1e-6;
    for (const double gap : {-0.07, -0.021, -0.019, -0.004, 0.003}) {
        const auto at = [&](double g) { return contact_response(g, K, DELTA); };
        EXPECT_NEAR(at(gap).force, -(at(gap + H).energy - at(gap - H).energy) / (2.0 * H), 1e-6);
        EXPECT_NEAR(at(gap).stiffness, -(at(gap + H).force - at(gap - H).force) / (2.0 * H), 1e-3);
    }
}

TEST(ContactLaw, LanesAreAsNumbers) {
    Pack gap;
    const double gaps[] = {-0.07, -0.015, 0.0, 0.02};
    for (int lane = 0; lane < Pack::LANES; ++lane)
        gap.set(lane, gaps[lane]);
    const ContactResponse<Pack> all = contact_response(gap, Pack(K), Pack(DELTA));
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        const ContactResponse<double> one = contact_response(gaps[lane], K, DELTA);
        EXPECT_NEAR(all.energy[lane], one.energy, 1e-15);
        EXPECT_NEAR(all.force[lane], one.force, 1e-13);
        EXPECT_NEAR(all.stiffness[lane], one.stiffness, 1e-11);
    }
}

}  // namespace
}  // namespace sinew
