// Damaged .obj files, all the way to rods.
#include <gtest/gtest.h>

#include "bake/obj_reader.hpp"
#include "solver/bake/mutation.hpp"
#include "viperize/viperize.hpp"

namespace sinew::viperize {
namespace {

using bake::test::MutationCounts;
using bake::test::read_mutations;

constexpr std::string_view WORDS[] = {"-1",   "0",      "1e999", "1e300", "1e90",
                                      "1e15", "1e-300", "nan",   "8",     "2147483648"};

/// A bar with its ends as groups.
constexpr std::string_view OBJ =
    "v 0 0 0\nv 1 0 0\nv 0 .4 0\nv 1 .4 0\nv 0 0 .4\nv 1 0 .4\nv 0 .4 .4\nv 1 .4 .4\n"
    "g side\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\ng low\nf 1 5 7 3\ng high\nf 2 4 8 6\n";

void expect_sound(const Viperization& result, const ViperizeDef& def) {
    ASSERT_EQ(result.points.size(), static_cast<std::size_t>(def.rods * def.levels));
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        ASSERT_TRUE(result.points[i].allFinite());
        ASSERT_TRUE(std::isfinite(result.radii[i]) && result.radii[i] > 0.0);
    }
    ASSERT_EQ(result.measures.points_outside, 0);
    ASSERT_LE(result.measures.volume_error(), 0.03);
}

TEST(FuzzViperize, Obj) {
    constexpr int MUTATIONS =
        300;  // each fills a mesh with rods: a second of CPU time under sanitizers
    for (const double voxel_size : {0.1, 0.0}) {
        const MutationCounts counts = read_mutations(
            voxel_size > 0.0 ? MUTATIONS : MUTATIONS / 25, std::string(OBJ), WORDS,
            [&](const std::string& text) {
                bake::GroupedMesh grouped = bake::parse_grouped_obj(text, "fuzz.obj");
                ViperizeDef def;
                def.mesh = std::move(grouped.mesh);
                def.rods = 3;
                def.levels = 4;
                def.voxel_size = voxel_size;
                for (const bake::ObjGroup& group : grouped.groups) {
                    if (group.name == "low") def.source = group.vertices;
                    if (group.name == "high") def.sink = group.vertices;
                }
                ViperizeProgress progress;
                expect_sound(viperize(def, progress), def);
            });
        constexpr int ENOUGH_TO_TELL = 20;
        if (counts.total() < ENOUGH_TO_TELL) continue;
        EXPECT_GT(counts.accepted, 0);
        EXPECT_GT(counts.refused, 0);
    }
}

}  // namespace
}  // namespace sinew::viperize
