#include "base/error.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(Problem, NamesObjectFieldValueAndRemedy) {
    const Problem problem{.code = ErrorCode::InvalidArgument,
                          .object = "Rod",
                          .field = "material.density",
                          .value = "-3",
                          .remedy = "must be greater than 0"};
    EXPECT_EQ(problem.message(), "Rod: material.density is -3: must be greater than 0");
}

TEST(Problem, LeavesOutPartsThatAreEmpty) {
    Problem problem;
    problem.remedy = "add at least one body";
    EXPECT_EQ(problem.message(), "add at least one body");
    problem.field = "bodies";
    EXPECT_EQ(problem.message(), "bodies: add at least one body");
    problem.field.clear();
    problem.object = "job.json";
    problem.value = "empty";
    EXPECT_EQ(problem.message(), "job.json: empty: add at least one body");
}

TEST(Problem, FallsBackToTheNameOfItsCode) {
    Problem problem;
    problem.code = ErrorCode::Cancelled;
    EXPECT_EQ(problem.message(), "cancelled");
}

TEST(Error, CarriesTheProblemAndItsMessage) {
    const Error error(Problem{.code = ErrorCode::File,
                              .object = "a.pc2",
                              .field = {},
                              .value = {},
                              .remedy = "is truncated"});
    EXPECT_EQ(error.code(), ErrorCode::File);
    EXPECT_EQ(error.problem().object, "a.pc2");
    EXPECT_STREQ(error.what(), "a.pc2: is truncated");
}

TEST(Error, NamesEveryCodeDifferently) {
    for (int a = 1; a <= 10; ++a) {
        EXPECT_NE(to_string(static_cast<ErrorCode>(a)), "unknown error");
        for (int b = 1; b < a; ++b) {
            EXPECT_NE(to_string(static_cast<ErrorCode>(a)), to_string(static_cast<ErrorCode>(b)));
        }
    }
}

}  // namespace
}  // namespace sinew
