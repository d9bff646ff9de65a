// Steps that are tried again with a smaller dt, in which rotations are held back (implicit/node_terms.hpp).
#include <gtest/gtest.h>

#include "shell_bodies.hpp"

namespace sinew::shells {
namespace {

/// Deflection of the free end of a heavy strip under its load in one step.
double deflection(Integrator integrator, int halvings) {
    ShellDef def = test::plate(1.0, 0.1, 10, 1);
    def.params.density = 1e6;
    def.params.thickness = 0.01;
    test::clamp_left(def);
    def.forces = AnimatedArray::constant(std::vector<double>(3 * def.mesh.vertices.size(), 0.0));
    def.forces.values[3 * 10 + 2] = 1e-3;
    ImplicitSystem system({.integrator = integrator});
    const ShellBody body = test::make_body(def, system);
    StepInfo step{.dt = 1e-2, .frame_0 = 0.0, .frame_1 = 1.0};
    step.halvings = halvings;
    system.begin_step(step);
    EXPECT_EQ(system.solve(step, CancelToken()).outcome, StepOutcome::Converged);
    system.accept_step(step);
    return test::output_of(body)[3 * 10 + 2];
}

// Without inertia a step ends in balance, however it was found.
TEST(RetriedSteps, EndInBalanceWithoutInertia) {
    const double balanced = deflection(Integrator::QuasiStatic, 0);
    EXPECT_GT(balanced, 1e-4);
    EXPECT_NEAR(deflection(Integrator::QuasiStatic, 3), balanced, 1e-3 * balanced);
}

}  // namespace
}  // namespace sinew::shells
