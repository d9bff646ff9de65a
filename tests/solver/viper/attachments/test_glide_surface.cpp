#include "viper/attachments/glide_surface.hpp"

#include <gtest/gtest.h>

#include "solver/viper/rod_fixture.hpp"
#include "support/finite_differences.hpp"
#include "support/random.hpp"
#include "support/shapes.hpp"
#include "viper/attachments/rod_glides.hpp"

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

TEST(RodGlides, GradientAndHessianMatchFiniteDifferences) {
    test::BatchOfOne rod(test::straight_rod(2, 0.2, 0.02));
    PointGlide glide;
    glide.point = 1;
    glide.weight = 300.0;
    glide.normal = Vector3d(0.6, 0.0, 0.8);
    glide.foot = Vector3d(0.09, 0.01, -0.02);
    glide.offset = glide.normal.dot(glide.foot);
    glide.direction[0] = Vector3d::UnitY();
    glide.direction[1] = glide.normal.cross(glide.direction[0]);
    glide.curvature[0] = 40.0;
    glide.curvature[1] = -15.0;
    rod.batch().glides = {glide};
    update_glides(rod.batch(), rod.batch().current, false);
    // It pulls away with 300 N/m of its gap: bent back where the surface curves away, along the other direction not.
    const double pull = 300.0 * (glide.normal.dot(Vector3d(0.1, 0, 0)) - glide.offset);
    ASSERT_GT(pull, 0.0);
    EXPECT_NEAR(rod.batch().glides[0].bent_back[0], 40.0 * pull, 1e-9);
    EXPECT_EQ(rod.batch().glides[0].bent_back[1], 0.0);
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(rod.unknowns());
    const auto value = [&](const Eigen::VectorXd& x) { return rod.value(x); };
    value(zero);
    const Eigen::VectorXd gradient = rod.gradient();
    const Eigen::MatrixXd hessian = rod.hessian();
    EXPECT_TRUE(sinew::test::gradient_matches(value, gradient, zero, {.relative = 1e-5}));
    const auto slope = [&](const Eigen::VectorXd& x) {
        value(x);
        return Eigen::VectorXd(rod.gradient());
    };
    EXPECT_TRUE(sinew::test::jacobian_matches(
        [&](const Eigen::VectorXd& x) {
            return Eigen::VectorXd(slope(x).segment<3>(ROD_UNKNOWNS));
        },
        hessian.middleRows(ROD_UNKNOWNS, 3), zero, {.relative = 1e-5}));
}

}  // namespace
}  // namespace sinew::viper
