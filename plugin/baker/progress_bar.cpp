#include "progress_bar.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "human_text.hpp"
#include "terminal.hpp"

namespace sinew::baker {

namespace {

void print(const std::string& text) {
    print_text(stderr, "{}", text);
}

/// Back to the begin of the line, which is then empty.
void clear_line() {
    std::fputs("\r\x1b[K", stderr);
}

/// "filling Jelly with tetrahedra, 40 %", "step 1 of 2, iteration 7"
std::string phase_text(const PhaseProgress& progress) {
    const SinewTaskProgress& task = progress.task;
    if (task.step > 0)
        return fmt::format("step {} of {}, iteration {}", task.step, task.steps, task.iteration);
    if (task.fraction < 0.0) return progress.text;
    return fmt::format("{}, {:.0f} %", progress.text, 100.0 * task.fraction);
}

int terminal_width() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

std::string start_text(const SinewBakeProgress& progress) {
    if (progress.resumed_frame < progress.first_frame) {
        return fmt::format("baking frames {} to {}\n", progress.first_frame, progress.last_frame);
    }
    if (progress.resumed_frame >= progress.last_frame) {
        return fmt::format("frames {} to {} are there already\n", progress.first_frame,
                           progress.last_frame);
    }
    return fmt::format("going on after frame {}, to {}\n", progress.resumed_frame,
                       progress.last_frame);
}

std::string time_left_text(const SinewBakeProgress& progress) {
    return progress.seconds_left < 0.0 ? ""
                                       : fmt::format("{} left", clock_text(progress.seconds_left));
}

std::string end_text(const BakeEnd& end) {
    if (!end.started) return fmt::format("sinew: {}\n", end.message);
    const SinewBakeProgress& progress = end.progress;
    if (end.result == SINEW_SUCCESS) {
        return fmt::format("done: frames {} to {} in {}\n", progress.first_frame,
                           progress.last_frame, seconds_text(progress.seconds));
    }
    const std::string kept = progress.frame < progress.first_frame
                                 ? "no frame is complete"
                                 : fmt::format("frames up to {} are kept", progress.frame);
    if (end.result == SINEW_ERROR_CANCELLED) {
        const std::string by = end.stop_reason.empty() ? "" : fmt::format(" ({})", end.stop_reason);
        return fmt::format("cancelled: {}{}\n", kept, by);
    }
    return fmt::format("sinew: {}\nfailed: {}\n", end.message, kept);
}

}  // namespace

void BarPrinter::started(const SinewBakeProgress& progress) {
    clear();
    print(start_text(progress));
    draw(progress);
}

void BarPrinter::message(const std::string& text) {
    clear();
    print(text + "\n");
}

void BarPrinter::frame(const SinewBakeProgress& progress, const SinewStepReport&) {
    draw(progress);
}

void BarPrinter::phase(const PhaseProgress& progress) {
    if (progress.started) {
        draw(progress.bake, phase_text(progress));
        return;
    }
    const std::string text = phase_text(progress);
    clear_line();
    print(text.substr(0, static_cast<std::size_t>(std::max(0, terminal_width() - 1))));
}

void BarPrinter::ended(const BakeEnd& end) {
    clear();
    print(end_text(end));
}

void BarPrinter::draw(const SinewBakeProgress& progress, const std::string& detail) {
    const int total = progress.last_frame - progress.first_frame + 1;
    const int done = std::clamp(progress.frame - progress.first_frame + 1, 0, total);
    const std::string text =
        fmt::format(" {}/{} {:>3} % {}{}", progress.frame, progress.last_frame,
                    100 * static_cast<std::int64_t>(done) / total, time_left_text(progress),
                    detail.empty() ? "" : " (" + detail + ")");
    // Two brackets, and the last column stays free: some terminals wrap when it is used.
    const int width = std::clamp(terminal_width() - static_cast<int>(text.size()) - 3, 0, 50);
    const auto filled = static_cast<int>(static_cast<std::int64_t>(width) * done / total);
    clear_line();
    print(fmt::format("[{:#<{}}{:.<{}}]{}", "", filled, "", width - filled, text));
}

void BarPrinter::clear() {
    clear_line();
}

void LinePrinter::started(const SinewBakeProgress& progress) {
    print(start_text(progress));
}

void LinePrinter::message(const std::string& text) {
    print(text + "\n");
}

void LinePrinter::frame(const SinewBakeProgress& progress, const SinewStepReport&) {
    if (progress.seconds < m_next_seconds && progress.frame != progress.last_frame) return;
    m_next_seconds = progress.seconds + 1.0;
    print(fmt::format("frame {} of {} {}\n", progress.frame, progress.last_frame,
                      time_left_text(progress)));
}

void LinePrinter::phase(const PhaseProgress& progress) {
    // Phases that are over in a moment are no lines in a log.
    if (progress.seconds < m_next_seconds || progress.text == m_phase) return;
    m_next_seconds = progress.seconds + 1.0;
    m_phase = progress.text;
    print(progress.text + "\n");
}

void LinePrinter::ended(const BakeEnd& end) {
    print(end_text(end));
}

}  // namespace sinew::baker
