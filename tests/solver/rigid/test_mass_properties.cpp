#include "rigid/mass_properties.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>
#include <utility>

#include "support/shapes.hpp"

namespace sinew::rigid {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

void expect_near(const Matrix3d& a, const Matrix3d& b, double error) {
    EXPECT_LE((a - b).norm(), error) << a << "\n\n" << b;
}

TEST(MassProperties, OfABox) {
    const Vector3d sides(1.0, 2.0, 3.0);
    const MassProperties box = solid_properties(test::box_mesh(Vector3d(5, 6, 7), sides), 100.0);
    EXPECT_NEAR(box.mass, 600.0, 1e-9);
    EXPECT_LE((box.centre - Vector3d(5.5, 7, 8.5)).norm(), 1e-12);
    // P = m s²/12; I about x = m (sy² + sz²)/12.
    expect_near(box.second_moments, 50.0 * Vector3d(1, 4, 9).asDiagonal().toDenseMatrix(), 1e-9);
    EXPECT_NEAR(box.inertia()(0, 0), 50.0 * 13.0, 1e-9);
}

TEST(MassProperties, OfATetrahedron) {
    TriangleMesh tet;
    tet.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tet.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    const MassProperties body = solid_properties(tet, 6.0);
    EXPECT_NEAR(body.mass, 1.0, 1e-14);
    EXPECT_LE((body.centre - Vector3d::Constant(0.25)).norm(), 1e-14);
    // ∫x² = 1/10 and ∫xy = 1/20 of the mass, about the corner.
    Matrix3d expected = Matrix3d::Constant(0.05 - 0.0625);
    expected.diagonal().setConstant(0.1 - 0.0625);
    expect_near(body.second_moments, expected, 1e-14);
}

TEST(MassProperties, OfABallAndItsSkin) {
    const TriangleMesh ball = test::ball_mesh(0.5, 120, 120);
    const MassProperties solid = solid_properties(ball, 1000.0);
    const double volume = 4.0 / 3.0 * std::numbers::pi * 0.125;
    EXPECT_NEAR(solid.mass, 1000.0 * volume, 2e-3 * solid.mass);
    EXPECT_NEAR(solid.inertia()(1, 1), 0.4 * solid.mass * 0.25, 2e-3 * solid.inertia()(1, 1));
    const MassProperties skin = wall_properties(ball, 1000.0, 0.001);
    EXPECT_NEAR(skin.mass, std::numbers::pi, 2e-3 * skin.mass);
    EXPECT_NEAR(skin.inertia()(2, 2), 2.0 / 3.0 * skin.mass * 0.25, 2e-3 * skin.inertia()(2, 2));
}

TEST(MassProperties, AFlatWallHasThicknessToo) {
    TriangleMesh square;
    square.vertices = {{0, 0, 2}, {1, 0, 2}, {1, 1, 2}, {0, 1, 2}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    const MassProperties wall = wall_properties(square, 100.0, 0.1);
    const MassProperties box =
        solid_properties(test::box_mesh(Vector3d(0, 0, 1.95), Vector3d(1, 1, 0.1)), 100.0);
    EXPECT_NEAR(wall.mass, box.mass, 1e-12);
    EXPECT_LE((wall.centre - box.centre).norm(), 1e-12);
    expect_near(wall.second_moments, box.second_moments, 1e-12);
}

TEST(MassProperties, FollowTheBodyAndDoNotAskWhichWayItsFacesLook) {
    TriangleMesh mesh = test::box_mesh(Vector3d::Zero(), Vector3d(1, 2, 3));
    const MassProperties before = solid_properties(mesh, 10.0);
    const Matrix3d R = Eigen::AngleAxisd(0.7, Vector3d(1, 2, -1).normalized()).toRotationMatrix();
    const Vector3d t(100, -50, 20);
    for (Vector3d& x : mesh.vertices)
        x = R * x + t;
    for (const bool inside_out : {false, true}) {
        if (inside_out) {
            for (Eigen::Vector3i& triangle : mesh.triangles)
                std::swap(triangle[0], triangle[1]);
        }
        const MassProperties after = solid_properties(mesh, 10.0);
        EXPECT_NEAR(after.mass, before.mass, 1e-9);
        EXPECT_LE((after.centre - (R * before.centre + t)).norm(), 1e-10);
        expect_near(after.second_moments, R * before.second_moments * R.transpose(), 1e-8);
    }
}

TEST(MassProperties, AnotherMassKeepsTheShape) {
    const MassProperties box =
        solid_properties(test::box_mesh(Vector3d::Zero(), Vector3d(1, 2, 3)), 10.0);
    const MassProperties light = box.scaled_to(6.0);
    EXPECT_DOUBLE_EQ(light.mass, 6.0);
    EXPECT_EQ(light.centre, box.centre);
    expect_near(light.second_moments, 0.1 * box.second_moments, 1e-12);
}

}  // namespace
}  // namespace sinew::rigid
