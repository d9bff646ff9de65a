#include "shells/shell_start.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "shell_bodies.hpp"

namespace sinew::shells {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using std::numbers::pi;

/// Where a strip along x is when it is rolled up about y by so many radians over its length, without stretching.
std::vector<Vector3d> rolled(const ShellDef& strip, double length, double angle) {
    const double radius = length / angle;
    std::vector<Vector3d> positions;
    for (const Vector3d& X : strip.mesh.vertices) {
        const double phi = X.x() / radius;
        positions.emplace_back(radius * std::sin(phi), X.y(), radius * (1.0 - std::cos(phi)));
    }
    return positions;
}

std::vector<Vector3d> moved(const std::vector<Vector3d>& positions, const Quaterniond& turn) {
    std::vector<Vector3d> out;
    for (const Vector3d& x : positions)
        out.emplace_back(turn * x + Vector3d(1.0, -2.0, 3.0));
    return out;
}

double elastic_energy(const ShellDef& def) {
    ImplicitSystem system({});
    return test::make_body(def, system).measure({}).energy.elastic;
}

TEST(ShellStart, RestIsWithoutEnergyWhereverItIsTurned) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.params.length_scale = 0.1;
    def.edge_points = {{{0, 1}, Vector3d(0.12, -0.02, 0.03)}};
    const double scale = def.params.young_modulus * def.params.thickness;
    def.initial_positions = def.mesh.vertices;
    EXPECT_LT(elastic_energy(def), 1e-24 * scale);
    for (const double angle : {0.3, 2.0, pi, 5.0}) {
        def.initial_positions =
            moved(def.mesh.vertices, exp_quaternion(angle * Vector3d(1.0, 2.0, -1.0).normalized()));
        EXPECT_LT(elastic_energy(def), 1e-24 * scale) << angle;
    }
}

/// One and a half turns: rotations of the two ends differ by more than a full turn, neighbours are on one branch.
TEST(ShellStart, RolledUpHasTheEnergyOfItsCurvature) {
    const double length = 1.0;
    const double width = 0.1;
    ShellDef def = test::plate(length, width, 48, 4);
    def.edges = EdgeShape::Smooth;
    const double angle = 3.0 * pi;
    def.initial_positions = rolled(def, length, angle);
    const double h = def.params.thickness;
    const double nu = def.params.poisson_ratio;
    const double D = def.params.young_modulus * h * h * h / (12.0 * (1.0 - nu * nu));
    const double kappa = angle / length;
    const double bending = 0.5 * D * kappa * kappa * length * width;
    ImplicitSystem system({});
    const ShellBody body = test::make_body(def, system);
    // Vertices at the ends have triangles on one side only and turn half an edge too little: a quarter of the energy in the
    // first and the last of 48 squares.
    EXPECT_NEAR(body.elements().energies().bending, bending * 46.5 / 48.0, 0.01 * bending);
    const Quaterniond first = body.state().rotations.front();
    const Quaterniond last = body.state().rotations[48];
    const double turn = log_quaternion(last * first.conjugate()).norm();
    EXPECT_NEAR(turn, 2.0 * pi - (angle * 47.0 / 48.0 - 2.0 * pi), 0.02);
}

TEST(ShellStart, BentStartRelaxesToAFlatRestShape) {
    ShellDef def = test::plate(1.0, 0.2, 10, 2);
    def.params.thickness = 0.05;
    test::clamp_left(def);
    def.initial_positions = rolled(def, 1.0, 2.0);
    // The second step begins with the motion of the first again, which is far from where it ends.
    test::ImplicitStepper stepper({.integrator = Integrator::QuasiStatic, .iterations = 100});
    const ShellBody body = test::make_body(def, stepper.system);
    const std::vector<double> out = test::output_of(body);
    for (std::size_t i = 0; i < def.initial_positions.size(); ++i)
        EXPECT_EQ(Vector3d(out[3 * i], out[3 * i + 1], out[3 * i + 2]), def.initial_positions[i]);
    for (int step = 0; step < 3; ++step)
        stepper.step(1.0);
    // The left edge starts along the first triangles, and is held like that.
    const Quaterniond turn = body.state().rotations[0];
    const double tip = (body.state().positions[10] - body.state().positions[0]).norm();
    EXPECT_NEAR(tip, 1.0, 1e-3);
    for (std::size_t i = 0; i < def.mesh.vertices.size(); ++i) {
        const Vector3d expected =
            body.state().positions[0] + turn * (def.mesh.vertices[i] - def.mesh.vertices[0]);
        EXPECT_LT((body.state().positions[i] - expected).norm(), 5e-3) << i;
    }
    EXPECT_LT(body.measure(stepper.last).pins.distance, 1e-4);
}

TEST(ShellStart, LinearElementsStartToo) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.element = ShellElementKind::Linear;
    def.initial_positions = moved(def.mesh.vertices, exp_quaternion({0.5, 1.0, -0.7}));
    EXPECT_LT(elastic_energy(def), 1e-20);
}

TEST(ShellStart, RefusesWhatCannotStart) {
    const auto problem = [](const ShellDef& def) {
        std::vector<Problem> problems;
        def.collect_problems(problems);
        EXPECT_EQ(problems.size(), 1);
        return problems.empty() ? std::string() : problems[0].message();
    };
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.initial_positions = {Vector3d::Zero()};
    EXPECT_NE(problem(def).find("initial.positions"), std::string::npos);
    def.initial_positions.assign(def.mesh.vertices.size(), Vector3d::Ones());
    EXPECT_NE(problem(def).find("no area"), std::string::npos);
    def.initial_positions = def.mesh.vertices;
    def.initial_positions[3].x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(problem(def).find("initial.positions"), std::string::npos);
}

/// A ring that starts with one full twist: its rotations come back with the other sign.
TEST(ShellStart, RefusesAFullTurnAroundAHole) {
    const int around = 32;
    const auto ring = [&](double twists) {
        std::vector<Vector3d> positions;
        for (int i = 0; i < around; ++i) {
            const double t = 2.0 * pi * i / around;
            for (const double s : {-0.05, 0.05}) {
                const double r = 1.0 + s * std::sin(twists * t);
                positions.emplace_back(r * std::cos(t), r * std::sin(t), s * std::cos(twists * t));
            }
        }
        return positions;
    };
    ShellDef def;
    def.name = "Ring";
    def.mesh.vertices = ring(0.0);
    for (int i = 0; i < around; ++i) {
        const int v = 2 * i;
        const int next = 2 * ((i + 1) % around);
        def.mesh.triangles.emplace_back(v, next, next + 1);
        def.mesh.triangles.emplace_back(v, next + 1, v + 1);
    }
    for (const auto& [twists, allowed] : {std::pair{1.0, false}, {2.0, true}}) {
        def.initial_positions = ring(twists);
        std::vector<Problem> problems;
        def.collect_problems(problems);
        EXPECT_EQ(problems.empty(), allowed) << twists;
        if (!allowed) {
            EXPECT_NE(problems.at(0).message().find("around a hole"), std::string::npos);
        }
    }
}

}  // namespace
}  // namespace sinew::shells
