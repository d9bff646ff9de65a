#include "solids/solid_pinning.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "math/rotation.hpp"
#include "solid_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Vector3d;
using test::bar;
using test::ImplicitStepper;

TEST(SolidPinning, HoldsMovesTurnsAndLetsGo) {
    SolidDef def = bar({0.6, 0.2, 0.2}, {6, 2, 2});
    const auto left = test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; });
    const auto right = test::vertices_where(def, [](auto& x) { return x.x() > 0.6 - 1e-9; });
    def.pins = {test::pins_at(left, true), test::pins_at(right, true)};
    std::vector<double> velocities;
    std::vector<double> spins;
    for (std::size_t i = 0; i < right.size(); ++i) {
        velocities.insert(velocities.end(), {0.1, 0.0, 0.0});
        spins.insert(spins.end(), {0.3, 0.0, 0.0});
    }
    def.pins[1].velocities = AnimatedArray::constant(velocities);
    def.pins[1].angular_velocities = AnimatedArray::constant(spins);
    def.pins[1].release_frame = 10.0;
    ImplicitStepper run({});
    const SolidBody body = test::make_body(def, run.system);
    for (int i = 0; i < 10; ++i)
        run.step(0.05);
    for (const int vertex : left)
        EXPECT_LT((body.state().positions[vertex] - def.tets.vertices[vertex]).norm(), 1e-4);
    for (const int vertex : right) {
        EXPECT_NEAR(body.state().positions[vertex].x(), 0.65, 1e-4);
        EXPECT_NEAR(log_quaternion(body.state().rotations[vertex]).x(), 0.15, 1e-3);
    }
    for (int i = 0; i < 20; ++i)
        run.step(0.05);
    EXPECT_LT(body.state().positions[right[0]].x(), 0.64);  // it has let go
}

TEST(SolidPinning, TellsHowFarItGivesWay) {
    SolidDef def = bar({0.6, 0.2, 0.2}, {3, 1, 1});
    const auto left = test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; });
    def.pins = {test::pins_at(left, true)};
    std::vector<double> torques(3 * def.tets.vertices.size(), 0.0);
    for (const int vertex : left)
        torques[3 * vertex + 1] = 20.0;
    def.torques = AnimatedArray::constant(torques);
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const SolidBody body = test::make_body(def, run.system);
    EXPECT_EQ(body.measure(run.last).pins.angle, 0.0);
    run.step(0.1);
    double distance = 0.0;
    double angle = 0.0;
    for (const int vertex : left) {
        distance =
            std::max(distance, (body.state().positions[vertex] - def.tets.vertices[vertex]).norm());
        angle = std::max(angle, log_quaternion(body.state().rotations[vertex]).norm());
    }
    EXPECT_GT(angle, 1e-6);
    EXPECT_NEAR(body.measure(run.last).pins.angle, angle, 1e-3 * angle);
    EXPECT_NEAR(body.measure(run.last).pins.distance, distance, 1e-9);
}

TEST(SolidPinning, FollowsMoversAxesAndWeights) {
    SolidDef def = bar({0.6, 0.2, 0.2}, {3, 1, 1});
    const auto left = test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; });
    def.pins = {test::pins_at(left, true), test::pins_at({3}, false)};
    def.pins[0].mover = "bone";
    def.pins[1].axes = {false, false, true};
    def.pins[1].positions = AnimatedArray::constant({9.0, 9.0, 0.05});
    def.pins[1].weights = {0.5};
    const Eigen::Affine3d carry =
        Eigen::Translation3d(0.3, 0.0, 0.0) * Eigen::AngleAxisd(0.8, Vector3d::UnitZ());
    std::vector<double> matrix;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column)
            matrix.push_back(carry.matrix()(row, column));
    }
    const Mover bone({.name = "bone", .transforms = AnimatedArray::constant(matrix)});
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const SolidBody body(def, run.system, {&bone, nullptr});
    run.step(1.0);
    for (const int vertex : left) {
        EXPECT_LT((body.state().positions[vertex] - carry * def.tets.vertices[vertex]).norm(),
                  1e-4);
        EXPECT_LT(angular_distance(body.state().rotations[vertex], Quaterniond(carry.rotation())),
                  1e-3);
    }
    // Half a weight pulls, but not all the way, and along z only.
    const double z = body.state().positions[3].z();
    EXPECT_GT(z, 1e-3);
    EXPECT_LT(z, 0.049);
}

}  // namespace
}  // namespace sinew::solids
