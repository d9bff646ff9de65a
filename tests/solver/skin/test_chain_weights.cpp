#include "skin/chain_weights.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/parallel.hpp"
#include "solver/skin/pills_fixture.hpp"

namespace sinew::skin {
namespace {

using Eigen::Vector3d;

PillChains side_by_side(int chains, double apart) {
    PillChains pills;
    for (int i = 0; i < chains; ++i) {
        pills.append(
            test::straight_chain(Vector3d(0, i * apart, 0), Vector3d(1, i * apart, 0), 4, 0.01));
    }
    return pills;
}

double weight_of(const ChainWeights& weights, std::uint32_t chain) {
    for (std::size_t i = 0; i < weights.count; ++i) {
        if (weights.items[i].chain == chain) return weights.items[i].weight;
    }
    return 0.0;
}

std::vector<ChainWeights> weights_of(const TriangleMesh& mesh, const PillChains& pills,
                                     const SkinSettings& settings = {}) {
    LooseVertices loose;
    return chain_weights(mesh, PillTree(pills), settings, loose);
}

TEST(ChainWeights, AreTheInverseSquaresOfTheDistancesToTheSurfacesAndFade) {
    // Distances to the four axes 0.1, 0.2, 0.25 and 0.4; surfaces are 0.01 nearer. Beyond 0.3 none counts.
    PillChains pills = test::straight_chain(Vector3d(0, -0.1, 0), Vector3d(1, -0.1, 0), 2, 0.01);
    pills.append(test::straight_chain(Vector3d(0, 0, 0.2), Vector3d(1, 0, 0.2), 3, 0.01));
    pills.append(test::straight_chain(Vector3d(0, 0, -0.25), Vector3d(1, 0, -0.25), 1, 0.01));
    pills.append(test::straight_chain(Vector3d(0, 0.4, 0), Vector3d(1, 0.4, 0), 1, 0.01));
    TriangleMesh mesh;
    mesh.vertices = {{0.5, 0, 0}};
    const ChainWeights weights = weights_of(mesh, pills).front();
    const auto raw = [](double d) { return (1 / d - 1 / 0.3) * (1 / d - 1 / 0.3); };
    const double w[] = {raw(0.09), raw(0.19), raw(0.24)};
    EXPECT_EQ(weights.count, 3U);
    for (std::uint32_t i = 0; i < 3; ++i)
        EXPECT_NEAR(weight_of(weights, i), w[i] / (w[0] + w[1] + w[2]), 1e-14);
}

TEST(ChainWeights, AddUpToOneAndStayFiniteInside) {
    test::Random random(11);
    const PillChains pills = test::random_chains(40, random);
    TriangleMesh mesh = test::cloud(500, 1.0, random);
    mesh.vertices.insert(mesh.vertices.end(), pills.centres.begin(), pills.centres.end());
    for (const ChainWeights& weights : weights_of(mesh, pills)) {
        double sum = 0.0;
        for (std::size_t i = 0; i < weights.count; ++i) {
            EXPECT_GT(weights.items[i].weight, 0.0);
            sum += weights.items[i].weight;
        }
        EXPECT_NEAR(sum, 1.0, 1e-15);
    }
}

TEST(ChainWeights, ShareEvenlyWhereTwoPillsHoldAVertex) {
    TriangleMesh mesh;
    mesh.vertices = {{0.5, 0.005, 0}};
    const ChainWeights weights = weights_of(mesh, side_by_side(2, 0.01)).front();
    EXPECT_EQ(weight_of(weights, 0), 0.5);
    EXPECT_EQ(weight_of(weights, 1), 0.5);
}

TEST(ChainWeights, KeepTheHeaviestEight) {
    TriangleMesh mesh;
    mesh.vertices = {{0.5, -0.5, 0}};
    const ChainWeights weights = weights_of(mesh, side_by_side(20, 0.05)).front();
    EXPECT_EQ(weights.count, ChainWeights::MAX);
    for (std::uint32_t i = 0; i < weights.count; ++i)
        EXPECT_EQ(weights.items[i].chain, i);
}

/// Diffusion with full rows of weights, as it is written in the header.
TEST(ChainWeights, AreFairedOverTheEdgesOfTheMesh) {
    PillChains pills = side_by_side(2, 0.3);
    TriangleMesh mesh;  // a strip across both rods
    for (int i = 0; i <= 12; ++i) {
        mesh.vertices.emplace_back(0.4, 0.03 * i - 0.03, 0.02);
        mesh.vertices.emplace_back(0.5, 0.03 * i - 0.03, 0.02);
        if (i == 0) continue;
        mesh.triangles.emplace_back(2 * i - 2, 2 * i - 1, 2 * i);
        mesh.triangles.emplace_back(2 * i - 1, 2 * i + 1, 2 * i);
    }
    std::vector<double> first;  // weight of the first rod
    for (const ChainWeights& weights : weights_of(mesh, pills, {.smoothing = 0}))
        first.push_back(weight_of(weights, 0));
    for (int round = 0; round < 7; ++round) {
        std::vector<std::map<int, bool>> joined(mesh.vertices.size());
        for (const Eigen::Vector3i& t : mesh.triangles) {
            for (int a = 0; a < 3; ++a)
                joined[t[a]][t[(a + 1) % 3]] = joined[t[(a + 1) % 3]][t[a]] = true;
        }
        std::vector<double> next;
        for (std::size_t v = 0; v < first.size(); ++v) {
            double mean = 0.0;
            for (const auto& [other, yes] : joined[v])
                mean += first[other] / static_cast<double>(joined[v].size());
            next.push_back(0.5 * first[v] + 0.5 * mean);
        }
        first = next;
    }
    const auto faired = weights_of(mesh, pills, {.smoothing = 7});
    for (std::size_t v = 0; v < first.size(); ++v)
        EXPECT_NEAR(weight_of(faired[v], 0), first[v],
                    2e-4);  // what is lighter than 1e-4 is left out
}

TEST(ChainWeights, CountVerticesThatAreFarFromAllPills) {
    TriangleMesh mesh;
    mesh.vertices = {{0.5, 0, 0.02}, {0.5, 0, 0.3}, {0.5, 0, 0.05}, {0.5, 5, 0}};
    LooseVertices loose;
    const auto weights =
        chain_weights(mesh, PillTree(side_by_side(3, 0.1)), {.smoothing = 0, .reach = 10.0}, loose);
    EXPECT_EQ(loose.count, 2U);
    EXPECT_EQ(loose.first, 1U);
    EXPECT_EQ(weights[1].count, 1U);
    EXPECT_EQ(weights[1].items[0].chain, 0U);
    EXPECT_EQ(weights[3].items[0].chain, 2U);
    EXPECT_EQ(weights[2].count, 2U);
}

TEST(ChainWeights, AreTheSameOnAnyNumberOfThreads) {
    test::Random random(13);
    const PillChains pills = test::random_chains(30, random);
    const TriangleMesh mesh = test::tube(1.0, 0.3, 120, 40);
    std::vector<ChainWeights> results[2];
    for (int i = 0; i < 2; ++i)
        ThreadPool(i + 1).run([&] { results[i] = weights_of(mesh, pills, {.smoothing = 4}); });
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        ASSERT_EQ(results[0][v].count, results[1][v].count);
        for (std::size_t i = 0; i < results[0][v].count; ++i) {
            EXPECT_EQ(results[0][v].items[i].chain, results[1][v].items[i].chain);
            EXPECT_EQ(results[0][v].items[i].weight, results[1][v].items[i].weight);
        }
    }
}

}  // namespace
}  // namespace sinew::skin
