#include "volume/face_sides.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/shapes.hpp"
#include "volume/surface_check.hpp"

namespace sinew::volume {
namespace {

using namespace sinew::test;

void turn_over(TriangleMesh& mesh, std::size_t t) {
    std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
}

TEST(MakeSidesAgree, PutsFacesRightThatWereTurnedAtRandom) {
    const TriangleMesh right = joined(spindle_mesh(12, 10), ball_mesh(0.1, 8, 8));
    Random random(3);
    TriangleMesh mesh = right;
    std::size_t turned = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        // Mostly turned, so that the majority is wrong.
        if (random.uniform(0.0, 1.0) > 0.7) continue;
        turn_over(mesh, t);
        ++turned;
    }
    EXPECT_FALSE(is_closed(mesh));
    EXPECT_EQ(make_sides_agree(mesh), turned);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(enclosed_volume(mesh), enclosed_volume(right), 1e-15);
}

TEST(MakeSidesAgree, LeavesAloneWhatAgrees) {
    // Inside out as a whole, and with a cavity: both are meant.
    TriangleMesh inverted = spindle_mesh(12, 10);
    for (std::size_t t = 0; t < inverted.triangles.size(); ++t)
        turn_over(inverted, t);
    TriangleMesh both = joined(inverted, ball_mesh(0.1, 8, 8));
    const TriangleMesh before = both;
    EXPECT_EQ(make_sides_agree(both), 0u);
    EXPECT_EQ(both.triangles, before.triangles);
}

TEST(MakeSidesAgree, TakesHolesAndTrianglesThatAreNone) {
    const auto is_hole = [](int t) { return t % 7 == 3; };
    const TriangleMesh right = without_triangles(spindle_mesh(24, 16), is_hole);
    TriangleMesh mesh = right;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 5)
        turn_over(mesh, t);
    const std::vector<Eigen::Vector3i> none{{0, 0, 1}, {2, 2, 2}};
    mesh.triangles.insert(mesh.triangles.end(), none.begin(), none.end());
    EXPECT_EQ(make_sides_agree(mesh), (right.triangles.size() + 4) / 5);
    for (std::size_t t = 0; t < right.triangles.size(); ++t) {
        // The same triangle, whichever corner comes first.
        const Eigen::Vector3i &a = right.triangles[t], b = mesh.triangles[t];
        EXPECT_TRUE(a == b || a == Eigen::Vector3i(b[1], b[2], b[0]) ||
                    a == Eigen::Vector3i(b[2], b[0], b[1]))
            << t;
    }
    TriangleMesh nothing;
    EXPECT_EQ(make_sides_agree(nothing), 0u);
}

}  // namespace
}  // namespace sinew::volume
