#include "contact/contact_anchors.hpp"

#include <gtest/gtest.h>

#include <limits>

using namespace sinew;
using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

// Points 0 to 3 belong to one surface, 4 to 9 to another.
const std::vector<int> SURFACES{0, 0, 0, 0, 1, 1, 1, 1, 1, 1};

/// Point 0 on the triangle 4 5 6.
ContactAnchor anchor() {
    ContactAnchor made{.kind = PairKind::PointTriangle, .points = {0, 4, 5, 6}};
    made.weights = Vector4d(1.0, -0.5, -0.5, 0.0);
    made.friction_force = Vector3d(1.0, -0.5, 0.0);
    made.normal_force = 4.0;
    made.limit = 2.0;
    made.slides = true;
    return made;
}

ContactAnchors one_anchor() {
    ContactAnchors anchors;
    anchors.reset(SURFACES);
    anchors.set({anchor()});
    return anchors;
}

}  // namespace

TEST(ContactAnchors, FindsThePair) {
    const ContactAnchors anchors = one_anchor();
    const ContactAnchor* const found = anchors.find(PairKind::PointTriangle, {0, 4, 5, 6});
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->friction_force, anchor().friction_force);
    EXPECT_EQ(anchors.find(PairKind::PointTriangle, {0, 4, 5, 7}), nullptr);
    EXPECT_EQ(anchors.find(PairKind::EdgeEdge, {0, 4, 5, 6}), nullptr);
}

TEST(ContactAnchors, ANewPairTakesOverFromItsPoints) {
    const ContactAnchors anchors = one_anchor();
    // The point went on to the next triangle.
    const auto next = anchors.share_at({0, 5, 6, 7}, Vector4d(1.0, -0.2, -0.4, -0.4));
    EXPECT_TRUE(next.of_limit.isApprox(Vector3d(0.5, -0.25, 0.0), 1e-15));
    EXPECT_TRUE(next.slides);
}

TEST(ContactAnchors, TheOtherSideCarriesTheOppositeForce) {
    const ContactAnchors anchors = one_anchor();
    // Point 5 is now the point, and the triangle is of the first surface: v points the other way.
    const auto turned = anchors.share_at({5, 1, 2, 3}, Vector4d(1.0, -0.3, -0.3, -0.4));
    EXPECT_TRUE(turned.of_limit.isApprox(Vector3d(-0.5, 0.25, 0.0), 1e-15));
}

TEST(ContactAnchors, FarFromAnchorsThereIsNothing) {
    const auto share = one_anchor().share_at({2, 7, 8, 9}, Vector4d(1.0, -1.0, 0.0, 0.0));
    EXPECT_EQ(share.of_limit, Vector3d::Zero());
    EXPECT_FALSE(share.slides);
}

TEST(ContactAnchors, ComeBackFromACheckpoint) {
    ByteWriter out;
    one_anchor().save(out);
    ContactAnchors loaded;
    loaded.reset(SURFACES);
    ByteReader in(out.bytes());
    loaded.load(in);
    EXPECT_TRUE(in.at_end());
    ASSERT_EQ(loaded.all().size(), 1U);
    const ContactAnchor& back = loaded.all().front();
    EXPECT_EQ(back.friction_force, anchor().friction_force);
    EXPECT_EQ(back.weights, anchor().weights);
    EXPECT_EQ(back.normal_force, 4.0);
    EXPECT_EQ(back.limit, 2.0);
    EXPECT_TRUE(back.slides);
}

TEST(ContactAnchors, RefuseACheckpointThatDoesNotFit) {
    for (int damage = 0; damage < 3; ++damage) {
        ContactAnchor bad = anchor();
        if (damage == 0) bad.points[2] = 10;
        if (damage == 1) bad.friction_force.x() = std::numeric_limits<double>::quiet_NaN();
        if (damage == 2) bad.limit = -1.0;
        ContactAnchors from;
        from.reset(std::vector<int>(11, 0));
        from.set({bad});
        ByteWriter out;
        from.save(out);
        ContactAnchors loaded = one_anchor();
        ByteReader in(out.bytes());
        EXPECT_THROW(loaded.load(in), Error) << damage;
        EXPECT_EQ(loaded.all().size(), 1U);
    }
}
