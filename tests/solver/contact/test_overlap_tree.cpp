#include "contact/overlap_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;
using Pairs = std::vector<std::array<int, 2>>;

struct BoxScene {
    std::string name;
    std::vector<AlignedBox3d> boxes;
    Vector3d origin{0, 0, 0};
};

/// Boxes of sides up to 2 `half`, centres within `space` of `at`.
std::vector<AlignedBox3d> random_boxes(int count, const Vector3d& at, const Vector3d& space,
                                       double half, std::uint64_t seed) {
    test::Random random(seed);
    std::vector<AlignedBox3d> boxes;
    for (int i = 0; i < count; ++i) {
        const Vector3d centre = at + random.vector3().cwiseProduct(space);
        const Vector3d sides = random.vector3(half).cwiseAbs();
        boxes.emplace_back(centre - sides, centre + sides);
    }
    return boxes;
}

std::vector<BoxScene> box_scenes() {
    const Vector3d cube(1, 1, 1);
    const Vector3d far(1e6, -3e6, 2e6);
    std::vector<BoxScene> list;
    list.push_back({"empty", {}});
    list.push_back({"one", random_boxes(1, {0, 0, 0}, cube, 0.1, 1)});
    for (const int count : {2, 7, 8, 9, 63, 64, 65, 513, 3000})
        list.push_back(
            {"random " + std::to_string(count), random_boxes(count, {0, 0, 0}, cube, 0.15, 2)});
    list.push_back(
        {"all equal", std::vector<AlignedBox3d>(100, {Vector3d(1, 2, 3), Vector3d(2, 3, 4)})});
    list.push_back({"points at one place", std::vector<AlignedBox3d>(70, {cube, cube})});
    list.push_back({"in a plane", random_boxes(400, {0, 0, 5}, {1, 1, 0}, 0.05, 3)});
    list.push_back({"on a line", random_boxes(400, {0, 0, 0}, {0, 1, 0}, 0.01, 4)});
    list.push_back({"tiny", random_boxes(300, {0, 0, 0}, 1e-8 * cube, 1e-9, 5)});
    list.push_back({"huge", random_boxes(300, {0, 0, 0}, 1e6 * cube, 1e5, 6)});
    list.push_back({"far away", random_boxes(300, far, cube, 0.1, 7), far});
    std::vector<AlignedBox3d> mixed = random_boxes(300, {0, 0, 0}, cube, 0.01, 8);
    mixed.emplace_back(-cube, cube);
    mixed.emplace_back(Vector3d(0, 0, 0), Vector3d(1e5, 1e-5, 1e-5));
    list.push_back({"one large box", mixed});
    return list;
}

std::vector<FloatBox> in_floats(const BoxScene& scene) {
    std::vector<FloatBox> boxes;
    for (const AlignedBox3d& box : scene.boxes)
        boxes.push_back(FloatBox::around(box, scene.origin));
    return boxes;
}

/// In the order in which they are visited.
Pairs found_pairs(const OverlapTree& tree, const OverlapTree& queries) {
    Pairs pairs;
    for (int leaf = 0; leaf < queries.leaves(); ++leaf)
        tree.find_overlaps(
            queries, leaf, ~std::uint64_t{0}, [&](int slot, int other, unsigned bits) {
                for (int lane = 0; lane < OverlapTree::WIDTH; ++lane)
                    if ((bits >> lane & 1U) != 0)
                        pairs.push_back({queries.items()[slot],
                                         tree.items()[OverlapTree::WIDTH * other + lane]});
            });
    return pairs;
}

/// Lower item first, ascending.
Pairs sorted_pairs(Pairs pairs) {
    for (auto& [a, b] : pairs)
        if (b < a) std::swap(a, b);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

Pairs brute_force_overlaps(const std::vector<FloatBox>& boxes) {
    Pairs pairs;
    for (int a = 0; a < static_cast<int>(boxes.size()); ++a)
        for (int b = a + 1; b < static_cast<int>(boxes.size()); ++b)
            if (boxes[a].overlaps(boxes[b])) pairs.push_back({a, b});
    return pairs;
}

TEST(FloatBox, ContainsTheBoxAndLittleMore) {
    test::Random random(11);
    for (const double size : {1e-8, 1.0, 1e6})
        for (int i = 0; i < 1000; ++i) {
            const Vector3d centre = random.vector3(size);
            const Vector3d half = random.vector3(size).cwiseAbs();
            const AlignedBox3d box(centre - half, centre + half);
            const FloatBox rounded = FloatBox::around(box, Vector3d::Zero());
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_LE(rounded.low(axis), box.min()[axis]);
                EXPECT_GE(rounded.high(axis), box.max()[axis]);
                EXPECT_GE(rounded.low(axis), box.min()[axis] - 2 * size * 0x1p-21);
                EXPECT_LE(rounded.high(axis), box.max()[axis] + 2 * size * 0x1p-21);
            }
        }
}

TEST(FloatBox, TouchingBoxesOverlap) {
    const FloatBox a = FloatBox::around({Vector3d(0, 0, 0), Vector3d(1, 1, 1)}, Vector3d::Zero());
    const FloatBox b = FloatBox::around({Vector3d(1, 0, 0), Vector3d(2, 1, 1)}, Vector3d::Zero());
    const FloatBox c =
        FloatBox::around({Vector3d(1.00001, 0, 0), Vector3d(2, 1, 1)}, Vector3d::Zero());
    EXPECT_TRUE(a.overlaps(b));
    EXPECT_FALSE(a.overlaps(c));
    EXPECT_FALSE(a.overlaps(FloatBox::empty()));
}

TEST(OverlapTree, FindsEachPairOnceInAllScenes) {
    for (const BoxScene& scene : box_scenes()) {
        SCOPED_TRACE(scene.name);
        const std::vector<FloatBox> boxes = in_floats(scene);
        OverlapTree tree;
        tree.build(boxes);
        EXPECT_EQ(sorted_pairs(found_pairs(tree, tree)), brute_force_overlaps(boxes));
    }
}

TEST(OverlapTree, BoxesThatTouchOverlap) {
    // Cubes of a grid share faces, edges and corners.
    std::vector<FloatBox> boxes;
    for (int i = 0; i < 125; ++i) {
        const int layer = i / 25;
        const int row = i / 5 % 5;
        const auto x = static_cast<float>(i % 5);
        const auto y = static_cast<float>(row);
        const auto z = static_cast<float>(layer);
        boxes.push_back({{x, y, z, 0.0F, -x - 1.0F, -y - 1.0F, -z - 1.0F, 0.0F}});
    }
    OverlapTree tree;
    tree.build(boxes);
    EXPECT_EQ(sorted_pairs(found_pairs(tree, tree)), brute_force_overlaps(boxes));
    // Each of 13³ pairs of neighbours along an axis or none, without a cube and itself, and each once.
    EXPECT_EQ(found_pairs(tree, tree).size(), (13 * 13 * 13 - 125) / 2);
}

TEST(OverlapTree, FindsPairsWithAnotherTree) {
    for (const BoxScene& scene : box_scenes()) {
        SCOPED_TRACE(scene.name);
        const std::vector<FloatBox> boxes = in_floats(scene);
        const std::vector<FloatBox> others(boxes.begin(), boxes.begin() + (boxes.size() + 1) / 3);
        OverlapTree tree;
        OverlapTree queries;
        tree.build(boxes);
        queries.build(others);
        Pairs expected;
        for (int a = 0; a < static_cast<int>(others.size()); ++a)
            for (int b = 0; b < static_cast<int>(boxes.size()); ++b)
                if (others[a].overlaps(boxes[b])) expected.push_back({a, b});
        Pairs pairs = found_pairs(tree, queries);
        std::sort(pairs.begin(), pairs.end());
        EXPECT_EQ(pairs, expected);
    }
}

TEST(OverlapTree, RefitFindsThePairsOfNewBoxes) {
    const BoxScene before{"before", random_boxes(500, {0, 0, 0}, {1, 1, 1}, 0.1, 21)};
    const BoxScene after{"after", random_boxes(500, {0, 0, 0}, {1, 1, 1}, 0.1, 22)};
    OverlapTree tree;
    tree.build(in_floats(before));
    tree.refit(in_floats(after));
    EXPECT_EQ(sorted_pairs(found_pairs(tree, tree)), brute_force_overlaps(in_floats(after)));
}

TEST(OverlapTree, CanBeBuiltAgainWithFewerAndMoreBoxes) {
    OverlapTree tree;
    for (const int count : {600, 20, 0, 3, 900}) {
        const BoxScene scene{"", random_boxes(count, {0, 0, 0}, {1, 1, 1}, 0.1, 23)};
        tree.build(in_floats(scene));
        EXPECT_EQ(sorted_pairs(found_pairs(tree, tree)), brute_force_overlaps(in_floats(scene)));
    }
}

TEST(OverlapTree, LeavesOutOnlyLeavesWithoutTheGroups) {
    const BoxScene scene{"", random_boxes(3000, {0, 0, 0}, {1, 1, 1}, 0.05, 24)};
    const std::vector<FloatBox> boxes = in_floats(scene);
    std::vector<std::uint64_t> groups;
    for (const AlignedBox3d& box : scene.boxes)
        groups.push_back(box.center().x() < 0.0 ? 1 : 2);
    OverlapTree tree;
    tree.build(boxes, groups);
    int of_group = 0;
    int others = 0;
    int all = 0;
    for (int leaf = 0; leaf < tree.leaves(); ++leaf)
        tree.find_overlaps(tree, leaf, 2, [&](int, int other, unsigned bits) {
            EXPECT_NE(tree.groups(other) & 2, 0);
            for (int lane = 0; lane < OverlapTree::WIDTH; ++lane)
                if ((bits >> lane & 1U) != 0)
                    ++(groups[tree.items()[OverlapTree::WIDTH * other + lane]] == 2 ? of_group
                                                                                    : others);
        });
    for (const auto& [a, b] : found_pairs(tree, tree))
        if (groups[b] == 2) ++all;
    EXPECT_EQ(of_group, all);
    EXPECT_LT(others, of_group / 4);
}

TEST(OverlapTree, NeighboursInTheOrderAreNearInSpace) {
    // Without an order, the mean distance of two points in the cube is 1.3.
    for (const int count : {500, 20000}) {
        const BoxScene scene{"", random_boxes(count, {3, 4, 5}, {1, 1, 1}, 0.001, 26)};
        OverlapTree tree;
        tree.build(in_floats(scene));
        std::vector<int> items(tree.items().begin(), tree.items().end());
        double sum = 0.0;
        for (int slot = 1; slot < count; ++slot)
            sum +=
                (scene.boxes[items[slot]].center() - scene.boxes[items[slot - 1]].center()).norm();
        EXPECT_LT(sum / count, 2.8 / std::cbrt(count));
        std::sort(items.begin(), items.end());
        for (int item = 0; item < count; ++item)
            ASSERT_EQ(items[item], item);
    }
}

TEST(OverlapTree, OrderDoesNotDependOnTheThreads) {
    // Equal codes, too, must keep their order.
    BoxScene scene{"", random_boxes(20000, {0, 0, 0}, {1, 1, 1}, 0.01, 25)};
    scene.boxes.insert(scene.boxes.end(), 300, scene.boxes[17]);
    const std::vector<FloatBox> boxes = in_floats(scene);
    std::vector<int> items;
    Pairs pairs;
    for (const int threads : {1, 2, 4}) {
        ThreadPool pool(threads);
        OverlapTree tree;
        pool.run([&] { tree.build(boxes); });
        const Pairs found = found_pairs(tree, tree);
        if (threads == 1) {
            items.assign(tree.items().begin(), tree.items().end());
            pairs = found;
        }
        EXPECT_TRUE(std::equal(items.begin(), items.end(), tree.items().begin()));
        EXPECT_EQ(found, pairs);
    }
}

}  // namespace
}  // namespace sinew
