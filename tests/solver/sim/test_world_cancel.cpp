// A cancel in the middle of a step: the world is where the last step ended, and goes on as if nothing had been.
#include <gtest/gtest.h>

#include <thread>

#include "base/stage_timer.hpp"
#include "base/task.hpp"
#include "sim/world.hpp"
#include "support/shapes.hpp"
#include "viper/definition/rods_def.hpp"

namespace sinew {
namespace {

/// Rods that collide with each other and with a mesh that deforms: all that a step keeps for the next one.
viper::RodsDef bundle() {
    viper::RodsDef def;
    def.name = "Bundle";
    for (int rod = 0; rod < 12; ++rod) {
        for (int i = 0; i < 8; ++i)
            def.points.emplace_back(0.1 * i, 0.05 * (rod % 4), 0.3 + 0.05 * (rod / 4));
        def.counts.push_back(8);
    }
    def.radii.assign(def.points.size(), 0.02);
    def.collision.enabled = true;
    def.bundling.sections = viper::RodBundling::levels(12, 8);
    return def;
}

MeshColliderDef table() {
    MeshColliderDef def;
    def.name = "Table";
    def.mesh = test::box_mesh({-0.2, -0.2, -0.2}, {1.2, 0.6, 0.45});
    def.voxel_size = 0.05;
    for (const double frame : {1.0, 5.0}) {
        def.vertices.frames.push_back(frame);
        for (const Eigen::Vector3d& x : def.mesh.vertices)
            for (const double c : {x.x(), x.y(), x.z() + 0.01 * frame})
                def.vertices.values.push_back(c);
    }
    def.vertices.width = 3 * def.mesh.vertices.size();
    return def;
}

std::unique_ptr<World> make_scene() {
    WorldSettings settings;
    settings.threads = 2;
    settings.substeps = 1;
    auto world = std::make_unique<World>(settings);
    world->add(table());
    world->add(bundle());
    return world;
}

std::vector<double> positions(const World& world) {
    std::vector<double> all;
    for (const auto& body : world.bodies()) {
        std::vector<double> out(3 * body->output_count());
        body->output_positions(out);
        all.insert(all.end(), out.begin(), out.end());
    }
    return all;
}

TEST(World, GoesOnAfterACancelAsIfNothingHadBeen) {
    const auto undisturbed = make_scene();
    const double start = now_seconds();
    for (int i = 0; i < 3; ++i)
        ASSERT_EQ(undisturbed->step_frame(CancelToken()).outcome, StepOutcome::Converged);
    const double seconds = (now_seconds() - start) / 3.0;
    int cancelled = 0;
    for (int trial = 0; trial < 12; ++trial) {
        const auto world = make_scene();
        Task task;
        const TaskScope scope(&task);
        // At another moment of the frame each time; whenever it comes, the result is the same.
        const double when = now_seconds() + seconds * trial / 12.0;
        std::jthread other([&] {
            while (now_seconds() < when)
                std::this_thread::yield();
            task.request_cancel();
        });
        const FrameReport report = world->step_frame(task.cancel_token());
        other.join();
        task.reset_cancel();

        if (report.outcome == StepOutcome::Cancelled) ++cancelled;

        while (world->frame() < undisturbed->frame())
            ASSERT_EQ(world->step_frame(task.cancel_token()).outcome, StepOutcome::Converged);
        EXPECT_EQ(positions(*world), positions(*undisturbed)) << "trial " << trial;
    }
    EXPECT_GT(cancelled, 0);
}

}  // namespace
}  // namespace sinew
