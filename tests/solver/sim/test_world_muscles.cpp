// Muscles in a world: activation, attachments, colliders, friction.
#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "support/rods_in_world.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using test::add;
using test::NEVER;
using test::run;
using test::without_gravity;
using viper::RodBundling;
using viper::RodsBody;
using viper::RodsDef;
using viper::SectionMatching;
using viper::test::straight_rod;

/// A spindle of seven rods along x, one in the middle and six around it, thick in the belly.
RodsDef spindle(int points) {
    RodsDef def;
    def.name = "Biceps";
    for (int rod = 0; rod < 7; ++rod) {
        def.counts.push_back(points);
        for (int i = 0; i < points; ++i) {
            const double t = static_cast<double>(i) / (points - 1);
            const double belly = 0.3 + 0.7 * std::sin(M_PI * t);
            const double angle = rod * M_PI / 3.0;
            const double off = rod == 0 ? 0.0 : 0.024 * belly;
            def.points.emplace_back(0.3 * t, off * std::cos(angle), off * std::sin(angle));
            def.radii.push_back(0.012 * belly);
        }
    }
    def.bundling.sections = RodBundling::levels(7, points);
    def.params.damping = 8.0;
    return def;
}

double volume_of(const RodsDef& def, const viper::RodSetState& state) {
    double volume = 0.0;
    std::size_t j = 0;
    for (const int count : def.counts) {
        for (int i = 0; i + 1 < count; ++i, ++j) {
            const double r = 0.5 * (def.radii[j] * state.s[j] + def.radii[j + 1] * state.s[j + 1]);
            volume += M_PI * r * r * (state.c[j + 1] - state.c[j]).norm();
        }
        ++j;
    }
    return volume;
}

/// Rest in, rest out: what rounds in the shape of a section moves nothing.
TEST(Muscles, StayAtRestExactly) {
    World world(without_gravity());
    const RodsDef def = spindle(9);
    const RodsBody& body = add(world, def);
    run(world, 100);
    for (std::size_t j = 0; j < def.points.size(); ++j)
        EXPECT_EQ(body.state().c[j], def.points[j]) << j;
}

TEST(Muscles, AFreeMuscleShortensByWhatItIsTold) {
    World world(without_gravity());
    RodsDef def = spindle(9);
    def.activation.level = {
        .width = 7, .frames = {1, 13}, .values = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}};
    def.activation.shortening = 0.25;
    RodsBody& body = add(world, def);
    const double before = volume_of(def, body.state());
    run(world, 72);
    const auto state = body.state();
    EXPECT_NEAR((state.c[8] - state.c[0]).norm(), 0.75 * 0.3, 0.01);
    EXPECT_NEAR(state.s[4], 1.0 / std::sqrt(0.75), 0.02);
    EXPECT_NEAR(volume_of(def, state) / before, 1.0, 0.01);
}

TEST(Muscles, TheBellyBulgesBetweenFixedEnds) {
    // Active in the middle only, ends held: the middle contracts and stretches the rest.
    const auto bulge = [](SectionMatching matching) {
        World world(without_gravity());
        RodsDef def = spindle(9);
        def.bundling.matching = matching;
        def.bundling.stiffness = 1e7;
        std::vector<double> map(63, 0.0);
        for (int rod = 0; rod < 7; ++rod) {
            for (int i = 3; i <= 5; ++i)
                map[9 * rod + i] = 1.0;
        }
        def.activation.map = map;
        def.activation.level = AnimatedArray::constant(std::vector<double>(7, 1.0));
        def.activation.shortening = 0.5;
        viper::RodPins pins;
        for (int rod = 0; rod < 7; ++rod) {
            pins.points.push_back(9 * rod);
            pins.points.push_back(9 * rod + 8);
        }
        def.pins = {pins};
        RodsBody& body = add(world, def);
        const double rest_volume = volume_of(def, body.state());
        run(world, 72);
        const auto state = body.state();
        EXPECT_NEAR(volume_of(def, state) / rest_volume, 1.0,
                    matching == SectionMatching::Similarity ? 0.01 : 0.02);
        // Distance of the outer rods from the axis in the belly, relative to rest; the scale there.
        return std::pair(state.c[9 + 4].tail<2>().norm() / def.points[9 + 4].tail<2>().norm(),
                         state.s[4]);
    };
    const auto [spread, scale] = bulge(SectionMatching::Similarity);
    EXPECT_GT(scale, 1.1);
    EXPECT_NEAR(spread, scale, 0.03);  // rods swell and give way to each other
    const auto [rigid_spread, rigid_scale] = bulge(SectionMatching::Rigid);
    EXPECT_LT(rigid_spread, 1.03);  // the traditional matching holds them back
    EXPECT_LT(rigid_scale, scale);
}

TEST(Muscles, MadeOfFleshHardlySagBetweenTheirEnds) {
    World world{WorldSettings()};
    RodsDef def = spindle(13);
    def.params = viper::MUSCLE_PARAMS;
    viper::RodPins ends{.points = {}, .frame = true};
    for (int rod = 0; rod < 7; ++rod) {
        ends.points.push_back(13 * rod);
        ends.points.push_back(13 * rod + 12);
    }
    def.pins = {ends};
    const RodsBody& body = add(world, def);
    run(world, 48);
    double sag = 0.0;
    for (std::size_t j = 0; j < def.points.size(); ++j)
        sag = std::max(sag, def.points[j].z() - body.state().c[j].z());
    // 30 cm long and 7 cm thick: less than a hundredth of its length, but not a piece of wood.
    EXPECT_LT(sag, 3e-3);
    EXPECT_GT(sag, 1e-4);
}

/// A bone that turns about the y axis through the origin by `angle` between two frames.
MoverDef turning_bone(const std::string& name, double angle, double from, double to) {
    MoverDef mover;
    mover.name = name;
    mover.transforms.width = MOVER_WIDTH;
    for (int i = 0; i <= 8; ++i) {
        const double part = i / 8.0;
        const Eigen::Matrix3d R =
            Eigen::AngleAxisd(-angle * part, Eigen::Vector3d::UnitY()).toRotationMatrix();
        mover.transforms.frames.push_back(from + part * (to - from));
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column)
                mover.transforms.values.push_back(column < 3 ? R(row, column) : 0.0);
        }
    }
    return mover;
}

TEST(Muscles, StayOnABoneThatTurnsHalfRoundInFourFrames) {
    for (const double follow : {0.0, 0.5, 1.0}) {
        World world(without_gravity());
        world.add(turning_bone("arm", M_PI, 2.0, 6.0));
        RodsDef def = spindle(9);
        def.mover_share = follow;
        for (Eigen::Vector3d& c : def.points)
            c.x() += 0.05;
        viper::RodAttachment ends{.mover = "arm"};
        for (int rod = 0; rod < 7; ++rod) {
            ends.points.push_back(9 * rod);
            ends.points.push_back(9 * rod + 8);
        }
        def.attachments = {ends};
        RodsBody& body = add(world, def);
        double worst = 0.0;
        for (int frame = 2; frame <= 12; ++frame) {
            const FrameReport report = world.step_frame(NEVER);
            ASSERT_EQ(report.outcome, StepOutcome::Converged) << report.message;
            const Eigen::Affine3d at = world.mover("arm", "test").at(frame);
            const auto state = body.state();
            for (std::size_t j = 0; j < state.c.size(); ++j) {
                const double off = (state.c[j] - at * def.points[j]).norm();
                worst = std::max(worst, off);
                // The ends are where the bone is, exactly.
                if (j % 9 == 0 || j % 9 == 8) {
                    EXPECT_LT(off, 1e-12);
                }
            }
        }
        // A free swing of the belly, but never more than the muscle is thick; none when it follows.
        EXPECT_LT(worst, 0.05 * (1.0 - follow) + 1e-3) << follow;
    }
}

/// From a bone that stands still to one that folds up against it.
struct FoldingMuscle {
    /// The bone turns half round from frame 2 on.
    explicit FoldingMuscle(double frames) : world(without_gravity()) {
        world.add(turning_bone("upper", 0.0, 2.0, 2.0 + frames));
        world.add(turning_bone("fore", M_PI, 2.0, 2.0 + frames));
        def = spindle(9);
        def.params = viper::MUSCLE_PARAMS;
        for (Eigen::Vector3d& c : def.points)
            c += Eigen::Vector3d(-0.26, 0, 0.05);
        viper::RodAttachment origin{.mover = "upper"};
        viper::RodAttachment insertion{.mover = "fore"};
        for (int rod = 0; rod < 7; ++rod) {
            origin.points.push_back(9 * rod);
            insertion.points.push_back(9 * rod + 8);
        }
        def.attachments = {origin, insertion};
        body = &add(world, def);
    }

    /// Farthest that an attached point is from where its bone has it.
    double detached() const {
        const Eigen::Affine3d fore = world.mover("fore", "test").at(world.frame());
        const auto state = body->state();
        double worst = 0.0;
        for (int rod = 0; rod < 7; ++rod) {
            worst = std::max({worst, (state.c[9 * rod] - def.points[9 * rod]).norm(),
                              (state.c[9 * rod + 8] - fore * def.points[9 * rod + 8]).norm()});
        }
        return worst;
    }
    /// Root mean square distance of all points from those of another.
    double apart(const FoldingMuscle& other) const {
        const auto a = body->state();
        const auto b = other.body->state();
        double sum = 0.0;
        for (std::size_t j = 0; j < a.c.size(); ++j)
            sum += (a.c[j] - b.c[j]).squaredNorm();
        return std::sqrt(sum / static_cast<double>(a.c.size()));
    }

    World world;
    RodsDef def;
    RodsBody* body = nullptr;
};

TEST(Muscles, DoNotLagBehindABoneThatFoldsInFourFrames) {
    FoldingMuscle slow(48);  // no inertia to speak of: where the muscle belongs
    run(slow.world, 96);
    FoldingMuscle fast(4);
    EXPECT_GT(fast.apart(slow), 0.05);
    for (int frame = 2; frame <= 8; ++frame) {
        run(fast.world, 1);
        EXPECT_LT(fast.detached(), 1e-12) << frame;
        // There when the bone has arrived, and at rest two frames later.
        if (frame == 6) {
            EXPECT_LT(fast.apart(slow), 2e-3);
        }
    }
    EXPECT_LT(fast.apart(slow), 1e-4);
}

TEST(Muscles, AttachmentsSlideAlongTheirPlaneAndDoNotLeaveIt) {
    World world{WorldSettings()};
    world.add(turning_bone("bone", 0.4, 1.0, 12.0));
    RodsDef def = straight_rod(8, 0.4, 0.02);
    def.name = "Tendon";
    def.params.damping = 4.0;
    viper::RodAttachment slide{.mover = "bone"};
    slide.points = {0, 4, 8};
    slide.sliding = true;
    slide.normals.assign(3, Eigen::Vector3d::UnitZ());
    def.attachments = {slide};
    RodsBody& body = add(world, def);
    run(world, 24);
    const Eigen::Affine3d at = world.mover("bone", "test").at(25.0);
    const Eigen::Vector3d normal = at.linear() * Eigen::Vector3d::UnitZ();
    const auto state = body.state();
    for (const int j : slide.points)
        EXPECT_NEAR(normal.dot(state.c[j]), 0.0, 1e-3);
    // The plane slopes by 0.4 rad: it slid down.
    EXPECT_GT((state.c[4] - at * def.points[4]).norm(), 0.1);
}

TEST(Muscles, AttachmentsGlideRoundASurfaceThatTurns) {
    // A ball of 0.1 m that goes with a bone; a rod hangs on to it 0.01 m off and swings from its side to below it.
    WorldSettings settings;
    settings.substeps = 4;
    World world(settings);
    world.add(turning_bone("bone", 0.4, 1.0, 12.0));
    RodsDef def = straight_rod(4, 0.1, 0.01);
    def.name = "Tendon";
    def.params.damping = 4.0;
    for (Eigen::Vector3d& c : def.points)
        c += Eigen::Vector3d(0.31, 0.0, 0.0);
    viper::RodAttachment glide{.mover = "bone"};
    glide.points = {0};
    glide.sliding = true;
    glide.surface = test::ball_mesh(0.1, 32, 32);
    for (Eigen::Vector3d& v : glide.surface.vertices)
        v.x() += 0.2;
    def.attachments = {glide};
    RodsBody& body = add(world, def);
    double way = 0.0;
    for (int frame = 2; frame <= 49; ++frame) {
        const Eigen::Vector3d before = body.state().c[0];
        run(world, 1);
        const Eigen::Vector3d now = body.state().c[0];
        way += (now - before).norm();
        const Eigen::Vector3d centre =
            world.mover("bone", "test").at(frame) * Eigen::Vector3d(0.2, 0, 0);
        EXPECT_NEAR((now - centre).norm(), 0.11, 1e-3) << frame;
    }
    const Eigen::Vector3d below =
        world.mover("bone", "test").at(49.0) * Eigen::Vector3d(0.2, 0, 0) -
        Eigen::Vector3d(0, 0, 0.11);
    EXPECT_LT((body.state().c[0] - below).norm(), 0.02);
    EXPECT_GT(way, 0.15);  // a quarter of its circle, and what the bone turns
}

TEST(Muscles, HingedEndsTurnTowardsTheOtherEndWhileTheirBoneTurns) {
    for (const double hinge : {0.0, 0.5, 1.0}) {
        World world(without_gravity());
        world.add(turning_bone("still", 0.0, 1.0, 12.0));
        world.add(turning_bone("turning", 0.5 * M_PI, 1.0, 12.0));
        RodsDef def = straight_rod(8, 0.4, 0.02);
        def.name = "Tendon";
        viper::RodAttachment joint{.mover = "turning"};
        joint.points = {0, 1};
        joint.hinge = hinge;
        viper::RodAttachment far{.mover = "still"};
        far.points = {8};
        def.attachments = {joint, far};
        RodsBody& body = add(world, def);
        const Eigen::Quaterniond at_rest = body.state().q[0];
        run(world, 24);
        const auto state = body.state();
        const Eigen::Affine3d bone = world.mover("turning", "test").at(25.0);
        const Eigen::Vector3d middle = 0.5 * (state.c[0] + state.c[1]);
        EXPECT_LT((middle - bone * (0.5 * (def.points[0] + def.points[1]))).norm(), 1e-12);
        // From where the bone turns it to where the far end is, as long as at rest.
        const Eigen::Vector3d towards = def.points[8] - middle;
        const double angle =
            (1.0 - hinge) * 0.5 * M_PI + hinge * std::atan2(towards.z(), towards.x());
        const Eigen::Vector3d expected(0.05 * std::cos(angle), 0.0, 0.05 * std::sin(angle));
        EXPECT_LT((state.c[1] - state.c[0] - expected).norm(), 1e-12) << hinge;
        const Eigen::Quaterniond turn = rotation_between(Eigen::Vector3d::UnitX(), expected / 0.05);
        EXPECT_LT(angular_distance(state.q[0], turn * at_rest), 1e-6) << hinge;
    }
}

TEST(Muscles, RestOnKinematicPillsAndOnAMesh) {
    // A rod falls across a bone (a pill) and across a box of triangles of the same height.
    WorldSettings settings;
    settings.substeps = 4;
    World world(settings);
    world.add(PillColliderDef{.name = "Bone",
                              .mover = {},
                              .points = {{0.2, -0.5, 0.0}, {0.2, 0.5, 0.0}},
                              .radii = {0.05, 0.05}});
    MeshColliderDef box;
    box.name = "Box";
    for (int i = 0; i < 8; ++i)
        box.mesh.vertices.emplace_back(i & 1 ? 3.0 : 2.0, i & 2 ? 0.5 : -0.5, i & 4 ? 0.05 : -0.4);
    box.mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                          {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    // As artists have them: two faces point inwards.
    for (const int t : {3, 8})
        std::swap(box.mesh.triangles[t][1], box.mesh.triangles[t][2]);
    world.add(box);
    RodsDef def = straight_rod(8, 0.4, 0.03);
    def.name = "On bone";
    def.params.bend_stiffness = 1e7;
    def.params.stretch_stiffness = 1e6;
    def.params.damping = 3.0;
    def.collision.enabled = true;
    for (Eigen::Vector3d& c : def.points)
        c.z() += 0.12;
    RodsBody& on_bone = add(world, def);
    def.name = "On box";
    for (Eigen::Vector3d& c : def.points)
        c.x() += 2.3;
    RodsBody& on_box = add(world, def);
    run(world, 48);
    EXPECT_NEAR(on_bone.state().c[4].z(), 0.08, 0.004);
    EXPECT_NEAR(on_box.state().c[4].z(), 0.08, 0.004);
    for (const Eigen::Vector3d& v : on_box.state().c_rate)
        EXPECT_LT(v.norm(), 0.02);
}

TEST(Muscles, ThatStartInsideEachOtherAreToldAndComeApart) {
    // From rods that touch too much to rods in the very same place.
    for (const double apart : {0.03, 0.005, 0.0}) {
        std::vector<std::string> warnings;
        World world(without_gravity(), Log([&](LogLevel level, std::string_view line) {
                        if (level == LogLevel::Warning) warnings.emplace_back(line);
                    }));
        RodsDef def = straight_rod(8, 0.4, 0.02);
        def.collision.enabled = true;
        def.name = "Biceps";
        const RodsBody& a = add(world, def);
        def.name = "Triceps";
        for (Eigen::Vector3d& c : def.points)
            c.z() += apart;
        const RodsBody& b = add(world, def);
        world.check_start();
        ASSERT_EQ(warnings.size(), 1U);
        EXPECT_NE(warnings[0].find("Biceps: starts"), std::string::npos) << warnings[0];
        EXPECT_NE(warnings[0].find("inside Triceps"), std::string::npos) << warnings[0];
        run(world, 24);
        const double overlap = 0.04 - apart;
        const double dt = 1.0 / (world.settings().frame_rate * world.settings().substeps);
        for (int j = 0; j < 9; ++j) {
            EXPECT_GT((a.state().c[j] - b.state().c[j]).norm(), 0.0395) << apart;
            // No faster than it takes to be apart after one step, and as thick as before.
            EXPECT_LT((a.state().c_rate[j] - b.state().c_rate[j]).norm(), overlap / dt) << apart;
            EXPECT_NEAR(a.state().s[j], 1.0, 0.02) << apart;
            // Neither is favoured, as far as the solver's tolerance goes.
            EXPECT_LT((a.state().c[j] + b.state().c[j] - Eigen::Vector3d(0.1 * j, 0, apart)).norm(),
                      5e-3);
        }
    }
}

/// What a rod lies on.
enum class Ground { HalfPlane, Mesh, Pill };

class MusclesOnASlope : public testing::TestWithParam<Ground> {
protected:
    /// 20 degrees: holds when the coefficient is above tan 20° = 0.364.
    static constexpr double SLOPE = 20.0 * M_PI / 180.0;
    static Eigen::Vector3d down() { return {-std::cos(SLOPE), 0.0, -std::sin(SLOPE)}; }
    static Eigen::Vector3d up() { return {-std::sin(SLOPE), 0.0, std::cos(SLOPE)}; }

    /// With its surface through −0.02 m along its normal.
    static void add_ground(World& world, double friction) {
        const Eigen::Vector3d along = down();
        if (GetParam() == Ground::HalfPlane) {
            world.add(
                HalfPlane{.name = "Slope", .normal = up(), .offset = -0.02, .friction = friction});
        } else if (GetParam() == Ground::Pill) {
            // Of two that touch the geometric mean counts, and the rod has the same.
            const Eigen::Vector3d middle = -0.07 * up();
            world.add(PillColliderDef{.name = "Bone",
                                      .mover = {},
                                      .points = {middle - 4.0 * along, middle + 4.0 * along},
                                      .radii = {0.05, 0.05},
                                      .friction = friction});
        } else {
            MeshColliderDef box;
            box.name = "Box";
            box.friction = friction;
            box.voxel_size = 0.05;
            for (int i = 0; i < 8; ++i) {
                box.mesh.vertices.push_back((i & 1 ? 4.0 : -1.0) * along +
                                            Eigen::Vector3d(0, i & 2 ? -0.5 : 0.5, 0) +
                                            (i & 4 ? -0.02 : -0.4) * up());
            }
            box.mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                  {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
            world.add(box);
        }
    }

    /// How far down the slope it is after one second, and how much farther after another.
    static std::pair<double, double> slid(double friction) {
        WorldSettings settings;
        settings.substeps = 4;
        World world(settings);
        add_ground(world, friction);
        RodsDef def = straight_rod(4, 0.3, 0.02, Eigen::Vector3d::UnitY());
        for (Eigen::Vector3d& c : def.points)
            c.y() -= 0.1125;
        def.params.damping = 0.0;
        def.params.bend_stiffness = def.params.twist_stiffness = 1e6;
        def.collision.enabled = GetParam() == Ground::Pill;
        def.collision.friction = friction;
        // Its frame does not roll: held, so that only sliding is left.
        def.pins = {{.points = {0, 1, 2, 3, 4}, .position = false, .frame = true}};
        RodsBody& body = add(world, def);
        run(world, 24);
        const double first = down().dot(body.state().c[2]);
        run(world, 24);
        return {first, down().dot(body.state().c[2]) - first};
    }
};

TEST_P(MusclesOnASlope, HoldAboveTheAngleOfFriction) {
    // After the landing it creeps at less than the speed that counts as sticking.
    for (const double friction : {0.40, 0.6}) {
        const auto [first, second] = slid(friction);
        EXPECT_LT(first, 0.02) << friction;
        EXPECT_LT(second, 2e-3) << friction;
    }
}

TEST_P(MusclesOnASlope, SlideBelowIt) {
    // ½ g (sin − μ cos) t², with friction to 1 % between pills, of which one contact carries the whole rod.
    for (const double friction : {0.0, 0.2, 0.33}) {
        const double braking = 0.5 * 9.81 * friction * std::cos(SLOPE);
        const double expected = 0.5 * 9.81 * std::sin(SLOPE) - braking;
        const double error = GetParam() == Ground::Pill ? 0.01 * braking : 0.0;
        const auto [first, second] = slid(friction);
        EXPECT_NEAR(first, expected, 0.04 * expected + 0.004 + error) << friction;
        EXPECT_NEAR(second, 3.0 * expected, 0.03 * 3.0 * expected + 0.004 + 3.0 * error)
            << friction;
    }
}

INSTANTIATE_TEST_SUITE_P(EachGround, MusclesOnASlope,
                         testing::Values(Ground::HalfPlane, Ground::Mesh, Ground::Pill));

/// A box that rises by 0.2 m in half a second and goes aside by as much.
TEST(Muscles, AMeshThatMovesLiftsThemAndTakesThemAlong) {
    for (const bool deforms : {false, true}) {
        WorldSettings settings;
        settings.substeps = 4;
        World world(settings);
        MeshColliderDef box;
        box.name = "Lift";
        box.friction = 2.0;
        box.voxel_size = 0.1;
        for (int i = 0; i < 8; ++i)
            box.mesh.vertices.emplace_back(i & 1 ? 0.8 : -0.4, i & 2 ? 0.5 : -0.5,
                                           i & 4 ? -0.02 : -0.4);
        box.mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                              {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
        MoverDef mover;
        mover.name = "lift";
        mover.transforms.width = MOVER_WIDTH;
        box.vertices.width = deforms ? 3 * box.mesh.vertices.size() : 0;
        for (int frame = 1; frame <= 13; ++frame) {
            const double t = (frame - 1) / 12.0;
            const Eigen::Vector3d at(0.2 * t * t * t, 0.0, 0.2 * t * t);
            mover.transforms.frames.push_back(frame);
            const double rows[] = {1, 0, 0, at.x(), 0, 1, 0, at.y(), 0, 0, 1, at.z()};
            mover.transforms.values.insert(mover.transforms.values.end(), rows, rows + 12);
            if (!deforms) continue;
            box.vertices.frames.push_back(frame);
            for (const Eigen::Vector3d& v : box.mesh.vertices) {
                const Eigen::Vector3d now = v + at;
                box.vertices.values.insert(box.vertices.values.end(), now.begin(), now.end());
            }
        }
        world.add(mover);
        if (!deforms) box.mover = "lift";
        world.add(box);
        RodsDef def = straight_rod(4, 0.3, 0.02, Eigen::Vector3d::UnitY());
        for (Eigen::Vector3d& c : def.points)
            c.y() -= 0.1125;
        def.params.damping = 0.0;
        def.params.bend_stiffness = def.params.twist_stiffness = 1e6;
        def.pins = {{.points = {0, 1, 2, 3, 4}, .position = false, .frame = true}};
        RodsBody& body = add(world, def);
        run(world, 12);
        const Eigen::Vector3d c = body.state().c[2];
        EXPECT_NEAR(c.z(), 0.2, 0.004) << deforms;
        EXPECT_NEAR(c.x(), 0.2, 0.006) << deforms;
        EXPECT_NEAR(body.state().c_rate[2].x(), 1.2, 0.12) << deforms;
    }
}

}  // namespace
}  // namespace sinew
