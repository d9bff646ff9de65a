// Where a bake writes how far it is, for any thread to read.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "bake/bake.hpp"
#include "base/task.hpp"

namespace sinew::bake {

class ProgressBoard {
public:
    /// The run is from `first_frame` to `last_frame`, and the cache is complete up to `complete_frame`.
    void set_range(int first_frame, int last_frame, int complete_frame);
    void start();
    /// Frames that became complete together: each counts as having taken the same time. `start_frame` is where the job
    /// begins and was not simulated, so its time is not that of other frames.
    void add_frames(std::span<const FrameReport> reports, int start_frame);
    /// So many frames come first that are simulated but not stored.
    void set_untold(int frames);
    /// One of them is done.
    void add_untold_frame();
    void finish(BakeState state);
    void add_message(std::string text);

    /// `task`: progress within the current frame.
    BakeProgress read(const TaskProgress& task) const;
    std::string message(int index) const;

private:
    void note_frame_times(std::size_t frames);
    double seconds_left(const TaskProgress& task) const;

    mutable std::mutex m_mutex;
    BakeProgress m_progress;
    double m_start = 0.0;
    double m_end = 0.0;
    double m_last_frame_end = 0.0;
    std::deque<double> m_frame_seconds;  ///< of the last frames: what the next ones will take
    int m_untold = 0;                    ///< frames that come before the next one that is stored
    std::vector<std::string> m_messages;
};

}  // namespace sinew::bake
