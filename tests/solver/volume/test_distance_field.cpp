#include "volume/distance_field.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.hpp"
#include "support/random.hpp"
#include "support/shapes.hpp"

namespace sinew::volume {
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;
using namespace sinew::test;

TEST(DistanceField, OfABallIsTheDistanceToIt) {
    const DistanceField field(ball_mesh(1.0, 80, 80));
    Random random(2);
    double near = 0.0;
    double far = 0.0;
    double turned = 0.0;
    for (int i = 0; i < 5000; ++i) {
        const Vector3d p = random.vector3(1.0);
        if (p.norm() < 0.2) continue;  // the gradient at the centre has no direction
        const DistanceField::Sample sample = field.sample(p);
        const double error = std::abs(sample.distance - (p.norm() - 1.0));
        if (std::abs(p.norm() - 1.0) < 0.04) {
            near = std::max(near, error);
            turned = std::max(turned, (sample.gradient - p.normalized()).norm());
        } else {
            far = std::max(far, error);
        }
    }
    EXPECT_LT(near, 2e-3);
    EXPECT_LT(turned, 0.06);
    EXPECT_LT(far, 0.05);
}

TEST(DistanceField, IsExactAtFlatFaces) {
    const DistanceField field(box_mesh({0, 0, 0}, {2, 1, 1}));
    for (const double offset : {-0.04, -0.01, 0.0, 0.003, 0.03}) {
        const DistanceField::Sample sample = field.sample({0.77, 0.51, 1.0 + offset});
        EXPECT_NEAR(sample.distance, offset, 1e-6);
        EXPECT_NEAR((sample.gradient - Vector3d::UnitZ()).norm(), 0.0, 1e-5);
    }
}

TEST(DistanceField, GradientIsTheDerivative) {
    const DistanceField field(fork_mesh());
    Random random(3);
    const double step = 1e-7;
    for (int i = 0; i < 500; ++i) {
        const Vector3d p = Vector3d(0, 0, 0.15) + random.vector3(0.14);
        if (!field.box().contains(p)) continue;
        const Vector3d gradient = field.sample(p).gradient;
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3d d = step * Vector3d::Unit(axis);
            const double slope =
                (field.sample(p + d).distance - field.sample(p - d).distance) / (2.0 * step);
            EXPECT_NEAR(slope, gradient[axis], 1e-4);
        }
    }
}

TEST(DistanceField, GoesOnOutsideItsBox) {
    const DistanceField field(box_mesh({0, 0, 0}, {1, 1, 1}));
    const DistanceField::Sample sample = field.sample({0.5, 0.5, 11.0});
    EXPECT_NEAR(sample.distance, 10.0, 0.05);
    EXPECT_NEAR((sample.gradient - Vector3d::UnitZ()).norm(), 0.0, 1e-12);
    // No jump at the side of the box.
    const double side = field.box().max().z();
    EXPECT_NEAR(field.sample({0.5, 0.5, side - 1e-9}).distance,
                field.sample({0.5, 0.5, side + 1e-9}).distance, 1e-6);
}

TEST(DistanceField, IsRoundOutsideItsBoxToo) {
    // Its box reaches four voxels of two millimetres beyond the ball; a thick rod that lies on it has its axis outside.
    const DistanceField field(ball_mesh(0.05, 60, 60), 0.002);
    Random random(7);
    for (int i = 0; i < 200; ++i) {
        const Vector3d away = random.vector3().normalized();
        for (const double height : {0.012, 0.02, 0.2}) {
            const DistanceField::Sample sample = field.sample((0.05 + height) * away);
            EXPECT_NEAR(sample.distance, height, 1e-3) << away.transpose();
            EXPECT_GT(sample.gradient.dot(away), 0.997) << away.transpose();
        }
    }
}

TEST(DistanceField, IsThatToACornerOutsideItsBox) {
    const DistanceField field(box_mesh({0, 0, 0}, {1, 1, 1}), 0.05);
    // Corners are rounded over a voxel.
    EXPECT_NEAR(field.sample({2, 2, 2}).distance, std::sqrt(3.0), 0.05);
    EXPECT_NEAR(field.sample({2, 0.3, 0.4}).distance, 1.0, 1e-3);
    EXPECT_NEAR(field.sample({-1, 0.3, 2}).distance, std::sqrt(2.0), 0.05);
}

TEST(DistanceField, StaysSolidAtAHole) {
    const TriangleMesh holed =
        without_triangles(ball_mesh(1.0, 60, 60), [](int t) { return t >= 3000 && t < 3010; });
    const DistanceField field(holed);
    EXPECT_LT(field.sample(Vector3d::Zero()).distance, -0.9);
    EXPECT_GT(field.sample({1.2, 0.0, 0.0}).distance, 0.1);
}

TEST(DistanceField, RefusesWhatIsNoSurface) {
    const auto message = [](const TriangleMesh& mesh, double size) -> std::string {
        try {
            const DistanceField field(mesh, size, "Skull");
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    EXPECT_THAT(message({}, 0.0), HasSubstr("Skull: the mesh has no vertices"));
    const TriangleMesh box = box_mesh({0, 0, 0}, {1, 1, 1});
    EXPECT_THAT(message(box, -1.0), HasSubstr("voxel size is -1"));
    EXPECT_THAT(message(box, std::nan("")), HasSubstr("voxel size is nan"));
}

}  // namespace
}  // namespace sinew::volume
