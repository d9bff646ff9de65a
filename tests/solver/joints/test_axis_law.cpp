#include "joints/axis_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew::joints {
namespace {

AxisLaw whole_law() {
    AxisLaw law;
    law.spring = {.stiffness = 3.0, .target = 0.2};
    law.damper = {.stiffness = 5.0, .target = -0.1};
    law.motor = {.stiffness = 40.0, .target = 0.5, .most = 6.0};
    law.lower = -0.4;
    law.upper = 0.7;
    law.stop_stiffness = 100.0;
    law.onset = 0.1;
    return law;
}

TEST(AxisLaw, HasTheValuesOfItsFormulas) {
    AxisLaw law;
    law.motor = {.stiffness = 10.0, .target = 1.0, .most = 2.0};
    EXPECT_DOUBLE_EQ(law.at(1.125).value, 0.5 * 10.0 / 64.0);
    // Beyond 0.2 from its target it has its whole force.
    EXPECT_DOUBLE_EQ(law.at(3.0).value, 2.0 * (2.0 - 0.1));
    EXPECT_DOUBLE_EQ(law.at(3.0).first, 2.0);
    EXPECT_DOUBLE_EQ(law.at(-3.0).first, -2.0);
    EXPECT_EQ(law.at(3.0).second, 0.0);
    AxisLaw stops;
    stops.upper = 1.0;
    stops.stop_stiffness = 12.0;
    stops.onset = 0.5;
    EXPECT_EQ(stops.at(1.0).value, 0.0);
    EXPECT_DOUBLE_EQ(stops.at(1.5).first, 3.0);
    EXPECT_DOUBLE_EQ(stops.at(2.0).value, 12.0 * (0.5 - 0.25 + 0.25 / 6.0));
}

TEST(AxisLaw, DerivativesMatchFiniteDifferences) {
    const AxisLaw law = whole_law();
    const double step = 1e-6;
    for (const double s : {-1.3, -0.45, -0.2, 0.4, 0.62, 0.75, 0.9, 2.0}) {
        const AxisLaw::Derivatives here = law.at(s);
        const AxisLaw::Derivatives more = law.at(s + step);
        const AxisLaw::Derivatives less = law.at(s - step);
        EXPECT_NEAR((more.value - less.value) / (2.0 * step), here.first, 1e-6) << s;
        EXPECT_NEAR((more.first - less.first) / (2.0 * step), here.second, 1e-5) << s;
    }
}

TEST(AxisLaw, StopsSetInWithTwoContinuousDerivatives) {
    const AxisLaw law = whole_law();
    for (const double s : {0.7, 0.8, -0.4, -0.5}) {
        const AxisLaw::Derivatives more = law.at(s + 1e-9);
        const AxisLaw::Derivatives less = law.at(s - 1e-9);
        EXPECT_NEAR(more.value, less.value, 1e-6) << s;
        EXPECT_NEAR(more.first, less.first, 1e-6) << s;
        EXPECT_NEAR(more.second, less.second, 1e-5) << s;
    }
}

}  // namespace
}  // namespace sinew::joints
