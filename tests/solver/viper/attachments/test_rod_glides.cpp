// Points that glide: energy by hand, derivatives in every lane and at both ends, and how hard a point is bent back.
#include "viper/attachments/rod_glides.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "solver/viper/rod_fixture.hpp"

namespace sinew::viper {
namespace {

using Eigen::Vector3d;
using test::BatchOfOne;
using test::Random;

/// What the glides of a batch add to nothing.
RodExpansion expand_glides(const RodBatch& batch) {
    RodExpansion out;
    out.resize(batch.points);
    std::ranges::fill(out.gradient, Pack(0.0));
    out.hessian.set_zero();
    add_glides(batch, batch.current, out);
    return out;
}

Vector3d gradient_of(const RodExpansion& expansion, int point, int lane) {
    return lane_of(expansion.gradient.data() + static_cast<std::size_t>(point) * ROD_UNKNOWNS,
                   lane);
}

/// On a plane that is aligned with nothing, bent back in two directions.
PointGlide some_glide(int point, int lane) {
    PointGlide glide;
    glide.point = point;
    glide.lane = lane;
    glide.weight = 300.0;
    glide.normal = Vector3d(0.6, 0.0, 0.8);
    glide.foot = Vector3d(0.09, 0.01, -0.02);
    glide.offset = glide.normal.dot(glide.foot);
    glide.direction[0] = Vector3d::UnitY();
    glide.direction[1] = glide.normal.cross(glide.direction[0]);
    glide.bent_back[0] = 50.0;
    glide.bent_back[1] = 20.0;
    return glide;
}

TEST(RodGlides, EnergyAndForcesByHandInEveryLane) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        BatchOfOne rod(test::straight_rod(2, 0.2, 0.02), lane);
        PointGlide glide;
        glide.point = 1;
        glide.lane = lane;
        glide.weight = 300.0;
        glide.foot = Vector3d(0.07, 0.02, 0.01);
        glide.offset = 0.01;
        glide.bent_back[0] = 40.0;
        glide.bent_back[1] = 10.0;
        rod.batch().glides = {glide};
        // The point is at (0.1, 0, 0): 0.01 below the plane, 0.03 and −0.02 along it from the foot.
        RodExpansion out = expand_glides(rod.batch());
        EXPECT_NEAR(out.value[lane], 0.5 * (300.0 * 1e-4 + 40.0 * 9e-4 + 10.0 * 4e-4), 1e-15);
        EXPECT_NEAR(out.force[lane], 3.0, 1e-13);
        EXPECT_LT((gradient_of(out, 1, lane) - Vector3d(1.2, -0.2, -3.0)).norm(), 1e-13);
        const double diagonal[3] = {40.0, 10.0, 300.0};
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b <= a; ++b)
                EXPECT_EQ(out.hessian.at(1, a, 0, b)[lane], a == b ? diagonal[a] : 0.0) << a << b;
        }
        for (int other = 0; other < Pack::LANES; ++other) {
            if (other == lane) continue;
            EXPECT_EQ(out.value[other], 0.0);
            EXPECT_EQ(out.force[other], 0.0);
            EXPECT_EQ(gradient_of(out, 1, other), Vector3d::Zero());
            EXPECT_EQ(out.hessian.at(1, 2, 0, 2)[other], 0.0);
        }
    }
}

TEST(RodGlides, DerivativesMatchFiniteDifferencesInEveryLaneAndAtBothEnds) {
    Random random(41);
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        for (const int point : {0, 1, 2}) {
            RodsDef def = test::straight_rod(2, 0.2, 0.02);
            def.params = test::nothing_but_mass();  // 0.1 kg, against 300 N/m
            BatchOfOne rod(def, lane);
            rod.shake(random, 0.01);
            rod.batch().glides = {some_glide(point, lane)};
            SCOPED_TRACE(testing::Message() << "lane " << lane << ", point " << point);
            test::expect_derivatives_match(rod);
            EXPECT_GT(rod.gradient().segment<3>(point * ROD_UNKNOWNS).norm(), 0.5);
        }
    }
}

TEST(RodGlides, SeveralOnOnePointAddUp) {
    BatchOfOne rod(test::straight_rod(2, 0.2, 0.02), 2);
    PointGlide other = some_glide(1, 2);
    other.normal = Vector3d::UnitY();
    other.offset = -0.03;
    const auto with = [&](const std::vector<PointGlide>& glides) {
        rod.batch().glides = glides;
        return expand_glides(rod.batch());
    };
    const RodExpansion a = with({some_glide(1, 2)});
    const RodExpansion b = with({other});
    const RodExpansion both = with({some_glide(1, 2), other});
    EXPECT_NEAR(both.value[2], a.value[2] + b.value[2], 1e-15);
    EXPECT_LT((gradient_of(both, 1, 2) - gradient_of(a, 1, 2) - gradient_of(b, 1, 2)).norm(),
              1e-13);
    EXPECT_EQ(both.force[2], std::max(a.force[2], b.force[2]));
    EXPECT_NE(a.force[2], b.force[2]);
}

TEST(RodGlides, AreTheSameWhenAllIsTurnedAndMoved) {
    Random random(42);
    BatchOfOne rod(test::straight_rod(2, 0.2, 0.02), 3);
    rod.batch().glides = {some_glide(2, 3)};
    const RodExpansion here = expand_glides(rod.batch());
    Eigen::Affine3d placed(random.rotation());
    placed.translation() = random.vector3(2.0);
    PointGlide& glide = rod.batch().glides[0];
    glide.normal = placed.linear() * glide.normal;
    glide.foot = placed * glide.foot;
    glide.offset = glide.normal.dot(glide.foot);
    for (Vector3d& direction : glide.direction)
        direction = placed.linear() * direction;
    Vec3p& c = rod.batch().current.c[2];
    set_lane(c, 3, placed * lane_of(c, 3));
    const RodExpansion there = expand_glides(rod.batch());
    EXPECT_NEAR(there.value[3], here.value[3], 1e-12 * here.value[3]);
    EXPECT_LT((gradient_of(there, 2, 3) - placed.linear() * gradient_of(here, 2, 3)).norm(), 1e-11);
}

TEST(RodGlides, AreBentBackWhereThePullTurnsWithTheSurface) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        BatchOfOne rod(test::straight_rod(2, 0.2, 0.02), lane);
        for (const double offset : {-0.02, 0.02}) {
            PointGlide glide = some_glide(2, lane);
            glide.normal = Vector3d::UnitZ();
            glide.offset = offset;
            glide.curvature[0] = 40.0;
            glide.curvature[1] = -15.0;
            PointGlide held = glide;
            held.held = true;
            rod.batch().glides = {glide, held};
            const PointGlide& free = rod.batch().glides[0];
            // 300 N/m times 0.02 m: it pulls away with 6 N where the plane is below, and is pressed on it where it is above.
            update_glides(rod.batch(), rod.batch().current, false);
            EXPECT_NEAR(free.bent_back[0], offset < 0.0 ? 240.0 : 0.0, 1e-10);
            EXPECT_NEAR(free.bent_back[1], offset < 0.0 ? 0.0 : 90.0, 1e-10);
            // The force is not known yet in the first pass.
            update_glides(rod.batch(), rod.batch().current, true);
            EXPECT_EQ(free.bent_back[0], 0.0);
            EXPECT_EQ(free.bent_back[1], 0.0);
            EXPECT_EQ(rod.batch().glides[1].bent_back[0], 50.0);
            EXPECT_EQ(rod.batch().glides[1].bent_back[1], 20.0);
        }
    }
}

}  // namespace
}  // namespace sinew::viper
