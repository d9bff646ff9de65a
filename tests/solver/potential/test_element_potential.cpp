#include "potential/element_potential.hpp"

#include <gtest/gtest.h>

#include "support/element_checks.hpp"
#include "support/potential_checks.hpp"
#include "support/random.hpp"
#include "support/spring_element.hpp"

namespace sinew {
namespace {

using test::Random;
using test::SpringElement;

/// Springs between random pairs of points, some of them under compression.
struct SpringNet {
    using Blocks = std::array<std::int32_t, 2>;

    SpringNet(int point_count, int spring_count, std::uint64_t seed) {
        Random random(seed);
        for (int i = 0; i < point_count; ++i)
            points.push_back(random.vector3());
        while (static_cast<int>(springs.size()) < spring_count) {
            const auto a = static_cast<std::int32_t>(random.index(point_count));
            const auto b = static_cast<std::int32_t>(random.index(point_count));
            if (a == b) continue;
            const Eigen::Vector3d span = points[b] - points[a];
            springs.push_back(
                {span, span.norm() * random.uniform(0.7, 1.4), random.uniform(1.0, 9.0)});
            blocks.push_back({a, b});
        }
    }

    std::vector<Eigen::Vector3d> points;
    std::vector<SpringElement> springs;
    std::vector<Blocks> blocks;
};

TEST(SpringElement, DerivativesMatchFiniteDifferences) {
    Random random(1);
    const SpringElement spring{{0.5, 0.2, -0.1}, 0.9, 3.0};
    for (int i = 0; i < 5; ++i)
        test::check_element(spring, SpringElement::Vec(random.vector(6, 0.2)));
}

TEST(ElementPotential, DerivativesMatchFiniteDifferences) {
    const SpringNet net(6, 30, 2);
    ElementPotential potential("springs", net.springs, net.blocks);
    test::check_potential(potential, 6, Random(3).vector(18, 0.1));
}

TEST(ElementPotential, AddsUpItsElements) {
    const SpringNet net(12, 100, 4);
    ElementPotential potential("springs", net.springs, net.blocks);
    const Eigen::VectorXd x = Random(5).vector(36, 0.1);
    double value = 0.0;
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(36);
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(36, 36);
    for (std::size_t i = 0; i < net.springs.size(); ++i) {
        const auto [a, b] = net.blocks[i];
        SpringElement::Vec q;
        SpringElement::Vec g;
        SpringElement::Mat H;
        q << block_of(x, a), block_of(x, b);
        value += net.springs[i].hessian(q, g, H);
        const int at[] = {3 * a, 3 * b};
        for (int r = 0; r < 2; ++r) {
            gradient.segment<3>(at[r]) += g.segment<3>(3 * r);
            for (int c = 0; c < 2; ++c)
                hessian.block<3, 3>(at[r], at[c]) += H.block<3, 3>(3 * r, 3 * c);
        }
    }
    Eigen::VectorXd g = Eigen::VectorXd::Zero(36);
    EXPECT_NEAR(potential.add_gradient(x, 1.0, g), value, 1e-12 * value);
    EXPECT_LT((g - gradient).norm(), 1e-12 * gradient.norm());
    EXPECT_LT((test::hessian_of(potential, 12, x) - hessian).norm(), 1e-12 * hessian.norm());
}

TEST(ElementPotential, IsInvariantUnderRigidMotion) {
    const SpringNet net(8, 40, 6);
    ElementPotential potential("springs", net.springs, net.blocks);
    Random random(7);
    const Eigen::Quaterniond R = random.rotation();
    const Eigen::VectorXd x = test::rigid_increments(net.points, R, random.vector3());
    Eigen::VectorXd g_0 = Eigen::VectorXd::Zero(24);
    Eigen::VectorXd g = g_0;
    const double before = potential.add_gradient(Eigen::VectorXd::Zero(24), 1.0, g_0);
    EXPECT_NEAR(potential.add_gradient(x, 1.0, g), before, 1e-13 * before);
    for (int i = 0; i < 8; ++i)
        EXPECT_LT((block_of(g, i) - R * block_of(g_0, i)).norm(), 1e-13 * g_0.norm());
}

TEST(ElementPotential, GivesTheSameBitsOnOneThreadAndOnTwo) {
    const SpringNet net(2000, 12000, 8);
    ElementPotential potential("springs", net.springs, net.blocks);
    BlockPairs pairs;
    potential.list_pairs(pairs);
    const auto pattern =
        std::make_shared<const BlockPattern>(BlockPattern::from_pairs(2000, pairs));
    potential.find_slots(*pattern);
    const Eigen::VectorXd x = Random(9).vector(6000, 0.1);
    struct Result {
        double value = 0.0;
        double value_alone = 0.0;
        Eigen::VectorXd g = Eigen::VectorXd::Zero(6000);
        BlockMatrix H;
    };
    const auto evaluate = [&](int threads) {
        Result result;
        result.H = BlockMatrix(pattern);
        ThreadPool(threads).run([&] {
            result.value_alone = potential.value(x);
            result.value = potential.add_hessian(x, 1.0, PsdProjection::None, result.g, result.H);
        });
        return result;
    };
    const Result one = evaluate(1);
    for (int repeat = 0; repeat < 3; ++repeat) {
        const Result two = evaluate(2);
        EXPECT_EQ(one.value, two.value);
        EXPECT_EQ(one.value_alone, two.value_alone);
        EXPECT_EQ(one.g, two.g);
        EXPECT_TRUE(
            std::equal(one.H.blocks().begin(), one.H.blocks().end(), two.H.blocks().begin()));
    }
}

TEST(ElementPotential, TakesElementsFromAnythingThatIndexes) {
    // A body would keep its own arrays and make elements on the fly.
    struct Chain {
        SpringElement operator[](std::size_t i) const {
            return {Eigen::Vector3d::UnitX() * (1.0 + static_cast<double>(i)), 1.0, 2.0};
        }
    };
    const Chain chain;
    const std::vector<std::array<std::int32_t, 2>> blocks{{1, 0}, {1, 2}};
    const ElementPotential<Chain> potential("chain", chain, blocks);
    // Stretched by 0 and by 1: ½·2·1².
    EXPECT_DOUBLE_EQ(potential.value(Eigen::VectorXd::Zero(9)), 1.0);
}

TEST(ElementPotential, NoElementsNoEnergy) {
    const std::vector<SpringElement> none;
    ElementPotential potential("none", none, {});
    Eigen::VectorXd g = Eigen::VectorXd::Zero(3);
    EXPECT_EQ(potential.add_gradient(g, 1.0, g), 0.0);
    EXPECT_EQ(g, Eigen::VectorXd::Zero(3));
}

}  // namespace
}  // namespace sinew
