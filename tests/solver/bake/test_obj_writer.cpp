#include "bake/obj_writer.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

namespace sinew::bake {
namespace {

TEST(ObjWriter, CountsFromOneAndKeepsEveryBit) {
    const std::vector<float> positions = {0, 0, 0, 0.1F, 0, 0, 0, 1.0F / 3.0F, -1e-20F};
    const std::vector<std::array<int, 3>> faces = {{0, 1, 2}, {2, 1, 0}};
    const std::string text = obj_text(positions, faces);
    EXPECT_EQ(text.substr(text.find('f')), "f 1 2 3\nf 3 2 1\n");
    EXPECT_EQ(text.substr(0, text.find('\n')), "v 0 0 0");
    float y = 0.0F;
    const std::size_t third = text.rfind('v');
    ASSERT_EQ(std::sscanf(text.c_str() + third, "v %*f %f", &y), 1);
    EXPECT_EQ(y, 1.0F / 3.0F);
}

}  // namespace
}  // namespace sinew::bake
