#include "optimize/newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "potential/element_potential.hpp"
#include "potential/load_potential.hpp"
#include "potential/pin_potential.hpp"
#include "support/axis_potential.hpp"
#include "support/random.hpp"
#include "support/spring_element.hpp"

namespace sinew {
namespace {

using test::AxisPotential;
using test::Random;
using test::SpringElement;
using Springs = std::vector<SpringElement>;
using Pairs = std::vector<std::array<std::int32_t, 2>>;

constexpr double STIFF = 1e6;
const Eigen::Vector3d HELD = Eigen::Vector3d::Constant(STIFF);

class NewtonTest : public testing::Test {
protected:
    NewtonReport minimise(LinearSolverChoice choice = LinearSolverChoice::Direct) {
        total.make_pattern();
        const auto solver = make_linear_solver(choice);
        Newton newton(settings, *solver);
        return newton.minimise(total, x, cancel);
    }
    /// One unknown with an energy given as a function; the other two axes are held.
    NewtonReport minimise_axis(const AxisPotential::Function& f, const AxisPotential::Function& d,
                               const AxisPotential::Function& dd, double start) {
        total.dofs().add("Axis", BlockKind::Position, 1, 1.0);
        AxisPotential term(f, d, dd);
        PinPotential others({{.block = 0, .stiffness = {0.0, 1.0, 1.0}}});
        total.add(term);
        total.add(others);
        x = start * Eigen::VectorXd::Unit(3, 0);
        return minimise();
    }

    TotalPotential total;
    Eigen::VectorXd x;
    NewtonSettings settings;
    CancelToken cancel;
};

// A chain of stiff springs gives way to a load below the round-off of its single springs by the sum of all of them.
TEST_F(NewtonTest, TakesNoLoadForRoundOff) {
    constexpr int SPRINGS = 20;
    constexpr double STIFFNESS = 1e6;
    constexpr double LOAD = 1e-7;
    const BlockRange nodes = total.dofs().add("Chain", BlockKind::Position, SPRINGS + 1, SPRINGS);
    const Springs springs(SPRINGS, {Eigen::Vector3d::UnitX(), 1.0, STIFFNESS});
    Pairs pairs;
    std::vector<Pin> held{{.block = 0, .stiffness = HELD}};
    for (int i = 0; i < SPRINGS; ++i) {
        pairs.push_back({i, i + 1});
        held.push_back({.block = i + 1, .stiffness = {0.0, STIFF, STIFF}});
    }
    ElementPotential elastic("springs", springs, pairs);
    PinPotential pins(held);
    LoadPotential load("load", nodes);
    std::vector<Eigen::Vector3d> loads(SPRINGS + 1, Eigen::Vector3d::Zero());
    loads.back().x() = LOAD;
    load.set_loads(loads);
    for (Potential* term : std::initializer_list<Potential*>{&elastic, &pins, &load})
        total.add(*term);
    x = Eigen::VectorXd::Zero(total.size());
    const NewtonReport report = minimise();
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    const double moved = LOAD * SPRINGS / STIFFNESS + LOAD / STIFF;
    EXPECT_NEAR(x[3 * SPRINGS], moved, 1e-3 * moved);

    // Once it is balanced, nothing more is done.
    EXPECT_EQ(minimise().iterations, 0);
}

TEST_F(NewtonTest, SolvesALinearProblemInOneIteration) {
    // Three springs in a row, held at one end, pulled with 6 N at the other: each gets longer by 6/k.
    total.dofs().add("Chain", BlockKind::Position, 4, 3.0);
    const Springs springs{{Eigen::Vector3d::UnitX(), 1.0, 10.0},
                          {Eigen::Vector3d::UnitX(), 1.0, 20.0},
                          {Eigen::Vector3d::UnitX(), 1.0, 30.0}};
    ElementPotential elastic("springs", springs, {{0, 1}, {1, 2}, {2, 3}});
    std::vector<Pin> list{{.block = 0, .stiffness = HELD}};
    for (int i = 1; i < 4; ++i)
        list.push_back({.block = i, .stiffness = {0.0, 1.0, 1.0}});
    PinPotential pins(list);
    LoadPotential load("load", {.first = 3, .count = 1});
    load.set_loads({{6.0, 0.0, 0.0}});
    for (Potential* term : std::initializer_list<Potential*>{&elastic, &pins, &load})
        total.add(*term);
    x = Eigen::VectorXd::Zero(12);
    const NewtonReport report = minimise();
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_EQ(report.factorisations, 1);
    EXPECT_LE(report.residual, settings.tolerance);
    const double at_pin = 6.0 / STIFF;
    EXPECT_NEAR(x[0], at_pin, 1e-12);
    EXPECT_NEAR(x[3], at_pin + 0.6, 1e-9);
    EXPECT_NEAR(x[6], at_pin + 0.9, 1e-9);
    EXPECT_NEAR(x[9], at_pin + 1.1, 1e-9);
}

TEST_F(NewtonTest, ConvergesQuadraticallyOnANonlinearProblem) {
    // x⁴/4 − x: minimum at 1.
    settings.tolerance = 1e-12;
    const NewtonReport report = minimise_axis([](double s) { return 0.25 * s * s * s * s - s; },
                                              [](double s) { return s * s * s - 1.0; },
                                              [](double s) { return 3.0 * s * s; }, 2.0);
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    EXPECT_NEAR(x[0], 1.0, 1e-12);
    EXPECT_LE(report.iterations, 7);
}

// (x² − 1)²: at 0.1 the curvature is negative and the plain direction leads up to the hill at 0.
const AxisPotential::Function TWO_VALLEYS = [](double s) { return (s * s - 1.0) * (s * s - 1.0); };
const AxisPotential::Function ITS_SLOPE = [](double s) { return 4.0 * s * (s * s - 1.0); };
const AxisPotential::Function ITS_CURVATURE = [](double s) { return 12.0 * s * s - 4.0; };

TEST_F(NewtonTest, LeavesASaddleWithTheSameFactor) {
    settings.tolerance = 1e-10;
    const NewtonReport report = minimise_axis(TWO_VALLEYS, ITS_SLOPE, ITS_CURVATURE, 0.1);
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    EXPECT_EQ(report.factorisations, report.iterations);
    EXPECT_NEAR(x[0], 1.0, 1e-10);
}

TEST_F(NewtonTest, RegularisesWhereTheDirectionDoesNotDescend) {
    // Static problems do not take the factor of an indefinite matrix.
    settings.tolerance = 1e-10;
    settings.accept_indefinite = false;
    const NewtonReport report = minimise_axis(TWO_VALLEYS, ITS_SLOPE, ITS_CURVATURE, 0.1);
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    EXPECT_GT(report.factorisations, report.iterations);
    EXPECT_NEAR(x[0], 1.0, 1e-10);
}

TEST_F(NewtonTest, TrustsTheParabolaLessAfterAStepThatWasShortened) {
    // x²/2 near 0 and |x| − ½ beyond 1, where a curvature of 0.05 is claimed: from 2 the first step would go to −18 and is
    // cut to an eighth, to −0.5. The second has 10⁻⁴ on the diagonal, the third, after a whole step, nothing.
    const auto f = [](double s) { return std::abs(s) > 1.0 ? std::abs(s) - 0.5 : 0.5 * s * s; };
    const auto d = [](double s) { return std::clamp(s, -1.0, 1.0); };
    const auto dd = [](double s) { return std::abs(s) > 1.0 ? 0.05 : 1.0; };
    settings.tolerance = 1e-9;
    settings.max_iterations = 2;
    EXPECT_EQ(minimise_axis(f, d, dd, 2.0).outcome, StepOutcome::MaxIterations);
    EXPECT_NEAR(x[0], -0.5 * 1e-4 / 1.0001, 1e-12);
    total.clear();
    settings.max_iterations = 3;
    EXPECT_EQ(minimise_axis(f, d, dd, 2.0).outcome, StepOutcome::Converged);
    EXPECT_EQ(x[0], 0.0);
}

TEST_F(NewtonTest, ShiftsASoftAxisBeforeItShortensAll) {
    // The axis of the test above, 10⁻⁶ times as stiff, with a curvature of 10⁻³ of that claimed beyond 1: from 2 the step would go to −998.
    // Halved 8 times it would descend, and the stiff axis beside it would keep 255/256 of its 10 mm. A shift of 10⁻⁶ of the stiff axis
    // shortens the soft one alone.
    const auto f = [](double s) {
        return 1e-6 * (std::abs(s) > 1.0 ? std::abs(s) - 0.5 : 0.5 * s * s);
    };
    const auto d = [](double s) { return 1e-6 * std::clamp(s, -1.0, 1.0); };
    const auto dd = [](double s) { return std::abs(s) > 1.0 ? 1e-9 : 1e-6; };
    settings.smallest_shift = 1e-8;
    settings.max_iterations = 1;
    total.dofs().add("Axis", BlockKind::Position, 1, 1.0);
    AxisPotential soft(f, d, dd);
    PinPotential stiff({{.block = 0, .stiffness = {0.0, 1.0, 1.0}}});
    total.add(soft);
    total.add(stiff);
    x = Eigen::Vector3d(2.0, 0.01, 0.0);
    const NewtonReport report = minimise();
    EXPECT_EQ(report.factorisations, 3);
    EXPECT_NEAR(x[1], 0.0, 1e-7);
    EXPECT_NEAR(x[0], 2.0 - 1.0 / (1e-3 + std::sqrt(2.0 / 3.0)), 1e-3);
}

TEST_F(NewtonTest, FindsTheStableShapeOfACompressedStrut) {
    // Two springs of length 1 between ends 1.6 apart: the middle pops out by √(1 − 0.8²) = 0.6.
    total.dofs().add("Strut", BlockKind::Position, 3, 1.6);
    const Eigen::Vector3d left(0.8, 1e-3, 0.0);
    const Eigen::Vector3d right(0.8, -1e-3, 0.0);
    const Springs springs{{left, 1.0, 100.0}, {right, 1.0, 100.0}};
    for (const LinearSolverChoice choice :
         {LinearSolverChoice::Direct, LinearSolverChoice::ConjugateGradients}) {
        ElementPotential elastic("springs", springs, {{0, 1}, {1, 2}});
        PinPotential pins({{.block = 0, .stiffness = HELD},
                           {.block = 1, .stiffness = {0.0, 0.0, 1.0}},
                           {.block = 2, .stiffness = HELD}});
        total.add(elastic);
        total.add(pins);
        x = Eigen::VectorXd::Zero(9);
        settings.accept_indefinite = false;
        const NewtonReport report = minimise(choice);
        EXPECT_EQ(report.outcome, StepOutcome::Converged);
        EXPECT_NEAR(x[4] + 1e-3, 0.6, 1e-5);
        total.clear();
        total.dofs().add("Strut", BlockKind::Position, 3, 1.6);
    }
}

TEST_F(NewtonTest, MovesUnknownsThatNothingHoldsNowhere) {
    // Springs at their rest length have no stiffness across: the matrix is singular, the answer is not.
    total.dofs().add("Link", BlockKind::Position, 2, 1.0);
    const Springs springs{{Eigen::Vector3d::UnitX(), 1.0, 10.0}};
    ElementPotential elastic("springs", springs, {{0, 1}});
    PinPotential pins({{.block = 0, .stiffness = HELD}});
    LoadPotential load("load", {.first = 1, .count = 1});
    load.set_loads({{5.0, 0.0, 0.0}});
    for (Potential* term : std::initializer_list<Potential*>{&elastic, &pins, &load})
        total.add(*term);
    x = Eigen::VectorXd::Zero(6);
    const NewtonReport report = minimise();
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    EXPECT_NEAR(x[3], 0.5, 1e-4);
    EXPECT_EQ(x[4], 0.0);
}

TEST_F(NewtonTest, RestIsAtRest) {
    total.dofs().add("Link", BlockKind::Position, 2, 1.0);
    const Springs springs{{Eigen::Vector3d(0.6, 0.64, 0.48),
                           Eigen::Vector3d(0.6, 0.64, 0.48).norm() * (1.0 + 3e-16), 10.0}};
    ElementPotential elastic("springs", springs, {{0, 1}});
    total.add(elastic);
    x = Eigen::VectorXd::Zero(6);
    const NewtonReport report = minimise();
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(x, Eigen::VectorXd::Zero(6));
}

TEST_F(NewtonTest, CountsASmallLoadAlongTheFreeAxisOfAPin) {
    // The pin along y and z is so stiff that 1e-13 m make 0.1 N there; along x the node hangs on 10 N/m.
    total.dofs().add("Slider", BlockKind::Position, 1, 1.0);
    PinPotential pins({{.block = 0, .stiffness = {0.0, 1e12, 1e12}}});
    PinPotential spring({{.block = 0, .stiffness = {10.0, 0.0, 0.0}}});
    LoadPotential load("load", {.first = 0, .count = 1});
    load.set_loads({{1e-3, 0.0, 0.0}});
    for (Potential* term : std::initializer_list<Potential*>{&pins, &spring, &load})
        total.add(*term);
    x = Eigen::VectorXd::Zero(3);
    const NewtonReport report = minimise();
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_NEAR(x[0], 1e-4, 1e-10);
}

TEST_F(NewtonTest, HoldsEachObjectToItsOwnForces) {
    // With one scale for all, the error in the feather's balance would be far below a millionth of the anvil's weight.
    const BlockRange anvil = total.dofs().add("Anvil", BlockKind::Position, 1, 1.0);
    const BlockRange feather = total.dofs().add("Feather", BlockKind::Position, 1, 1.0);
    PinPotential pins({{.block = anvil.first, .stiffness = HELD},
                       {.block = feather.first, .stiffness = Eigen::Vector3d::Constant(1.0)}});
    LoadPotential heavy("heavy", anvil);
    heavy.set_loads({{0.0, 0.0, -1e5}});
    LoadPotential light("light", feather);
    light.set_loads({{0.0, 0.0, -1e-3}});
    for (Potential* term : std::initializer_list<Potential*>{&pins, &heavy, &light})
        total.add(*term);
    x = Eigen::VectorXd::Zero(6);
    x[2] = -0.1;  // the anvil is balanced, the feather is not
    const NewtonReport report = minimise();
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_NEAR(x[5], -1e-3, 1e-12);
}

TEST_F(NewtonTest, NamesTheNodeThatIsWorst) {
    settings.max_iterations = 0;
    const BlockRange range = total.dofs().add("Bar", BlockKind::Position, 3, 1.0);
    LoadPotential load("load", range);
    load.set_loads({{1, 0, 0}, {0, 5, 0}, {0, 0, 2}});
    total.add(load);
    x = Eigen::VectorXd::Zero(9);
    const NewtonReport report = minimise();
    EXPECT_EQ(report.outcome, StepOutcome::MaxIterations);
    EXPECT_EQ(total.dofs().describe(report.worst_block), "Bar, node 1");
    EXPECT_EQ(report.residual, 1.0);
}

TEST_F(NewtonTest, RefusesAStartThatIsNotFinite) {
    const auto nan = [](double) { return std::numeric_limits<double>::quiet_NaN(); };
    const NewtonReport report = minimise_axis(nan, nan, nan, 0.0);
    EXPECT_EQ(report.outcome, StepOutcome::InvalidInitialState);
    EXPECT_EQ(report.worst_block, 0);
    EXPECT_TRUE(std::isfinite(report.residual));
}

TEST_F(NewtonTest, NeverAcceptsANaN) {
    // Finite at the start only.
    const auto nan_elsewhere = [](double s) {
        return s == 0.0 ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    };
    const NewtonReport report = minimise_axis(
        nan_elsewhere, [](double) { return -1.0; }, [](double) { return 1.0; }, 0.0);
    EXPECT_EQ(report.outcome, StepOutcome::LineSearchFailed);
    EXPECT_EQ(x, Eigen::VectorXd::Zero(3));
}

TEST_F(NewtonTest, NeverTakesADirectionFromANaNInTheMatrix) {
    const NewtonReport report =
        minimise_axis([](double s) { return s; }, [](double) { return 1.0; },
                      [](double) { return std::numeric_limits<double>::quiet_NaN(); }, 0.0);
    EXPECT_EQ(report.outcome, StepOutcome::LineSearchFailed);
    EXPECT_TRUE(std::isfinite(report.residual));
    EXPECT_TRUE(x.allFinite());
}

TEST_F(NewtonTest, CanBeCancelled) {
    cancel.request();
    const NewtonReport report =
        minimise_axis([](double s) { return s * s; }, [](double s) { return 2.0 * s; },
                      [](double) { return 2.0; }, 1.0);
    EXPECT_EQ(report.outcome, StepOutcome::Cancelled);
    EXPECT_EQ(x[0], 1.0);
}

TEST_F(NewtonTest, StopsAfterTheIterationsAllowed) {
    settings.max_iterations = 3;
    // On |x|³ Newton's method only halves x: three iterations lead from 64 to 8.
    const NewtonReport report = minimise_axis([](double s) { return std::abs(s * s * s) / 3.0; },
                                              [](double s) { return s * std::abs(s); },
                                              [](double s) { return 2.0 * std::abs(s); }, 64.0);
    EXPECT_EQ(report.outcome, StepOutcome::MaxIterations);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_NEAR(x[0], 8.0, 1e-9);
}

/// ½ k (1 − d)² while the two points are nearer than 1, as a contact: the pattern changes during the minimisation.
class Bumper : public Potential {
public:
    std::string_view name() const override { return "bumper"; }
    BlockRange range() const override { return {.first = 0, .count = 2}; }
    void list_pairs(BlockPairs& pairs) const override {
        if (m_near) pairs.emplace_back(0, 1);
    }
    void find_slots(const BlockPattern& pattern) override {
        m_slots[0] = pattern.diagonal(0);
        m_slots[1] = pattern.diagonal(1);
        if (m_near) m_slots[2] = pattern.slot(1, 0);
    }
    void update_active_set(const Eigen::VectorXd& x) override { m_near = gap(x) < 0.0; }
    bool fits(const BlockPattern& pattern) override { return !m_near || pattern.find(1, 0); }
    double value(const Eigen::VectorXd& x) const override {
        const double overlap = std::min(gap(x), 0.0);
        return 0.5 * K * overlap * overlap;
    }
    double add_gradient(const Eigen::VectorXd& x, double weight,
                        Eigen::VectorXd& g) const override {
        const double force = weight * K * std::min(gap(x), 0.0);
        g[3] += force;
        g[0] -= force;
        return value(x);
    }
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection /*psd*/,
                       Eigen::VectorXd& g, BlockMatrix& H) const override {
        if (m_near) {
            H.blocks()[m_slots[0]](0, 0) += weight * K;
            H.blocks()[m_slots[1]](0, 0) += weight * K;
            H.blocks()[m_slots[2]](0, 0) -= weight * K;
        }
        return add_gradient(x, weight, g);
    }

private:
    static constexpr double K = 1000.0;
    static double gap(const Eigen::VectorXd& x) { return 2.0 + x[3] - x[0] - 1.0; }
    bool m_near = false;
    std::size_t m_slots[3] = {};
};

TEST_F(NewtonTest, FollowsAPatternThatChanges) {
    // Points at 0 and 2 on springs of 1 N/m to their places, the first pushed by 3 N: it travels 3 and meets the other.
    total.dofs().add("Two", BlockKind::Position, 2, 2.0);
    PinPotential springs(
        {{.block = 0, .stiffness = {1.0, 1.0, 1.0}}, {.block = 1, .stiffness = {1.0, 1.0, 1.0}}});
    LoadPotential push("push", {.first = 0, .count = 1});
    push.set_loads({{3.0, 0.0, 0.0}});
    Bumper bumper;
    for (Potential* term : std::initializer_list<Potential*>{&springs, &push, &bumper})
        total.add(*term);
    x = Eigen::VectorXd::Zero(6);
    const NewtonReport report = minimise();
    EXPECT_EQ(report.outcome, StepOutcome::Converged);
    // Contact force f: x₀ = 3 − f, x₁ = f, and f = 1000 (x₀ − x₁ − 1) gives f = 2000/2001.
    EXPECT_NEAR(x[0], 3.0 - 2000.0 / 2001.0, 1e-9);
    EXPECT_NEAR(x[3], 2000.0 / 2001.0, 1e-9);
    EXPECT_EQ(total.pattern()->block_count(), 3U);
}

TEST_F(NewtonTest, GivesTheSameBitsOnOneThreadAndOnTwo) {
    Random random(3);
    const int points = 600;
    const BlockRange range = total.dofs().add("Net", BlockKind::Position, points, 1.0);
    std::vector<Eigen::Vector3d> positions;
    for (int i = 0; i < points; ++i)
        positions.push_back(random.vector3());
    Springs springs;
    Pairs pairs;
    for (int i = 0; i < 8 * points; ++i) {
        const auto a = static_cast<std::int32_t>(random.index(points));
        const auto b = static_cast<std::int32_t>((a + 1 + random.index(9)) % points);
        const Eigen::Vector3d span = positions[b] - positions[a];
        springs.push_back({span, 0.9 * span.norm(), 10.0});
        pairs.push_back({a, b});
    }
    ElementPotential elastic("springs", springs, pairs);
    std::vector<Pin> list;
    for (int i = 0; i < points; ++i)
        list.push_back(
            {.block = i, .stiffness = Eigen::Vector3d::Constant(i % 7 == 0 ? STIFF : 0.1)});
    PinPotential pins(list);
    GravityPotential gravity(range, std::vector<double>(points, 0.1));
    StepInfo step;
    step.gravity = {0, 0, -9.81};
    gravity.begin_step(step);
    for (Potential* term : std::initializer_list<Potential*>{&elastic, &pins, &gravity})
        total.add(*term);
    for (const LinearSolverChoice choice :
         {LinearSolverChoice::Direct, LinearSolverChoice::ConjugateGradients}) {
        Eigen::VectorXd result[2];
        for (const int threads : {1, 2}) {
            x = Eigen::VectorXd::Zero(3L * points);
            ThreadPool(threads).run([&] {
                const NewtonReport report = minimise(choice);
                EXPECT_EQ(report.outcome, StepOutcome::Converged);
                EXPECT_GT(report.iterations, 1);
            });
            result[threads - 1] = x;
        }
        EXPECT_EQ(result[0], result[1]);
    }
}

}  // namespace
}  // namespace sinew
