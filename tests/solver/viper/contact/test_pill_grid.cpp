#include "viper/contact/pill_grid.hpp"

#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "support/random.hpp"

namespace sinew::viper {
namespace {

std::vector<BoundingSphere> random_spheres(int count, double size) {
    test::Random random(11);
    std::vector<BoundingSphere> spheres;
    for (int i = 0; i < count; ++i) {
        spheres.push_back({.centre = random.vector3(size),
                           .radius = random.uniform(0.02, 0.15),
                           .group = i / 3,
                           .dynamic = i % 7 != 0});
    }
    return spheres;
}

std::vector<std::pair<int, int>> listed(std::span<const CandidatePair> pairs) {
    std::vector<std::pair<int, int>> result;
    for (const CandidatePair& pair : pairs)
        result.emplace_back(pair.first, pair.second);
    return result;
}

std::vector<std::pair<int, int>> by_brute_force(std::span<const BoundingSphere> spheres) {
    std::vector<std::pair<int, int>> pairs;
    const int n = static_cast<int>(spheres.size());
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            const BoundingSphere& a = spheres[i];
            const BoundingSphere& b = spheres[j];
            if (a.group == b.group || (!a.dynamic && !b.dynamic)) continue;
            if ((a.centre - b.centre).norm() < a.radius + b.radius) pairs.emplace_back(i, j);
        }
    }
    return pairs;
}

TEST(PillGrid, FindsWhatBruteForceFinds) {
    const auto spheres = random_spheres(700, 1.0);
    const auto expected = by_brute_force(spheres);
    ASSERT_GT(expected.size(), 500u);
    PillGrid grid;
    EXPECT_EQ(listed(grid.find_pairs(spheres)), expected);
    // Again, with memory that was used before, on one thread.
    ThreadPool one(1);
    one.run([&] { EXPECT_EQ(listed(grid.find_pairs(spheres)), expected); });
}

// Pairs are kept while the spheres stay near; none may be missed, whatever they do meanwhile.
TEST(PillGrid, FindsThemAgainWhileTheSpheresMove) {
    auto spheres = random_spheres(200, 0.6);
    test::Random random(5);
    std::vector<Eigen::Vector3d> velocities;
    for (std::size_t i = 0; i < spheres.size(); ++i)
        velocities.push_back(random.vector3(0.01));
    PillGrid grid;
    for (int call = 0; call < 60; ++call) {
        EXPECT_EQ(listed(grid.find_pairs(spheres)), by_brute_force(spheres)) << call;
        for (std::size_t i = 0; i < spheres.size(); ++i)
            spheres[i].centre += velocities[i];
        // One grows, one turns round, one jumps, one joins another group, two do not count any more.
        if (call % 7 == 3) spheres[call].radius *= 1.5;
        velocities[call] *= -3.0;
        if (call % 10 == 5) spheres[call].centre += random.vector3(1.0);
        if (call % 10 == 8) spheres[call].group = spheres[call + 40].group;
        if (call % 20 == 19) spheres.resize(spheres.size() - 2);
    }
}

TEST(PillGrid, TakesSpheresFarApartAndAllInOnePlace) {
    PillGrid grid;
    std::vector<BoundingSphere> far = {
        {.centre = {-1e9, 0, 0}, .radius = 0.001, .group = 0},
        {.centre = {1e9, 0, 0}, .radius = 0.001, .group = 1},
        {.centre = {1e9, 0, 0}, .radius = 0.001, .group = 2},
    };
    EXPECT_EQ(listed(grid.find_pairs(far)), (std::vector<std::pair<int, int>>{{1, 2}}));
    std::vector<BoundingSphere> same(5, {.centre = {1, 2, 3}, .radius = 0.1});
    for (int i = 0; i < 5; ++i)
        same[i].group = i;
    EXPECT_EQ(grid.find_pairs(same).size(), 10u);
    EXPECT_TRUE(grid.find_pairs({}).empty());
}

TEST(PillGrid, TakesOneSphereOverMillionsOfCellsAndOneThatIsNotFinite) {
    PillGrid grid;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<BoundingSphere> spheres = {
        {.centre = {0, 0, 0}, .radius = 1e7, .group = 0},
        {.centre = {1e5, -2e5, 3e5}, .radius = 0.001, .group = 1},
        {.centre = {nan, 0, 0}, .radius = 0.001, .group = 2},
        {.centre = {-1e6, 1e6, 0}, .radius = 0.001, .group = 3},
    };
    for (int i = 0; i < 50; ++i)
        spheres.push_back(
            {.centre = {3e7 + i, 1.0 * i * i, -2.0 * i}, .radius = 0.001, .group = 5});
    EXPECT_EQ(listed(grid.find_pairs(spheres)), (std::vector<std::pair<int, int>>{{0, 1}, {0, 3}}));
}

}  // namespace
}  // namespace sinew::viper
