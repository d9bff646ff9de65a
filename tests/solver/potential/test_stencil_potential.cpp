#include "potential/stencil_potential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "potential/total_potential.hpp"
#include "support/element_checks.hpp"
#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using test::Random;

/// Two points that push each other away when they are nearer than r: Ψ = ⅓ k (r − d)³.
struct Repulsion {
    static constexpr int BLOCKS = 2;
    using Vec = Eigen::Matrix<double, 6, 1>;
    using Mat = Eigen::Matrix<double, 6, 6>;

    Eigen::Vector3d span;  ///< from the first point to the second at q = 0
    double r = 0.0;
    double k = 1.0;

    Eigen::Vector3d span_at(const Vec& q) const { return span + q.tail<3>() - q.head<3>(); }
    bool is_active(const Vec& q) const { return span_at(q).norm() < r; }
    double value(const Vec& q) const { return k / 3.0 * std::pow(r - span_at(q).norm(), 3); }
    double gradient(const Vec& q, Vec& g) const {
        const Eigen::Vector3d s = span_at(q);
        const double d = s.norm();
        g.tail<3>() = -k * (r - d) * (r - d) * s / d;
        g.head<3>() = -g.tail<3>();
        return value(q);
    }
    double hessian(const Vec& q, Vec& g, Mat& H) const {
        const Eigen::Vector3d s = span_at(q);
        const double d = s.norm();
        const Eigen::Vector3d n = s / d;
        const Eigen::Matrix3d nn = n * n.transpose();
        const Eigen::Matrix3d K =
            2.0 * k * (r - d) * nn - k * (r - d) * (r - d) / d * (Eigen::Matrix3d::Identity() - nn);
        H << K, -K, -K, K;
        return gradient(q, g);
    }
};

/// Random points; candidates are all pairs nearer than `reach`.
struct Cloud {
    using Blocks = std::array<std::int32_t, 2>;

    Cloud(int count, double r, double reach, std::uint64_t seed) {
        Random random(seed);
        for (int i = 0; i < count; ++i)
            points.push_back(random.vector3());
        for (std::int32_t b = 0; b < count; ++b) {
            for (std::int32_t a = 0; a < b; ++a) {
                const Eigen::Vector3d span = points[b] - points[a];
                if (span.norm() >= reach) continue;
                elements.push_back({span, r, 5.0});
                pairs.push_back(a % 2 == 0 ? Blocks{a, b} : Blocks{b, a});
                if (a % 2 != 0) elements.back().span = -span;
            }
        }
    }

    /// With all pairs as candidates.
    StencilPotential<std::vector<Repulsion>> potential() const {
        StencilPotential<std::vector<Repulsion>> made(
            "repulsion", elements, {.first = 0, .count = static_cast<int>(points.size())});
        made.set_candidates(pairs);
        return made;
    }

    std::vector<Eigen::Vector3d> points;
    std::vector<Repulsion> elements;
    std::vector<Blocks> pairs;
};

TEST(StencilPotential, FindsTheElementsThatAct) {
    const Cloud cloud(40, 0.5, 0.8, 1);
    auto potential = cloud.potential();
    const Eigen::VectorXd x = Random(2).vector(120, 0.05);
    potential.update_active_set(x);
    std::vector<std::int32_t> expected;
    double value = 0.0;
    for (std::size_t i = 0; i < cloud.pairs.size(); ++i) {
        const auto [a, b] = cloud.pairs[i];
        const double d =
            (cloud.points[a] + block_of(x, a) - cloud.points[b] - block_of(x, b)).norm();
        if (d >= 0.5) continue;
        expected.push_back(static_cast<std::int32_t>(i));
        value += 5.0 / 3.0 * std::pow(0.5 - d, 3);
    }
    ASSERT_GT(expected.size(), 5U);
    ASSERT_LT(expected.size(), cloud.pairs.size());
    EXPECT_EQ(std::vector(potential.active().begin(), potential.active().end()), expected);
    EXPECT_NEAR(potential.value(x), value, 1e-12 * value);
}

TEST(StencilPotential, DerivativesMatchFiniteDifferences) {
    const Cloud cloud(8, 1.2, 1.6, 3);
    auto potential = cloud.potential();
    const Eigen::VectorXd x = Random(4).vector(24, 0.1);
    potential.update_active_set(x);
    ASSERT_GT(potential.active().size(), 3U);
    test::check_potential(potential, 8, x);
}

TEST(StencilPotential, IsInvariantUnderRigidMotion) {
    const Cloud cloud(30, 0.6, 0.9, 5);
    auto potential = cloud.potential();
    Random random(6);
    const Eigen::VectorXd moved =
        test::rigid_increments(cloud.points, random.rotation(), random.vector3());
    const Eigen::VectorXd rest = Eigen::VectorXd::Zero(90);
    potential.update_active_set(rest);
    const double before = potential.value(rest);
    potential.update_active_set(moved);
    EXPECT_GT(before, 0.0);
    EXPECT_NEAR(potential.value(moved), before, 1e-12 * before);
}

TEST(StencilPotential, KeepsAPatternThatItsCandidatesFitInto) {
    const Cloud cloud(30, 0.6, 0.9, 7);
    auto potential = cloud.potential();
    TotalPotential total;
    total.dofs().add("Cloud", BlockKind::Position, 30, 1.0);
    total.add(potential);
    total.make_pattern();
    const auto pattern = total.pattern();
    ASSERT_EQ(pattern->block_count(), 30 + cloud.pairs.size());

    potential.set_candidates(
        {cloud.pairs.begin(), cloud.pairs.end() - 3});  // the next step has fewer
    total.refresh_pattern();
    EXPECT_EQ(total.pattern(), pattern);

    std::vector<Cloud::Blocks> more = cloud.pairs;  // and another one a pair that is new
    for (std::int32_t b = 1; more.size() == cloud.pairs.size(); ++b) {
        if (!pattern->find(b, 0)) more.push_back({b, 0});
    }
    potential.set_candidates(more);
    total.refresh_pattern();
    EXPECT_NE(total.pattern(), pattern);
    EXPECT_EQ(total.pattern()->block_count(), pattern->block_count() + 1);
}

TEST(StencilPotential, FillsAPatternWithRoomToSpare) {
    // The same elements, once in a pattern of their own pairs and once in one of all pairs.
    const Cloud cloud(12, 0.9, 1.0, 8);
    auto potential = cloud.potential();
    const Eigen::VectorXd x = Random(9).vector(36, 0.05);
    potential.update_active_set(x);
    const Eigen::MatrixXd tight = test::hessian_of(potential, 12, x);
    BlockPairs all;
    for (int b = 0; b < 12; ++b) {
        for (int a = 0; a < b; ++a)
            all.emplace_back(b, a);
    }
    const auto pattern = std::make_shared<const BlockPattern>(BlockPattern::from_pairs(12, all));
    potential.find_slots(*pattern);
    BlockMatrix H(pattern);
    Eigen::VectorXd g = Eigen::VectorXd::Zero(36);
    potential.add_hessian(x, 1.0, PsdProjection::None, g, H);
    Eigen::VectorXd y;
    for (int i = 0; i < 36; ++i) {
        H.multiply(Eigen::VectorXd::Unit(36, i), y);
        EXPECT_LT((y - tight.col(i)).norm(), 1e-14 * tight.norm());
    }
}

TEST(StencilPotential, GivesTheSameBitsOnAnyNumberOfThreads) {
    const Cloud cloud(700, 0.3, 0.35, 10);
    auto potential = cloud.potential();
    BlockPairs pairs;
    potential.list_pairs(pairs);
    const auto pattern = std::make_shared<const BlockPattern>(BlockPattern::from_pairs(700, pairs));
    potential.find_slots(*pattern);
    const Eigen::VectorXd x = Random(11).vector(2100, 0.02);
    struct Result {
        std::vector<std::int32_t> active;
        double value = 0.0;
        Eigen::VectorXd g = Eigen::VectorXd::Zero(2100);
        BlockMatrix H;
    };
    const auto evaluate = [&](int threads) {
        Result result;
        result.H = BlockMatrix(pattern);
        ThreadPool(threads).run([&] {
            potential.update_active_set(x);
            result.active.assign(potential.active().begin(), potential.active().end());
            result.value = potential.value(x) +
                           potential.add_hessian(x, 1.0, PsdProjection::Clamp, result.g, result.H);
        });
        return result;
    };
    const Result one = evaluate(1);
    ASSERT_GT(one.active.size(), 2048U);  // several batches
    for (const int threads : {2, 4}) {
        const Result many = evaluate(threads);
        EXPECT_EQ(one.active, many.active);
        EXPECT_EQ(one.value, many.value);
        EXPECT_EQ(one.g, many.g);
        EXPECT_TRUE(
            std::equal(one.H.blocks().begin(), one.H.blocks().end(), many.H.blocks().begin()));
    }
}

}  // namespace
}  // namespace sinew
