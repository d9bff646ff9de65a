// Cancelling a long computation from another thread or from a signal handler.
#pragma once

#include <atomic>

namespace sinew {

/// Set once from any thread; polled by the solver between iterations and frames.
class CancelToken {
public:
    void request() noexcept { m_requested.store(true, std::memory_order_relaxed); }
    void reset() noexcept { m_requested.store(false, std::memory_order_relaxed); }
    bool requested() const noexcept { return m_requested.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> m_requested{false};
};

}  // namespace sinew
