#include "viperize/viperize.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "support/shapes.hpp"
#include "viperized.hpp"
#include "volume/winding_number.hpp"

namespace sinew::viperize {
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;
using namespace sinew::test;

std::string message_of(const ViperizeDef& def) {
    try {
        viperized(def);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

struct Shape {
    std::string name;
    TriangleMesh mesh;
    double length;  ///< of a rod, roughly [m]
};

class ViperizeShapes : public testing::TestWithParam<int> {
protected:
    static Shape shape() {
        switch (GetParam()) {
            case 0: return {"spindle", spindle_mesh(), 0.3};
            case 1: return {"bent spindle", bent_spindle_mesh(), 0.3};
            case 2: return {"sheet", sheet_mesh(), 0.24};
            default: return {"fork", fork_mesh(), 0.3};
        }
    }
};

TEST_P(ViperizeShapes, KeepVolumeAndStayInside) {
    const Shape shape = ViperizeShapes::shape();
    const ViperizeDef def = def_of(shape.mesh, 16, 12);
    const Viperization result = viperized(def);
    const ViperizeMeasures& m = result.measures;
    std::printf("%-13s volume %.4g of %.4g m3 (%+.2f %%), length %.4g m, outside %d, gap %.2g m\n",
                shape.name.c_str(), m.bundle_volume, m.mesh_volume,
                100.0 * (m.bundle_volume / m.mesh_volume - 1.0), m.total_length, m.points_outside,
                m.max_gap);
    EXPECT_LE(m.volume_error(), 0.03);
    EXPECT_EQ(m.points_outside, 0);
    EXPECT_EQ(m.max_outside, 0.0);
    EXPECT_EQ(m.segments_outside, 0);
    for (const Vector3d& point : result.points)
        EXPECT_GT(volume::exact_winding_number(def.mesh, point), 0.5) << point.transpose();
    EXPECT_NEAR(m.total_length / (16 * shape.length), 1.0, 0.15);
    EXPECT_EQ(result.points.size(), 16u * 12u);
    EXPECT_EQ(result.counts, std::vector<int>(16, 12));
    for (const std::string& warning : result.warnings)
        ADD_FAILURE() << warning;
}
INSTANTIATE_TEST_SUITE_P(All, ViperizeShapes, testing::Range(0, 4));

/// Vertices of the mesh that satisfy a condition.
std::vector<int> vertices_where(const TriangleMesh& mesh, const auto& condition) {
    std::vector<int> found;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        if (condition(mesh.vertices[v])) found.push_back(static_cast<int>(v));
    }
    return found;
}

/// The spindle with both ends painted.
ViperizeDef painted_spindle() {
    ViperizeDef def = def_of(spindle_mesh());
    def.source = vertices_where(def.mesh, [](const Vector3d& v) { return v.z() < 0.01; });
    def.sink = vertices_where(def.mesh, [](const Vector3d& v) { return v.z() > 0.29; });
    return def;
}

TEST(Viperize, RunsFromThePaintedSourceToTheSink) {
    ViperizeDef def = painted_spindle();
    const Viperization up = viperized(def);
    EXPECT_EQ(up.source, def.source);
    EXPECT_LT(up.points.front().z(), 0.02);
    EXPECT_GT(up.points.back().z(), 0.28);
    std::swap(def.source, def.sink);
    EXPECT_GT(viperized(def).points.front().z(), 0.28);
}

TEST(Viperize, FindsTheEndsOfASpindle) {
    const Viperization result = viperized(def_of(spindle_mesh()));
    const TriangleMesh mesh = spindle_mesh();
    ASSERT_FALSE(result.source.empty());
    ASSERT_FALSE(result.sink.empty());
    for (const int v : result.source)
        EXPECT_LT(mesh.vertices[v].z(), 0.04);
    for (const int v : result.sink)
        EXPECT_GT(mesh.vertices[v].z(), 0.26);
}

TEST(Viperize, GivesEqualRadiiInALevelAndFollowsTheThickness) {
    const Viperization result = viperized(painted_spindle());
    for (int level = 0; level < 8; ++level) {
        for (int rod = 1; rod < 8; ++rod)
            EXPECT_EQ(result.radii[8 * rod + level], result.radii[level]);
    }
    // A slice of radius R holds 8 rods of radius R/sqrt(8).
    EXPECT_NEAR(result.radii[4], 0.03 / std::sqrt(8.0), 0.0012);
    EXPECT_LT(result.radii[0], 0.5 * result.radii[4]);
}

TEST(Viperize, IsTheSameOnOneThreadAndOnMany) {
    const ViperizeDef def = def_of(fork_mesh(), 12, 6);
    Viperization one;
    ThreadPool(1).run([&] { one = viperized(def); });
    const Viperization many = viperized(def);
    EXPECT_EQ(one.points, many.points);
    EXPECT_EQ(one.radii, many.radii);
}

TEST(Viperize, KeepsItsMeasuresWhenTheMeshIsScaledAndMoved) {
    ViperizeDef def = painted_spindle();
    const Viperization small = viperized(def);
    for (Vector3d& v : def.mesh.vertices)
        v = 100.0 * v + Vector3d(500, -300, 20);
    const Viperization large = viperized(def);
    EXPECT_NEAR(large.measures.total_length / small.measures.total_length, 100.0, 1.0);
    EXPECT_LE(large.measures.volume_error(), 0.03);
    EXPECT_EQ(large.measures.points_outside, 0);
}

TEST(Viperize, FillsAMeshWithHoles) {
    // Both ends cut open.
    ViperizeDef def = def_of(without_triangles(spindle_mesh(), [](int t) {
        return t % (2 * 47 + 2) == 0 || t % (2 * 47 + 2) == 2 * 47 + 1;
    }));
    const Viperization result = viperized(def);
    EXPECT_LE(result.measures.volume_error(), 0.03);
    EXPECT_EQ(result.measures.points_outside, 0);
    EXPECT_NEAR(result.measures.mesh_volume, viperized(painted_spindle()).measures.mesh_volume,
                0.03 * result.measures.mesh_volume);
}

TEST(Viperize, TellsWhereRodsCutAcrossTheOutside) {
    // Half a ring: three levels of eight rods go straight from one to the next through its middle.
    ViperizeDef def =
        def_of(tube_mesh(48, 16,
                         [](double t) -> TubeSection {
                             const Vector3d out(std::cos(M_PI * t), 0, std::sin(M_PI * t));
                             return {0.1 * out, 0.02 * out, {0, 0.02, 0}};
                         }),
               8, 3);
    const Viperization coarse = viperized(def);
    EXPECT_EQ(coarse.measures.points_outside, 0);
    EXPECT_GE(coarse.measures.segments_outside, 14);
    ASSERT_EQ(coarse.warnings.size(), 1u);
    EXPECT_THAT(coarse.warnings[0], HasSubstr("of 16 segments of the rods cut across the outside"));
    EXPECT_THAT(coarse.warnings[0], HasSubstr("use 6 levels, which keep them inside"));
    def.levels = 6;
    const Viperization fine = viperized(def);
    EXPECT_EQ(fine.measures.segments_outside, 0);
    EXPECT_TRUE(fine.warnings.empty());
}

TEST(Viperize, SaysThatALimbStaysUnfilled) {
    ViperizeDef def = def_of(box_mesh({0, 0, 0}, {0.4, 0.1, 0.4}), 6, 8);
    def.mesh = joined(def.mesh, box_mesh({0.1, 0.01, 0.3}, {0.2, 0.08, 0.6}));
    const TriangleMesh without = def.mesh;
    def.mesh = joined(def.mesh, box_mesh({0.3, 0.02, 0.1}, {0.6, 0.06, 0.1}));  // a thumb
    def.source = {0, 1, 2, 3};
    for (std::size_t v = 0; v < def.mesh.vertices.size(); ++v) {
        if (def.mesh.vertices[v].z() > 0.85) def.sink.push_back(static_cast<int>(v));
    }
    const Viperization result = viperized(def);
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_THAT(result.warnings[0], HasSubstr("a limb stays unfilled: its surface lies up to 0.4"));
    EXPECT_GT(result.measures.max_gap, 0.4);
    def.mesh = without;
    EXPECT_TRUE(viperized(def).warnings.empty());
}

TEST(Viperize, TurnsFacesThatDisagreeWithTheirNeighbours) {
    ViperizeDef def = painted_spindle();
    const Viperization right = viperized(def);
    // A mirrored half that was joined without turning its faces.
    for (std::size_t t = 0; t < def.mesh.triangles.size() / 2; ++t)
        std::swap(def.mesh.triangles[t][1], def.mesh.triangles[t][2]);
    const Viperization turned = viperized(def);
    EXPECT_EQ(turned.points, right.points);
    EXPECT_EQ(turned.radii, right.radii);
    ASSERT_EQ(turned.warnings.size(), 1u);
    EXPECT_THAT(turned.warnings[0], HasSubstr("faces pointed the other way"));
}

TEST(Viperize, TakesOneRodAndTwoLevels) {
    ViperizeDef def = painted_spindle();
    def.rods = 1;
    def.levels = 2;
    const Viperization result = viperized(def);
    ASSERT_EQ(result.points.size(), 2u);
    EXPECT_NEAR(result.points[0].head<2>().norm(), 0.0, 0.001);
    EXPECT_LE(result.measures.volume_error(), 1e-9);
    // As thick as the belly also at the tips, which more levels would mend.
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_THAT(result.warnings[0], HasSubstr("thicker between them; use more levels"));
}

TEST(Viperize, LeavesOutWhatIsNotConnected) {
    ViperizeDef def = painted_spindle();
    def.mesh = joined(def.mesh, box_mesh({0.1, 0.1, 0.1}, {0.02, 0.02, 0.02}));
    const Viperization result = viperized(def);
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_THAT(result.warnings[0], HasSubstr("not connected to source and sink"));
    EXPECT_LE(result.measures.volume_error(), 0.03);
}

TEST(Viperize, PutsManyRodsIntoThinEndsWithAWarning) {
    ViperizeDef def = painted_spindle();
    def.rods = 150;
    def.levels = 4;
    def.voxel_size = 0.004;
    const Viperization result = viperized(def);
    EXPECT_EQ(result.points.size(), 600u);
    EXPECT_EQ(result.measures.points_outside, 0);
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_THAT(result.warnings[0], HasSubstr("150 rods"));
}

TEST(Viperize, RefusesBadNumbers) {
    ViperizeDef def = painted_spindle();
    def.rods = 0;
    EXPECT_EQ(message_of(def), "Biceps: rods is 0: must be from 1 to 1024");
    def = painted_spindle();
    def.levels = 1;
    EXPECT_EQ(message_of(def), "Biceps: levels is 1: must be from 2 to 1024");
    def = painted_spindle();
    def.voxel_size = std::nan("");
    EXPECT_THAT(message_of(def), HasSubstr("voxel size is nan"));
    def.voxel_size = 1.0;
    EXPECT_THAT(message_of(def), HasSubstr("Biceps: "));
    def.voxel_size = 1e-6;
    EXPECT_THAT(message_of(def), HasSubstr("use larger voxels"));
    def = painted_spindle();
    def.source.push_back(99999);
    EXPECT_THAT(message_of(def), HasSubstr("source is vertex 99999: vertices go from 0 to"));
    def.source = {-1};
    EXPECT_THAT(message_of(def), HasSubstr("source is vertex -1"));
    def.source.clear();
    EXPECT_THAT(message_of(def), HasSubstr("source is empty: paint both ends"));
}

TEST(Viperize, RefusesBadMeshes) {
    EXPECT_THAT(message_of(def_of({})), HasSubstr("Biceps: the mesh has no vertices"));
    TriangleMesh flat;
    flat.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    flat.triangles = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_THAT(message_of(def_of(flat)), HasSubstr("Biceps: the mesh has no inside"));
    TriangleMesh broken = spindle_mesh();
    broken.vertices[7].x() = std::nan("");
    EXPECT_THAT(message_of(def_of(broken)), HasSubstr("vertex 7"));
}

TEST(Viperize, WarnsOfASheetThatEnclosesNothing) {
    // The half of a spindle that looks up.
    const TriangleMesh whole = spindle_mesh();
    const TriangleMesh half = without_triangles(whole, [&](int t) {
        const Eigen::Vector3i& corners = whole.triangles[static_cast<std::size_t>(t)];
        return (whole.vertices[corners[0]] + whole.vertices[corners[1]] +
                whole.vertices[corners[2]])
                   .y() < 0.0;
    });
    const Viperization result = viperized(def_of(half));
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_THAT(result.warnings[0], HasSubstr("Biceps: the mesh is open, with a hole"));
    EXPECT_TRUE(viperized(def_of(whole)).warnings.empty());
}

TEST(Viperize, RefusesSourceAndSinkAtTheSamePlace) {
    ViperizeDef def = painted_spindle();
    def.sink = def.source;
    EXPECT_THAT(message_of(def), HasSubstr("source is the same place as the sink: paint them at"));
}

TEST(Viperize, RefusesSourceAndSinkOnPartsThatAreNotConnected) {
    const TriangleMesh box = box_mesh({0.1, 0.1, 0.1}, {0.05, 0.05, 0.05});
    ViperizeDef def = painted_spindle();
    const auto first = static_cast<int>(def.mesh.vertices.size());
    def.mesh = joined(def.mesh, box);
    def.sink.clear();
    for (int v = first; v < first + 8; ++v)
        def.sink.push_back(v);
    EXPECT_THAT(message_of(def),
                HasSubstr("source is on a part that is not connected to that of the sink"));
}

TEST(Viperize, CanBeCancelled) {
    ViperizeProgress progress;
    progress.cancel.request();
    try {
        viperize(painted_spindle(), progress);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Cancelled);
    }
}

}  // namespace
}  // namespace sinew::viperize
