// What viperize says about levels, seen by viperizing again with them.
#include <gmock/gmock.h>

#include <string>

#include "support/shapes.hpp"
#include "viperized.hpp"

namespace sinew::viperize {
namespace {

using testing::HasSubstr;
using namespace sinew::test;

/// A palm with four fingers of different lengths, `rods` from the wrist to all tips.
ViperizeDef hand(int rods, int levels) {
    ViperizeDef def = def_of(box_mesh({0, 0, 0}, {0.4, 0.1, 0.4}), rods, levels);
    for (int i = 0; i < 4; ++i) {
        def.mesh =
            joined(def.mesh, box_mesh({0.01 + 0.1 * i, 0.01, 0.3}, {0.08, 0.08, 0.2 + 0.15 * i}));
    }
    for (std::size_t v = 0; v < def.mesh.vertices.size(); ++v) {
        const double z = def.mesh.vertices[v].z();
        if (z == 0.0) def.source.push_back(static_cast<int>(v));
        if (z > 0.45) def.sink.push_back(static_cast<int>(v));
    }
    return def;
}

TEST(Viperize, NamesLevelsThatWereSeenToKeepRodsInside) {
    ViperizeDef def = hand(7, 6);
    const Viperization coarse = viperized(def);
    ASSERT_EQ(coarse.warnings.size(), 1u);
    int levels = 0;
    const std::string& text = coarse.warnings[0];
    const std::size_t found = text.find(": use ");
    ASSERT_NE(found, std::string::npos) << text;
    levels = std::stoi(text.substr(found + 6));
    EXPECT_GT(levels, 6);
    def.levels = levels;
    EXPECT_EQ(viperized(def).measures.segments_outside, 0);
}

TEST(Viperize, DoesNotAdviseLevelsThatDoNotHelp) {
    ViperizeDef def = hand(11, 6);
    const Viperization result = viperized(def);
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_THAT(result.warnings[0], HasSubstr("more levels do not keep them inside"));
    def.levels = 12;
    EXPECT_GT(viperized(def).measures.segments_outside, 0);
}

}  // namespace
}  // namespace sinew::viperize
