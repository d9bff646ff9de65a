#include <gtest/gtest.h>

#include "sinew/sinew.h"

namespace {

TEST(Version, IsThatOfTheHeader) {
    EXPECT_EQ(sinew_api_version(),
              SINEW_VERSION_MAJOR * 10000u + SINEW_VERSION_MINOR * 100u + SINEW_VERSION_PATCH);
    const std::string text = std::to_string(SINEW_VERSION_MAJOR) + "." +
                             std::to_string(SINEW_VERSION_MINOR) + "." +
                             std::to_string(SINEW_VERSION_PATCH);
    EXPECT_EQ(sinew_version_string(), text);
    EXPECT_EQ(text, SINEW_PROJECT_VERSION);
}

TEST(Version, SupportsTheProcessorThatRunsTheTests) {
    EXPECT_EQ(sinew_cpu_supported(), 1);
}

}  // namespace
