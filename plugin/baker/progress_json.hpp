// --progress json: one JSON object a line on standard output, for programs. See docs/cache.md,
// "Progress".
#pragma once

#include "progress_printer.hpp"

namespace sinew::baker {

class JsonPrinter : public ProgressPrinter {
public:
    void started(const SinewBakeProgress& progress) override;
    void message(const std::string& text) override;
    void frame(const SinewBakeProgress& progress, const SinewStepReport& report) override;
    void phase(const PhaseProgress& progress) override;
    void ended(const BakeEnd& end) override;
};

}  // namespace sinew::baker
