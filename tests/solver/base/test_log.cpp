#include "base/log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace sinew {
namespace {

TEST(Log, HandsLinesToItsCallback) {
    std::vector<std::pair<LogLevel, std::string>> lines;
    const Log log([&](LogLevel level, std::string_view line) { lines.emplace_back(level, line); });
    log(LogLevel::Warning, "radius is small");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].first, LogLevel::Warning);
    EXPECT_EQ(lines[0].second, "radius is small");
}

TEST(Log, WithoutACallbackStaysSilent) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Log()(LogLevel::Error, "nobody listens");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace sinew
