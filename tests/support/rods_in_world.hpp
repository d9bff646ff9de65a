// Worlds with rods for tests: add a body, leave gravity out, step a number of frames.
#pragma once

#include <gtest/gtest.h>

#include "sim/world.hpp"
#include "viper/body/rods_body.hpp"

namespace sinew::test {

inline const CancelToken NEVER;

inline viper::RodsBody& add(World& world, const viper::RodsDef& def) {
    return dynamic_cast<viper::RodsBody&>(world.add(def));
}

inline WorldSettings without_gravity() {
    WorldSettings settings;
    settings.gravity.setZero();
    return settings;
}

/// Fails the test when a frame does not converge.
inline void run(World& world, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(NEVER);
        ASSERT_EQ(report.outcome, StepOutcome::Converged) << report.message;
    }
}

}  // namespace sinew::test
