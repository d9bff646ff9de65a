#include "contact/tangles.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/shapes.hpp"
#include "support/tangle_scenes.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

/// A ball of radius 0.1 in the middle of a sheet.
ContactMesh ball_in_sheet() {
    return contact_mesh_of({sheet(0.41, 10), moved(ball_mesh(0.1, 8, 12), {0.01, 0.02, 0.013})});
}

}  // namespace

TEST(Tangles, AreFoundAtTheFirstStep) {
    const ContactMesh mesh = ball_in_sheet();
    Tangles tangles(mesh);
    EXPECT_TRUE(tangles.is_empty());
    tangles.begin_step(mesh.rest_positions);
    ASSERT_EQ(tangles.all().size(), 1U);
    const Tangle& tangle = tangles.all()[0];
    EXPECT_EQ(tangle.first, 0);
    EXPECT_EQ(tangle.second, 1);
    EXPECT_FALSE(tangle.piercings.empty());
    EXPECT_TRUE(tangle.lost[1].empty());  // a sheet has no inside
    for (const int point : tangle.lost[0]) {
        const Vector3d p = mesh.rest_positions[point] - Vector3d(0.01, 0.02, 0.013);
        EXPECT_LT(p.norm(), 0.1);
    }
    // About π r² of cells of 0.041 × 0.041.
    EXPECT_NEAR(static_cast<double>(tangle.lost[0].size()), 18.0, 4.0);
}

TEST(Tangles, LetOnlyTheWrongSidePass) {
    const ContactMesh mesh = ball_in_sheet();
    Tangles tangles(mesh);
    tangles.begin_step(mesh.rest_positions);
    const int ball = mesh.triangles.back()[0];
    const int inside = tangles.all()[0].lost[0][0];
    EXPECT_TRUE(tangles.is_free(PairKind::PointTriangle, {inside, ball, ball, ball}));
    EXPECT_FALSE(tangles.is_free(PairKind::PointTriangle, {0, ball, ball, ball}));
    // Points of the ball at the rim pass the sheet; its top does not.
    const Piercing& rim = tangles.all()[0].piercings.back();
    EXPECT_TRUE(tangles.is_free(PairKind::PointTriangle, {mesh.edges[rim.edge][0], 0, 1, 2}));
    EXPECT_FALSE(tangles.is_free(PairKind::PointTriangle, {ball, 0, 1, 2}));
    const auto& edge = mesh.edges[rim.edge];
    EXPECT_TRUE(tangles.is_free(PairKind::EdgeEdge, {0, 1, edge[0], edge[1]}));
}

TEST(Tangles, AreOverForGoodWhenTheyAreApart) {
    const ContactMesh mesh = ball_in_sheet();
    Tangles tangles(mesh);
    tangles.begin_step(mesh.rest_positions);
    std::vector<Vector3d> apart = mesh.rest_positions;
    for (std::size_t i = 0; i < apart.size(); ++i)
        apart[i].z() += mesh.surfaces[i] == 1 ? 0.2 : 0.0;
    EXPECT_TRUE(tangles.measure(apart).empty());
    tangles.begin_step(apart);
    EXPECT_TRUE(tangles.is_empty());
    tangles.begin_step(mesh.rest_positions);  // nothing can get there, so nobody looks
    EXPECT_TRUE(tangles.is_empty());
    tangles.look_again();
    tangles.begin_step(mesh.rest_positions);
    EXPECT_EQ(tangles.all().size(), 1U);
}

TEST(Tangles, LeaveWhatLiesInACavityAlone) {
    const ContactMesh mesh = contact_mesh_of({ball_mesh(0.05, 6, 8), ball_mesh(0.2, 8, 12)});
    Tangles tangles(mesh);
    tangles.begin_step(mesh.rest_positions);
    EXPECT_TRUE(tangles.is_empty());
}

TEST(Tangles, OfASurfaceAtRestNeverMeet) {
    // Eyes in a head: one surface of two balls that overlap.
    TriangleMesh head = ball_mesh(0.2, 8, 12);
    head = joined(head, moved(ball_mesh(0.05, 6, 8), {0.2, 0, 0}));
    ContactMesh mesh = contact_mesh_of({head});
    mesh.rules.set_meets(0, 0, true);
    Tangles tangles(mesh);
    tangles.begin_step(mesh.rest_positions);
    EXPECT_TRUE(tangles.all().empty());
    ASSERT_EQ(tangles.at_rest().size(), 1U);
    EXPECT_GT(tangles.at_rest()[0].places, 0U);
    const int eye = mesh.points - 1;
    EXPECT_TRUE(tangles.is_free(PairKind::PointTriangle, {eye, 0, 1, 2}));
    EXPECT_TRUE(tangles.measure(mesh.rest_positions).empty());
}

TEST(Tangles, ReportWhoAndWhere) {
    const ContactMesh mesh = ball_in_sheet();
    Tangles tangles(mesh);
    tangles.begin_step(mesh.rest_positions);
    const std::vector<TangledSurfaces> found = tangles.measure(mesh.rest_positions);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].first, 0);
    EXPECT_EQ(found[0].second, 1);
    EXPECT_EQ(found[0].places, tangles.all()[0].piercings.size() + tangles.all()[0].lost[0].size());
    EXPECT_NEAR(found[0].place.z(), 0.0, 0.02);
}

TEST(Tangles, GoOnAfterALoad) {
    const ContactMesh mesh = ball_in_sheet();
    Tangles tangles(mesh);
    tangles.begin_step(mesh.rest_positions);
    ByteWriter saved;
    tangles.save(saved);
    Tangles loaded(mesh);
    ByteReader in(saved.bytes());
    loaded.load(in);
    EXPECT_TRUE(in.at_end());
    loaded.begin_step(mesh.rest_positions);
    ASSERT_EQ(loaded.all().size(), 1U);
    EXPECT_EQ(loaded.all()[0].free_points, tangles.all()[0].free_points);
    ByteWriter again;
    loaded.save(again);
    EXPECT_EQ(again.bytes(), saved.bytes());
}
