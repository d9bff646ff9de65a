// The task that a command works for: signals cancel it, and printers ask it how far it is.
#pragma once

#include <memory>
#include <string>

#include "commands.hpp"
#include "sinew/sinew.h"

namespace sinew::baker {

struct DestroyTask {
    /// Signals no longer reach it.
    void operator()(SinewTask* task) const;
};
using TaskPointer = std::unique_ptr<SinewTask, DestroyTask>;

/// Makes the task that SIGINT and SIGTERM cancel from here on.
SinewResult create_task(const LoadOptions& options, TaskPointer& task);

SinewTaskProgress progress_of(SinewTask* task);
std::string phase_of(SinewTask* task);

}  // namespace sinew::baker
