#include "progress_json.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "terminal.hpp"

namespace sinew::baker {

namespace {

using nlohmann::ordered_json;

/// Each line is written at once and flushed, so that a reader never waits for one or sees half of
/// it.
void print_line(const ordered_json& event) {
    const std::string line =
        printable_json(event.dump(-1, ' ', false, ordered_json::error_handler_t::replace)) + "\n";
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

void JsonPrinter::phase(const PhaseProgress& progress) {
    const auto known = [](double value) {
        return value >= 0.0 ? ordered_json(value) : ordered_json(nullptr);
    };
    ordered_json line{{"event", "phase"},
                      {"phase", progress.text},
                      {"fraction", known(progress.task.fraction)},
                      {"seconds", progress.seconds}};
    if (progress.task.step > 0) {
        line["step"] = progress.task.step;
        line["steps"] = progress.task.steps;
        line["iteration"] = progress.task.iteration;
        line["residual"] = known(progress.task.residual);
    }
    line["seconds_left"] =
        progress.started ? known(progress.bake.seconds_left) : ordered_json(nullptr);
    print_line(line);
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
