#include "bake/progress_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/stage_timer.hpp"

namespace sinew::bake {

namespace {

constexpr std::size_t AVERAGED_FRAMES = 10;
// A solver that complains at every step must not fill the memory.
constexpr std::size_t MAX_MESSAGES = 1000;

}  // namespace

void ProgressBoard::set_range(int first_frame, int last_frame, int complete_frame) {
    const std::lock_guard lock(m_mutex);
    m_progress.first_frame = first_frame;
    m_progress.last_frame = last_frame;
    m_progress.frame = complete_frame;
    m_progress.resumed_frame = complete_frame;
}

void ProgressBoard::start() {
    const std::lock_guard lock(m_mutex);
    m_progress.state = BakeState::Running;
    m_start = now_seconds();
    m_last_frame_end = m_start;
}

void ProgressBoard::note_frame_times(std::size_t frames) {
    const double now = now_seconds();
    const double each =
        (now - m_last_frame_end) / static_cast<double>(std::max<std::size_t>(frames, 1));
    for (std::size_t i = 0; i < std::min(frames, AVERAGED_FRAMES); ++i) {
        m_frame_seconds.push_back(each);
        if (m_frame_seconds.size() > AVERAGED_FRAMES) m_frame_seconds.pop_front();
    }
    m_last_frame_end = now;
}

void ProgressBoard::set_untold(int frames) {
    const std::lock_guard lock(m_mutex);
    m_untold = frames;
    m_last_frame_end = now_seconds();
}

void ProgressBoard::add_untold_frame() {
    const std::lock_guard lock(m_mutex);
    note_frame_times(1);
    if (m_untold > 0) --m_untold;
}

void ProgressBoard::add_frames(std::span<const FrameReport> reports, int start_frame) {
    if (reports.empty()) return;
    const std::lock_guard lock(m_mutex);
    const auto simulated = std::count_if(
        reports.begin(), reports.end(),
        [&](const FrameReport& report) { return static_cast<int>(report.frame) > start_frame; });
    note_frame_times(static_cast<std::size_t>(simulated));
    m_progress.frame = static_cast<int>(reports.back().frame);
    m_progress.report = reports.back();
}

void ProgressBoard::finish(BakeState state) {
    const std::lock_guard lock(m_mutex);
    m_progress.state = state;
    m_end = now_seconds();
}

void ProgressBoard::add_message(std::string text) {
    const std::lock_guard lock(m_mutex);
    if (m_messages.size() < MAX_MESSAGES) {
        m_messages.push_back(std::move(text));
    } else if (m_messages.size() == MAX_MESSAGES) {
        m_messages.emplace_back("more messages are not kept");
    }
}

double ProgressBoard::seconds_left(const TaskProgress& task) const {
    if (m_progress.state == BakeState::Done) return 0.0;
    if (m_progress.state != BakeState::Running || m_frame_seconds.empty()) return -1.0;
    const double sum = std::accumulate(m_frame_seconds.begin(), m_frame_seconds.end(), 0.0);
    const auto count = static_cast<double>(m_frame_seconds.size());
    double mean = sum / count;
    double this_frame = mean;
    const double since_frame = now_seconds() - m_last_frame_end;
    if (since_frame > mean) {
        // This frame is slower than those before: how much slower, its steps tell.
        if (task.step < 2) return -1.0;
        this_frame = since_frame * task.steps / (task.step - 1);
        mean = (sum + this_frame) / (count + 1.0);
    }
    const int frames = m_progress.last_frame - m_progress.frame + m_untold;
    if (frames < 1) return 0.0;
    return this_frame - since_frame + mean * (frames - 1);
}

BakeProgress ProgressBoard::read(const TaskProgress& task) const {
    const std::lock_guard lock(m_mutex);
    BakeProgress progress = m_progress;
    progress.message_count = static_cast<int>(m_messages.size());
    if (m_start > 0.0) progress.seconds = (m_end > 0.0 ? m_end : now_seconds()) - m_start;
    progress.seconds_left = seconds_left(task);
    return progress;
}

std::string ProgressBoard::message(int index) const {
    const std::lock_guard lock(m_mutex);
    if (index < 0 || static_cast<std::size_t>(index) >= m_messages.size()) {
        throw Error(
            ErrorCode::InvalidArgument,
            fmt::format("message {} does not exist, there are {}", index, m_messages.size()));
    }
    return m_messages[static_cast<std::size_t>(index)];
}

}  // namespace sinew::bake
