#include "support/project_folder.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sinew::test {
namespace {

// ccache finds the objects of another clone only if they do not name the folder of that clone.
TEST(ProjectFolder, IsNotPartOfTheNamesOfSources) {
    EXPECT_EQ(std::string(__FILE__).find(project_folder().string()), std::string::npos) << __FILE__;
}

}  // namespace
}  // namespace sinew::test
