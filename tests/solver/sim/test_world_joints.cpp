// Bodies of several kinds that are joined or attached to each other.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/byte_stream.hpp"
#include "joints/attachment_body.hpp"
#include "joints/joint_body.hpp"
#include "mesh/box_tets.hpp"
#include "rigid/rigid_body.hpp"
#include "shells/shell_body.hpp"
#include "sim/world.hpp"
#include "solids/solid_body.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;
using joints::Attachment;
using joints::AttachmentDef;
using joints::Joint;
using joints::JointDef;
using joints::JointType;
using rigid::RigidBody;
using rigid::RigidDef;

WorldSettings joint_settings(int threads = 0) {
    WorldSettings settings;
    settings.start_frame = 0.0;
    settings.frame_rate = 25.0;
    settings.substeps = 4;
    settings.gravity = Vector3d(0, 0, -9.81);
    settings.threads = threads;
    return settings;
}

RigidDef bar(const std::string& name, const Vector3d& centre, const Vector3d& sides) {
    RigidDef def;
    def.name = name;
    def.mesh = test::box_mesh(centre - 0.5 * sides, sides);
    return def;
}

/// A square sheet below the x axis, `cells` squares along its side of 0.4 m.
shells::ShellDef hanging_sheet(int cells) {
    shells::ShellDef sheet;
    sheet.name = "Sheet";
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i)
            sheet.mesh.vertices.emplace_back(0.4 * i / cells - 0.2, 0.0, -0.4 * j / cells);
    }
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            const int a = j * (cells + 1) + i;
            sheet.mesh.triangles.emplace_back(a, a + 1, a + cells + 2);
            sheet.mesh.triangles.emplace_back(a, a + cells + 2, a + cells + 1);
        }
    }
    sheet.params.thickness = 0.001;
    sheet.params.density = 300.0;
    sheet.params.young_modulus = 1e6;
    return sheet;
}

AttachmentDef attachment(const std::string& body, const std::string& to, int count) {
    AttachmentDef def;
    def.name = body + " on " + to;
    def.body = body;
    def.to = to;
    for (int i = 0; i < count; ++i)
        def.vertices.push_back(i);
    return def;
}

std::vector<double> joint_output(const Body& body) {
    std::vector<double> out(3 * body.output_count());
    body.output_positions(out);
    return out;
}

Vector3d vertex_at(const Body& body, int i) {
    return Vector3d(joint_output(body).data() + 3L * i);
}

void joint_frames(World& world, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(is_accepted(report.outcome)) << report.message;
    }
}

MoverDef shaking(const std::string& name) {
    MoverDef mover;
    mover.name = name;
    mover.transforms.width = MOVER_WIDTH;
    for (int frame = 0; frame <= 20; ++frame) {
        mover.transforms.frames.push_back(frame);
        const Eigen::Matrix3d R =
            Eigen::AngleAxisd(0.05 * frame, Vector3d::UnitX()).toRotationMatrix();
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column)
                mover.transforms.values.push_back(R(row, column));
            mover.transforms.values.push_back(row == 1 ? 0.1 * std::sin(0.6 * frame) : 0.0);
        }
    }
    return mover;
}

}  // namespace

TEST(WorldJoints, AClothHangsOnABarThatMoves) {
    for (const bool is_free : {false, true}) {
        World world(joint_settings());
        world.add(shaking("Hand"));
        RigidDef rod = bar("Bar", {0, 0, 0.01}, {0.5, 0.02, 0.02});
        rod.motion = is_free ? rigid::RigidMotion::Free : rigid::RigidMotion::Fixed;
        if (!is_free) rod.mover = "Hand";
        const auto& held_by = dynamic_cast<const RigidBody&>(world.add(rod));
        const int cells = 6;
        const Body& sheet = world.add(hanging_sheet(cells));
        if (is_free) {
            JointDef grip;
            grip.name = "Grip";
            grip.type = JointType::Fixed;
            grip.bodies = {"Bar"};
            grip.mover = "Hand";
            grip.point = {Vector3d(0, 0, 0.01)};
            world.add(grip);
        }
        const auto& seam =
            dynamic_cast<const Attachment&>(world.add(attachment("Sheet", "Bar", cells + 1)));
        const std::vector<Vector3d> rest = hanging_sheet(cells).mesh.vertices;
        for (int frame = 1; frame <= 20; ++frame) {
            joint_frames(world, 1);
            EXPECT_LE(seam.error(), 2e-5) << frame;
            for (int i = 0; i <= cells; ++i)
                EXPECT_LE((vertex_at(sheet, i) - held_by.place() * rest[i]).norm(), 2e-5);
        }
        const Vector3d there = world.mover("Hand", "").at(20.0) * Vector3d(0, 0, 0.01);
        EXPECT_LE((held_by.place() * Vector3d(0, 0, 0.01) - there).norm(), 1e-5);
    }
}

TEST(WorldJoints, AtRestAttachmentsPullAtNothing) {
    WorldSettings settings = joint_settings();
    settings.gravity.setZero();
    World world(settings);
    world.add(bar("Bar", {0, 0, 0.013}, {0.5, 0.02, 0.02}));
    const Body& sheet = world.add(hanging_sheet(4));
    // Above its triangles, and beside them.
    const Body& button = world.add(bar("Button", {0.021, 0.0143, -0.1}, {0.03, 0.02, 0.03}));
    world.add(attachment("Sheet", "Bar", 5));
    world.add(attachment("Button", "Sheet", 8));
    const std::vector<double> before = joint_output(sheet);
    const std::vector<double> button_before = joint_output(button);
    joint_frames(world, 3);
    EXPECT_EQ(joint_output(sheet), before);
    EXPECT_EQ(joint_output(button), button_before);
}

TEST(WorldJoints, AttachedBodiesExchangeMomentumWithoutLoss) {
    WorldSettings settings = joint_settings();
    settings.gravity.setZero();
    settings.substeps = 40;
    settings.implicit.tolerance = 1e-8;
    World world(settings);
    solids::SolidDef jelly;
    jelly.name = "Jelly";
    jelly.tets = box_tets(Vector3d::Zero(), Vector3d::Constant(0.2), {2, 2, 2});
    jelly.params.young_modulus = 5e4;
    const auto& soft = dynamic_cast<const solids::SolidBody&>(world.add(jelly));
    // Above its side, on two triangles.
    RigidDef disc = bar("Button", {0.21, 0.1, 0.09}, {0.01, 0.05, 0.05});
    disc.params.mass = 2.0;
    disc.initial_velocity = {Vector3d(1.0, 0.5, 0.0)};
    disc.initial_angular_velocity = {Vector3d(3.0, 0.0, 5.0)};
    const auto& button = dynamic_cast<const RigidBody&>(world.add(disc));
    const auto& seam = dynamic_cast<const Attachment&>(world.add(attachment("Button", "Jelly", 8)));
    // A quarter of each tetrahedron at its corners; rates are those of backward Euler.
    std::vector<double> mass(jelly.tets.vertices.size(), 0.0);
    for (const Eigen::Vector4i& t : jelly.tets.tetrahedra) {
        for (const int v : t)
            mass[v] += 8.0 / (4.0 * static_cast<double>(jelly.tets.tetrahedra.size()));
    }
    const auto momenta = [&] {
        Vector3d linear = button.mass().mass * button.velocity();
        Vector3d angular = button.angular_momentum() +
                           button.mass().mass * button.centre().cross(button.velocity());
        for (std::size_t i = 0; i < mass.size(); ++i) {
            const Vector3d velocity = soft.motion().rates().segment<3>(3L * static_cast<long>(i));
            linear += mass[i] * velocity;
            angular += mass[i] * soft.state().positions[i].cross(velocity);
        }
        return std::pair(linear, angular);
    };
    const auto [linear, angular] = momenta();
    joint_frames(world, 6);
    EXPECT_LE((momenta().first - linear).norm(), 1e-6 * linear.norm());
    EXPECT_LE((momenta().second - angular).norm(), 2e-2 * angular.norm());
    EXPECT_LE(seam.error(), 1e-4);
    EXPECT_LT(button.velocity().norm(), 1.0);
}

TEST(WorldJoints, ABlockHangsOnAnother) {
    WorldSettings settings = joint_settings();
    settings.implicit.tolerance = 1e-7;
    World world(settings);
    const auto block = [](const std::string& name, double top) {
        solids::SolidDef def;
        def.name = name;
        def.tets = box_tets(Vector3d(-0.1, -0.1, top - 0.2), Vector3d::Constant(0.2), {2, 2, 2});
        def.params.young_modulus = 1e5;
        return def;
    };
    solids::SolidDef upper = block("Upper", 0.0);
    VertexPins pins;
    AttachmentDef glue;
    glue.name = "Glue";
    glue.body = "Lower";
    glue.to = "Upper";
    const solids::SolidDef lower = block("Lower", -0.2);
    for (int i = 0; i < static_cast<int>(lower.tets.vertices.size()); ++i) {
        if (lower.tets.vertices[i].z() > -0.2 - 1e-9) glue.vertices.push_back(i);
        if (upper.tets.vertices[i].z() > -1e-9) pins.vertices.push_back(i);
    }
    upper.pins = {pins};
    world.add(upper);
    const Body& held = world.add(lower);
    const auto& seam = dynamic_cast<const Attachment&>(world.add(glue));
    joint_frames(world, 50);
    EXPECT_EQ(glue.vertices.size(), 9U);
    EXPECT_LE(seam.error(), 1e-5);
    double lowest = 0.0;
    for (int i = 0; i < static_cast<int>(held.output_count()); ++i)
        lowest = std::min(lowest, vertex_at(held, i).z());
    // A bar of 0.4 m under its own weight stretches by ρ g L²/2E, a little less where it is held.
    EXPECT_LT(lowest, -0.4 - 0.5 * 0.5 * 1000.0 * 9.81 * 0.16 / 1e5);
    EXPECT_GT(lowest, -0.4 - 1.5 * 0.5 * 1000.0 * 9.81 * 0.16 / 1e5);
}

TEST(WorldJoints, StrengthLetsGo) {
    World world(joint_settings());
    world.add(bar("Weight", {0, 0, 0}, {0.1, 0.1, 0.1}));
    AttachmentDef string = attachment("Weight", "", 8);
    string.strength.width = 1;
    string.strength.frames = {0.0, 4.0, 5.0};
    string.strength.values = {1.0, 1.0, 0.0};
    const auto& seam = dynamic_cast<const Attachment&>(world.add(string));
    joint_frames(world, 4);
    EXPECT_LE(seam.error(), 1e-5);
    EXPECT_GT(vertex_at(*world.bodies()[0], 0).z(), -0.0501);
    joint_frames(world, 6);
    EXPECT_LT(vertex_at(*world.bodies()[0], 0).z(), -0.1);
}

TEST(WorldJoints, JoinedBodiesMeetOnlyIfTheyAreAskedTo) {
    for (const bool meets : {false, true}) {
        World world(joint_settings());
        RigidDef post = bar("Post", {0, 0, 0}, {0.1, 0.1, 1.0});
        post.motion = rigid::RigidMotion::Fixed;
        world.add(post);
        world.add(bar("Arm", {0.26, 0, 0.3}, {0.4, 0.1, 0.1}));
        JointDef hinge;
        hinge.name = "Hinge";
        hinge.type = JointType::Hinge;
        hinge.bodies = {"Arm", "Post"};
        hinge.point = {Vector3d(0.055, 0, 0.36)};
        hinge.axis = {Vector3d::UnitY()};
        hinge.contact = meets;
        const auto& joint = dynamic_cast<const Joint&>(world.add(hinge));
        // The arm falls against the post at once, or through it.
        double farthest = 0.0;
        for (int frame = 0; frame < 25; ++frame) {
            joint_frames(world, 1);
            farthest = std::max(farthest, joint.coordinate());
            EXPECT_LE(joint.errors().distance, 1e-6);
        }
        EXPECT_EQ(farthest > 1.0, !meets);
        EXPECT_GT(farthest, 0.05);
        EXPECT_LT(farthest, meets ? 0.12 : 10.0);
    }
}

TEST(WorldJoints, TheSameBytesOnAnyNumberOfThreadsAndAfterLoading) {
    const auto fill = [](World& world) {
        world.add(shaking("Hand"));
        world.add(bar("Bar", {0, 0, 0.01}, {0.5, 0.02, 0.02}));
        world.add(bar("Low", {0.3, 0, 0.01}, {0.1, 0.02, 0.02}));
        world.add(hanging_sheet(4));
        JointDef grip;
        grip.name = "Grip";
        grip.type = JointType::Ball;
        grip.bodies = {"Bar"};
        grip.mover = "Hand";
        grip.point = {Vector3d(0.1, 0, 0.01)};
        world.add(grip);
        grip.name = "Hinge";
        grip.type = JointType::Hinge;
        grip.bodies = {"Low", "Bar"};
        grip.mover.clear();
        grip.point = {Vector3d(0.25, 0, 0.01)};
        grip.angle_limits = {-0.2, 0.2};
        grip.axis = {Vector3d::UnitY()};
        world.add(grip);
        world.add(attachment("Sheet", "Bar", 5));
    };
    std::vector<std::vector<double>> results;
    for (const int threads : {1, 2, 4}) {
        World world(joint_settings(threads));
        fill(world);
        joint_frames(world, 5);
        ByteWriter saved;
        world.save(saved);
        joint_frames(world, 3);
        std::vector<double> all;
        for (const auto& body : world.bodies()) {
            const std::vector<double> out = joint_output(*body);
            all.insert(all.end(), out.begin(), out.end());
        }
        results.push_back(all);
        World resumed(joint_settings(threads));
        fill(resumed);
        ByteReader in(saved.bytes());
        resumed.load(in);
        joint_frames(resumed, 3);
        for (std::size_t i = 0; i < world.bodies().size(); ++i)
            EXPECT_EQ(joint_output(*resumed.bodies()[i]), joint_output(*world.bodies()[i])) << i;
    }
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

TEST(WorldJoints, InputsAreSetLive) {
    World world(joint_settings());
    world.add(bar("Wheel", {0, 0, 0}, {0.2, 0.1, 0.2}));
    JointDef axle;
    axle.name = "Axle";
    axle.type = JointType::Hinge;
    axle.bodies = {"Wheel"};
    axle.point = {Vector3d::Zero()};
    axle.axis = {Vector3d::UnitY()};
    axle.motor.angular_speed = AnimatedArray::constant({1.0});
    const auto& joint = dynamic_cast<const Joint&>(world.add(axle));
    joint_frames(world, 1);
    EXPECT_NEAR(joint.coordinate(), 0.04, 1e-6);
    const double speed = 3.0;
    world.set_input("bodies.Axle.motor.angular_speed", {&speed, 1});
    joint_frames(world, 2);
    // Evenly to the new speed within a frame, at the end of each of its four steps.
    EXPECT_NEAR(joint.coordinate(), 0.04 + 0.04 * 2.25 + 0.12, 1e-5);
}

}  // namespace sinew
