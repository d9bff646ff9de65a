// When a bake waits for the disk. Waiting for every frame would cost more than the frame where frames
// are quick or the disk is slow, so frames are committed in groups.
#pragma once

#include <algorithm>

namespace sinew::bake {

/// Waits so rarely that at most about 1/20 of the time goes into it, but at least every few seconds.
/// Times are those of now_seconds().
class SyncPace {
public:
    bool is_due(double now) const { return now >= m_next; }

    /// A wait from `begin` to `end` is over.
    void waited(double begin, double end) {
        m_next = end + std::min(PAUSE_PER_WAIT * (end - begin), LONGEST_PAUSE);
    }

private:
    static constexpr double PAUSE_PER_WAIT = 19.0;
    static constexpr double LONGEST_PAUSE = 5.0;  // [s], what a power cut or kill -9 costs at most

    double m_next = 0.0;
};

}  // namespace sinew::bake
