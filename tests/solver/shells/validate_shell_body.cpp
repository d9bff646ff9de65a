// Cosserat shells against figures that take many steps to see.
#include <gtest/gtest.h>

#include <vector>

#include "shell_bodies.hpp"

namespace sinew::shells {
namespace {

using Eigen::Vector3d;
using test::ImplicitStepper;
using test::make_body;
using test::plate;

struct SheetRun {
    double iterations = 0.0;  ///< a step
    std::vector<Vector3d> positions;
};

/// A sheet of 1 m, as soft as cloth, falls for a second, held at two corners or at an edge.
SheetRun fall_as_a_sheet(bool corners, double tolerance) {
    constexpr int N = 16;
    constexpr int STEPS = 48;
    ShellDef def = plate(1.0, 1.0, N, N);
    def.params.young_modulus = 2e7;
    def.params.thickness = 3e-4;
    def.params.density = 500.0;
    const auto held = [&](const Vector3d& x) {
        return x.y() == 0.0 && (!corners || x.x() == 0.0 || x.x() == 1.0);
    };
    def.pins = {test::pins_at(test::vertices_where(def, held), false)};
    ImplicitSettings settings;
    if (tolerance > 0.0) settings.tolerance = tolerance;
    ImplicitStepper run(settings);
    const ShellBody body = make_body(def, run.system);
    SheetRun result;
    for (int i = 0; i < STEPS; ++i)
        result.iterations +=
            run.step(1.0 / 48.0, Vector3d(0.0, 0.0, -9.81)).iterations / static_cast<double>(STEPS);
    result.positions = body.state().positions;
    return result;
}

// With exact Hessians, and residuals of rotations measured against themselves, these take 6.6 and 6.4 iterations a step. Where tension makes
// directors lean (strain_relaxation.hpp), the sheet at two corners takes 3.3.
TEST(ShellBody, SoftSheetsTakeThreeIterationsAStep) {
    for (const bool corners : {false, true}) {
        const SheetRun usual = fall_as_a_sheet(corners, 0.0);
        const SheetRun exact = fall_as_a_sheet(corners, 1e-9);
        EXPECT_LE(usual.iterations, 3.0);
        for (std::size_t i = 0; i < usual.positions.size(); ++i)
            EXPECT_LT((usual.positions[i] - exact.positions[i]).norm(), 1e-5);
    }
}

}  // namespace
}  // namespace sinew::shells
