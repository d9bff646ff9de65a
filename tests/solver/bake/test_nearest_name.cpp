#include "bake/nearest_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sinew::bake {
namespace {

constexpr std::string_view KNOWN[] = {"density", "damping", "bend_stiffness", "what"};

TEST(NearestName, FindsMisspellings) {
    EXPECT_EQ(nearest_name("densty", KNOWN), "density");   // left out
    EXPECT_EQ(nearest_name("Damping", KNOWN), "damping");  // upper case
    EXPECT_EQ(nearest_name("waht", KNOWN), "what");        // swapped
    EXPECT_EQ(nearest_name("bending_stiffness", KNOWN), "bend_stiffness");
}

TEST(NearestName, GivesNothingForOtherWords) {
    EXPECT_EQ(nearest_name("poisson", KNOWN), "");
    EXPECT_EQ(nearest_name("", KNOWN), "");
    EXPECT_EQ(nearest_name(std::string(100'000, 'd'), KNOWN), "");
}

}  // namespace
}  // namespace sinew::bake
