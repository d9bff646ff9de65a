// Which pills touch and where: by hand, against a search of all pairs, and in every lane.
#include "viper/contact/pill_touches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "support/random.hpp"

namespace sinew::viper {
namespace {

using Eigen::Vector3d;
using sinew::test::Random;

/// How far apart pills may be to count, relative to their radii.
constexpr double FARTHEST = 0.25;

Pill<double> pill_from(const Vector3d& from, const Vector3d& to, double r0, double r1) {
    return {{from.x(), from.y(), from.z()}, {to.x(), to.y(), to.z()}, r0, r1};
}

/// Pills that each are a rod of one segment, four in a batch; those before the first lane are left empty.
struct Pills {
    explicit Pills(int first_lane = 0) : next(first_lane) {}

    void add(const Pill<double>& pill, int group) {
        const PointRef ref{.batch = next / Pack::LANES, .point = 0, .lane = next % Pack::LANES};
        ++next;
        if (batches.size() <= static_cast<std::size_t>(ref.batch)) {
            batches.emplace_back().resize(2);
            batches.back().current = batches.back().state;
        }
        dynamic.push_back({.first = ref,
                           .rest_radius_0 = pill.r0,
                           .rest_radius_1 = pill.r1,
                           .group = group,
                           .friction = 0.0,
                           .stiffness = 1.0});
        move_to(dynamic.size() - 1, pill, true);
        move_to(dynamic.size() - 1, pill, false);
    }

    /// At the start of the step, or at the iterate.
    void move_to(std::size_t i, const Pill<double>& pill, bool at_start) {
        const PointRef& ref = dynamic[i].first;
        RodBatch& batch = batches[ref.batch];
        RodState& x = at_start ? batch.state : batch.current;
        set_lane(x.c[0], ref.lane, {pill.c0.x, pill.c0.y, pill.c0.z});
        set_lane(x.c[1], ref.lane, {pill.c1.x, pill.c1.y, pill.c1.z});
    }

    std::vector<PillTouch> find(std::span<const KinematicPill> kinematic = {}) {
        touches.set_pills(dynamic);
        touches.begin_step(batches, kinematic);
        return find_again();
    }

    /// At another iterate of the step.
    std::vector<PillTouch> find_again() {
        std::vector<PillTouch> all;
        deepest = 0.0;
        for (const TouchChunk& chunk : touches.find(batches)) {
            EXPECT_EQ(chunk.first, all.size());
            all.insert(all.end(), chunk.touches.begin(), chunk.touches.end());
            deepest = std::max(deepest, chunk.deepest);
        }
        return all;
    }

    int next;
    std::vector<RodBatch> batches;
    std::vector<DynamicPill> dynamic;
    PillTouches touches;
    double deepest = 0.0;
};

TEST(PillTouches, FindTheSpheresThatOverlapMostInEveryLane) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        Pills pills(lane);
        // They cross at the middle of the first and a quarter of the second, 0.08 apart.
        pills.add(pill_from({-1, 0, 0}, {1, 0, 0}, 0.05, 0.05), 0);
        pills.add(pill_from({0, -0.5, 0.08}, {0, 1.5, 0.08}, 0.04, 0.04), 1);
        const std::vector<PillTouch> found = pills.find();
        ASSERT_EQ(found.size(), 1U) << lane;
        EXPECT_EQ(found[0].pair.first, 0);
        EXPECT_EQ(found[0].pair.second, 1);
        EXPECT_NEAR(found[0].alpha, 0.5, 2e-4);
        EXPECT_NEAR(found[0].beta, 0.25, 2e-4);
        EXPECT_NEAR(pills.deepest, 0.01 / 0.09, 1e-5);  // halving finds the place to a 4,096th
    }
}

TEST(PillTouches, FindTheEndsOfPills) {
    Pills pills(1);
    // One behind the other, and one whose end is over the middle of the first.
    pills.add(pill_from({0, 0, 0}, {1, 0, 0}, 0.1, 0.05), 0);
    pills.add(pill_from({1.08, 0, 0}, {2, 0, 0}, 0.05, 0.05), 1);
    const std::vector<PillTouch> found = pills.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].alpha, 1.0);
    EXPECT_EQ(found[0].beta, 0.0);
    EXPECT_NEAR(pills.deepest, 0.2, 1e-12);
    Pills upright;
    upright.add(pill_from({0, 0, 0.14}, {0, 0, 1}, 0.05, 0.05), 0);
    upright.add(pill_from({-1, 0, 0}, {1, 0, 0}, 0.1, 0.1), 1);
    const std::vector<PillTouch> on_end = upright.find();
    ASSERT_EQ(on_end.size(), 1U);
    EXPECT_EQ(on_end[0].alpha, 0.0);
    EXPECT_NEAR(on_end[0].beta, 0.5, 1e-9);
    EXPECT_NEAR(upright.deepest, 0.01 / 0.15, 1e-12);
}

TEST(PillTouches, ParallelAndEqualPills) {
    Pills pills;
    pills.add(pill_from({0, 0, 0}, {1, 0, 0}, 0.05, 0.05), 0);
    pills.add(pill_from({0.5, 0.08, 0}, {1.5, 0.08, 0}, 0.05, 0.05), 1);
    std::vector<PillTouch> found = pills.find();
    ASSERT_EQ(found.size(), 1U);
    // Any place where they lie side by side will do.
    EXPECT_NEAR(pills.deepest, 0.02 / 0.1, 1e-9);
    EXPECT_NEAR(found[0].alpha - found[0].beta, 0.5, 1e-9);
    EXPECT_GE(found[0].alpha, 0.5);
    Pills equal;
    equal.add(pill_from({0, 0, 0}, {1, 0, 0}, 0.05, 0.05), 0);
    equal.add(pill_from({0, 0, 0}, {1, 0, 0}, 0.05, 0.05), 1);
    found = equal.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(equal.deepest, 1.0, 1e-9);
    EXPECT_NEAR(found[0].alpha, found[0].beta, 1e-9);
}

TEST(PillTouches, CountOnlyWhatIsNear) {
    const double farthest = FARTHEST * (0.05 + 0.03);
    for (const double gap : {0.99 * farthest, 1.01 * farthest}) {
        Pills pills(3);
        const double height = 0.08 + gap;
        pills.add(pill_from({-0.5, 0, 0}, {0.5, 0, 0}, 0.05, 0.05), 0);
        pills.add(pill_from({0, -0.5, height}, {0, 0.5, height}, 0.03, 0.03), 1);
        EXPECT_EQ(pills.find().size(), gap < farthest ? 1U : 0U);
        EXPECT_EQ(pills.deepest, 0.0);
    }
}

TEST(PillTouches, GroupsAndKinematicPillsAmongThemselvesDoNotTouch) {
    const Pill<double> pill = pill_from({0, 0, 0}, {1, 0, 0}, 0.05, 0.05);
    Pills pills;
    for (const int group : {4, 4, 5})
        pills.add(pill, group);
    std::vector<KinematicPill> bones(2);
    bones[0].start = bones[0].end = bones[1].start = bones[1].end = pill;
    std::vector<std::pair<int, int>> pairs;
    for (const PillTouch& touch : pills.find(bones))
        pairs.emplace_back(touch.pair.first, touch.pair.second);
    const std::vector<std::pair<int, int>> expected = {{0, 2}, {0, 3}, {0, 4}, {1, 2},
                                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}};
    EXPECT_EQ(pairs, expected);
    EXPECT_TRUE(pills.touches.is_dynamic(2));
    EXPECT_FALSE(pills.touches.is_dynamic(3));
}

TEST(PillTouches, RadiiGrowWithTheScale) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        Pills pills(lane);
        pills.add(pill_from({-1, 0, 0}, {1, 0, 0}, 0.05, 0.05), 0);
        pills.add(pill_from({0, -1, 0.12}, {0, 1, 0.12}, 0.05, 0.05), 1);
        for (const int point : {0, 1})
            pills.batches[0].current.s[point].set(lane, point == 0 ? 1.2 : 1.8);
        ASSERT_EQ(pills.find().size(), 1U);
        // In its middle the first is 1.5 times as thick; towards its thicker end it is farther off.
        EXPECT_GT(pills.deepest, 0.005 / 0.125);
        EXPECT_LT(pills.deepest, 0.0055 / 0.125);
    }
}

TEST(PillTouches, FollowTheIterateAndRememberTheStart) {
    Pills pills(2);
    pills.add(pill_from({-1, 0, 0}, {1, 0, 0}, 0.05, 0.05), 0);
    pills.add(pill_from({0, -1, 0.5}, {0, 1, 0.5}, 0.04, 0.04), 1);
    pills.batches[0].point[0].mass = Pack(2.0);
    pills.batches[0].point[1].mass = Pack(4.0);
    // Predicted to go through the other.
    const Pill<double> behind = pill_from({0, -1, -0.5}, {0, 1, -0.5}, 0.04, 0.04);
    pills.move_to(1, behind, false);
    EXPECT_TRUE(pills.find().empty());
    pills.move_to(1, pill_from({0, -1, 0.08}, {0, 1, 0.08}, 0.04, 0.04), false);
    EXPECT_EQ(pills.find_again().size(), 1U);
    EXPECT_NEAR(pills.deepest, 0.01 / 0.09, 1e-5);
    EXPECT_EQ(pills.touches.start(1).pill.c0.z, 0.5);
    EXPECT_DOUBLE_EQ(pills.touches.start(0).mass(0.25), 2.5);
    EXPECT_EQ(pills.touches.start(0).mass(0.0), 2.0);
    EXPECT_EQ(pills.touches.start(0).mass(1.0), 4.0);
}

/// More than fit in one pass, and a number that is no multiple of the lanes.
struct ManyPills {
    static constexpr int DYNAMIC = 101;

    explicit ManyPills(const Eigen::Affine3d& placed) {
        Random random(71);
        const auto some_pill = [&] {
            const Vector3d from = random.vector3(0.3);
            return pill_from(placed * from, placed * (from + random.vector3(0.3)),
                             random.uniform(0.02, 0.07), random.uniform(0.02, 0.07));
        };
        for (int i = 0; i < DYNAMIC; ++i) {
            all.push_back(some_pill());
            pills.add(all.back(), i % 20);
        }
        bones.resize(6);
        for (KinematicPill& bone : bones) {
            bone.start = bone.end = some_pill();
            all.push_back(bone.end);
        }
    }

    /// Between the spheres of a touch [m].
    double gap(const PillTouch& touch) const {
        const Pill<double>& a = all[touch.pair.first];
        const Pill<double>& b = all[touch.pair.second];
        const Vector3d away = eigen(a.centre(touch.alpha) - b.centre(touch.beta));
        return away.norm() - a.radius(touch.alpha) - b.radius(touch.beta);
    }

    Pills pills;
    std::vector<KinematicPill> bones;
    std::vector<Pill<double>> all;
};

TEST(PillTouches, AreThoseOfASearchOfAllPairs) {
    ManyPills many(Eigen::Affine3d::Identity());
    std::map<std::pair<int, int>, PillPair<double>> expected;
    double deepest = 0.0;
    for (int i = 0; i < ManyPills::DYNAMIC; ++i) {
        for (int j = i + 1; j < static_cast<int>(many.all.size()); ++j) {
            if (j < ManyPills::DYNAMIC && i % 20 == j % 20) continue;
            const Pill<double>& a = many.all[i];
            const Pill<double>& b = many.all[j];
            const PillPair<double> pair = nearest_spheres(a, b);
            const double widest = FARTHEST * (std::max(a.r0, a.r1) + std::max(b.r0, b.r1));
            if (pair.gap < widest) expected[{i, j}] = pair;
            deepest = std::max(deepest, -pair.gap / (a.radius(pair.alpha) + b.radius(pair.beta)));
        }
    }
    const std::vector<PillTouch> found = many.pills.find(many.bones);
    ASSERT_EQ(found.size(), expected.size());
    ASSERT_GT(found.size(), 256U);
    for (const PillTouch& touch : found) {
        const auto pair = expected.find({touch.pair.first, touch.pair.second});
        ASSERT_NE(pair, expected.end()) << touch.pair.first << " " << touch.pair.second;
        EXPECT_NEAR(many.gap(touch), pair->second.gap, 1e-6);
    }
    EXPECT_NEAR(many.pills.deepest, deepest, 1e-6);
}

TEST(PillTouches, AreTheSameWhenAllIsTurnedAndMoved) {
    Random random(72);
    Eigen::Affine3d placed(random.rotation());
    placed.translation() = random.vector3(2.0);
    ManyPills here(Eigen::Affine3d::Identity());
    ManyPills there(placed);
    const std::vector<PillTouch> a = here.pills.find(here.bones);
    const std::vector<PillTouch> b = there.pills.find(there.bones);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].pair.first, b[i].pair.first);
        EXPECT_EQ(a[i].pair.second, b[i].pair.second);
        EXPECT_NEAR(here.gap(a[i]), there.gap(b[i]), 1e-6);
    }
    EXPECT_NEAR(here.pills.deepest, there.pills.deepest, 1e-6);
}

}  // namespace
}  // namespace sinew::viper
