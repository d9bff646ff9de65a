// Where a bake writes how far it is, for any thread to read.
#pragma once

#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "bake/bake.hpp"

namespace sinew::bake {

class ProgressBoard {
public:
    /// The run is from `first_frame` to `last_frame`, and the cache is complete up to `complete_frame`.
    void set_range(int first_frame, int last_frame, int complete_frame);
    void start();
    /// Frames that became complete together: each counts as having taken the same time.
    void add_frames(std::span<const FrameReport> reports);
    void finish(BakeState state);
    void add_message(std::string text);

    BakeProgress read() const;
    std::string message(int index) const;

private:
    double seconds_left() const;

    mutable std::mutex m_mutex;
    BakeProgress m_progress;
    double m_start = 0.0;
    double m_end = 0.0;
    double m_last_frame_end = 0.0;
    std::deque<double> m_frame_seconds;  ///< of the last frames: what the next ones will take
    std::vector<std::string> m_messages;
};

}  // namespace sinew::bake
