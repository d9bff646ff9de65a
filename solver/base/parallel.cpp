#include "base/parallel.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>

#include "base/task.hpp"

namespace sinew {

namespace {

/// Keeps the exception of the lowest chunk, so that which error is reported does not depend on timing.
class FirstException {
public:
    void capture(std::size_t chunk) {
        const std::lock_guard lock(m_mutex);
        if (chunk < m_chunk) {
            m_chunk = chunk;
            m_exception = std::current_exception();
        }
    }
    void rethrow() const {
        if (m_exception) std::rethrow_exception(m_exception);
    }

private:
    std::mutex m_mutex;
    std::size_t m_chunk = std::numeric_limits<std::size_t>::max();
    std::exception_ptr m_exception;
};

}  // namespace

void parallel_for(std::size_t count, std::size_t grain, RangeBody body) {
    if (count == 0) return;
    const std::size_t chunks = (count + grain - 1) / grain;
    Task* const task = current_task();
    if (task != nullptr) task->check();
    if (chunks == 1) {
        body(0, count);
        return;
    }
    FirstException first;
    oneapi::tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t chunk) {
        // The thread may have been working for another task, or for none.
        const TaskScope scope(task);
        try {
            if (task != nullptr) task->check();
            body(chunk * grain, std::min(count, (chunk + 1) * grain));
        } catch (...) {
            first.capture(chunk);
        }
    });
    first.rethrow();
}

struct ThreadPool::Arena {
    explicit Arena(int threads) : arena(threads) {}
    oneapi::tbb::task_arena arena;
};

ThreadPool::ThreadPool(int threads) {
    // More threads than cores gain nothing, and TBB would print a warning into the host's terminal.
    const int cores = oneapi::tbb::info::default_concurrency();
    m_arena = std::make_unique<Arena>(threads > 0 ? std::min(threads, cores) : cores);
}
ThreadPool::~ThreadPool() = default;
ThreadPool::ThreadPool(ThreadPool&&) noexcept = default;
ThreadPool& ThreadPool::operator=(ThreadPool&&) noexcept = default;

int ThreadPool::threads() const {
    return m_arena->arena.max_concurrency();
}

void ThreadPool::run_range(RangeBody work) {
    FirstException first;
    Task* const task = current_task();
    m_arena->arena.execute([&] {
        const TaskScope scope(task);
        try {
            work(0, 0);
        } catch (...) {
            first.capture(0);
        }
    });
    first.rethrow();
}

}  // namespace sinew
