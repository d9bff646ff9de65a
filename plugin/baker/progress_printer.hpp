// Prints the progress of a bake. Printing never stops a bake: if nobody reads any more, it goes
// on.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sinew/sinew.h"

namespace sinew::baker {

enum class ProgressStyle { Bar, Json, None };

/// How a bake ended.
struct BakeEnd {
    SinewResult result = SINEW_SUCCESS;
    bool started = false;  ///< false: it was refused before the first frame, `progress` is empty
    SinewBakeProgress progress{};
    std::string message;      ///< why it failed; empty when done
    std::string stop_reason;  ///< the signal that cancelled it, if one did

    /// "done", "cancelled" or "failed"
    std::string_view status() const;
    /// The message, with the signal.
    std::string text() const;
};

/// What is done now: before the first frame, between frames, or inside one.
struct PhaseProgress {
    std::string text;          ///< for people
    SinewTaskProgress task{};  ///< its fraction, or the step and iteration of the frame in work
    double seconds = 0.0;      ///< since the program began with the job
    bool started = false;      ///< the frames have begun, `bake` is filled
    SinewBakeProgress bake{};
};

class ProgressPrinter {
public:
    virtual ~ProgressPrinter() = default;
    virtual void started(const SinewBakeProgress& progress) = 0;
    /// A warning or note of the library.
    virtual void message(const std::string& text) = 0;
    /// `report` is of the last complete frame. Not called for each frame when they come fast.
    virtual void frame(const SinewBakeProgress& progress, const SinewStepReport& report) = 0;
    /// Called when the phase changes and about twice a second while it lasts.
    virtual void phase(const PhaseProgress& progress) = 0;
    virtual void ended(const BakeEnd& end) = 0;
};

std::unique_ptr<ProgressPrinter> make_progress_printer(ProgressStyle style);

}  // namespace sinew::baker
