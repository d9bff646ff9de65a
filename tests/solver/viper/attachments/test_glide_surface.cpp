#include "viper/attachments/glide_surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

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

TEST(GlideSurface, CurvesAsABallDoes) {
    const std::vector<Vector3d> points{{0.12, 0, 0}, {0, 0, 0}};
    const GlideSurface ball(sinew::test::ball_mesh(0.1, 32, 32), points, "Ball");
    EXPECT_TRUE(ball.glides(0));
    EXPECT_FALSE(ball.glides(1));  // from its middle there is no way along it
    // Its faces are flat and its edges sharp: as a ball in the mean.
    sinew::test::Random random(5);
    double mean = 0.0;
    for (int i = 0; i < 400; ++i) {
        const GlideSurface::Tangent plane =
            ball.tangent(0, 0.12 * random.vector3().normalized(), Eigen::Affine3d::Identity());
        mean += (plane.curvature[0] + plane.curvature[1]) / 800.0;
        EXPECT_NEAR(plane.direction[0].dot(plane.normal), 0.0, 1e-12);
        EXPECT_NEAR(plane.direction[1].dot(plane.normal), 0.0, 1e-12);
        EXPECT_NEAR(plane.direction[0].dot(plane.direction[1]), 0.0, 1e-12);
    }
    EXPECT_NEAR(mean, 1.0 / 0.12, 0.15 / 0.12);
}

}  // namespace
}  // namespace sinew::viper
