// Ends of rods that glide at the tip of a bone, where the surface curves more than a step is long.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/viper/rod_fixture.hpp"
#include "support/rods_in_world.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;
using viper::RodsBody;
using viper::RodsDef;

constexpr double BONE_LENGTH = 0.25;
constexpr double BONE_RADIUS = 0.02;

/// A capsule along x, from the origin.
TriangleMesh bone_mesh() {
    return test::tube_mesh(41, 24, [](double t) {
        const double cap = 0.5 * M_PI * BONE_RADIUS;
        const double s = (0.001 + 0.998 * t) * (BONE_LENGTH + 2.0 * cap);
        const double before = std::min(s - cap, 0.0) / BONE_RADIUS;
        const double behind = std::max(s - cap - BONE_LENGTH, 0.0) / BONE_RADIUS;
        const double r = BONE_RADIUS * std::cos(before) * std::cos(behind);
        const double x = std::clamp(s - cap, 0.0, BONE_LENGTH) +
                         BONE_RADIUS * (std::sin(before) + std::sin(behind));
        return test::TubeSection{.centre = {x, 0, 0}, .u = {0, r, 0}, .v = {0, 0, r}};
    });
}

/// The bone turns by two radians in a second and stays; the muscle pulls on its tip all the time.
TEST(GlidingEnds, DoNotSwingAtTheTipOfABone) {
    for (const double away : {BONE_RADIUS, 0.001, 0.0}) {
        World world{WorldSettings()};
        MoverDef fore;
        fore.name = "fore";
        fore.transforms.width = MOVER_WIDTH;
        MoverDef upper = fore;
        upper.name = "upper";
        for (int i = 0; i <= 24; ++i) {
            const Eigen::Matrix3d R =
                Eigen::AngleAxisd(-i / 12.0, Vector3d::UnitY()).toRotationMatrix();
            fore.transforms.frames.push_back(1 + i);
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 4; ++column)
                    fore.transforms.values.push_back(column < 3 ? R(row, column) : 0.0);
            }
        }
        upper.transforms.frames = {1};
        upper.transforms.values = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        world.add(fore);
        world.add(upper);
        RodsDef def;
        def.name = "Muscle";
        def.params = viper::MUSCLE_PARAMS;
        def.counts = {13};
        const Vector3d tip(BONE_LENGTH + away, 0.0, 0.0);
        const Vector3d origin(-0.25, 0.0, 0.05);
        for (int i = 0; i <= 12; ++i) {
            def.points.push_back(tip + (origin - tip) * i / 12.0);
            def.radii.push_back(0.01);
        }
        viper::RodAttachment glide{.mover = "fore"};
        glide.points = {0};
        glide.sliding = true;
        glide.surface = bone_mesh();
        viper::RodAttachment fixed{.mover = "upper"};
        fixed.points = {12};
        def.attachments = {glide, fixed};
        const RodsBody& body = test::add(world, def);
        for (int frame = 2; frame <= 40; ++frame) {
            const Vector3d before = body.state().c[0];
            test::run(world, 1);
            const Vector3d at = world.mover("fore", "test").at(frame).inverse() * body.state().c[0];
            const Vector3d on_axis(std::clamp(at.x(), 0.0, BONE_LENGTH), 0.0, 0.0);
            EXPECT_NEAR((at - on_axis).norm(), away, 2e-3) << away << " frame " << frame;
            if (frame > 30) {
                EXPECT_LT((body.state().c[0] - before).norm(), 2e-3) << away;
            }
        }
    }
}

}  // namespace
}  // namespace sinew
