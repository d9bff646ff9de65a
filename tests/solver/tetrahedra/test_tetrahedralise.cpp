#include "tetrahedra/tetrahedralise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "base/error.hpp"
#include "base/machine_memory.hpp"
#include "base/parallel.hpp"
#include "solver/tetrahedra/conformity.hpp"
#include "support/shapes.hpp"
#include "volume/surface_check.hpp"

namespace sinew::tetrahedra {
namespace {

using std::numbers::pi;

/// Smallest dihedral angle on all shapes of these tests [degrees].
constexpr double LEAST_ANGLE = 10.0;

TriangleMesh torus_mesh(double radius, double thickness, int rings, int segments) {
    TriangleMesh mesh;
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < segments; ++j) {
            const double a = 2.0 * pi * i / rings;
            const double b = 2.0 * pi * j / segments;
            const double r = radius + thickness * std::cos(b);
            mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), thickness * std::sin(b));
            const int next_i = (i + 1) % rings * segments;
            const int next_j = (j + 1) % segments;
            mesh.triangles.emplace_back(i * segments + j, next_i + j, next_i + next_j);
            mesh.triangles.emplace_back(i * segments + j, next_i + next_j, i * segments + next_j);
        }
    return mesh;
}

Tetrahedra expect_sound(const TriangleMesh& surface, const TetrahedraDef& def, double volume,
                        double volume_tolerance) {
    Tetrahedra result = tetrahedralise(surface, def);
    EXPECT_GE(result.quality.smallest_dihedral, LEAST_ANGLE);
    EXPECT_GT(result.quality.smallest_volume, 0.0);
    EXPECT_NEAR(result.quality.volume / volume, 1.0, volume_tolerance);
    const test::Conformity conformity = test::check_conformity(result.mesh);
    EXPECT_EQ(conformity.overfull_faces, 0);
    EXPECT_EQ(conformity.faces_seen_twice, 0);
    EXPECT_EQ(conformity.open_edges, 0);
    EXPECT_EQ(conformity.unused_vertices, 0U);
    EXPECT_NEAR(volume::enclosed_volume(conformity.boundary), result.quality.volume, 1e-9 * volume);
    std::printf("%zu tetrahedra, dihedral angles %.1f to %.1f degrees, volume %+.2f %%\n",
                result.mesh.tetrahedra.size(), result.quality.smallest_dihedral,
                result.quality.largest_dihedral, 100.0 * (result.quality.volume / volume - 1.0));
    return result;
}

TEST(Tetrahedralise, FillsABallABoxAndATorus) {
    const TriangleMesh ball = test::ball_mesh(0.5, 64, 64);
    const Tetrahedra fine = expect_sound(ball, {.size = 0.05}, volume::enclosed_volume(ball), 0.01);
    EXPECT_EQ(test::check_conformity(fine.mesh).edges_of_many_faces, 0);
    const TriangleMesh box = test::box_mesh({-1.0, 2.0, 0.5}, {0.4, 0.3, 1.1});
    expect_sound(box, {.size = 0.05}, 0.4 * 0.3 * 1.1, 0.03);
    const TriangleMesh torus = torus_mesh(1.0, 0.3, 96, 48);
    expect_sound(torus, {.size = 0.1}, volume::enclosed_volume(torus), 0.02);
}

TEST(Tetrahedralise, ComesNearTheCountThatIsAskedFor) {
    const TriangleMesh spindle = test::bent_spindle_mesh();
    const double volume = volume::enclosed_volume(spindle);
    for (const int count : {3000, 30000}) {
        const Tetrahedra result = expect_sound(spindle, {.count = count}, volume, 0.06);
        EXPECT_NEAR(static_cast<double>(result.mesh.tetrahedra.size()), count, 0.05 * count);
    }
    // Two across its thickness: coarse lattices jump, and round much away.
    const Tetrahedra coarse = expect_sound(spindle, {.count = 300}, volume, 0.4);
    EXPECT_NEAR(static_cast<double>(coarse.mesh.tetrahedra.size()), 300.0, 75.0);
}

TEST(Tetrahedralise, TakesSurfacesThatAreOpenOverlapOrLieApart) {
    // A ball whose top is missing is closed by what it would be.
    const TriangleMesh ball = test::ball_mesh(0.5, 48, 48);
    const int triangles = static_cast<int>(ball.triangles.size());
    const TriangleMesh open =
        test::without_triangles(ball, [=](int t) { return t > triangles - 48 * 8; });
    expect_sound(open, {.size = 0.06}, volume::enclosed_volume(ball), 0.1);
    // Three tubes through each other: what two of them share counts once.
    const TriangleMesh fork = test::fork_mesh();
    const Tetrahedra forked = tetrahedralise(fork, {.count = 5000});
    EXPECT_LT(forked.quality.volume, volume::enclosed_volume(fork));
    expect_sound(fork, {.count = 5000}, forked.quality.volume, 1e-12);
    // Two boxes apart.
    const TriangleMesh boxes = test::joined(test::box_mesh({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}),
                                            test::box_mesh({3.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
    expect_sound(boxes, {.size = 0.125}, 2.0, 0.04);
}

TEST(Tetrahedralise, KeepsACavity) {
    TriangleMesh hole = test::ball_mesh(0.3, 48, 48);
    for (Eigen::Vector3i& triangle : hole.triangles)
        std::swap(triangle[1], triangle[2]);
    const TriangleMesh hollow = test::joined(test::ball_mesh(0.6, 64, 64), hole);
    expect_sound(hollow, {.size = 0.06}, volume::enclosed_volume(hollow), 0.02);
}

TEST(Tetrahedralise, MakesWallsOfClosedAndOpenSurfaces) {
    const TriangleMesh ball = test::ball_mesh(0.5, 64, 64);
    const double outer = 0.53;
    const double inner = 0.47;
    expect_sound(ball, {.size = 0.03, .wall_thickness = 0.06},
                 4.0 / 3.0 * pi * (std::pow(outer, 3) - std::pow(inner, 3)), 0.03);
    // Half a ball: a bowl, open at the top. No lid may appear.
    const int triangles = static_cast<int>(ball.triangles.size());
    const TriangleMesh bowl =
        test::without_triangles(ball, [=](int t) { return t > triangles / 2; });
    const Tetrahedra result = tetrahedralise(bowl, {.size = 0.03, .wall_thickness = 0.06});
    EXPECT_GE(result.quality.smallest_dihedral, LEAST_ANGLE);
    for (const Eigen::Vector3d& vertex : result.mesh.vertices)
        EXPECT_GT(vertex.norm(), 0.42);
}

TEST(Tetrahedralise, GivesTheSameOnOneAndOnTwoThreads) {
    const TriangleMesh fork = test::fork_mesh();
    Tetrahedra results[2];
    for (const int threads : {1, 2})
        ThreadPool(threads).run(
            [&] { results[threads - 1] = tetrahedralise(fork, {.count = 4000}); });
    EXPECT_EQ(results[0].mesh.vertices, results[1].mesh.vertices);
    EXPECT_EQ(results[0].mesh.tetrahedra, results[1].mesh.tetrahedra);
}

/// What the error says; empty if there is none.
std::string refusal(const TriangleMesh& surface, const TetrahedraDef& def) {
    try {
        tetrahedralise(surface, def, "Teapot");
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
        return error.what();
    }
    return "";
}

TEST(Tetrahedralise, RefusesWhatCannotBe) {
    const TriangleMesh ball = test::ball_mesh(0.5, 24, 24);
    EXPECT_NE(refusal({}, {}).find("Teapot"), std::string::npos);
    EXPECT_NE(refusal(ball, {.size = -1.0}).find("size"), std::string::npos);
    EXPECT_NE(refusal(ball, {.size = std::nan("")}).find("size"), std::string::npos);
    EXPECT_NE(refusal(ball, {.count = 0}).find("count"), std::string::npos);
    EXPECT_NE(refusal(ball, {.size = 1e-5}).find("GB"), std::string::npos);
    EXPECT_NE(refusal(ball, {.count = 2'000'000'000}).find("GB"), std::string::npos);
    EXPECT_NE(refusal(ball, {.size = 0.1, .wall_thickness = 0.05}).find("thinner"),
              std::string::npos);
    EXPECT_NE(refusal(ball, {.wall_thickness = -1.0}).find("wall"), std::string::npos);
    EXPECT_NE(refusal(ball, {.size = 50.0}).find("no tetrahedron"), std::string::npos);
}

TEST(Tetrahedralise, RefusesWhatTheMachineHasNoMemoryForAndNothingLess) {
    // A cube of 1 m: 12 tetrahedra of 2300 bytes in a little cube, and 64 bytes for itself.
    const double edge = std::cbrt((12.0 * 2300.0 + 64.0) / machine_memory_bytes());
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    const std::string text = refusal(box, {.size = 0.97 * edge});
    EXPECT_NE(text.find("this machine has"), std::string::npos) << text;
    // The other side of the limit is taken, and would go on for minutes.
    CancelToken cancel;
    cancel.request();
    try {
        tetrahedralise(box, {.size = 1.03 * edge}, "Box", cancel);
        FAIL() << "was not cancelled";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Cancelled) << error.what();
    }
}

TEST(Tetrahedralise, CanBeCancelled) {
    CancelToken cancel;
    cancel.request();
    try {
        tetrahedralise(test::ball_mesh(0.5, 24, 24), {}, "ball", cancel);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Cancelled);
    }
}

}  // namespace
}  // namespace sinew::tetrahedra
