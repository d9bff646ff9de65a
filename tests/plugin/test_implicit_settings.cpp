#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "plugin/shell_strip.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

TEST(ImplicitSettings, SecondOrderFallsMoreTrulyThanBackwardEuler) {
    const auto fall = [](int32_t integrator) {
        SinewWorldDef settings = world_def();
        settings.integrator = integrator;
        const WorldPointer world = make_world(settings);
        const Strip strip;
        const SinewBodyId body = strip.add_to(world);
        for (int frame = 0; frame < 6; ++frame)
            step(world);
        return 1.0 - far_end(world, body);
    };
    const double time = 6.0 / world_def().frame_rate;
    const double exact = 0.5 * 9.81 * time * time;
    const double first = std::abs(fall(SINEW_INTEGRATOR_BACKWARD_EULER) - exact);
    const double second = std::abs(fall(SINEW_INTEGRATOR_BDF2) - exact);
    EXPECT_LT(second, 0.3 * first);
}

TEST(ImplicitSettings, WithoutInertiaEveryStepEndsAtRest) {
    SinewWorldDef settings = settled();
    settings.gravity[2] = -9.81;
    const WorldPointer world = make_world(settings);
    Strip strip;
    strip.clamp();
    const SinewBodyId body = strip.add_to(world);
    step(world);
    const std::vector<Point> once = positions(world, body);
    EXPECT_LT(once.back()[2], 0.99f);
    step(world);
    const std::vector<Point> twice = positions(world, body);
    for (std::size_t i = 0; i < once.size(); ++i)
        EXPECT_NEAR(once[i][2], twice[i][2], 1e-5);
}

TEST(ImplicitSettings, BothLinearSolversFindTheSame) {
    const auto sag = [](int32_t solver) {
        SinewWorldDef settings = world_def();
        settings.linear_solver = solver;
        const WorldPointer world = make_world(settings);
        Strip strip;
        strip.clamp();
        const SinewBodyId body = strip.add_to(world);
        step(world);
        return far_end(world, body);
    };
    const double direct = sag(SINEW_LINEAR_SOLVER_DIRECT);
    EXPECT_LT(direct, 1.0);
    EXPECT_NEAR(direct, sag(SINEW_LINEAR_SOLVER_CONJUGATE_GRADIENTS), 1e-6);
    EXPECT_EQ(direct, sag(SINEW_LINEAR_SOLVER_AUTOMATIC));
}

TEST(ImplicitSettings, ToleranceAndIterationsDecideWhenToStop) {
    SinewWorldDef settings = settled();
    settings.gravity[2] = -9.81;
    settings.substeps = 1;
    const auto iterations = [&] {
        const WorldPointer world = make_world(settings);
        Strip strip;
        strip.clamp();
        strip.add_to(world);
        return step(world).iterations;
    };
    const int32_t usual = iterations();
    settings.implicit_tolerance = 0.5;
    EXPECT_LT(iterations(), usual);
    settings.implicit_tolerance = 1e-6;
    settings.implicit_iterations = 1;
    settings.max_halvings = 0;
    const WorldPointer world = make_world(settings);
    Strip strip;
    strip.clamp();
    strip.add_to(world);
    EXPECT_EQ(sinew_world_step(world.get(), nullptr), SINEW_ERROR_NOT_CONVERGED);
    EXPECT_THAT(sinew_last_error(), HasSubstr("Strip"));
}

}  // namespace
}  // namespace sinew::test
