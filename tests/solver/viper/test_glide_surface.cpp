#include "viper/glide_surface.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/shapes.hpp"

namespace sinew::viper {
namespace {

using Eigen::Vector3d;

TEST(GlideSurface, HoldsAPointAtTheDistanceItHasAtRest) {
    const std::vector<Vector3d> points{{0.12, 0, 0}, {0, 0.08, 0}};
    const GlideSurface ball(sinew::test::ball_mesh(0.1, 24, 24), points, "Ball");
    sinew::test::Random random(4);
    for (int i = 0; i < 20; ++i) {
        Eigen::Affine3d carried(random.rotation());
        carried.translation() = random.vector3(2.0);
        const Vector3d away = random.vector3().normalized();
        for (std::size_t k = 0; k < 2; ++k) {
            // From a place that is astray: the plane touches the ball of the radius that the point has at rest.
            const double radius = points[k].norm();
            const GlideSurface::Tangent plane =
                ball.tangent(k, carried * ((radius + 0.004) * away), carried);
            EXPECT_GT(plane.normal.dot(carried.linear() * away), 0.99);
            EXPECT_NEAR(plane.offset - plane.normal.dot(carried.translation()), radius, 1.5e-3);
        }
    }
}

TEST(GlideSurface, IsFiniteEverywhere) {
    // Also with a face that disagrees with the others.
    TriangleMesh mesh = sinew::test::ball_mesh(0.1, 12, 12);
    std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
    const std::vector<Vector3d> points{{0.1, 0, 0}};
    const GlideSurface ball(mesh, points, "Ball");
    for (const Vector3d& at : {Vector3d(0, 0, 0), Vector3d(0.1, 0, 0), Vector3d(50, 0, 0)}) {
        const GlideSurface::Tangent plane = ball.tangent(0, at, Eigen::Affine3d::Identity());
        EXPECT_NEAR(plane.normal.norm(), 1.0, 1e-12);
        EXPECT_TRUE(std::isfinite(plane.offset));
    }
}

}  // namespace
}  // namespace sinew::viper
