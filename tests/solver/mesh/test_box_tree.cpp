#include "mesh/box_tree.hpp"

#include <gtest/gtest.h>

#include "mesh/box_tets.hpp"
#include "mesh/tet_mesh.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

std::vector<AlignedBox3d> boxes_of_bar() {
    const TetMesh mesh = box_tets({0, 0, 0}, {2, 1, 1}, {16, 8, 8});
    std::vector<AlignedBox3d> boxes;
    for (const Eigen::Vector4i& tet : mesh.tetrahedra) {
        AlignedBox3d& box = boxes.emplace_back();
        for (const int vertex : tet)
            box.extend(mesh.vertices[vertex]);
    }
    return boxes;
}

// Boxes overlap and touch, so that many are equally near: the lowest must be found.
TEST(BoxTree, FindsTheSameAsALookAtAll) {
    const std::vector<AlignedBox3d> boxes = boxes_of_bar();
    const BoxTree tree(boxes);
    test::Random random(5);
    for (int trial = 0; trial < 300; ++trial) {
        Vector3d point = Vector3d(1.0, 0.5, 0.5) + random.vector3(1.5);
        if (trial % 3 == 0) point = (8.0 * point).array().round() / 8.0;
        BoxTree::Nearest expected;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const double distance = boxes[i].squaredExteriorDistance(point);
            if (distance < expected.squared_distance) expected = {static_cast<int>(i), distance};
        }
        const BoxTree::Nearest found =
            tree.find(point, [&](int item) { return boxes[item].squaredExteriorDistance(point); });
        EXPECT_EQ(found.item, expected.item);
        EXPECT_EQ(found.squared_distance, expected.squared_distance);
    }
}

// What a search costs: distances that are asked for, of 6144 items.
TEST(BoxTree, AsksFewItems) {
    const std::vector<AlignedBox3d> boxes = boxes_of_bar();
    const BoxTree tree(boxes);
    test::Random random(6);
    int asked = 0;
    constexpr int POINTS = 200;
    for (int trial = 0; trial < POINTS; ++trial) {
        Vector3d point = Vector3d(1.0, 0.5, 0.5) + random.vector3(0.5);
        point.z() = 1.02;  // beside a face of the bar, as vertices of a surface are
        tree.find(point, [&](int item) {
            ++asked;
            return boxes[item].squaredExteriorDistance(point);
        });
    }
    EXPECT_LT(asked, 60 * POINTS);
}

TEST(BoxTree, IsEmptyWithoutItems) {
    EXPECT_EQ(BoxTree({}).find({0, 0, 0}, [](int) { return 0.0; }).item, -1);
}

}  // namespace
}  // namespace sinew
