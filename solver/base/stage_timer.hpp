// Wall-clock time of named stages, for the step report and the benchmarks.
#pragma once

#include <chrono>
#include <string_view>
#include <vector>

namespace sinew {

/// Seconds since an arbitrary start, from a clock that never goes back.
inline double now_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Adds up the time of each stage under the name that the step, the log and the README use.
class StageTimer {
public:
    struct Stage {
        std::string_view name;  ///< a string literal
        double seconds = 0.0;
    };

    /// Runs `work` and books its time on `name`, which must be a string literal.
    template <class Work>
    decltype(auto) run(std::string_view name, Work&& work) {
        const Booking booking(*this, name);
        return work();
    }

    const std::vector<Stage>& stages() const { return m_stages; }
    void clear() { m_stages.clear(); }

private:
    class Booking {
    public:
        Booking(StageTimer& timer, std::string_view name)
            : m_timer(timer), m_name(name), m_start(now_seconds()) {}
        ~Booking() { m_timer.add(m_name, now_seconds() - m_start); }
        Booking(const Booking&) = delete;
        Booking& operator=(const Booking&) = delete;

    private:
        StageTimer& m_timer;
        std::string_view m_name;
        double m_start;
    };

    void add(std::string_view name, double seconds) {
        for (Stage& stage : m_stages) {
            if (stage.name == name) {
                stage.seconds += seconds;
                return;
            }
        }
        m_stages.push_back({name, seconds});
    }

    std::vector<Stage> m_stages;
};

}  // namespace sinew
