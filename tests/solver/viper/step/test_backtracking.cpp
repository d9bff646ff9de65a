#include "viper/step/backtracking.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sinew::viper {
namespace {

using Verdict = Backtracking::Verdict;

TEST(Backtracking, AcceptsTheFirstIterateAsItIs) {
    Backtracking search(1e-13, 1e-7);
    EXPECT_EQ(search.judge(5.0), Verdict::Accepted);
    EXPECT_EQ(search.energy(), 5.0);
    EXPECT_FALSE(search.is_trial());
}

TEST(Backtracking, HalvesUntilTheEnergyDoesNotRise) {
    Backtracking search(1e-13, 1e-7);
    search.judge(5.0);
    search.begin(0.8);
    EXPECT_TRUE(search.is_trial());
    EXPECT_EQ(search.judge(6.0), Verdict::Refused);
    EXPECT_EQ(search.alpha(), 0.4);
    EXPECT_EQ(search.judge(std::numeric_limits<double>::quiet_NaN()), Verdict::Refused);
    EXPECT_EQ(search.alpha(), 0.2);
    EXPECT_EQ(search.judge(5.0), Verdict::Accepted);
    EXPECT_EQ(search.alpha(), 0.2);
    EXPECT_FALSE(search.is_trial());
}

TEST(Backtracking, TakesRoundOffForEqual) {
    for (const double energy : {4.0, -4.0}) {
        Backtracking search(1e-3, 1e-7);
        search.judge(energy);
        search.begin(1.0);
        EXPECT_EQ(search.judge(energy + 0.005), Verdict::Refused);
        EXPECT_EQ(search.judge(energy + 0.003), Verdict::Accepted);
        EXPECT_EQ(search.energy(), energy + 0.003);
    }
}

TEST(Backtracking, GivesUpWhereTheSmallestStepRaisesTheEnergy) {
    Backtracking search(1e-13, 0.2);
    search.judge(1.0);
    search.begin(1.0);
    EXPECT_EQ(search.judge(2.0), Verdict::Refused);
    EXPECT_EQ(search.judge(2.0), Verdict::Refused);
    EXPECT_EQ(search.judge(2.0), Verdict::GivenUp);
    EXPECT_EQ(search.alpha(), 0.0);
    EXPECT_EQ(search.energy(), 1.0);
}

}  // namespace
}  // namespace sinew::viper
