#include "progress_json.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace sinew::baker {

namespace {

using nlohmann::ordered_json;

/// Each line is written at once and flushed, so that a reader never waits for one or sees half of
/// it.
void print_line(const ordered_json& event) {
    const std::string line =
        event.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

void JsonPrinter::started(const SinewBakeProgress& progress) {
    print_line({{"event", "start"},
                {"version", sinew_version_string()},
                {"first_frame", progress.first_frame},
                {"last_frame", progress.last_frame},
                {"resumed_frame", progress.resumed_frame}});
}

void JsonPrinter::message(const std::string& text) {
    print_line({{"event", "message"}, {"text", text}});
}

void JsonPrinter::frame(const SinewBakeProgress& progress, const SinewStepReport& report) {
    ordered_json seconds_left;
    if (progress.seconds_left >= 0.0) seconds_left = progress.seconds_left;
    print_line({{"event", "frame"},
                {"frame", progress.frame},
                {"last_frame", progress.last_frame},
                {"seconds", progress.seconds},
                {"seconds_left", seconds_left},
                {"iterations", report.iterations},
                {"residual", report.residual},
                {"volume_change", report.volume_change}});
}

void JsonPrinter::ended(const BakeEnd& end) {
    ordered_json frame;
    if (end.started) frame = end.progress.frame;
    print_line({{"event", "end"},
                {"status", end.status()},
                {"frame", frame},
                {"seconds", end.progress.seconds},
                {"message", end.text()}});
}

}  // namespace sinew::baker
