#include "volume/winding_number.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/shapes.hpp"

namespace sinew::volume {
namespace {

using Eigen::Vector3d;
using namespace sinew::test;

TEST(WindingNumber, IsOneInsideAndZeroOutsideOfABox) {
    const WindingNumber winding(box_mesh(Vector3d::Zero(), Vector3d::Ones()));
    EXPECT_NEAR(winding.at({0.5, 0.5, 0.5}), 1.0, 1e-12);
    EXPECT_NEAR(winding.at({0.01, 0.02, 0.97}), 1.0, 1e-12);
    EXPECT_NEAR(winding.at({1.01, 0.5, 0.5}), 0.0, 1e-12);
    EXPECT_NEAR(winding.at({30.0, 0.5, 0.5}), 0.0, 0.01);
}

TEST(WindingNumber, AgreesWithTheSumOverAllTriangles) {
    const TriangleMesh closed = fork_mesh();
    const TriangleMesh open = without_triangles(spindle_mesh(), [](int t) { return t % 7 == 0; });
    Random random(1);
    for (const TriangleMesh& mesh : {closed, open}) {
        const WindingNumber winding(mesh);
        double worst = 0.0;
        for (int i = 0; i < 1000; ++i) {
            const Vector3d p = Vector3d(0, 0, 0.15) + random.vector3(0.2);
            worst = std::max(worst, std::abs(winding.at(p) - exact_winding_number(mesh, p)));
        }
        EXPECT_LT(worst, 0.01);
    }
}

TEST(WindingNumber, KnowsTheQuadrupolesOfFarSurfaces) {
    // The walls of a box without its lid face away from each other: their dipoles cancel, and beside the box
    // what is left is that they are not in one place.
    const TriangleMesh open =
        without_triangles(box_mesh(-Vector3d::Ones(), Vector3d::Constant(2.0)),
                          [](int t) { return t == 2 || t == 3; });
    const WindingNumber winding(open);
    for (const Vector3d& p : {Vector3d(0, 0, 9), Vector3d(0, 9, 0), Vector3d(5, -6, 4)}) {
        const double exact = exact_winding_number(open, p);
        EXPECT_NEAR(winding.at(p), exact, 0.1 * std::abs(exact)) << p.transpose();
    }
}

TEST(WindingNumber, ChangesSmoothlyAcrossAHole) {
    // A box without its lid: on the plane of the lid one half, by symmetry more inside and less outside.
    TriangleMesh mesh = box_mesh(-Vector3d::Ones(), Vector3d::Constant(2.0));
    mesh = without_triangles(mesh, [](int t) { return t == 2 || t == 3; });
    const WindingNumber winding(mesh);
    EXPECT_NEAR(winding.at({0, 0, 0}), 5.0 / 6.0, 1e-12);
    EXPECT_NEAR(winding.at({0, 0, 1.0}), 0.5, 1e-12);
    EXPECT_TRUE(winding.inside({0, 0, 0.9}));
    EXPECT_FALSE(winding.inside({0, 0, 1.1}));
}

TEST(WindingNumber, CountsShellsThatOverlap) {
    const TriangleMesh a = box_mesh({0, 0, 0}, {1, 1, 1});
    const TriangleMesh b = box_mesh({0.5, 0, 0}, {1, 1, 1});
    EXPECT_NEAR(WindingNumber(joined(a, b)).at({0.75, 0.5, 0.5}), 2.0, 1e-12);
}

TEST(WindingNumber, LeavesOutTrianglesWithoutArea) {
    TriangleMesh mesh = box_mesh(Vector3d::Zero(), Vector3d::Ones());
    mesh.triangles.emplace_back(0, 7, 7);
    // On the line of the triangle without area.
    EXPECT_NEAR(WindingNumber(mesh).at({0.5, 0.5, 0.5}), 1.0, 1e-12);
}

}  // namespace
}  // namespace sinew::volume
