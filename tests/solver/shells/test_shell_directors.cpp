#include "shells/shell_directors.hpp"

#include <gtest/gtest.h>

#include "shell_bodies.hpp"
#include "support/director_crosses.hpp"

namespace sinew::shells {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using test::Cross;
using test::crosses_of;
using test::ImplicitStepper;
using test::plate;

DirectorsBody directors_of(const ShellBody& shell, int count) {
    return {test::shown_directors(count), std::make_unique<ShellDirectors>(shell)};
}

TEST(ShellDirectors, StandOnTheSurfaceAtRest) {
    const ShellDef def = test::moebius(1.0, 0.3, 12, 2);
    ImplicitStepper run({});
    const ShellBody shell = test::make_body(def, run.system);
    DirectorsBody all = directors_of(shell, 1000);
    const std::vector<Vector3d> normals = vertex_normals(def.mesh);
    const std::vector<Cross> crosses = crosses_of(all);
    ASSERT_EQ(crosses.size(), normals.size());
    for (std::size_t i = 0; i < crosses.size(); ++i) {
        EXPECT_EQ((crosses[i].place - def.mesh.vertices[i]).norm(), 0.0);
        EXPECT_NEAR(crosses[i].directors.determinant(), 1.0, 1e-12);
        EXPECT_LT((crosses[i].directors.col(2) - normals[i]).norm(), 1e-12);
        EXPECT_EQ(crosses[i].curvature, 0.0);
    }
}

TEST(ShellDirectors, AreHalfTheirDistanceLong) {
    const ShellDef def = plate(1.0, 0.5, 4, 2);
    ImplicitStepper run({});
    const ShellBody shell = test::make_body(def, run.system);
    EXPECT_NEAR(directors_of(shell, 8).length(), 0.5 * std::sqrt(0.5 / 8), 1e-12);
}

// A strip along x that was asked to roll up about y does so, and its third director turns with it.
TEST(ShellDirectors, ShowTheCurvatureThatAShellWasGiven) {
    constexpr double CURVATURE = 1.5;
    ShellDef def = plate(1.0, 0.1, 16, 2);
    def.params.thickness = 0.02;
    std::vector<double> curvature(9, 0.0);
    curvature[3] = CURVATURE;  // about y along x
    def.rest_curvature = AnimatedArray::constant(curvature);
    test::clamp_left(def);
    ImplicitSettings settings;
    settings.integrator = Integrator::QuasiStatic;
    ImplicitStepper run(settings);
    const ShellBody shell = test::make_body(def, run.system);
    run.step(0.04);
    DirectorsBody body = directors_of(shell, 1000);
    const std::vector<Cross> crosses = crosses_of(body);
    for (std::size_t i = 0; i < crosses.size(); ++i) {
        const double x = def.mesh.vertices[i].x() - def.mesh.vertices[0].x();
        EXPECT_LT(
            (crosses[i].directors.transpose() * crosses[i].directors - Matrix3d::Identity()).norm(),
            1e-9);
        EXPECT_NEAR(crosses[i].curvature, CURVATURE, 0.05 * CURVATURE);
        EXPECT_NEAR(std::atan2(crosses[i].directors(0, 2), crosses[i].directors(2, 2)),
                    CURVATURE * x, 0.03);
    }
}

}  // namespace
}  // namespace sinew::shells
