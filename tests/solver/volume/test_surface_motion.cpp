#include "volume/surface_motion.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/random.hpp"
#include "support/shapes.hpp"

namespace sinew::volume {
namespace {

using Eigen::Vector3d;
using namespace sinew::test;

TEST(SurfaceMotion, IsThatOfTheNearestPlace) {
    // A ball that is turned, moved and stretched: a linear motion, which is known everywhere.
    const TriangleMesh start = ball_mesh(0.5, 40, 40);
    Eigen::Affine3d motion(Eigen::AngleAxisd(0.3, Vector3d(1, 2, 3).normalized()));
    motion = Eigen::Translation3d(0.1, -0.2, 0.3) * motion * Eigen::Scaling(1.0, 1.2, 0.9);
    TriangleMesh end = start;
    for (Vector3d& v : end.vertices)
        v = motion * v;
    const SurfaceMotion surface(end, start.vertices, 0.05);
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        const Vector3d foot = motion * (0.5 * random.vector3().normalized());
        const Vector3d expected = foot - motion.inverse() * foot;
        EXPECT_LT((surface.at(foot) - expected).norm(), 0.01) << foot.transpose();
    }
    EXPECT_EQ(surface.at(motion * Vector3d::Zero()), Vector3d::Zero()) << "no surface is there";
}

TEST(SurfaceMotion, BlendsOverALargeTriangle) {
    // A floor of two triangles, one of whose corners rises.
    TriangleMesh end;
    end.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.2}};
    end.triangles = {{0, 1, 2}, {0, 2, 3}};
    std::vector<Vector3d> start = end.vertices;
    start[3].z() = 0.0;
    const SurfaceMotion floor(end, start, 0.05);
    EXPECT_LT(floor.at({0.75, 0.25, 0.0}).norm(), 1e-12);
    // Half-way from the diagonal to the corner that rises.
    EXPECT_LT((floor.at({0.25, 0.75, 0.1}) - Vector3d(0, 0, 0.1)).norm(), 1e-9);
}

}  // namespace
}  // namespace sinew::volume
