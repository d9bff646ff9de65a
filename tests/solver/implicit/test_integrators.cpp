// The integrators on problems with known solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "implicit/implicit_system.hpp"
#include "support/spring_body.hpp"

namespace sinew {
namespace {

using test::SpringBody;
using test::SpringBodyDef;

const Eigen::Vector3d FALL(0.0, 0.0, -9.81);

/// One body in a system of its own.
struct Motion {
    Motion(const SpringBodyDef& def, Integrator integrator)
        : system({.integrator = integrator, .iterations = 50, .tolerance = 1e-10}), body(def) {
        system.add(body);
    }
    void step(double dt, const Eigen::Vector3d& gravity) {
        StepInfo info;
        info.dt = dt;
        info.gravity = gravity;
        system.begin_step(info);
        const SolveReport report = system.solve(info, CancelToken());
        ASSERT_EQ(report.outcome, StepOutcome::Converged) << report.worst;
        system.accept_step(info);
    }

    ImplicitSystem system;
    SpringBody body;
};

SpringBodyDef one_point() {
    SpringBodyDef def;
    def.positions = {{0.0, 0.0, 0.0}};
    def.masses = {2.0};
    return def;
}

/// A point on a spring: ω² = k/m.
SpringBodyDef oscillator(double omega) {
    SpringBodyDef def;
    def.positions = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    def.masses = {1.0, 0.5};
    def.springs = {{0, 1}};
    def.pinned = {0};
    def.stiffness = 0.5 * omega * omega;
    return def;
}

/// The order of convergence from errors at dt, dt/2 and dt/4; all printed.
double order_of(const char* what, const std::function<double(double)>& error_at, double dt) {
    const double errors[] = {error_at(dt), error_at(dt / 2), error_at(dt / 4)};
    const double order = std::log2(errors[1] / errors[2]);
    std::printf("%s: error %.3g, %.3g, %.3g, order %.2f\n", what, errors[0], errors[1], errors[2],
                order);
    return order;
}

double free_fall_error(Integrator integrator, double dt) {
    Motion run(one_point(), integrator);
    run.body.set_velocities(Eigen::Vector3d(1.0, 0.0, 3.0));
    const int steps = static_cast<int>(std::lround(1.0 / dt));
    for (int i = 0; i < steps; ++i)
        run.step(dt, FALL);
    return (run.body.positions()[0] - (Eigen::Vector3d(1.0, 0.0, 3.0) + 0.5 * FALL)).norm();
}

TEST(Integrators, FreeFallFollowsTheParabola) {
    const double euler = order_of(
        "free fall, backward Euler",
        [](double dt) { return free_fall_error(Integrator::BackwardEuler, dt); }, 0.02);
    const double bdf2 = order_of(
        "free fall, BDF2", [](double dt) { return free_fall_error(Integrator::Bdf2, dt); }, 0.02);
    EXPECT_NEAR(euler, 1.0, 0.05);
    EXPECT_NEAR(bdf2, 2.0, 0.05);
    // Backward Euler is ahead by half a step: ½ g dt t.
    EXPECT_NEAR(free_fall_error(Integrator::BackwardEuler, 0.01), 0.5 * 9.81 * 0.01, 1e-6);
    EXPECT_LT(free_fall_error(Integrator::Bdf2, 0.01), 1e-3);
}

double oscillation_error(Integrator integrator, double dt) {
    constexpr double OMEGA = 2.0 * std::numbers::pi;
    Motion run(oscillator(OMEGA), integrator);
    Eigen::VectorXd rates = Eigen::VectorXd::Zero(6);
    rates[3] = 0.1 * OMEGA;
    run.body.set_velocities(rates);
    const int steps = static_cast<int>(std::lround(1.25 / dt));
    for (int i = 0; i < steps; ++i)
        run.step(dt, Eigen::Vector3d::Zero());
    return std::abs(run.body.positions()[1].x() - 1.1);  // a quarter past a full swing
}

TEST(Integrators, AVibrationConvergesWithTheOrderOfTheIntegrator) {
    const double euler = order_of(
        "vibration, backward Euler",
        [](double dt) { return oscillation_error(Integrator::BackwardEuler, dt); }, 0.0025);
    const double bdf2 = order_of(
        "vibration, BDF2", [](double dt) { return oscillation_error(Integrator::Bdf2, dt); },
        0.0025);
    EXPECT_NEAR(euler, 1.0, 0.15);
    EXPECT_NEAR(bdf2, 2.0, 0.35);
}

TEST(Integrators, Bdf2KeepsItsOrderWhenTheStepChanges) {
    // Steps of dt, dt, dt/2, dt/2 over and over, as when every third step fails once.
    const auto error_at = [](double dt) {
        constexpr double OMEGA = 2.0 * std::numbers::pi;
        Motion run(oscillator(OMEGA), Integrator::Bdf2);
        Eigen::VectorXd rates = Eigen::VectorXd::Zero(6);
        rates[3] = 0.1 * OMEGA;
        run.body.set_velocities(rates);
        for (double t = 0.0; t < 0.75 - 1e-9; t += 3.0 * dt) {
            for (const double part : {1.0, 1.0, 0.5, 0.5})
                run.step(part * dt, Eigen::Vector3d::Zero());
        }
        return std::abs(run.body.positions()[1].x() - 0.9);
    };
    EXPECT_NEAR(order_of("vibration, BDF2, changing steps", error_at, 0.0025), 2.0, 0.35);
}

double spin_error(Integrator integrator, double dt) {
    SpringBodyDef def = one_point();
    def.rotary_inertia = {0.5};
    def.torque = {0.0, 0.0, 2.0};
    Motion run(def, integrator);
    Eigen::VectorXd rates = Eigen::VectorXd::Zero(6);
    rates[5] = 3.0;
    run.body.set_velocities(rates);
    const int steps = static_cast<int>(std::lround(1.0 / dt));
    for (int i = 0; i < steps; ++i)
        run.step(dt, Eigen::Vector3d::Zero());
    EXPECT_NEAR(run.body.motion().rates()[5], 3.0 + 4.0, 1e-9);
    // φ = ω₀ t + ½ (τ/j) t² = 5 rad, more than half a turn and on the same branch.
    const Quaterniond exact = exp_quaternion({0.0, 0.0, 5.0});
    return (run.body.rotations()[0].coeffs() - exact.coeffs()).norm();
}

TEST(Integrators, ATorqueSpinsUpAPoint) {
    const double euler = order_of(
        "spin, backward Euler", [](double dt) { return spin_error(Integrator::BackwardEuler, dt); },
        0.02);
    const double bdf2 = order_of(
        "spin, BDF2", [](double dt) { return spin_error(Integrator::Bdf2, dt); }, 0.02);
    EXPECT_NEAR(euler, 1.0, 0.1);
    EXPECT_NEAR(bdf2, 2.0, 0.15);
}

/// A lattice of 2 × 2 × `cells` + 1 nodes along x, braced, hanging by its first end.
SpringBodyDef bar(int cells) {
    SpringBodyDef def;
    constexpr double SIZE = 0.1;
    for (int i = 0; i <= cells; ++i) {
        for (int k = 0; k < 4; ++k)
            def.positions.emplace_back(SIZE * i, SIZE * (k % 2), SIZE * (k / 2));
    }
    const int nodes = static_cast<int>(def.positions.size());
    for (int a = 0; a < nodes; ++a) {
        for (int b = a + 1; b < nodes; ++b) {
            if ((def.positions[b] - def.positions[a]).norm() < 1.8 * SIZE)
                def.springs.push_back({a, b});
        }
    }
    def.masses.assign(nodes, 0.05);
    def.stiffness = 2e4;
    return def;
}

double energy_kept(Integrator integrator) {
    SpringBodyDef def = bar(8);
    def.pinned = {0, 1};  // an axis along y
    Motion run(def, integrator);
    run.body.set_velocities(
        Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(def.positions.size())));
    // Energy above the lowest point of the swing: all of it is there to be lost.
    double lowest = 0.0;
    for (const Eigen::Vector3d& p : def.positions)
        lowest -= 0.05 * 9.81 * std::hypot(p.x(), p.z());
    const double before = run.body.total_energy(FALL) - lowest;
    for (int i = 0; i < 200; ++i)
        run.step(0.01, FALL);
    return (run.body.total_energy(FALL) - lowest) / before;
}

TEST(Integrators, ASwingingBarKeepsItsEnergyBetterWithBdf2) {
    const double euler = energy_kept(Integrator::BackwardEuler);
    const double bdf2 = energy_kept(Integrator::Bdf2);
    std::printf("swinging bar, 2 s at 10 ms: backward Euler keeps %.1f %%, BDF2 %.1f %%\n",
                100.0 * euler, 100.0 * bdf2);
    EXPECT_LT(euler, 0.95);
    EXPECT_GT(bdf2, 0.98);
    EXPECT_LT(bdf2, 1.001);  // neither makes energy
}

/// Amplitude after one second of a vibration that starts with 0.1 m.
double amplitude_left(SpringBodyDef def, double omega) {
    Motion run(def, Integrator::Bdf2);
    Eigen::VectorXd rates = Eigen::VectorXd::Zero(6);
    rates[3] = 0.1 * omega;
    run.body.set_velocities(rates);
    double largest = 0.0;
    constexpr double DT = 1e-3;
    for (int i = 1; i <= 1250; ++i) {
        run.step(DT, Eigen::Vector3d::Zero());
        if (i > 750) largest = std::max(largest, std::abs(run.body.positions()[1].x() - 1.0));
    }
    return largest / 0.1;
}

TEST(Integrators, DampingFollowsRayleighsModel) {
    constexpr double OMEGA = 2.0 * std::numbers::pi;
    // The largest swing between 0.75 s and 1.25 s is at about 0.75 s.
    SpringBodyDef by_stiffness = oscillator(OMEGA);
    by_stiffness.damping = 0.02;
    EXPECT_NEAR(amplitude_left(by_stiffness, OMEGA), std::exp(-0.5 * 0.02 * OMEGA * OMEGA * 0.75),
                0.02);
    SpringBodyDef by_mass = oscillator(OMEGA);
    by_mass.mass_damping = 0.8;
    EXPECT_NEAR(amplitude_left(by_mass, OMEGA), std::exp(-0.5 * 0.8 * 0.75), 0.02);
    EXPECT_GT(amplitude_left(oscillator(OMEGA), OMEGA), 0.99);
}

}  // namespace
}  // namespace sinew
