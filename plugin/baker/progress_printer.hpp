// How a bake tells how far it is. Printing never stops a bake: if nobody reads any more, it goes
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

class ProgressPrinter {
public:
    virtual ~ProgressPrinter() = default;
    virtual void started(const SinewBakeProgress& progress) = 0;
    /// A warning or note of the library.
    virtual void message(const std::string& text) = 0;
    /// `report` is of the last complete frame. Not called for each frame when they come fast.
    virtual void frame(const SinewBakeProgress& progress, const SinewStepReport& report) = 0;
    virtual void ended(const BakeEnd& end) = 0;
};

std::unique_ptr<ProgressPrinter> make_progress_printer(ProgressStyle style);

}  // namespace sinew::baker
