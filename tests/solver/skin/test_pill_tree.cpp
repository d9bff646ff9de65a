#include "skin/pill_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "solver/skin/pills_fixture.hpp"

namespace sinew::skin {
namespace {

using Eigen::Vector3d;

/// Distance to the nearest of many spheres along the pill.
double sampled_distance(const PillChains& pills, std::uint32_t sphere, const Vector3d& x) {
    double best = HUGE_VAL;
    for (int i = 0; i <= 20000; ++i) {
        const double t = i / 20000.0;
        const Vector3d c = (1.0 - t) * pills.centres[sphere] + t * pills.centres[sphere + 1];
        const double r = (1.0 - t) * pills.radii[sphere] + t * pills.radii[sphere + 1];
        best = std::min(best, (x - c).norm() - r);
    }
    return best;
}

TEST(PillTree, MeasuresTheDistanceToTaperedPills) {
    test::Random random(5);
    for (int i = 0; i < 30; ++i) {
        PillChains pills = test::straight_chain(random.vector3(), random.vector3(), 1, 0.1);
        pills.radii = {random.uniform(0.01, 0.6), random.uniform(0.01, 0.6)};
        const Vector3d x = random.vector3();
        const NearPill found = PillTree(pills).nearest_of_chain(x, 0);
        EXPECT_NEAR(found.distance, sampled_distance(pills, 0, x), 1e-7);
    }
}

TEST(PillTree, UsesTheLargerSphereWhereItHoldsTheOther) {
    PillChains pills = test::straight_chain(Vector3d::Zero(), Vector3d(0.1, 0, 0), 1, 0.1);
    pills.radii = {0.1, 0.5};
    const NearPill found = PillTree(pills).nearest_of_chain(Vector3d(-1, 0, 0), 0);
    EXPECT_EQ(found.t, 1.0);
    EXPECT_NEAR(found.distance, 1.1 - 0.5, 1e-15);
    pills.centres[1] = pills.centres[0];  // no length at all
    EXPECT_NEAR(PillTree(pills).nearest_of_chain(Vector3d(-1, 0, 0), 0).distance, 0.5, 1e-15);
}

TEST(PillTree, FindsTheChainsThatBruteForceFinds) {
    test::Random random(7);
    for (const int chains : {1, 3, 200}) {
        const PillTree tree(test::random_chains(chains, random));
        for (int i = 0; i < 200; ++i) {
            const Vector3d x = random.vector3(1.5);
            std::vector<NearPill> all;
            for (int chain = 0; chain < chains; ++chain)
                all.push_back(tree.nearest_of_chain(x, static_cast<std::uint32_t>(chain)));
            std::sort(all.begin(), all.end(),
                      [](const NearPill& a, const NearPill& b) { return a.distance < b.distance; });
            NearPill found[8];
            const std::size_t count = tree.nearest_chains(x, found);
            ASSERT_EQ(count, std::min<std::size_t>(8, all.size()));
            for (std::size_t k = 0; k < count; ++k) {
                EXPECT_EQ(found[k].chain, all[k].chain);
                EXPECT_EQ(found[k].sphere, all[k].sphere);
                EXPECT_EQ(found[k].t, all[k].t);
                EXPECT_EQ(found[k].distance, all[k].distance);
            }
        }
    }
}

}  // namespace
}  // namespace sinew::skin
