#include "progress_printer.hpp"

#include <unistd.h>

#include <cstdio>

#include "progress_bar.hpp"
#include "progress_json.hpp"
#include "terminal.hpp"

namespace sinew::baker {

std::string_view BakeEnd::status() const {
    switch (result) {
        case SINEW_SUCCESS: return "done";
        case SINEW_ERROR_CANCELLED: return "cancelled";
        default: return "failed";
    }
}

std::string BakeEnd::text() const {
    return stop_reason.empty() ? message : message + " (" + stop_reason + ")";
}

namespace {

/// Says only what went wrong.
class SilentPrinter : public ProgressPrinter {
public:
    void started(const SinewBakeProgress&) override {}
    void message(const std::string&) override {}
    void frame(const SinewBakeProgress&, const SinewStepReport&) override {}
    void phase(const PhaseProgress&) override {}
    void ended(const BakeEnd& end) override {
        if (end.result != SINEW_SUCCESS) print_text(stderr, "sinew: {}\n", end.text());
    }
};

}  // namespace

std::unique_ptr<ProgressPrinter> make_progress_printer(ProgressStyle style) {
    switch (style) {
        case ProgressStyle::Json: return std::make_unique<JsonPrinter>();
        case ProgressStyle::None: return std::make_unique<SilentPrinter>();
        case ProgressStyle::Bar: break;
    }
    if (isatty(STDERR_FILENO) == 1) return std::make_unique<BarPrinter>();
    return std::make_unique<LinePrinter>();
}

}  // namespace sinew::baker
