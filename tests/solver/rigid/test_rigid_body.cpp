#include "rigid/rigid_body.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "math/rotation.hpp"
#include "support/implicit_bodies.hpp"
#include "support/shapes.hpp"

namespace sinew::rigid {
namespace {

RigidDef brick() {
    RigidDef def;
    def.name = "Brick";
    def.mesh = test::box_mesh(Vector3d(0.3, 0.1, 0.7), Vector3d(0.1, 0.2, 0.4));
    return def;
}

double strain_of(const RigidBody& body) {
    const Eigen::Matrix3d& A = body.axes();
    return 0.5 * (A.transpose() * A - Eigen::Matrix3d::Identity()).norm();
}

TEST(RigidBody, AtRestItIsExactlyWhatWasGiven) {
    const RigidDef def = brick();
    test::ImplicitStepper run({});
    const RigidBody body(def, run.system);
    const std::vector<double> out = test::output_of(body);
    for (std::size_t i = 0; i < def.mesh.vertices.size(); ++i)
        EXPECT_EQ(Vector3d(out.data() + 3 * i), def.mesh.vertices[i]);
    run.step(0.04);
    EXPECT_EQ(test::output_of(body), out);
}

TEST(RigidBody, FallsAsBodiesFall) {
    test::ImplicitStepper run({.integrator = Integrator::Bdf2, .tolerance = 1e-10});
    RigidDef def = brick();
    def.initial_velocity = {Vector3d(1.0, 0.0, 2.0)};
    const RigidBody body(def, run.system);
    const Vector3d start = body.centre();
    const Vector3d gravity(0, 0, -9.81);
    for (int i = 0; i < 100; ++i)
        run.step(0.01, gravity);
    const Vector3d moved = body.centre() - start;
    EXPECT_NEAR(moved.x(), 1.0, 1e-9);
    EXPECT_NEAR(moved.z(), 2.0 - 0.5 * 9.81, 1e-3);
    EXPECT_NEAR(body.velocity().z(), 2.0 - 9.81, 1e-6);
    // Potential and kinetic energy together.
    const Energies energy = body.measure(run.last).energy;
    const double at_start = body.mass().mass * (2.5 + 9.81 * start.z());
    EXPECT_NEAR(energy.kinetic + energy.gravity, at_start, 1e-3 * at_start);
    EXPECT_LE(strain_of(body), 1e-12);
}

TEST(RigidBody, SpinsOnWithEveryIntegrator) {
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Bdf2}) {
        test::ImplicitStepper run({.integrator = integrator});
        RigidDef def = brick();
        def.initial_angular_velocity = {Vector3d(0, 0, 10.0)};
        const RigidBody body(def, run.system);
        for (int i = 0; i < 100; ++i) {
            // 0.4 rad a step.
            EXPECT_LE(run.step(0.04).iterations, 2);
        }
        EXPECT_NEAR(body.angular_velocity().z(), 10.0, 1e-6);
        const Quaterniond turned(body.axes());
        EXPECT_LE(angular_distance(turned, exp_quaternion({0, 0, 40.0})), 1e-5);
        EXPECT_LE(strain_of(body), 1e-12);
    }
}

TEST(RigidBody, TumblesAboutItsMiddleAxisWithoutLoss) {
    test::ImplicitStepper run({});
    RigidDef def = brick();
    def.initial_angular_velocity = {Vector3d(0.02, 8.0, 0.02)};
    const RigidBody body(def, run.system);
    const Vector3d momentum = body.angular_momentum();
    const double energy = body.measure(run.last).energy.kinetic;
    bool turned_over = false;
    for (int i = 0; i < 150; ++i) {
        run.step(0.02);
        EXPECT_LE((body.angular_momentum() - momentum).norm(), 1e-6 * momentum.norm());
        EXPECT_NEAR(body.measure(run.last).energy.kinetic, energy, 1e-5 * energy);
        turned_over = turned_over || (body.axes().transpose() * momentum).y() < 0.0;
    }
    EXPECT_TRUE(turned_over);
}

TEST(RigidBody, DampingTakesSpeedAndSpinAlike) {
    test::ImplicitStepper run({.integrator = Integrator::Bdf2, .tolerance = 1e-10});
    RigidDef def = brick();
    def.params.damping = 2.0;
    def.initial_velocity = {Vector3d(3.0, 0, 0)};
    def.initial_angular_velocity = {Vector3d(0, 0, 3.0)};
    const RigidBody body(def, run.system);
    for (int i = 0; i < 200; ++i)
        run.step(0.005);
    EXPECT_NEAR(body.velocity().x(), 3.0 * std::exp(-2.0), 1e-4);
    EXPECT_NEAR(body.angular_velocity().z(), 3.0 * std::exp(-2.0), 1e-6);
}

TEST(RigidBody, ContinuesFromASavedStateToTheBit) {
    RigidDef def = brick();
    def.initial_velocity = {Vector3d(1.0, 0.0, 2.0)};
    def.initial_angular_velocity = {Vector3d(3.0, 5.0, 1.0)};
    test::ImplicitStepper run({.integrator = Integrator::Bdf2});
    RigidBody body(def, run.system);
    for (int i = 0; i < 5; ++i)
        run.step(0.04, {0, 0, -9.81});
    ByteWriter out;
    body.save(out);
    test::ImplicitStepper again({.integrator = Integrator::Bdf2});
    RigidBody copy(def, again.system);
    ByteReader in(out.bytes());
    copy.load(in);
    for (int i = 0; i < 5; ++i) {
        run.step(0.04, {0, 0, -9.81});
        again.step(0.04, {0, 0, -9.81});
    }
    EXPECT_EQ(test::output_of(copy), test::output_of(body));
}

TEST(RigidBody, ShowsItsTransform) {
    test::ImplicitStepper run({});
    RigidDef def = brick();
    def.initial_velocity = {Vector3d(1.0, 0.0, 2.0)};
    def.initial_angular_velocity = {Vector3d(3.0, 5.0, 1.0)};
    const RigidBody body(def, run.system);
    for (int i = 0; i < 5; ++i)
        run.step(0.04);
    std::vector<double> matrix(12);
    for (const BodyResult& result : body.results()) {
        if (result.name == "transform") result.read(matrix);
    }
    const std::vector<double> positions = test::output_of(body);
    for (std::size_t i = 0; i < def.mesh.vertices.size(); ++i) {
        const Vector3d there = to_affine(matrix) * def.mesh.vertices[i];
        EXPECT_LE((there - Vector3d(positions.data() + 3 * i)).norm(), 1e-14);
    }
}

}  // namespace
}  // namespace sinew::rigid
