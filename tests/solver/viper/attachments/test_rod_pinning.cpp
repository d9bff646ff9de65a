// Pins of rods: what they take out of the solve, where it goes in a step, and when it is let go; in every lane.
#include "viper/attachments/rod_pinning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "math/rotation.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "solver/viper/rods_in_lanes.hpp"

namespace sinew::viper {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using test::RodsInLanes;

/// Rods of four and of three points, along x and along y.
RodsDef two_rods() {
    RodsDef def = test::straight_rod(3, 0.3, 0.02);
    for (int i = 0; i < 3; ++i) {
        def.points.emplace_back(0.0, 0.5 + 0.1 * i, 0.0);
        def.radii.push_back(0.03);
    }
    def.counts = {4, 3};
    return def;
}

StepInfo step_to(double frame) {
    return {.dt = 0.04, .frame_0 = frame - 1.0, .frame_1 = frame};
}

/// Pairs of a point and an unknown.
using Unknowns = std::set<std::pair<int, int>>;

/// The unknowns of points of the set that are not free; those of frames behind the last segments left out.
Unknowns held_in(RodsInLanes& rods) {
    Unknowns held;
    for (int j = 0; j < static_cast<int>(rods.set.point_count()); ++j) {
        const RodSet::Rod& rod = rods.set.rod_of_point(j);
        const int count = j + 1 == rod.first + rod.points ? 4 : ROD_UNKNOWNS;
        for (int t = 0; t < count; ++t) {
            if (rods.batch().free[rods.set.ref(j).block() + t][rods.lane(j)] == 0.0)
                held.emplace(j, t);
        }
    }
    return held;
}

void pin(RodsInLanes& rods, const StepInfo& step) {
    const RodAttachments none(rods.set.def(), {});
    apply_pins(rods.set, none, step, rods.batches);
}

TEST(RodPinning, TakesWhatIsPinnedOutOfTheSolve) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = two_rods();
        RodPins places{.points = {1, 6}};
        places.scale = true;
        RodPins scales{.points = {4}};
        scales.position = false;
        scales.scale = true;
        def.pins = {places, scales};
        RodsInLanes rods(def, lane);
        EXPECT_EQ(held_in(rods), Unknowns());
        hold_all_pins(rods.set, rods.batches);
        const Unknowns expected{{1, 0}, {1, 1}, {1, 2}, {1, 3}, {6, 0},
                                {6, 1}, {6, 2}, {6, 3}, {4, 3}};
        EXPECT_EQ(held_in(rods), expected) << lane;
    }
}

TEST(RodPinning, TakesFramesOutInBundlesOnly) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = two_rods();
        def.bundling.sections = {{3, 6}, {2}};
        RodPins pins{.points = {0, 2, 3}};
        pins.position = false;
        pins.frame = true;
        def.pins = {pins};
        RodsInLanes rods(def, lane);
        hold_all_pins(rods.set, rods.batches);
        // Point 3 is an end and has the frame of the segment before it; 0 is in no section, and that of 2 has no other point.
        EXPECT_EQ(held_in(rods), (Unknowns{{2, 4}, {2, 5}, {2, 6}})) << lane;
    }
}

TEST(RodPinning, MovesToTheTargetsAtTheEndOfTheStep) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = two_rods();
        RodPins pins{.points = {5, 0}};
        pins.scale = true;
        pins.positions = {
            .width = 6, .frames = {1, 3}, .values = {0, 0, 0, 1, 1, 1, 0.2, 0.4, 0.6, 2, 1, 0}};
        pins.scales = {.width = 2, .frames = {1, 3}, .values = {1, 1, 2, 0.5}};
        def.pins = {pins};
        RodsInLanes rods(def, lane);
        hold_all_pins(rods.set, rods.batches);
        pin(rods, step_to(2.0));
        for (const auto& [j, where, scale] : {std::tuple(5, Vector3d(0.1, 0.2, 0.3), 1.5),
                                              std::tuple(0, Vector3d(1.5, 1.0, 0.5), 0.75)}) {
            EXPECT_LT((rods.centre(j) - where).norm(), 1e-15) << j;
            EXPECT_LT((rods.predicted(j) - where).norm(), 1e-15) << j;
            EXPECT_NEAR(rods.batch().current.s[rods.at(j)][rods.lane(j)], scale, 1e-15) << j;
            EXPECT_NEAR(rods.batch().point_step[rods.at(j)].s_predicted[rods.lane(j)], scale, 1e-15)
                << j;
        }
        for (const int j : {1, 2, 3, 4, 6}) {
            EXPECT_EQ(rods.centre(j), def.points[j]) << j;
            EXPECT_EQ(rods.batch().current.s[rods.at(j)][rods.lane(j)], 1.0) << j;
        }
    }
}

TEST(RodPinning, WithoutTargetsHoldsWhatIsAtRest) {
    RodsDef def = two_rods();
    RodPins pins{.points = {4}};
    pins.scale = true;
    def.pins = {pins};
    RodsInLanes rods(def, 2);
    RodSetState state = rods.set.initial_state();
    state.c[4] += Vector3d(0.1, 0.2, 0.3);
    state.s[4] = 1.4;
    rods.start_from(state);
    pin(rods, step_to(2.0));
    EXPECT_EQ(rods.centre(4), def.points[4]);
    EXPECT_EQ(rods.batch().current.s[0][rods.lane(4)], 1.0);
}

TEST(RodPinning, LetsGoAfterTheReleaseFrame) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = two_rods();
        RodPins pins{.points = {1, 5}};
        pins.positions = AnimatedArray::constant({0, 0, 1, 0, 0, 2});
        pins.release_frame = 2.0;
        def.pins = {pins};
        RodsInLanes rods(def, lane);
        hold_all_pins(rods.set, rods.batches);
        pin(rods, step_to(2.0));
        EXPECT_EQ(held_in(rods), (Unknowns{{1, 0}, {1, 1}, {1, 2}, {5, 0}, {5, 1}, {5, 2}}));
        EXPECT_EQ(rods.centre(5), Vector3d(0, 0, 2));
        rods.start_from(rods.set.initial_state());
        pin(rods, step_to(2.25));
        EXPECT_EQ(held_in(rods), Unknowns());
        EXPECT_EQ(rods.centre(5), def.points[5]);
    }
}

TEST(RodPinning, AnotherPinOrAnAttachmentHoldsOn) {
    RodsDef def = two_rods();
    RodPins released{.points = {0, 3, 4}};
    released.scale = true;
    released.release_frame = 1.0;
    RodPins stays{.points = {3}};
    stays.positions = AnimatedArray::constant({7, 8, 9});
    // The pin that stays comes first: what is released after it must not undo it.
    def.pins = {stays, released};
    def.attachments.push_back({.mover = "bone", .points = {4}});
    RodsInLanes rods(def, 1);
    const Mover bone = test::make_mover({{1.0, test::moved_by({0, 0, 0.5})}});
    const RodAttachments attachments(rods.set.def(), {&bone});
    hold_all_pins(rods.set, rods.batches);
    apply_pins(rods.set, attachments, step_to(2.0), rods.batches);
    EXPECT_EQ(held_in(rods), (Unknowns{{3, 0}, {3, 1}, {3, 2}, {4, 0}, {4, 1}, {4, 2}}));
    EXPECT_EQ(rods.centre(3), Vector3d(7, 8, 9));
    EXPECT_EQ(rods.centre(4), def.points[4] + Vector3d(0, 0, 0.5));
    EXPECT_EQ(rods.centre(0), def.points[0]);
}

TEST(RodPinning, APinGoesBeforeAnAttachment) {
    RodsDef def = two_rods();
    def.pins = {RodPins{.points = {4}}};
    def.attachments.push_back({.mover = "bone", .points = {4, 5}});
    RodsInLanes rods(def, 3);
    const Mover bone = test::make_mover({{1.0, test::moved_by({0, 0, 0.5})}});
    const RodAttachments attachments(rods.set.def(), {&bone});
    apply_pins(rods.set, attachments, step_to(2.0), rods.batches);
    EXPECT_EQ(rods.centre(4), def.points[4]);
    EXPECT_EQ(rods.centre(5), def.points[5] + Vector3d(0, 0, 0.5));
}

TEST(RodPinning, TurnsFramesOfBundlesToTheirTargets) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = two_rods();
        def.bundling.sections = {{3, 6}};
        RodPins pins{.points = {6, 3}};
        pins.frame = true;
        pins.rotations = AnimatedArray{.width = 6,
                                       .frames = {1, 3},
                                       .values = {0, 0, 0, 0, 0, 0,  //
                                                  0.4, 0, 0, 0, 0, 1.2}};
        def.pins = {pins};
        RodsInLanes rods(def, lane);
        RodSetState state = rods.set.initial_state();
        state.q[5].coeffs() *= -1.0;  // the same frame, and the target shall be near it
        rods.start_from(state);
        pin(rods, step_to(2.0));
        const Quaterniond of_6 = exp_quaternion({0.2, 0, 0}) * rods.set.rest_frames()[5];
        const Quaterniond of_3 = exp_quaternion({0, 0, 0.6}) * rods.set.rest_frames()[2];
        EXPECT_LT((rods.frame(5).coeffs() + of_6.coeffs()).norm(), 1e-14) << lane;
        EXPECT_LT((rods.predicted_frame(5).coeffs() + of_6.coeffs()).norm(), 1e-14) << lane;
        EXPECT_LT((rods.frame(2).coeffs() - of_3.coeffs()).norm(), 1e-14) << lane;
        EXPECT_TRUE(rods.batch().clamps.empty());
    }
}

TEST(RodPinning, ClampsFramesThatAreInNoBundle) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = two_rods();
        RodPins pins{.points = {6}};
        pins.frame = true;
        pins.rotations = AnimatedArray::constant({0.4, 0, 0});
        def.pins = {pins};
        RodsInLanes rods(def, lane);
        pin(rods, step_to(2.0));
        ASSERT_EQ(static_cast<int>(rods.batch().clamps.size()), rods.batch().points);
        const ClampedHalf& half = rods.batch().clamps[2].before;
        ASSERT_TRUE(half.any);
        const Quaterniond expected = exp_quaternion({0.4, 0, 0}) * rods.set.rest_frames()[5];
        EXPECT_LT((lane_of(half.frame, rods.lane(6)).coeffs() - expected.coeffs()).norm(), 1e-14);
        // The frame of the segment stays in the solve, and the other rod is not clamped.
        EXPECT_EQ(rods.frame(5).coeffs(), rods.set.rest_frames()[5].coeffs());
        EXPECT_EQ(lane_of(half.weight, rods.lane(0)), Vector3d::Zero());
        EXPECT_EQ(rods.batch().point_step[2].bend_share[rods.lane(6)], 0.0);
        EXPECT_EQ(rods.batch().point_step[2].bend_share[rods.lane(0)], 1.0);
    }
}

TEST(RodPinning, MeasuresTheWorstPinThatHoldsAPosition) {
    RodsDef def = two_rods();
    RodPins places{.points = {5, 0}};
    places.positions = {
        .width = 6, .frames = {1, 3}, .values = {0, 0, 0, 0, 0, 0, 0, 2, 0, 0.1, 0, 0}};
    RodPins at_rest{.points = {3}};
    at_rest.release_frame = 2.5;
    RodPins scales{.points = {1}};
    scales.position = false;
    scales.scale = true;
    const auto worst = [&](std::vector<RodPins> pins, double frame) {
        def.pins = std::move(pins);
        const RodSet set(def);
        RodSetState state = set.initial_state();
        state.c[5] = {0, 0.9, 0};
        state.c[3] += Vector3d(0.3, 0, 0.4);
        state.c[1] += Vector3d(5, 0, 0);
        return worst_pin_distance(set, step_to(frame), state);
    };
    EXPECT_TRUE(std::isnan(worst({}, 2.0)));
    EXPECT_TRUE(std::isnan(worst({scales}, 2.0)));
    EXPECT_NEAR(worst({places}, 2.0), 0.1, 1e-15);
    EXPECT_NEAR(worst({places, at_rest, scales}, 2.0), 0.5, 1e-15);
    EXPECT_NEAR(worst({at_rest, places, scales}, 3.0), 1.1, 1e-15);  // released
    EXPECT_TRUE(std::isnan(worst({at_rest}, 3.0)));
    RodPins exact{.points = {6}};
    EXPECT_EQ(worst({exact}, 2.0), 0.0);
}

}  // namespace
}  // namespace sinew::viper
