// Each kind of joint alone against a known solution.
#include "joints/joint_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "rigid/rigid_body.hpp"
#include "support/implicit_bodies.hpp"
#include "support/shapes.hpp"

namespace sinew::joints {
namespace {

using Eigen::Vector3d;
using rigid::RigidBody;
using rigid::RigidDef;

const Vector3d GRAVITY(0, 0, -9.81);
/// What a joint may be off [m, rad].
constexpr double SMALL = 1e-6;

RigidDef brick(const std::string& name, const Vector3d& centre, const Vector3d& sides) {
    RigidDef def;
    def.name = name;
    def.mesh = test::box_mesh(centre - 0.5 * sides, sides);
    return def;
}

/// Turns about a point at the start.
RigidDef turning(RigidDef def, const Vector3d& centre, const Vector3d& about,
                 const Vector3d& omega) {
    def.initial_angular_velocity = {omega};
    def.initial_velocity = {omega.cross(centre - about)};
    return def;
}

JointDef joint(JointType type, const Vector3d& point, const Vector3d& axis = Vector3d::UnitY()) {
    JointDef def;
    def.name = "Joint";
    def.type = type;
    def.bodies = {"A"};
    def.point = {point};
    def.axis = {axis};
    return def;
}

ImplicitSettings precise() {
    return {.integrator = Integrator::Bdf2, .tolerance = 1e-9};
}

/// A rod that hangs from the origin, 1 m long.
RigidDef hanging_rod() {
    return brick("A", {0, 0, -0.5}, {0.1, 0.1, 1.0});
}

/// About the y axis through the origin.
double swing_inertia(const RigidBody& rod) {
    return rod.mass().inertia()(1, 1) + 0.25 * rod.mass().mass;
}

/// Angle and speed of a pendulum, θ″ = −ω² sin θ, by the classic method of Runge and Kutta.
struct ExactPendulum {
    double omega, angle, speed;

    void advance(double dt) {
        constexpr int PARTS = 20;
        const double h = dt / PARTS;
        const auto pull = [this](double at) { return -omega * omega * std::sin(at); };
        for (int i = 0; i < PARTS; ++i) {
            const double v1 = speed, a1 = pull(angle);
            const double v2 = speed + 0.5 * h * a1, a2 = pull(angle + 0.5 * h * v1);
            const double v3 = speed + 0.5 * h * a2, a3 = pull(angle + 0.5 * h * v2);
            const double v4 = speed + h * a3, a4 = pull(angle + h * v3);
            angle += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
            speed += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        }
    }
};

/// Largest difference between the angle of a pendulum and the exact one in one period of small swings, `steps` steps, over its amplitude.
double pendulum_error(JointType type, int steps) {
    test::ImplicitStepper run(precise());
    const RigidBody probe(hanging_rod(), run.system);
    const double omega = std::sqrt(9.81 * 0.5 * probe.mass().mass / swing_inertia(probe));
    const double amplitude = 0.5;
    ExactPendulum exact{omega, 0.0, amplitude * omega};
    test::ImplicitStepper swing(precise());
    const RigidBody rod(
        turning(hanging_rod(), {0, 0, -0.5}, Vector3d::Zero(), {0, amplitude * omega, 0}),
        swing.system);
    const Joint pivot(joint(type, Vector3d::Zero()), swing.system, {Holder{&rod}});
    const double dt = 2.0 * std::numbers::pi / omega / steps;
    double worst = 0.0;
    for (int i = 1; i <= steps; ++i) {
        swing.step(dt, GRAVITY);
        exact.advance(dt);
        const double angle = std::asin(rod.axes()(0, 2));
        worst = std::max(worst, std::abs(angle - exact.angle));
        EXPECT_LE(pivot.errors().distance, SMALL);
        if (type == JointType::Hinge) {
            // But for the strain of the rod, about g h²/(RIGIDITY ℓ).
            EXPECT_NEAR(pivot.coordinate(), angle, 4.0 * 9.81 * dt * dt / RigidBody::RIGIDITY);
            EXPECT_LE(pivot.errors().angle, SMALL);
        }
    }
    return worst / amplitude;
}

TEST(Joint, APendulumHasItsPeriod) {
    for (const JointType type : {JointType::Ball, JointType::Hinge}) {
        const double coarse = pendulum_error(type, 30);
        const double fine = pendulum_error(type, 60);
        const double finest = pendulum_error(type, 120);
        EXPECT_LT(finest, 0.01);
        EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.5);
        EXPECT_NEAR(std::log2(fine / finest), 2.0, 0.5);
    }
}

TEST(Joint, AFallingPendulumNeedsFewIterations) {
    for (const JointType type : {JointType::Ball, JointType::Hinge}) {
        test::ImplicitStepper run({});
        const RigidBody rod(brick("A", {0.5, 0, 0}, {1.0, 0.1, 0.1}), run.system);
        const Joint pivot(joint(type, Vector3d::Zero()), run.system, {Holder{&rod}});
        int iterations = 0;
        for (int i = 0; i < 50; ++i) {
            const int taken = run.step(0.02, GRAVITY).iterations;
            EXPECT_LE(taken, 8) << i;
            iterations += taken;
        }
        EXPECT_LE(iterations, 250);
    }
}

struct Chain {
    std::vector<std::unique_ptr<RigidBody>> links;
    std::vector<std::unique_ptr<Joint>> joints;

    double energy(const StepInfo& last) const {
        double sum = 0.0;
        for (const auto& link : links) {
            const Energies energy = link->measure(last).energy;
            sum += energy.kinetic + energy.gravity;
        }
        return sum;
    }
};

/// Links along x, from the origin, joined at their ends; the first to the world if it `hangs`.
Chain make_chain(test::ImplicitStepper& run, int count, bool hangs, JointType type,
                 const std::vector<Vector3d>& spins = {}) {
    Chain chain;
    for (int i = 0; i < count; ++i) {
        RigidDef def = brick("Link", {0.2 * i + 0.1, 0, 0}, {0.2, 0.04, 0.06});
        if (!spins.empty()) def.initial_angular_velocity = {spins[i]};
        chain.links.push_back(std::make_unique<RigidBody>(def, run.system));
        const JointDef pivot = joint(type, {0.2 * i, 0, 0});
        if (i == 0 && !hangs) continue;
        const Holder other{i == 0 ? nullptr : chain.links[i - 1].get()};
        chain.joints.push_back(std::make_unique<Joint>(
            pivot, run.system, std::array<Holder, SIDES>{Holder{chain.links[i].get()}, other}));
    }
    return chain;
}

TEST(Joint, AFallingChainNeedsFewIterations) {
    test::ImplicitStepper run({.integrator = Integrator::Bdf2});
    const Chain chain = make_chain(run, 3, true, JointType::Hinge);
    for (int i = 0; i < 10; ++i)
        EXPECT_LE(run.step(0.04, GRAVITY).iterations, 10) << i;
}

TEST(Joint, ADoublePendulumKeepsItsEnergy) {
    test::ImplicitStepper run(precise());
    const Chain chain = make_chain(run, 2, true, JointType::Hinge);
    const double scale = 2.0 * chain.links[0]->mass().mass * 9.81 * 0.2;
    double worst = 0.0;
    run.last.gravity = GRAVITY;
    for (int i = 0; i < 500; ++i) {
        run.step(0.002, GRAVITY);
        worst = std::max(worst, std::abs(chain.energy(run.last)) / scale);
    }
    EXPECT_LT(worst, 5e-3);
    for (const auto& pivot : chain.joints)
        EXPECT_LE(pivot->errors().distance, SMALL);
}

TEST(Joint, BodiesThatAreJoinedExchangeMomentumWithoutLoss) {
    for (const JointType type : {JointType::Ball, JointType::Hinge, JointType::Fixed}) {
        test::ImplicitStepper run(precise());
        const Chain chain =
            make_chain(run, 3, false, type, {{0.5, 3, 1}, {0, -4, 0.2}, {1, 2, -0.3}});
        const auto momentum = [&] {
            Vector3d sum = Vector3d::Zero();
            for (const auto& link : chain.links)
                sum += link->mass().mass * link->velocity();
            return sum;
        };
        const auto angular = [&] {
            Vector3d sum = Vector3d::Zero();
            for (const auto& link : chain.links)
                sum += link->angular_momentum() +
                       link->mass().mass * link->centre().cross(link->velocity());
            return sum;
        };
        const Vector3d before = angular();
        double size = 0.0;
        for (const auto& link : chain.links)
            size += link->angular_momentum().norm();
        for (int i = 0; i < 200; ++i)
            run.step(0.005);
        EXPECT_LE(momentum().norm(), 1e-7 * chain.links[0]->mass().mass) << static_cast<int>(type);
        EXPECT_LE((angular() - before).norm(), 5e-3 * size) << static_cast<int>(type);
        for (const auto& pivot : chain.joints)
            EXPECT_LE(pivot->errors().distance, SMALL);
    }
}

/// Angles of a rod of 1 m that falls about its end for 0.8 s; whole, or two halves that are joined.
std::vector<double> falling_rod(bool whole, int steps) {
    test::ImplicitStepper run(precise());
    const double length = whole ? 1.0 : 0.5;
    const Vector3d sides(length, 0.1, 0.1);
    const RigidBody hung(brick("A", {0.5 * length, 0, 0}, sides), run.system);
    std::unique_ptr<RigidBody> second;
    std::unique_ptr<Joint> weld;
    if (!whole) {
        second = std::make_unique<RigidBody>(brick("B", {0.75, 0, 0}, sides), run.system);
        weld =
            std::make_unique<Joint>(joint(JointType::Fixed, {0.5, 0, 0}), run.system,
                                    std::array<Holder, SIDES>{Holder{&hung}, Holder{second.get()}});
    }
    const Joint pivot(joint(JointType::Hinge, Vector3d::Zero()), run.system, {Holder{&hung}});
    std::vector<double> angles;
    for (int i = 0; i < steps; ++i) {
        run.step(0.8 / steps, GRAVITY);
        angles.push_back(pivot.coordinate());
        if (!weld) continue;
        EXPECT_LE(weld->errors().distance, SMALL);
        EXPECT_LE(weld->errors().angle, 10.0 * SMALL);
    }
    return angles;
}

TEST(Joint, AFixedJointMakesOneBodyOfTwo) {
    // Centres go along chords, those of halves along others: they agree to the order of the integrator.
    const auto difference = [](int steps) {
        const std::vector<double> one = falling_rod(true, steps);
        const std::vector<double> two = falling_rod(false, steps);
        EXPECT_GT(one.back(), 1.5);
        double worst = 0.0;
        for (std::size_t i = 0; i < one.size(); ++i)
            worst = std::max(worst, std::abs(one[i] - two[i]));
        return worst;
    };
    const double coarse = difference(40);
    const double fine = difference(80);
    EXPECT_LT(fine, 1e-3);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.5);
}

TEST(Joint, StopsHoldAHingeHoweverLongTheStep) {
    for (const double dt : {0.004, 0.04, 0.4}) {
        test::ImplicitStepper run({});
        const RigidBody rod(turning(brick("A", {0.5, 0, 0}, {1.0, 0.1, 0.1}), {0.5, 0, 0},
                                    Vector3d::Zero(), {0, 6.0, 0}),
                            run.system);
        JointDef def = joint(JointType::Hinge, Vector3d::Zero());
        def.angle_limits = {-0.3, 0.7};
        const Joint hinge(def, run.system, {Holder{&rod}});
        for (double t = 0.0; t < 1.2; t += dt) {
            run.step(dt, GRAVITY);
            ASSERT_LT(hinge.coordinate(), 0.7 + 1e-3) << dt;
            ASSERT_GT(hinge.coordinate(), -0.3 - 1e-3) << dt;
        }
        EXPECT_NEAR(hinge.coordinate(), 0.7, 1e-3) << dt;
        EXPECT_LE(hinge.errors().distance, 10.0 * SMALL);
    }
}

TEST(Joint, AMotorReachesItsSpeedWithItsTorque) {
    test::ImplicitStepper run(precise());
    const RigidBody wheel(brick("A", Vector3d::Zero(), {0.4, 0.1, 0.4}), run.system);
    const double inertia = wheel.mass().inertia()(1, 1);
    JointDef def = joint(JointType::Hinge, Vector3d::Zero());
    def.motor.angular_speed = AnimatedArray::constant({5.0});
    def.motor.torque = inertia * 10.0;  // half a second
    const Joint hinge(def, run.system, {Holder{&wheel}});
    for (int i = 0; i < 40; ++i)
        run.step(0.01);
    EXPECT_NEAR(wheel.angular_velocity().y(), 4.0, 0.05);
    for (int i = 0; i < 40; ++i)
        run.step(0.01);
    EXPECT_NEAR(wheel.angular_velocity().y(), 5.0, 1e-3);
    EXPECT_GT(hinge.coordinate(), 2.5);
}

TEST(Joint, AStrongMotorHasItsSpeedAtOnceAndHoldsAnAngle) {
    test::ImplicitStepper run({});
    const RigidBody wheel(brick("A", {0.3, 0, 0}, {0.4, 0.1, 0.4}), run.system);
    JointDef def = joint(JointType::Hinge, Vector3d::Zero());
    def.motor.angular_speed = AnimatedArray::constant({-5.0});
    const Joint hinge(def, run.system, {Holder{&wheel}});
    for (int i = 1; i <= 30; ++i) {
        run.step(0.04, GRAVITY);
        EXPECT_NEAR(hinge.coordinate(), -0.2 * i, 1e-4);
    }
    test::ImplicitStepper other({});
    const RigidBody arm(brick("A", {0.3, 0, 0}, {0.4, 0.1, 0.4}), other.system);
    def.motor = {};
    def.motor.angle = AnimatedArray::constant({0.8});
    const Joint servo(def, other.system, {Holder{&arm}});
    for (int i = 1; i <= 5; ++i)
        other.step(0.04, GRAVITY);
    EXPECT_NEAR(servo.coordinate(), 0.8, 1e-5);
}

TEST(Joint, ASliderSlidesAlongItsAxisAlone) {
    test::ImplicitStepper run(precise());
    const RigidBody cart(brick("A", {0.1, 0.2, 0.3}, {0.4, 0.1, 0.2}), run.system);
    const Vector3d axis(std::cos(0.5), 0, std::sin(0.5));
    JointDef def = joint(JointType::Slider, Vector3d::Zero(), axis);
    const Joint slider(def, run.system, {Holder{&cart}});
    for (int i = 0; i < 100; ++i)
        run.step(0.01, GRAVITY);
    const double distance = -0.5 * 9.81 * std::sin(0.5);
    EXPECT_NEAR(slider.coordinate(), distance, 5e-3 * std::abs(distance));
    EXPECT_LE((cart.centre() - Vector3d(0.1, 0.2, 0.3) - slider.coordinate() * axis).norm(),
              2.0 * SMALL);
    EXPECT_LE((cart.axes() - Eigen::Matrix3d::Identity()).norm(), SMALL);
    EXPECT_LE(slider.errors().distance, SMALL);
}

TEST(Joint, ASliderMotorPushesAndStopsHoldIt) {
    test::ImplicitStepper run({});
    const RigidBody cart(brick("A", Vector3d::Zero(), {0.4, 0.1, 0.2}), run.system);
    JointDef def = joint(JointType::Slider, Vector3d::Zero(), Vector3d::UnitX());
    def.motor.speed = AnimatedArray::constant({1.0});
    def.motor.force = 100.0;
    def.distance_limits = {-1.0, 0.5};
    const Joint slider(def, run.system, {Holder{&cart}});
    for (int i = 0; i < 10; ++i)
        run.step(0.04, GRAVITY);
    // 100 N give 8 kg a speed of 0.5 m/s in a step: two steps to 1 m/s, then eight at it.
    EXPECT_NEAR(cart.mass().mass, 8.0, 1e-9);
    EXPECT_NEAR(slider.coordinate(), 0.04 * (0.5 + 1.0 + 8.0), 1e-3);
    for (int i = 0; i < 10; ++i)
        run.step(0.04, GRAVITY);
    EXPECT_NEAR(slider.coordinate(), 0.5, 1e-4);
}

TEST(Joint, ASpringHasItsFrequencyAndDampingItsRate) {
    for (const double damping : {0.0, 8.0}) {
        test::ImplicitStepper run(precise());
        RigidDef ball = brick("A", Vector3d::Zero(), {0.1, 0.1, 0.1});
        ball.params.mass = 2.0;
        ball.initial_velocity = {Vector3d(0, 0, 0.5)};
        const RigidBody weight(ball, run.system);
        JointDef def = joint(JointType::Spring, Vector3d::Zero());
        def.other_point = {Vector3d(0, 0, 1.0)};
        def.stiffness = 200.0;
        def.damping = damping;
        const Joint spring(def, run.system, {Holder{&weight}});
        const double rate = damping / 4.0;
        const double omega = std::sqrt(100.0 - rate * rate);
        for (int i = 1; i <= 400; ++i) {
            run.step(0.002);
            const double t = 0.002 * i;
            const double z = 0.5 / omega * std::exp(-rate * t) * std::sin(omega * t);
            EXPECT_NEAR(spring.coordinate(), 1.0 - z, 5e-4) << i;
        }
    }
}

TEST(Joint, ARopeHoldsABodyAtItsLength) {
    test::ImplicitStepper run({});
    const RigidBody weight(brick("A", Vector3d::Zero(), {0.1, 0.1, 0.1}), run.system);
    JointDef def = joint(JointType::Spring, Vector3d::Zero());
    def.other_point = {Vector3d(0, 0, 1.0)};
    def.distance_limits = {0.0, 1.5};
    const Joint rope(def, run.system, {Holder{&weight}});
    for (int i = 0; i < 40; ++i) {
        run.step(0.04, GRAVITY);
        ASSERT_LT(rope.coordinate(), 1.5 + 1e-4);
    }
    EXPECT_NEAR(rope.coordinate(), 1.5, 1e-4);
    EXPECT_NEAR(rope.force().z(), 9.81 * weight.mass().mass, 1e-2 * weight.mass().mass);
}

TEST(Joint, ASoftBallGivesByTheLoadOverItsStiffness) {
    test::ImplicitStepper run({.integrator = Integrator::BackwardEuler, .tolerance = 1e-8});
    RigidDef def = brick("A", {0, 0, -0.05}, {0.1, 0.1, 0.1});
    def.params.mass = 3.0;
    def.params.damping = 5.0;
    const RigidBody weight(def, run.system);
    JointDef soft = joint(JointType::Ball, Vector3d::Zero());
    soft.stiffness = 1000.0;
    const Joint mount(soft, run.system, {Holder{&weight}});
    for (int i = 0; i < 200; ++i)
        run.step(0.04, GRAVITY);
    EXPECT_NEAR(weight.centre().z(), -0.05 - 3.0 * 9.81 / 1000.0, 1e-5);
    EXPECT_TRUE(std::isnan(mount.measure(run.last).pins.distance));
}

TEST(Joint, BreaksAboveItsForceForGood) {
    for (const double strength : {0.9, 1.2}) {
        test::ImplicitStepper run({});
        const RigidBody weight(hanging_rod(), run.system);
        JointDef def = joint(JointType::Ball, Vector3d::Zero());
        def.break_force = strength * 9.81 * weight.mass().mass;
        const Joint pivot(def, run.system, {Holder{&weight}});
        for (int i = 0; i < 10; ++i)
            run.step(0.04, GRAVITY);
        EXPECT_EQ(pivot.is_broken(), strength < 1.0);
        EXPECT_EQ(weight.centre().z() < -0.6, strength < 1.0);
    }
}

TEST(Joint, AtRestBodiesStayExactlyWhereTheyAre) {
    for (const JointType type :
         {JointType::Fixed, JointType::Ball, JointType::Hinge, JointType::Slider}) {
        test::ImplicitStepper run({});
        const Chain chain = make_chain(run, 3, true, type);
        std::vector<std::vector<double>> before;
        for (const auto& link : chain.links)
            before.push_back(test::output_of(*link));
        for (int i = 0; i < 3; ++i)
            run.step(0.04);
        for (std::size_t i = 0; i < before.size(); ++i)
            EXPECT_EQ(test::output_of(*chain.links[i]), before[i]) << static_cast<int>(type);
    }
}

TEST(Joint, ContinuesFromASavedStateToTheBit) {
    test::ImplicitStepper run({.integrator = Integrator::Bdf2});
    test::ImplicitStepper again({.integrator = Integrator::Bdf2});
    const Chain chain = make_chain(run, 3, true, JointType::Hinge);
    const Chain copy = make_chain(again, 3, true, JointType::Hinge);
    for (int i = 0; i < 5; ++i)
        run.step(0.04, GRAVITY);
    ByteWriter out;
    const auto each = [](const Chain& of, auto&& work) {
        for (const auto& link : of.links)
            work(*link);
        for (const auto& pivot : of.joints)
            work(*pivot);
    };
    each(chain, [&](Body& body) { body.save(out); });
    ByteReader in(out.bytes());
    each(copy, [&](Body& body) { body.load(in); });
    EXPECT_TRUE(in.at_end());
    for (int i = 0; i < 5; ++i) {
        run.step(0.04, GRAVITY);
        again.step(0.04, GRAVITY);
    }
    for (std::size_t i = 0; i < chain.links.size(); ++i)
        EXPECT_EQ(test::output_of(*copy.links[i]), test::output_of(*chain.links[i]));
    EXPECT_EQ(copy.joints[1]->coordinate(), chain.joints[1]->coordinate());
}

}  // namespace
}  // namespace sinew::joints
