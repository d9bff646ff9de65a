#include "volume/solid_voxels.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "support/shapes.hpp"
#include "volume/surface_check.hpp"

namespace sinew::volume {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;
using testing::HasSubstr;
using namespace sinew::test;

SolidVoxels voxelised(const TriangleMesh& mesh, double size) {
    return voxelise(mesh, WindingNumber(mesh), size, "mesh");
}

TEST(SolidVoxels, OfABallHasItsVolumeAndDistances) {
    const SolidVoxels ball = voxelised(ball_mesh(1.0, 60, 80), 0.05);
    EXPECT_NEAR(ball.volume(), 4.0 / 3.0 * pi, 0.01);
    double worst = 0.0;
    for (std::size_t i = 0; i < ball.grid.count(); ++i) {
        const double exact = ball.grid.centre(i).norm() - 1.0;
        if (std::abs(exact) < 1.7 * 0.05) {
            worst = std::max(worst, std::abs(static_cast<double>(ball.distances[i]) - exact));
        } else {
            EXPECT_EQ(ball.solid(i), exact < 0.0) << ball.grid.centre(i).transpose();
        }
    }
    EXPECT_LT(worst, 0.003);  // the facets lie inside the ball: 1 - cos(pi/60)
}

TEST(SolidVoxels, DoNotLeakThroughHoles) {
    // Two triangles of a cap are missing; nearly all of the volume stays.
    const TriangleMesh whole = spindle_mesh();
    const TriangleMesh holed = without_triangles(whole, [](int t) { return t > 1000 && t < 1040; });
    const double size = 0.002;
    EXPECT_NEAR(voxelised(holed, size).volume() / voxelised(whole, size).volume(), 1.0, 0.02);
}

TEST(SolidVoxels, CountOverlapsOnce) {
    const TriangleMesh a = box_mesh({0, 0, 0}, {1, 1, 1});
    const TriangleMesh b = box_mesh({0.5, 0, 0}, {1, 1, 1});
    EXPECT_NEAR(voxelised(joined(a, b), 0.03).volume(), 1.5, 0.03);
}

TEST(SolidVoxels, AreTheSameOnOneThreadAndOnMany) {
    const TriangleMesh mesh = fork_mesh();
    SolidVoxels one;
    ThreadPool(1).run([&] { one = voxelised(mesh, 0.003); });
    EXPECT_EQ(one.distances, voxelised(mesh, 0.003).distances);
}

TEST(SolidVoxels, InterpolateDistances) {
    const SolidVoxels box = voxelised(box_mesh({0, 0, 0}, {1, 1, 1}), 0.05);
    EXPECT_NEAR(box.distance_at({0.5, 0.5, 0.97}), -0.03, 1e-6);
    EXPECT_NEAR(box.distance_at({0.5, 0.5, 1.04}), 0.04, 1e-6);
    EXPECT_GT(box.distance_at({0.5, 0.5, 9.0}), 7.0);
}

TEST(SolidVoxels, RefuseVoxelsThatAreTooSmall) {
    const TriangleMesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
    try {
        voxelised(mesh, 1e-4);
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("use larger voxels"));
    }
}

TEST(ChooseVoxelSize, ReachesTheNumberOfVoxels) {
    const TriangleMesh mesh = spindle_mesh();
    const double size = choose_voxel_size(mesh, WindingNumber(mesh), 50e3, "mesh");
    EXPECT_NEAR(static_cast<double>(voxelised(mesh, size).solid_count()), 50e3, 5e3);
}

TEST(ChooseVoxelSize, PutsVoxelsAcrossAThinSheet) {
    const TriangleMesh mesh = box_mesh({0, 0, 0}, {1, 1, 0.005});
    const double size = choose_voxel_size(mesh, WindingNumber(mesh), 20e3, "mesh");
    EXPECT_LE(size, 0.005 / 3.0);
}

TEST(ChooseVoxelSize, RefusesAMeshWithoutInside) {
    TriangleMesh flat;
    flat.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    flat.triangles = {{0, 1, 2}, {0, 2, 3}};
    try {
        choose_voxel_size(flat, WindingNumber(flat), 1e4, "Biceps");
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("Biceps: the mesh has no inside"));
    }
}

TEST(SolidVoxels, TakeNormalsThatPointInwards) {
    TriangleMesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
    for (Eigen::Vector3i& t : mesh.triangles)
        std::swap(t[0], t[1]);
    EXPECT_NEAR(voxelised(mesh, 0.05).volume(), 1.0, 0.02);
}

TEST(SurfaceCheck, MeasuresABox) {
    const TriangleMesh box = box_mesh({1e3, 2, 3}, {1, 2, 3});
    EXPECT_NEAR(enclosed_volume(box), 6.0, 1e-9);
    EXPECT_NEAR(surface_area(box), 22.0, 1e-9);
    EXPECT_TRUE(is_closed(box));
    EXPECT_FALSE(is_closed(without_triangles(box, [](int t) { return t == 5; })));
}

TEST(SurfaceCheck, TellsHowOpenASurfaceIs) {
    const TriangleMesh box = box_mesh({1, 2, 3}, {1, 1, 1});
    EXPECT_NEAR(open_part(box), 0.0, 1e-12);
    EXPECT_NEAR(open_part(without_triangles(box, [](int t) { return t == 2 || t == 3; })), 0.2,
                1e-12);
    EXPECT_NEAR(open_part(without_triangles(box, [](int t) { return t > 1; })), 1.0, 1e-12);
}

TEST(SolidVoxels, WithAHoleHaveTheSameInside) {
    // One small triangle is missing: but for the sign by the winding number nothing changes.
    const TriangleMesh closed = sheet_mesh();
    const TriangleMesh open = without_triangles(closed, [](int t) { return t == 100; });
    const SolidVoxels a = voxelised(closed, 0.0015);
    const SolidVoxels b = voxelised(open, 0.0015);
    ASSERT_EQ(a.distances.size(), b.distances.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < a.distances.size(); ++i)
        different += a.solid(i) != b.solid(i) ? 1 : 0;
    EXPECT_LT(different, 10u);
    EXPECT_NEAR(b.volume(), a.volume(), 1e-3 * a.volume());
}

TEST(SurfaceCheck, NamesWhatIsWrong) {
    const TriangleMesh good = box_mesh({0, 0, 0}, {1, 1, 1});
    const auto message = [](const TriangleMesh& mesh) -> std::string {
        try {
            require_surface(mesh, "Biceps");
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    EXPECT_EQ(message(good), "");
    EXPECT_EQ(message({}), "Biceps: the mesh has no vertices");
    EXPECT_EQ(message({.vertices = good.vertices, .triangles = {}}),
              "Biceps: the mesh has no faces");
    TriangleMesh bad = good;
    bad.vertices[3].y() = std::nan("");
    EXPECT_THAT(message(bad), HasSubstr("vertex 3 is 1, nan, 0: coordinates must be finite"));
    bad = good;
    bad.triangles[2].z() = 8;
    EXPECT_EQ(message(bad), "Biceps: triangle 2 is at vertex 8: vertices go from 0 to 7");
    bad = good;
    bad.vertices.assign(8, Vector3d::Ones());
    EXPECT_THAT(message(bad), HasSubstr("no area"));
}

}  // namespace
}  // namespace sinew::volume
