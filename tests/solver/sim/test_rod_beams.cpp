// Rods as beams: EA, EI and GJ are what the stiffnesses say, and clamped rods converge with second order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "math/rotation.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "support/rods_in_world.hpp"

namespace sinew {
namespace {

using test::add;
using test::NEVER;
using viper::RodParams;
using viper::RodPins;
using viper::RodsBody;
using viper::RodsDef;
using viper::test::straight_rod;

constexpr double THICK_RADIUS = 0.05;
const double DISC_AREA = M_PI * THICK_RADIUS * THICK_RADIUS;
const double DISC_MOMENT = 0.25 * M_PI * std::pow(THICK_RADIUS, 4);

/// Steps of 20 s, in which every motion of these rods dies out.
WorldSettings in_balance(const Eigen::Vector3d& gravity) {
    WorldSettings settings;
    settings.frame_rate = 0.05;
    settings.substeps = 1;
    settings.gravity = gravity;
    settings.rods.tolerance = 1e-10;
    settings.rods.iterations = 200;
    return settings;
}

/// Holds the position and the frame.
RodPins clamped(int point) {
    return {.points = {point}, .position = true, .frame = true};
}

/// Prints the errors on meshes that are refined by two and checks the order of convergence.
void expect_second_order(const char* what, const std::function<double(int)>& error,
                         double limit_at_20) {
    double before = 0.0;
    for (const int segments : {10, 20, 40, 80}) {
        const double now = std::abs(error(segments));
        const double order = before > 0.0 ? std::log2(before / now) : 0.0;
        std::printf("%s: %2d segments, error %.6f, order %.2f\n", what, segments, now, order);
        if (segments >= 40) {
            EXPECT_GT(order, 1.85) << what << " " << segments;
        }
        if (segments == 20) {
            EXPECT_LT(now, limit_at_20) << what;
        }
        before = now;
    }
}

/// How far the free end of a rod sinks that is clamped at the other, under its small weight.
double tip_sag(const RodsDef& def, double gravity) {
    World world(in_balance({0, 0, -gravity}));
    RodsBody& rod = add(world, def);
    for (int i = 0; i < 20; ++i)
        world.step_frame(NEVER);
    return -rod.state().c.back().z();
}

TEST(RodBeams, ACantileverSagsAsItsBendStiffnessSays) {
    // Timoshenko: q L⁴/(8 EI) + q L²/(2 GA).
    const double gravity = 1e-3;
    const RodParams k;
    const double q = k.density * DISC_AREA * gravity;
    const double exact = q / (8.0 * k.bend_stiffness * DISC_MOMENT) +
                         q / (2.0 * (k.stretch_stiffness + k.volume_stiffness) * DISC_AREA);
    expect_second_order(
        "cantilever",
        [&](int segments) {
            RodsDef def = straight_rod(segments, 1.0, THICK_RADIUS);
            def.pins = {clamped(0)};
            return tip_sag(def, gravity) / exact - 1.0;
        },
        0.005);
}

TEST(RodBeams, TheOtherEndCanBeClampedToo) {
    RodsDef def = straight_rod(20, 1.0, THICK_RADIUS);
    def.pins = {clamped(0)};
    const double first = tip_sag(def, 1e-3);
    std::reverse(def.points.begin(), def.points.end());
    def.pins = {clamped(20)};
    World world(in_balance({0, 0, -1e-3}));
    RodsBody& rod = add(world, def);
    for (int i = 0; i < 20; ++i)
        world.step_frame(NEVER);
    EXPECT_NEAR(-rod.state().c.front().z(), first, 1e-6 * first);
}

TEST(RodBeams, AFrameHeldInTheMiddleClampsBothSides) {
    // Two cantilevers of half the length.
    RodsDef half = straight_rod(10, 0.5, THICK_RADIUS);
    half.pins = {clamped(0)};
    const double expected = tip_sag(half, 1e-3);
    RodsDef def = straight_rod(20, 1.0, THICK_RADIUS);
    def.pins = {clamped(10)};
    EXPECT_NEAR(tip_sag(def, 1e-3), expected, 1e-6 * expected);
}

/// Tip of an inextensible cantilever under its weight, relative to its length: θ'' = −a (1 − s) cos θ, θ(0) = 0, θ'(1) = 0,
/// a = q L³/EI. By shooting.
double heavy_elastica(double a) {
    constexpr int STEPS = 2000;
    const auto shoot = [&](double slope, double& depth) {
        double theta = 0.0;
        double rate = slope;
        depth = 0.0;
        const double h = 1.0 / STEPS;
        for (int i = 0; i < STEPS; ++i) {
            const double s = i * h;
            const auto f = [&](double at, double t) { return -a * (1.0 - at) * std::cos(t); };
            const double k1 = f(s, theta);
            const double k2 = f(s + 0.5 * h, theta + 0.5 * h * rate);
            const double k3 = f(s + 0.5 * h, theta + 0.5 * h * (rate + 0.5 * h * k1));
            const double k4 = f(s + h, theta + h * (rate + 0.5 * h * k2));
            const double middle = theta + 0.5 * h * rate + h * h / 8.0 * k1;
            const double next = theta + h * rate + h * h / 6.0 * (k1 + k2 + k3);
            depth += h / 6.0 * (std::sin(theta) + 4.0 * std::sin(middle) + std::sin(next));
            theta = next;
            rate += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
        return rate;
    };
    double low = 0.0;
    double high = a;
    double depth = 0.0;
    for (int i = 0; i < 80; ++i) {
        const double middle = 0.5 * (low + high);
        (shoot(middle, depth) > 0.0 ? high : low) = middle;
    }
    return depth;
}

TEST(RodBeams, LargeDeflectionsAreThoseOfTheElastica) {
    constexpr double THIN = 0.01;
    for (const double a : {1.0, 2.0, 5.0, 10.0}) {
        const double exact = heavy_elastica(a);
        char name[32];
        std::snprintf(name, sizeof name, "elastica a = %g", a);
        expect_second_order(
            name,
            [&](int segments) {
                RodsDef def = straight_rod(segments, 1.0, THIN);
                def.params.stretch_stiffness = 1e10;
                def.params.bend_stiffness = 1e7;
                // A rod that bends gets a little thinner; the elastica does not.
                RodPins thick{.points = {}, .position = false, .scale = true};
                for (int i = 0; i <= segments; ++i)
                    thick.points.push_back(i);
                def.pins = {clamped(0), thick};
                const double gravity = a * 1e7 * THIN * THIN / (4.0 * def.params.density);
                return tip_sag(def, gravity) / exact - 1.0;
            },
            0.01);
    }
}

/// Energy of a rod of rest radius, straight at first, one end of which is turned by a rotation vector; both ends are
/// clamped, and the turned one is free to move if `free`.
double energy_of_turned(int segments, const Eigen::Vector3d& turn, bool free) {
    World world(in_balance(Eigen::Vector3d::Zero()));
    RodsDef def = straight_rod(segments, 1.0, THICK_RADIUS);
    RodPins end = clamped(segments);
    end.position = !free;
    end.rotations = AnimatedArray{
        .width = 3, .frames = {1, 9}, .values = {0, 0, 0, turn.x(), turn.y(), turn.z()}};
    RodPins thick{.points = {}, .position = false, .scale = true};
    for (int i = 0; i <= segments; ++i)
        thick.points.push_back(i);
    def.pins = {clamped(0), end, thick};
    add(world, def);
    FrameReport report;
    for (int i = 0; i < 16; ++i)
        report = world.step_frame(NEVER);
    return report.measures.energy.elastic;
}

TEST(RodBeams, AnArcCostsHalfTheBendingStiffnessTimesTheCurvatureSquared) {
    // φ = 1 over L = 1, no force on the end: ½ EI φ²/L.
    const double exact = 0.5 * RodParams().bend_stiffness * DISC_MOMENT;
    expect_second_order(
        "arc",
        [&](int n) {
            return energy_of_turned(n, {0, 1, 0}, true) / exact - 1.0;
        },
        0.001);
}

TEST(RodBeams, TwistCostsTheShearModulusTimesThePolarMoment) {
    // ½ GJ φ²/L with J = π r⁴/2.
    const double exact = 0.5 * RodParams().twist_stiffness * 2.0 * DISC_MOMENT;
    expect_second_order(
        "twist",
        [&](int n) {
            return energy_of_turned(n, {1, 0, 0}, false) / exact - 1.0;
        },
        0.001);
}

TEST(RodBeams, AHangingRodStretchesAsItsModulusSays) {
    // u = ρ g L²/(2 E), E = k_s + k_x k_v/(k_x + 4 k_v), for a weight that stretches it by little.
    for (const double section : {1e4, 1e6}) {
        RodsDef def = straight_rod(20, 1.0, THICK_RADIUS, -Eigen::Vector3d::UnitZ());
        def.params.cross_section_stiffness = section;
        def.params.scale_gradient_stiffness = def.params.surface_bending_stiffness = 0.0;
        def.pins = {RodPins{.points = {0}}};
        const RodParams& k = def.params;
        const double E =
            k.stretch_stiffness + k.cross_section_stiffness * k.volume_stiffness /
                                      (k.cross_section_stiffness + 4.0 * k.volume_stiffness);
        const double gravity = 1e-3;
        const double exact = k.density * gravity / (2.0 * E);
        EXPECT_NEAR(tip_sag(def, gravity) - 1.0, exact, 0.01 * exact) << section;
    }
}

TEST(RodBeams, GoWithAFrameThatTurnsFast) {
    // Half a turn in two frames, four steps. The rod lags behind, bends by far more than it resists evenly, and must not let go.
    WorldSettings settings;
    settings.gravity.setZero();
    World world(settings);
    RodsDef def = straight_rod(6, 0.6, THICK_RADIUS);
    def.params.damping = 5.0;
    RodPins turned = clamped(0);
    turned.rotations = AnimatedArray{.width = 3, .frames = {1, 3}, .values = {0, 0, 0, 0, 0, M_PI}};
    def.pins = {turned};
    RodsBody& rod = add(world, def);
    for (int i = 0; i < 120; ++i) {
        const FrameReport report = world.step_frame(NEVER);
        ASSERT_EQ(report.outcome, StepOutcome::Converged) << report.message;
    }
    EXPECT_LT((rod.state().c.back() - Eigen::Vector3d(-0.6, 0, 0)).norm(), 1e-3);
}

TEST(RodBeams, BothSolversHoldTheFrameAlikeAsTheStepShrinks) {
    // As in RodsInWorld.BothSolversAgreeAsTheStepShrinks: XPBD stops near the minimum, the nearer the smaller the step.
    const auto tip = [](viper::RodMethod method, int substeps) {
        WorldSettings settings;
        settings.substeps = substeps;
        settings.rods.method = method;
        settings.rods.iterations = method == viper::RodMethod::Chain ? 50 : 2000;
        World world(settings);
        RodsDef def = straight_rod(5, 0.5, THICK_RADIUS);
        def.params.stretch_stiffness = def.params.volume_stiffness = 2e4;
        def.params.bend_stiffness = def.params.twist_stiffness = 2e4;
        RodPins turned = clamped(0);
        turned.rotations =
            AnimatedArray{.width = 3, .frames = {1, 5}, .values = {0, 0, 0, 0.5, 0.3, -0.2}};
        def.pins = {turned};
        RodsBody& rod = add(world, def);
        for (int i = 0; i < 4; ++i)
            world.step_frame(NEVER);
        return rod.state().c.back();
    };
    const auto difference = [&](int substeps) {
        return (tip(viper::RodMethod::Chain, substeps) -
                tip(viper::RodMethod::GaussSeidel, substeps))
            .norm();
    };
    const double coarse = difference(2);
    const double fine = difference(16);
    EXPECT_GT((tip(viper::RodMethod::Chain, 2) - Eigen::Vector3d(0.5, 0, 0)).norm(), 0.05);
    EXPECT_LT(coarse, 0.01);
    EXPECT_LT(fine, 0.25 * coarse);
}

}  // namespace
}  // namespace sinew
