#include "base/param_table.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

struct Params {
    double density = 1000.0;
    double stiffness = 1.0;
    double ratio = 0.5;
};

constexpr ParamInfo<Params> TABLE[] = {
    {"density", "kg/m³", &Params::density, 0.0, NO_LIMIT, false, "Mass per volume"},
    {"stiffness", "Pa", &Params::stiffness, 0.0, NO_LIMIT, true, "Resistance"},
    {"ratio", "1", &Params::ratio, 0.0, 1.0, true, "Share"},
};

std::vector<Problem> problems_of(const Params& params) {
    std::vector<Problem> problems;
    collect_problems(params, TABLE, "Rod", "material.", problems);
    return problems;
}

TEST(ParamTable, AcceptsDefaultsAndValuesOnAnAllowedLimit) {
    EXPECT_TRUE(problems_of({}).empty());
    EXPECT_TRUE(problems_of({.density = 1e-12, .stiffness = 0.0, .ratio = 1.0}).empty());
}

TEST(ParamTable, RefusesAValueOnALimitThatIsNotAllowed) {
    const std::vector<Problem> problems = problems_of({.density = 0.0});
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].message(), "Rod: material.density is 0: must be greater than 0 [kg/m³]");
}

TEST(ParamTable, ListsEveryProblemInTheOrderOfTheTable) {
    const std::vector<Problem> problems =
        problems_of({.density = -3.0, .stiffness = -1e-9, .ratio = 1.5});
    ASSERT_EQ(problems.size(), 3u);
    EXPECT_EQ(problems[0].field, "material.density");
    EXPECT_EQ(problems[1].message(), "Rod: material.stiffness is -1e-09: must be at least 0 [Pa]");
    EXPECT_EQ(problems[2].message(),
              "Rod: material.ratio is 1.5: must be at least 0 and at most 1");
}

TEST(ParamTable, RefusesNumbersThatAreNotFinite) {
    EXPECT_EQ(problems_of({.density = std::numeric_limits<double>::quiet_NaN()}).size(), 1u);
    EXPECT_EQ(problems_of({.stiffness = std::numeric_limits<double>::infinity()}).size(), 1u);
}

TEST(ThrowFirst, ThrowsTheFirstProblemOnly) {
    EXPECT_NO_THROW(throw_first({}));
    try {
        throw_first(problems_of({.density = -3.0, .stiffness = -1.0}));
        FAIL() << "nothing thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.problem().field, "material.density");
    }
}

}  // namespace
}  // namespace sinew
