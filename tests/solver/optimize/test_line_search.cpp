#include "optimize/line_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/axis_potential.hpp"

namespace sinew {
namespace {

using test::AxisPotential;

/// A search from x = `start` along `dx` on one unknown.
class LineSearchTest : public testing::Test {
protected:
    double search(Potential& term, double start, double dx) {
        total.clear();
        total.dofs().add("One", BlockKind::Position, 1, 1.0);
        total.add(term);
        total.make_pattern();
        const Eigen::VectorXd x = start * Eigen::VectorXd::Unit(3, 0);
        const Eigen::VectorXd direction = dx * Eigen::VectorXd::Unit(3, 0);
        EnergyAndGradient energy;
        total.expand(x, energy);
        return search_line(total, {x, direction, energy, energy.gradient.dot(direction), is_tiny},
                           trial);
    }

    TotalPotential total;
    TrialPoint trial;
    bool is_tiny = false;
    AxisPotential bowl{[](double x) { return x * x; }, [](double x) { return 2.0 * x; },
                       [](double) { return 2.0; }};
};

TEST_F(LineSearchTest, TakesTheWholeStepWhenItDescends) {
    EXPECT_EQ(search(bowl, 1.0, -1.0), 1.0);
    EXPECT_EQ(trial.x[0], 0.0);
    EXPECT_EQ(trial.energy.value, 0.0);
    EXPECT_FALSE(trial.is_shortened);
}

TEST_F(LineSearchTest, HalvesAStepThatOvershoots) {
    // 1 − 8·t lands lower than 1 when |1 − 8t| < 1: t = 1/8.
    EXPECT_EQ(search(bowl, 1.0, -8.0), 0.125);
    EXPECT_TRUE(trial.is_shortened);
}

/// A bowl along the first axis in which ways rise along the second, by t². A wall may stand across it: nothing gets as high as that.
class BentBowl : public AxisPotential {
public:
    BentBowl()
        : AxisPotential([](double x) { return x * x; }, [](double x) { return 2.0 * x; },
                        [](double) { return 2.0; }) {}

    bool bends() const override { return true; }
    void bend(const Eigen::VectorXd& x, const Eigen::VectorXd& /*dx*/, double t,
              Eigen::VectorXd& trial) const override {
        trial[1] = x[1] + t * t;
    }
    double max_step(const Eigen::VectorXd& x, const Eigen::VectorXd& dx) override {
        return x[1] + dx[1] <= wall ? 1.0 : (wall - x[1]) / dx[1];
    }

    double wall = 10.0;
};

TEST_F(LineSearchTest, FollowsAWayThatATermBends) {
    BentBowl bent;
    EXPECT_EQ(search(bent, 1.0, -1.0), 1.0);
    EXPECT_EQ(trial.x[0], 0.0);
    EXPECT_EQ(trial.x[1], 1.0);
    // Halved steps are on the curve too.
    EXPECT_EQ(search(bent, 1.0, -8.0), 0.125);
    EXPECT_EQ(trial.x[1], 0.125 * 0.125);
}

TEST_F(LineSearchTest, ABentWayEndsWhereTheStraightOneToItIsFree) {
    BentBowl bent;
    bent.wall = 0.5;
    const double t = search(bent, 1.0, -1.0);
    EXPECT_GT(t, 0.4);
    EXPECT_LE(t * t, 0.5);
    EXPECT_EQ(trial.x[1], t * t);
    bent.wall = 0.0;
    EXPECT_EQ(search(bent, 1.0, -1.0), 0.0);
}

TEST_F(LineSearchTest, StaysOutOfWhereTheEnergyIsNotANumber) {
    AxisPotential wall([](double x) { return -std::log(x); }, [](double x) { return -1.0 / x; },
                       [](double x) { return 1.0 / (x * x); });
    // log of a negative number: NaN. Upwards everything is fine.
    EXPECT_EQ(search(wall, 1.0, 2.0), 1.0);
    AxisPotential attracted([](double x) { return x - 0.1 * std::log(x); },
                            [](double x) { return 1.0 - 0.1 / x; },
                            [](double x) { return 0.1 / (x * x); });
    EXPECT_EQ(search(attracted, 1.0, -3.0), 0.25);
}

TEST_F(LineSearchTest, FindsNothingWhereNothingDescends) {
    // The derivative says down, the energy says up.
    AxisPotential liar([](double x) { return x; }, [](double) { return -1.0; },
                       [](double) { return 1.0; });
    EXPECT_EQ(search(liar, 0.0, 1.0), 0.0);
}

TEST_F(LineSearchTest, AsksTheSlopesWhereTheEnergyHasTooFewDigits) {
    // The slopes are those of (x − 1)², the energy is noise that happens to rise.
    AxisPotential flat([](double x) { return -1e-9 * x; }, [](double x) { return 2.0 * (x - 1.0); },
                       [](double) { return 2.0; });
    EXPECT_LT(search(flat, 1.001, -1e-3), 0.01);  // nothing tells that it is round-off
    is_tiny = true;
    EXPECT_EQ(search(flat, 1.001, -1e-3), 1.0);
    // Twice as far is where the slope has turned around: half of it is taken.
    EXPECT_EQ(search(flat, 1.001, -2e-3), 0.5);
    // Energies that other terms have: what is below a millionth of them may be round-off.
    is_tiny = false;
    AxisPotential bias([](double) { return 100.0; }, [](double) { return 0.0; },
                       [](double) { return 0.0; });
    total.add(bias);
    EnergyAndGradient energy;
    const Eigen::VectorXd x = 1.001 * Eigen::VectorXd::Unit(3, 0);
    const Eigen::VectorXd dx = -1e-3 * Eigen::VectorXd::Unit(3, 0);
    total.make_pattern();
    total.expand(x, energy);
    EXPECT_EQ(search_line(total, {x, dx, energy, energy.gradient.dot(dx), false}, trial), 1.0);
}

TEST_F(LineSearchTest, BeginsWithTheLongestStepThatTermsAllow) {
    class Bounded : public AxisPotential {
    public:
        using AxisPotential::AxisPotential;
        double max_step(const Eigen::VectorXd& /*x*/, const Eigen::VectorXd& /*dx*/) override {
            return 0.3;
        }
    };
    Bounded bounded([](double x) { return x * x; }, [](double x) { return 2.0 * x; },
                    [](double) { return 2.0; });
    EXPECT_EQ(search(bounded, 1.0, -1.0), 0.3);
    EXPECT_FALSE(trial.is_shortened);
}

}  // namespace
}  // namespace sinew
