// Every boundary condition alone: what is held follows, what is not is free.
#include "shells/shell_pinning.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "shell_bodies.hpp"

namespace sinew::shells {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

/// A plate of soft rubber, 1 × 0.5 m; vertex 7 is in its middle, 0, 5 and 10 are its left edge.
ShellDef pinned_plate() {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.params.thickness = 0.02;
    def.params.length_scale = 0.02;
    return def;
}

ShellPins only_rotation(const std::vector<int>& vertices) {
    ShellPins pins = test::pins_at(vertices, true);
    pins.position = false;
    return pins;
}

/// The state after some quasi-static steps.
ShellState settled(const ShellDef& def, const std::vector<const Mover*>& movers = {}) {
    test::ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const ShellBody body(
        def, run.system,
        movers.empty() ? std::vector<const Mover*>(def.pins.size(), nullptr) : movers);
    for (int i = 0; i < 3; ++i)
        run.step(1.0);
    return body.state();
}

TEST(ShellPinning, HoldsRotationsAboutSomeAxesOnly) {
    ShellDef def = pinned_plate();
    def.pins = {test::pins_at({0, 5, 10}, true), only_rotation({7})};
    def.pins[1].rotations = AnimatedArray::constant({0.2, 0.3, 0.0});
    for (const bool about_y : {false, true}) {
        def.pins[1].axes = {!about_y, about_y, false};
        const Vector3d turn = log_quaternion(settled(def).rotations[7]);
        EXPECT_NEAR(turn[about_y ? 1 : 0], about_y ? 0.3 : 0.2, 0.01);
        EXPECT_LT(std::abs(turn[about_y ? 0 : 1]), 0.1);
    }
}

TEST(ShellPinning, HoldsPositionsAlongSomeAxesOnly) {
    ShellDef def = pinned_plate();
    def.pins = {test::pins_at({0, 5, 10}, true), test::pins_at({4, 9, 14}, false)};
    def.pins[1].axes = {false, false, true};
    def.pins[1].positions = AnimatedArray::constant({9, 9, 0.1, 9, 9, 0.1, 9, 9, 0.1});
    const ShellState state = settled(def);
    EXPECT_NEAR(state.positions[9].z(), 0.1, 1e-4);
    EXPECT_NEAR(state.positions[9].x(), 1.0, 0.02);
    EXPECT_NEAR(state.positions[9].y(), 0.25, 0.01);
}

/// Quaternions and rotation vectors say the same.
TEST(ShellPinning, TakesRotationsInBothForms) {
    ShellDef def = pinned_plate();
    def.pins = {test::pins_at({0, 5, 10}, true), only_rotation({7})};
    const Vector3d turn(0.1, -0.3, 0.2);
    const Quaterniond q = exp_quaternion(turn);
    for (const AnimatedArray& rotations : {AnimatedArray::constant({turn.x(), turn.y(), turn.z()}),
                                           AnimatedArray::constant({q.w(), q.x(), q.y(), q.z()})}) {
        def.pins[1].rotations = rotations;
        EXPECT_LT(angular_distance(settled(def).rotations[7], q), 2e-3);
    }
}

/// q and −q are one rotation: between keys of 0° and −q(10°) the pin asks for 5°, not for 175°.
TEST(ShellPinning, TurnsTheShorterWayBetweenQuaternions) {
    ShellDef def = pinned_plate();
    def.pins = {test::pins_at({0, 5, 10}, true), only_rotation({7})};
    const Quaterniond q = exp_quaternion({10.0 * M_PI / 180.0, 0.0, 0.0});
    // `settled` takes three frames, from frame 0.
    def.pins[1].rotations = AnimatedArray{
        .width = 4, .frames = {0.0, 6.0}, .values = {1, 0, 0, 0, -q.w(), -q.x(), 0, 0}};
    const Vector3d turn = log_quaternion(settled(def).rotations[7]);
    EXPECT_NEAR(turn.x(), 5.0 * M_PI / 180.0, 2e-3);
}

TEST(ShellPinning, AnimatedObjectsCarryVerticesEdgesAndDirectors) {
    ShellDef def = pinned_plate();
    def.pins = {test::pins_at({0, 5, 10}, true), test::pins_at({4, 9, 14}, true)};
    const Quaterniond turn = exp_quaternion({0.0, -0.4, 0.0});
    Eigen::Matrix<double, 3, 4, Eigen::RowMajor> transform;
    transform << turn.toRotationMatrix(), Vector3d(0.0, 0.0, 0.1);
    MoverDef bone;
    bone.name = "bone";
    bone.transforms = AnimatedArray::constant({transform.data(), transform.data() + 12});
    const Mover mover(bone);
    const ShellState state = settled(def, {nullptr, &mover});
    const ShellMesh mesh(def.mesh, def.edges, def.edge_points);
    for (const int node : {4, 9, 14, mesh.node_between(4, 9), mesh.node_between(9, 14)}) {
        const Vector3d expected = turn * mesh.nodes[node] + Vector3d(0.0, 0.0, 0.1);
        EXPECT_LT((state.positions[node] - expected).norm(), 1e-3) << node;
    }
    EXPECT_LT(angular_distance(state.rotations[9], turn), 1e-2);
}

/// Pins of less than full weight are meant to give: what they give is no error, of edges between them neither.
TEST(ShellPinning, OnlyFirmPinsCountAsErrors) {
    ShellDef def = pinned_plate();
    def.pins = {test::pins_at({0, 5, 10}, true), test::pins_at({4, 9, 14}, true)};
    def.pins[1].weights = {0.3, 1.0, 0.3};
    std::vector<double> pulls(9, 0.0);
    for (int i = 0; i < 3; ++i) {
        const Vector3d& at = def.mesh.vertices[5 * i + 4];
        for (int axis = 0; axis < 3; ++axis)
            pulls[3 * i + axis] = at[axis] + (axis == 2 && i != 1 ? 0.05 : 0.0);
    }
    def.pins[1].positions = AnimatedArray::constant(pulls);
    const auto errors = [](const ShellDef& plate) {
        test::ImplicitStepper run({.integrator = Integrator::QuasiStatic});
        const ShellBody body = test::make_body(plate, run.system);
        run.step(1.0);
        const double astray = 0.05 - body.state().positions[4].z();
        return std::pair(body.measure(run.last).pins, astray);
    };
    const auto [with_firm, astray] = errors(def);
    EXPECT_GT(astray, 1e-3);
    EXPECT_LT(with_firm.distance, 0.1 * astray);
    EXPECT_GT(with_firm.distance, 0.0);
    // Without a firm pin there is nothing to tell.
    def.pins = {def.pins[1]};
    def.pins[0].weights = {0.3, 0.3, 0.3};
    const PinErrors soft = errors(def).first;
    EXPECT_TRUE(std::isnan(soft.distance));
    EXPECT_TRUE(std::isnan(soft.angle));
}

TEST(ShellPinning, VelocitiesMoveVerticesAndTheEdgesBetweenThem) {
    ShellDef def = pinned_plate();
    def.pins = {test::pins_at({4, 9, 14}, false)};
    def.pins[0].velocities = AnimatedArray::constant({0, 0, 0.2, 0, 0, 0.2, 0, 0, 0.2});
    test::ImplicitStepper run({});
    const ShellBody body = test::make_body(def, run.system);
    for (int i = 0; i < 10; ++i)
        run.step(0.02);
    for (const int node : {9, body.mesh().node_between(4, 9)})
        EXPECT_NEAR(body.state().positions[node].z(), 0.2 * 0.2, 1e-4);
}

/// A torque on each vertex of the end, as the field of the job has it, does what the load shared by them does.
TEST(ShellPinning, TorquesByVertexAreThoseOfALoad) {
    ShellDef def = pinned_plate();
    def.pins = {test::pins_at({0, 5, 10}, true)};
    ShellDef by_vertex = def;
    def.loads = {{{4, 9, 14}, {}, AnimatedArray::constant({0.0, 0.03, 0.0})}};
    std::vector<double> torques(3 * def.mesh.vertices.size(), 0.0);
    for (const int vertex : {4, 9, 14})
        torques[3 * vertex + 1] = 0.01;
    by_vertex.torques = AnimatedArray::constant(torques);
    const ShellState one = settled(def);
    const ShellState other = settled(by_vertex);
    EXPECT_LT((one.positions[9] - other.positions[9]).norm(), 1e-9);
    EXPECT_GT(std::abs(one.positions[9].z()), 1e-3);
}

}  // namespace
}  // namespace sinew::shells
