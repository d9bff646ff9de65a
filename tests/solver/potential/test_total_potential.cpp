#include "potential/total_potential.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "potential/element_potential.hpp"
#include "potential/load_potential.hpp"
#include "potential/pin_potential.hpp"
#include "support/potential_checks.hpp"
#include "support/random.hpp"
#include "support/spring_element.hpp"

namespace sinew {
namespace {

TEST(TotalPotential, AddsUpItsTerms) {
    TotalPotential total;
    const BlockRange points = total.dofs().add("Bar", BlockKind::Position, 2, 1.0);
    const std::vector<test::SpringElement> springs{{{1.0, 0.0, 0.0}, 1.0, 10.0}};
    ElementPotential elastic("springs", springs, {{0, 1}});
    PinPotential pins({{.block = 0, .stiffness = {5.0, 5.0, 5.0}}});
    LoadPotential load("load", points);
    load.set_loads({{0.0, 0.0, 0.0}, {3.0, 0.0, 0.0}});
    total.add(elastic);
    total.add(pins);
    total.add(load);
    total.make_pattern();

    const Eigen::VectorXd x = test::Random(1).vector(6, 0.3);
    EnergyAndGradient energy;
    total.expand(x, energy);
    EXPECT_DOUBLE_EQ(energy.value, elastic.value(x) + pins.value(x) + load.value(x));
    EXPECT_DOUBLE_EQ(energy.value, total.value(x));
    EXPECT_DOUBLE_EQ(energy.magnitude, elastic.value(x) + pins.value(x) + std::abs(load.value(x)));
    BlockMatrix H(total.pattern());
    total.hessian(x, PsdProjection::None, H);
    const Eigen::MatrixXd first = test::dense(H);
    total.hessian(x, PsdProjection::None, H);  // overwrites
    EXPECT_EQ(test::dense(H), first);
    EXPECT_EQ(first, test::hessian_of(elastic, 2, x) + test::hessian_of(pins, 2, x));
    EXPECT_TRUE(test::gradient_matches([&](const Eigen::VectorXd& at) { return total.value(at); },
                                       energy.gradient, x));
}

TEST(TotalPotential, MeasuresForcesPerOwner) {
    TotalPotential total;
    const BlockRange anvil = total.dofs().add("Anvil", BlockKind::Position, 2, 1.0);
    const BlockRange feather = total.dofs().add("Feather", BlockKind::Position, 1, 1.0);
    LoadPotential heavy("heavy", anvil);
    heavy.set_loads({{0, 0, -500}, {300, 0, 400.5}});
    LoadPotential held("held", anvil);
    held.set_loads({{0, 0, 500}, {0, 0, 0}});
    LoadPotential light("light", feather);
    light.set_loads({{0, 0, -0.01}});
    for (Potential* term : {&heavy, &held, &light})
        total.add(*term);
    total.make_pattern();
    EnergyAndGradient energy;
    total.expand(Eigen::VectorXd::Zero(9), energy);
    EXPECT_DOUBLE_EQ(energy.force_size[0], std::hypot(300.0, 400.5));
    EXPECT_DOUBLE_EQ(energy.force_size[1], 0.01);
    EXPECT_EQ(block_of(energy.gradient, 0), Eigen::Vector3d::Zero());  // balanced
}

/// Couples its two blocks only when they are near each other, as a contact does.
class Touching : public LoadPotential {
public:
    Touching() : LoadPotential("touching", {.first = 0, .count = 2}) {}
    void list_pairs(BlockPairs& pairs) const override {
        if (m_near) pairs.emplace_back(0, 1);
    }
    void update_active_set(const Eigen::VectorXd& x) override {
        m_near = (x.head<3>() - x.tail<3>()).norm() < 1.0;
    }
    bool fits(const BlockPattern& pattern) override { return !m_near || pattern.find(1, 0); }
    double max_step(const Eigen::VectorXd& /*x*/, const Eigen::VectorXd& dx) override {
        return 0.5 / dx.norm();
    }

private:
    bool m_near = false;
};

TEST(TotalPotential, MakesThePatternAgainWhenATermAsksForIt) {
    TotalPotential total;
    total.dofs().add("Two", BlockKind::Position, 2, 1.0);
    Touching touching;
    total.add(touching);
    total.make_pattern();
    Eigen::VectorXd x = Eigen::VectorXd::Zero(6);
    x[0] = 3.0;
    const auto first = total.pattern();
    total.update_active_set(x);
    total.refresh_pattern();
    EXPECT_EQ(total.pattern(), first);
    EXPECT_EQ(first->block_count(), 2U);
    x[0] = 0.5;
    total.update_active_set(x);
    EXPECT_EQ(total.pattern(), first);  // trials do not change it
    total.refresh_pattern();
    const auto second = total.pattern();
    EXPECT_EQ(second->block_count(), 3U);
    x[0] = 3.0;  // apart again: the pattern has room to spare
    total.update_active_set(x);
    total.refresh_pattern();
    EXPECT_EQ(total.pattern(), second);
    EXPECT_DOUBLE_EQ(total.max_step(x, 2.0 * Eigen::VectorXd::Unit(6, 1)), 0.25);
}

TEST(EnergyAndGradient, IsFiniteOnlyWhenAllOfItIs) {
    EnergyAndGradient energy;
    energy.gradient = Eigen::VectorXd::Zero(3);
    EXPECT_TRUE(energy.is_finite());
    energy.gradient[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(energy.is_finite());
    energy.gradient[1] = 0.0;
    energy.value = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(energy.is_finite());
}

}  // namespace
}  // namespace sinew
