// System: one integrator that advances all bodies of one family together.
#pragma once

#include <string_view>

#include "base/byte_stream.hpp"
#include "base/cancel.hpp"
#include "base/log.hpp"
#include "body/step_info.hpp"

namespace sinew {

/// World::step calls, in this order: begin_step, solve, then accept_step or reject_step.
class System {
public:
    virtual ~System() = default;

    /// Name of the stage in timings and logs, e.g. "solve rods". A string literal.
    virtual std::string_view stage() const = 0;

    /// Whether its bodies meet mesh colliders. Moving these costs time, so that it is done only where somebody asks.
    virtual bool meets_meshes() const { return false; }

    /// Warns of what makes a bad start at `frame`, such as bodies inside each other. Before the first step.
    virtual void check_start(double /*frame*/, const Log& /*log*/) {}

    /// Samples animated inputs at the end of the step and predicts the free motion.
    virtual void begin_step(const StepInfo& step) = 0;

    /// Finds the state at the end of the step.
    virtual SolveReport solve(const StepInfo& step, const CancelToken& cancel) = 0;

    /// Makes the solved state the current one and updates velocities.
    virtual void accept_step(const StepInfo& step) = 0;

    /// Goes back to the state before begin_step.
    virtual void reject_step() = 0;

    /// What it remembers between steps beyond the states of its bodies, such as contacts that stick. For checkpoints.
    virtual void save(ByteWriter& /*out*/) const {}
    virtual void load(ByteReader& /*in*/) {}
};

}  // namespace sinew
