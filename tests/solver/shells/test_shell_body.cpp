#include "shells/shell_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "linear_shell.hpp"
#include "math/rotation.hpp"
#include "shell_bodies.hpp"

namespace sinew::shells {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using test::ImplicitStepper;
using test::make_body;
using test::output_of;
using test::plate;

const Vector3d DOWN(0.0, 0.0, -9.81);

void expect_at_rest(const ShellBody& body) {
    const std::vector<double> out = output_of(body);
    for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], body.def().mesh.vertices[i / 3][i % 3]);
}

TEST(ShellBody, RestPoseInRestPoseOut) {
    for (const ShellModel model : {ShellModel::Plate, ShellModel::Curved}) {
        for (const ShellElementKind element :
             {ShellElementKind::Quadratic, ShellElementKind::Linear}) {
            ShellDef def = test::moebius(1.0, 0.3, 12, 2);
            def.edges = EdgeShape::Smooth;
            def.model = model;
            def.element = element;
            def.params.length_scale = 0.01;
            def.pins = {test::pins_at({0, 1, 2}, true)};
            ImplicitStepper run({});
            const ShellBody body = make_body(def, run.system);
            for (int i = 0; i < 3; ++i)
                run.step(0.04);
            expect_at_rest(body);
        }
    }
}

TEST(ShellBody, FallsFreelyWithEitherMass) {
    for (const bool consistent : {false, true}) {
        ShellDef def = plate(1.0, 0.5, 4, 2);
        def.consistent_mass = consistent;
        def.initial_velocities.assign(def.mesh.vertices.size(), Vector3d(1, 2, 3));
        ImplicitStepper run({.tolerance = 1e-9});
        const ShellBody body = make_body(def, run.system);
        for (int i = 0; i < 10; ++i)
            run.step(0.02, DOWN);
        // Backward Euler falls t²/2 + t dt/2.
        const Vector3d expected = 0.2 * Vector3d(1, 2, 3) + 0.5 * 0.2 * 0.22 * DOWN;
        for (std::size_t i = 0; i < def.mesh.vertices.size(); ++i)
            EXPECT_LT((body.state().positions[i] - def.mesh.vertices[i] - expected).norm(), 1e-9);
    }
}

// Both kinds of mass weigh the same, and no node is without: 1 m × 0.5 m × 1 mm of 1000 kg/m³, thicker on one side.
TEST(ShellBody, HasTheMassOfItsVolume) {
    for (const bool consistent : {false, true}) {
        ShellDef def = plate(1.0, 0.5, 4, 2);
        def.consistent_mass = consistent;
        for (const Vector3d& x : def.mesh.vertices)
            def.thickness.push_back(0.001 * (1.0 + x.x()));
        const MassMatrix mass = shell_mass(def, ShellMesh(def.mesh, EdgeShape::Straight, {}));
        const std::vector<double> sums = mass.row_sums();
        EXPECT_NEAR(std::accumulate(sums.begin(), sums.end(), 0.0), 0.75, 1e-12);
        for (const MassMatrix::Entry& entry : mass.entries()) {
            if (entry.i == entry.j) {
                EXPECT_GT(entry.mass, 0.0);
            }
        }
    }
}

/// Bends a clamped strip by a small force and gives its stiffness per width, P L³/(3 δ b).
double measured_stiffness(ShellDef def, double length, double width) {
    test::clamp_left(def);
    const double force = 1e-3 * def.params.young_modulus *
                         std::pow(def.params.thickness / length, 3) * length * width;
    def.loads = {{test::vertices_where(def, [&](const auto& x) { return x.x() == length; }),
                  AnimatedArray::constant({0.0, 0.0, force}),
                  {}}};
    ImplicitStepper run({.integrator = Integrator::QuasiStatic, .tolerance = 1e-10});
    const ShellBody body = make_body(def, run.system);
    run.step(1.0);
    double deflection = 0.0;
    for (const int vertex : def.loads[0].vertices)
        deflection +=
            body.state().positions[vertex].z() / static_cast<double>(def.loads[0].vertices.size());
    return force * std::pow(length, 3) / (3.0 * deflection * width);
}

// E h³/(12 (1 − ν²)) + 2 h µ L_c². With ν = 0 the strip is not held back at the clamp.
TEST(ShellBody, StripHasTheStiffnessOfItsThicknessAndLengthScale) {
    ShellDef def = plate(1.0, 0.1, 20, 2);
    def.params.thickness = 0.01;
    def.params.poisson_ratio = 0.0;
    const double bending = 1e6 * 1e-6 / 12.0;
    EXPECT_NEAR(measured_stiffness(def, 1.0, 0.1) / bending, 1.0, 2e-3);
    def.params.length_scale = 0.005;
    const double curvature = 2.0 * 0.01 * 0.5e6 * 0.005 * 0.005;
    EXPECT_NEAR(measured_stiffness(def, 1.0, 0.1) / (bending + curvature), 1.0, 3e-3);
    def.params.length_scale = 0.0;
    def.params.bending_scale = 3.0;
    EXPECT_NEAR(measured_stiffness(def, 1.0, 0.1) / (3.0 * bending), 1.0, 3e-3);
}

// Loads of 1e-5 and 1e-4 N at corners that rollers keep from moving along y: the deflection, up to 4 mm, is in proportion.
TEST(ShellBody, SmallLoadsOnPinnedVerticesCount) {
    const auto deflection = [](double force) {
        ShellDef def = plate(1.0, 0.1, 8, 1);
        def.params.young_modulus = 1e9;
        def.params.thickness = 1e-3;
        test::clamp_left(def);
        const std::vector<int> end =
            test::vertices_where(def, [](const auto& x) { return x.x() == 1.0; });
        VertexPins rollers = test::pins_at(end, false);
        rollers.axes = {false, true, false};
        def.pins.push_back(rollers);
        def.loads = {{end, AnimatedArray::constant({0.0, 0.0, force}), {}}};
        ImplicitStepper run({.integrator = Integrator::QuasiStatic});
        const ShellBody body = make_body(def, run.system);
        run.step(0.04);
        return body.state().positions[end[0]].z();
    };
    const double small = deflection(1e-5);
    EXPECT_GT(small, 2e-4);
    EXPECT_NEAR(small, 0.1 * deflection(1e-4), 2e-3 * small);
}

/// How far a force moves its point on a quarter of a hemisphere with a hole of 18°, by the force [m/N].
double pinched_compliance(double radius_by_thickness, double force) {
    ShellDef def = test::surface_of(8, 8, true, [](double u, double v) {
        const double around = 0.5 * M_PI * u;
        const double up = 0.4 * M_PI * v;
        return Vector3d(10.0 * std::cos(up) * std::cos(around),
                        10.0 * std::cos(up) * std::sin(around), 10.0 * std::sin(up));
    });
    def.params.thickness = 10.0 / radius_by_thickness;
    def.params.young_modulus = 6.825e7;
    const auto side = [&](int axis) {
        VertexPins pins = test::pins_at(
            test::vertices_where(def, [&](const auto& x) { return std::abs(x[axis]) < 1e-9; }),
            false);
        pins.axes = {axis == 0, axis == 1, false};
        return pins;
    };
    VertexPins level = test::pins_at({0}, false);
    level.axes = {false, false, true};
    def.pins = {side(0), side(1), level};
    def.loads = {{{0}, AnimatedArray::constant({force, 0.0, 0.0}), {}},
                 {{8}, AnimatedArray::constant({0.0, -force, 0.0}), {}}};
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const ShellBody body = make_body(def, run.system);
    run.step(0.04);
    return (body.state().positions[0].x() - 10.0) / force;
}

// Forces that move their points by some ten-thousandths of the radius at most.
TEST(ShellBody, ThinHemispheresAnswerToSmallLoadsInProportion) {
    for (const double radius_by_thickness : {1000.0, 2500.0}) {
        SCOPED_TRACE(radius_by_thickness);
        const double force = 1e6 * std::pow(radius_by_thickness, -3.0);
        const double compliance = pinched_compliance(radius_by_thickness, force);
        EXPECT_GT(compliance * force, 1e-6);
        EXPECT_NEAR(pinched_compliance(radius_by_thickness, 0.1 * force) / compliance, 1.0, 5e-3);
    }
}

// The same strip with three nodes to a triangle locks: ten times too stiff and more.
TEST(ShellBody, LinearElementsLock) {
    ShellDef def = plate(1.0, 0.1, 10, 1);
    def.params.thickness = 0.01;
    def.params.poisson_ratio = 0.0;
    const double bending = 1e6 * 1e-6 / 12.0;
    EXPECT_NEAR(measured_stiffness(def, 1.0, 0.1) / bending, 1.0, 0.02);
    def.element = ShellElementKind::Linear;
    EXPECT_GT(measured_stiffness(def, 1.0, 0.1) / bending, 10.0);
}

// An angular velocity given to vertices, and what the directors have turned by; and a torque.
TEST(ShellBody, DirectorsFollowPrescribedAngularVelocities) {
    ShellDef def = plate(1.0, 0.5, 4, 2);
    def.params.thickness = 0.02;
    test::clamp_left(def);
    ShellPins turn = test::pins_at({9}, true);
    turn.position = false;
    turn.angular_velocities = AnimatedArray::constant({0.0, 0.5, 0.0});
    def.pins.push_back(turn);
    ImplicitStepper run({});
    const ShellBody body = make_body(def, run.system);
    for (int i = 0; i < 10; ++i)
        run.step(0.02);
    const Quaterniond expected = exp_quaternion({0.0, 0.1, 0.0});
    EXPECT_LT(angular_distance(body.state().rotations[9], expected), 1e-3);
}

// Two radians in two steps: turns, not tangents of their halves.
TEST(ShellBody, AngularVelocitiesAreExactInLongSteps) {
    ShellDef def = plate(1.0, 1.0, 1, 1);
    def.params.thickness = 0.02;
    ShellPins turn = test::pins_at({0, 1, 2, 3}, true);
    turn.position = false;
    turn.angular_velocities =
        AnimatedArray::constant({0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0});
    def.pins.push_back(turn);
    ImplicitStepper run({});
    const ShellBody body = make_body(def, run.system);
    run.step(1.0);
    run.step(1.0);
    const Quaterniond expected = exp_quaternion({0.0, 0.0, 2.0});
    EXPECT_LT(angular_distance(body.state().rotations[0], expected), 1e-3);
}

TEST(ShellBody, TorqueBendsToTheCurvatureOfItsStiffness) {
    ShellDef def = plate(1.0, 0.1, 10, 1);
    def.params.thickness = 0.01;
    def.params.poisson_ratio = 0.0;
    test::clamp_left(def);
    const double stiffness = 1e6 * 1e-6 / 12.0 * 0.1;  // D b [N m²]
    // Curvature 0.5 about y all along: the end turns by 0.5.
    def.loads = {{test::vertices_where(def, [](const auto& x) { return x.x() == 1.0; }),
                  {},
                  AnimatedArray::constant({0.0, 0.5 * stiffness, 0.0})}};
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const ShellBody body = make_body(def, run.system);
    for (int i = 0; i < 4; ++i)
        run.step(1.0);
    EXPECT_LT(angular_distance(body.state().rotations[10], exp_quaternion({0.0, 0.5, 0.0})), 5e-3);
}

/// Gap between the ends of a strip that a moment 2π D b/L at its end rolls up in so many steps, by its length.
double rolled_gap(int steps) {
    ShellDef def = plate(1.0, 0.05, 20, 1);
    def.params.thickness = 0.02;
    def.params.poisson_ratio = 0.0;
    test::clamp_left(def);
    // In its plane: under a torque that does not turn with it a strip may also buckle sideways.
    ShellPins plane =
        test::pins_at(test::vertices_where(def, [](const auto&) { return true; }), false);
    plane.axes = {false, true, false};
    def.pins.push_back(plane);
    const double moment = 2.0 * M_PI * 1e6 * 8e-6 / 12.0 * 0.05;
    AnimatedArray torque;
    torque.frames = {0.0, static_cast<double>(steps)};
    torque.width = 3;
    torque.values = {0.0, 0.0, 0.0, 0.0, moment, 0.0};
    def.loads = {
        {test::vertices_where(def, [](const auto& x) { return x.x() == 1.0; }), {}, torque}};
    ImplicitStepper run({.integrator = Integrator::QuasiStatic, .tolerance = 1e-6});
    const ShellBody body = make_body(def, run.system);
    for (int i = 0; i < steps; ++i)
        run.step(1.0);
    return (body.state().positions[20] - body.state().positions[0]).norm();
}

// The work of a torque is that of the angle, so a strip is rolled up alike in steps of 9° and of 2°.
TEST(ShellBody, MomentRollsAStripUpInAnyNumberOfSteps) {
    const double gap = rolled_gap(40);
    EXPECT_NEAR(gap, rolled_gap(200), 2e-4);
    EXPECT_LT(gap, 0.02);
}

// Rest curvature Γ₀_21 = κ rolls a strip to an arc without stress: the end is at (sin κL, −(1 − cos κL))/κ.
TEST(ShellBody, RestCurvatureRollsAStripUp) {
    for (const bool per_triangle : {false, true}) {
        ShellDef def = plate(1.0, 0.1, 20, 2);
        def.params.thickness = 0.01;
        test::clamp_left(def);
        std::vector<double> Gamma_0;
        for (std::size_t i = 0; i < (per_triangle ? def.mesh.triangles.size() : 1); ++i)
            Gamma_0.insert(Gamma_0.end(), {0, 0, 0, 2.0, 0, 0, 0, 0, 0});
        AnimatedArray& field = per_triangle ? def.triangle_rest_curvature : def.rest_curvature;
        field.width = Gamma_0.size();
        field.frames = {0.0, 8.0};
        field.values.assign(Gamma_0.size(), 0.0);
        field.values.insert(field.values.end(), Gamma_0.begin(), Gamma_0.end());
        ImplicitStepper run({.integrator = Integrator::QuasiStatic});
        const ShellBody body = make_body(def, run.system);
        for (int i = 0; i < 8; ++i)
            run.step(1.0);
        const Vector3d end = body.state().positions[20];
        EXPECT_NEAR(end.x(), std::sin(2.0) / 2.0, 2e-3);
        EXPECT_NEAR(end.z(), -(1.0 - std::cos(2.0)) / 2.0, 2e-3);
        // Of what it costs to stay flat, ½ D κ² per area.
        const double flat = 0.5 * 1e6 * 1e-6 / (12.0 * (1.0 - 0.09)) * 4.0 * 0.1;
        EXPECT_LT(body.measure(run.last).energy.elastic, 1e-3 * flat);
    }
}

/// How far the end of a strip of so many squares turns that wants a curvature of 6 x² [1/m], given by vertex or by quadrature point.
double turned_by_curvature(int squares, bool by_point) {
    ShellDef def = plate(1.0, 0.1, squares, 1);
    def.params.thickness = 0.01;
    def.params.length_scale = 0.1;
    test::clamp_left(def);
    const auto put = [](std::vector<double>& values, double x) {
        values.insert(values.end(), {0.0, 0.0, 0.0, 6.0 * x * x, 0.0, 0.0, 0.0, 0.0, 0.0});
    };
    std::vector<double> values;
    if (by_point) {
        for (const Eigen::Vector3i& t : def.mesh.triangles) {
            double sum = 0.0;
            for (const int v : t)
                sum += def.mesh.vertices[v].x() / 6.0;
            for (const int v : t)
                put(values, sum + 0.5 * def.mesh.vertices[v].x());
        }
        def.triangle_rest_curvature = AnimatedArray::constant(values);
    } else {
        for (const Vector3d& x : def.mesh.vertices)
            put(values, x.x());
        def.rest_curvature = AnimatedArray::constant(values);
    }
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const ShellBody body = make_body(def, run.system);
    run.step(1.0);
    return angular_distance(body.state().rotations[0], body.state().rotations[squares]);
}

// ∫ 6 x² dx = 2. Linear interpolation between n + 1 vertices turns it by 1/n² too far, 0.0156 with 8 squares; points have it exactly.
TEST(ShellBody, RestCurvatureBetweenVerticesIsThatOfTheField) {
    EXPECT_NEAR(turned_by_curvature(32, true), 2.0, 4e-3);
    EXPECT_NEAR(turned_by_curvature(8, false), turned_by_curvature(8, true), 0.0156 * 0.65);
}

TEST(ShellBody, RestStretchGrows) {
    ShellDef def = plate(1.0, 0.5, 4, 2);
    def.rest_stretch = AnimatedArray::constant({1.2});
    def.pins = {test::pins_at({0}, true)};
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const ShellBody body = make_body(def, run.system);
    run.step(1.0);
    for (std::size_t i = 0; i < def.mesh.vertices.size(); ++i)
        EXPECT_LT((body.state().positions[i] - 1.2 * def.mesh.vertices[i]).norm(), 1e-6);
}

// A strip without sides hangs from three vertices: nothing needs a normal that all agree on.
TEST(ShellBody, MoebiusStripFallsUnderGravity) {
    ShellDef def = test::moebius(0.05, 0.02, 16, 2);
    def.edges = EdgeShape::Smooth;
    def.params.thickness = 0.001;
    def.params.damping = 2.0;
    def.pins = {test::pins_at({0, 1, 2}, true)};
    ImplicitStepper run({});
    const ShellBody body = make_body(def, run.system);
    for (int i = 0; i < 20; ++i)
        run.step(0.01, DOWN);
    double lowest = 0.0;
    for (const Vector3d& x : body.state().positions)
        lowest = std::min(lowest, x.z());
    EXPECT_LT(lowest, -0.012);
    EXPECT_LT(body.measure(run.last).pins.distance, 1e-5);
}

// Triangles of 1 : 10,000 bake.
TEST(ShellBody, SliversDoNotStopIt) {
    ShellDef def = plate(1.0, 1e-4, 1, 1);
    ShellDef wide = plate(1.0, 0.5, 1, 1);
    for (Vector3d& x : wide.mesh.vertices)
        x.y() += 1e-4;
    // Vertices 2 and 3 of the sliver are 0 and 1 of the wide part.
    def.mesh.vertices.push_back(wide.mesh.vertices[2]);
    def.mesh.vertices.push_back(wide.mesh.vertices[3]);
    def.mesh.triangles.emplace_back(2, 3, 5);
    def.mesh.triangles.emplace_back(2, 5, 4);
    def.params.thickness = 0.01;
    test::clamp_left(def);
    ImplicitStepper run({});
    const ShellBody body = make_body(def, run.system);
    for (int i = 0; i < 10; ++i)
        run.step(0.01, DOWN);
    EXPECT_LT(body.state().positions[1].z(), -0.01);
    EXPECT_TRUE(body.state().positions[1].allFinite());
}

// A sheet falls flat on the floor and stays there.
TEST(ShellBody, LiesOnAPlane) {
    ShellDef def = plate(0.4, 0.4, 4, 4);
    for (Vector3d& x : def.mesh.vertices)
        x.z() = 0.02;
    def.params.thickness = 0.005;
    def.params.damping = 4.0;
    Colliders colliders;
    colliders.planes = {{.name = "Floor", .normal = Vector3d::UnitZ(), .offset = 0.0}};
    ImplicitStepper run({}, &colliders);
    const ShellBody body(def, run.system, {});
    for (int i = 0; i < 100; ++i)
        run.step(0.01, DOWN);
    // Its underside lies on the plane, its middle surface half a thickness above.
    for (const Vector3d& x : body.state().positions)
        EXPECT_NEAR(x.z(), 0.5 * def.params.thickness, 0.06 * def.params.thickness);
    const BodyMeasures measures = body.measure(run.last);
    EXPECT_GT(measures.min_distance, 0.0);
    EXPECT_LT(measures.min_distance, 0.06 * def.params.thickness);
    EXPECT_GT(measures.energy.contact, 0.0);
    EXPECT_LT(measures.energy.kinetic, 1e-6);
}

// In a step that was shortened the directors are held back; in all others they are as free as before.
TEST(ShellBody, DirectorsAreHeldBackInStepsThatAreTriedAgain) {
    double turned[2];
    for (const int halvings : {0, 1}) {
        ShellDef def = plate(1.0, 0.5, 4, 2);
        ShellPins still = test::pins_at({}, false);
        for (int i = 0; i < 15; ++i)
            still.vertices.push_back(i);
        def.pins = {still};
        def.params.density = 1e9;  // what holds back is a share of it
        def.torques = AnimatedArray::constant(std::vector<double>(45, 1e-3));
        ImplicitSystem system({});
        ShellBody body = make_body(def, system);
        const StepInfo step{.dt = 0.01, .frame_0 = 0.0, .frame_1 = 1.0, .halvings = halvings};
        system.begin_step(step);
        EXPECT_EQ(system.solve(step, CancelToken()).outcome, StepOutcome::Converged);
        system.accept_step(step);
        turned[halvings] = angular_distance(body.state().rotations[7], Quaterniond::Identity());
    }
    EXPECT_LT(turned[1], 0.1 * turned[0]);
}

// Two groups want one vertex in two places: it ends between them and the error is told.
TEST(ShellBody, PinsThatContradictEachOtherAreReported) {
    ShellDef def = plate(1.0, 0.5, 4, 2);
    def.pins = {test::pins_at({0, 5, 10}, true), test::pins_at({0}, false)};
    def.pins[1].positions = AnimatedArray::constant({0.2, 0.0, 0.0});
    ImplicitStepper run({});
    const ShellBody body = make_body(def, run.system);
    run.step(0.04);
    EXPECT_NEAR(body.measure(run.last).pins.distance, 0.1, 0.01);
}

TEST(ShellBody, PinsLetGo) {
    ShellDef def = plate(1.0, 0.5, 4, 2);
    test::clamp_left(def);
    def.pins[0].release_frame = 1.0;
    ImplicitStepper run({});
    const ShellBody body = make_body(def, run.system);
    run.step(0.04, DOWN);
    EXPECT_LT(std::abs(body.state().positions[0].z()), 1e-4);
    for (int i = 0; i < 3; ++i)
        run.step(0.04, DOWN);
    EXPECT_LT(body.state().positions[0].z(), -0.01);
}

// Directors of a sheet that is too soft to hold them turn by angular velocity times time, also by nearly half a turn in a step.
TEST(ShellBody, FreeDirectorsSpinAsFastAsTheyStart) {
    ShellDef def = plate(1.0, 0.5, 2, 1);
    def.params.young_modulus = 1e-12;
    def.params.rotary_inertia = 1.0;
    const Vector3d omega = 20.0 * M_PI * Vector3d(1.0, 2.0, -2.0) / 3.0;
    def.initial_angular_velocities.assign(def.mesh.vertices.size(), omega);
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Bdf2}) {
        SCOPED_TRACE(static_cast<int>(integrator));
        ImplicitStepper run({.integrator = integrator});
        const ShellBody body = make_body(def, run.system);
        for (int i = 1; i <= 5; ++i) {
            run.step(1.0 / 24.0);
            for (const Quaterniond& q : body.state().rotations)
                EXPECT_LT(angular_distance(q, exp_quaternion(i / 24.0 * omega)), 1e-7);
            EXPECT_LT((body.motion().rates().tail<3>() - omega).norm(), 1e-6);
        }
    }
}

// Pinned directors follow an angular velocity that changes, with both integrators.
TEST(ShellBody, PinnedDirectorsTurnAsFastAsAsked) {
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Bdf2}) {
        SCOPED_TRACE(static_cast<int>(integrator));
        ShellDef def = plate(1.0, 0.5, 2, 1);
        def.pins.push_back(test::pins_at({0}, true));
        def.pins[0].angular_velocities = AnimatedArray::constant({0.0, 0.0, 30.0});
        ImplicitStepper run({.integrator = integrator});
        const ShellBody body = make_body(def, run.system);
        for (int i = 0; i < 5; ++i)
            run.step(1.0 / 24.0);
        EXPECT_LT(angular_distance(body.state().rotations[0], exp_quaternion({0.0, 0.0, 6.25})),
                  1e-2);
    }
}

ShellDef busy_shell() {
    ShellDef def = plate(1.0, 0.5, 8, 4);
    def.params.thickness = 0.01;
    def.params.damping = 0.5;
    def.params.material_damping = 1e-3;
    def.params.rotary_inertia = 1e-4;
    def.consistent_mass = true;
    def.area_law = AreaLaw::Nonlinear;
    std::vector<double> Gamma_0(9, 0.0);
    Gamma_0[3] = 1.0;
    def.rest_curvature = AnimatedArray::constant(Gamma_0);
    test::clamp_left(def);
    return def;
}

TEST(ShellBody, SameBitsOnAnyNumberOfThreads) {
    std::vector<double> results[2];
    for (int i = 0; i < 2; ++i) {
        ThreadPool pool(i + 1);
        pool.run([&] {
            ImplicitStepper run({});
            const ShellBody body = make_body(busy_shell(), run.system);
            for (int k = 0; k < 5; ++k)
                run.step(0.02, DOWN);
            results[i] = output_of(body);
        });
    }
    EXPECT_EQ(results[0], results[1]);
}

TEST(ShellBody, GoesOnFromASavedState) {
    const ShellDef def = busy_shell();
    ImplicitStepper whole({.integrator = Integrator::Bdf2});
    const ShellBody body = make_body(def, whole.system);
    ByteWriter saved;
    for (int i = 0; i < 6; ++i) {
        if (i == 3) body.save(saved);
        whole.step(0.02, DOWN);
    }
    ImplicitStepper second({.integrator = Integrator::Bdf2});
    ShellBody resumed = make_body(def, second.system);
    ByteReader reader(saved.bytes());
    resumed.load(reader);
    second.frame = 3.0;
    for (int i = 0; i < 3; ++i)
        second.step(0.02, DOWN);
    EXPECT_EQ(output_of(resumed), output_of(body));
}

}  // namespace
}  // namespace sinew::shells
