#include "body/step_info.hpp"

#include <gtest/gtest.h>

#include <set>

namespace sinew {
namespace {

TEST(StepOutcome, HasANameForEveryValue) {
    std::set<std::string_view> names;
    for (const StepOutcome outcome :
         {StepOutcome::Converged, StepOutcome::Tolerated, StepOutcome::MaxIterations,
          StepOutcome::LineSearchFailed, StepOutcome::InvalidInitialState, StepOutcome::NotFinite,
          StepOutcome::Cancelled}) {
        EXPECT_NE(to_string(outcome), "unknown outcome");
        names.insert(to_string(outcome));
    }
    EXPECT_EQ(names.size(), 7u);
}

TEST(StepOutcome, IsAcceptedWithinAndNearTheTolerance) {
    EXPECT_TRUE(is_accepted(StepOutcome::Converged));
    EXPECT_TRUE(is_accepted(StepOutcome::Tolerated));
    EXPECT_FALSE(is_accepted(StepOutcome::MaxIterations));
    EXPECT_FALSE(is_accepted(StepOutcome::Cancelled));
}

TEST(Energies, AddTermByTerm) {
    Energies sum{.kinetic = 1.0, .elastic = 2.0, .contact = 3.0, .gravity = 4.0};
    sum += Energies{.kinetic = 10.0, .elastic = 20.0, .contact = 30.0, .gravity = 40.0};
    EXPECT_EQ(sum.kinetic, 11.0);
    EXPECT_EQ(sum.elastic, 22.0);
    EXPECT_EQ(sum.contact, 33.0);
    EXPECT_EQ(sum.gravity, 44.0);
}

}  // namespace
}  // namespace sinew
