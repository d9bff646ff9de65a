// A long computation that somebody waits for: whether it should stop, how far it is, what it may take.
//
// A thread works for one task at a time. Parallel loops hand the task of their caller on to their chunks and ask it before each
// of them, so that deep code needs no parameter: it calls check_task() in loops that may take long, and claim_memory() before it
// allocates what a number of the input decides. Without a task nothing is stopped and nothing is limited.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.hpp"

namespace sinew {

/// Limits on the loading of a job: a small file can ask for much.
struct LoadLimits {
    double bytes = 0.0;    ///< of memory
    double seconds = 0.0;  ///< of time on the clock

    /// Three quarters of the machine's memory but at most 64 GB, and a quarter of an hour.
    static LoadLimits of_this_machine();
};

/// How far a task is.
struct TaskProgress {
    std::string phase;       ///< current work, for people; empty before the first phase
    double fraction = -1.0;  ///< of the phase; negative while unknown
    int step = 0;            ///< of a frame, counted from 1; 0 outside of frames
    int steps = 0;           ///< of the frame, as far as is known
    int iteration = 0;       ///< of the step's solver
    double residual = -1.0;  ///< of that iteration; negative while unknown
};

class Task {
public:
    /// A cancel of `parent` cancels this one too.
    explicit Task(const Task* parent = nullptr) : m_parent(parent) {}
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    /// Any thread, any time, also from a signal handler.
    void request_cancel() noexcept { m_cancel.request(); }
    /// Allows another run after a cancelled one.
    void reset_cancel() noexcept { m_cancel.reset(); }
    const CancelToken& cancel_token() const { return m_cancel; }

    /// Counts memory and time from here on.
    void begin_load(const LoadLimits& limits);
    /// From here on neither is limited.
    void end_load();

    /// True once check() throws: nothing that comes after is worth beginning.
    bool is_over() const noexcept;
    /// Throws Error(Cancelled) when the task should stop, Error(InvalidArgument) when loading has taken too long.
    void check() const;
    /// Books memory. Throws Error(InvalidArgument) that names `object` and `field` when it is not there.
    void claim_memory(double bytes, std::string_view object, std::string_view field) const;
    /// The same without booking it: for what is free again when the load is over.
    void require_memory(double bytes, std::string_view object, std::string_view field) const;

    /// Any thread, any time.
    TaskProgress progress() const;
    /// Outside of frames `step` is 0.
    void set_step(int step, int steps);
    void set_iteration(int iteration, double residual);

private:
    friend class TaskPhase;

    bool is_late() const noexcept;

    struct PhaseState {
        std::string name;
        std::size_t total = 0;  ///< 0: unknown
        std::atomic<std::size_t> done{0};
    };

    const Task* m_parent;
    CancelToken m_cancel;
    std::atomic<double> m_deadline{0.0};  ///< as of now_seconds(); 0: none
    double m_seconds = 0.0;               ///< the limit that the deadline came from
    double m_bytes = 0.0;                 ///< allowed; 0: any number
    mutable std::atomic<double> m_claimed{0.0};
    mutable std::mutex m_mutex;         ///< of all below
    std::vector<PhaseState*> m_phases;  ///< each within the one before
    int m_step = 0;
    int m_steps = 0;
    int m_iteration = 0;
    double m_residual = -1.0;
};

/// The task that this thread works for, or null.
Task* current_task();

/// This thread works for `task`, or for none if it is null, while the scope lives.
class TaskScope {
public:
    explicit TaskScope(Task* task);
    ~TaskScope();
    TaskScope(const TaskScope&) = delete;
    TaskScope& operator=(const TaskScope&) = delete;

private:
    Task* m_before;
};

/// Task::check of the current task, if there is one.
inline void check_task() {
    if (const Task* task = current_task()) task->check();
}
/// In a handler of an error that would go on with the next item: throws it again when the current task is over.
inline void rethrow_if_over() {
    if (const Task* task = current_task(); task != nullptr && task->is_over()) throw;
}
/// Task::claim_memory of the current task, if there is one.
inline void claim_memory(double bytes, std::string_view object, std::string_view field) {
    if (const Task* task = current_task()) task->claim_memory(bytes, object, field);
}
/// Task::require_memory of the current task, if there is one.
inline void require_memory(double bytes, std::string_view object, std::string_view field) {
    if (const Task* task = current_task()) task->require_memory(bytes, object, field);
}

/// Task::set_iteration of the current task, if there is one.
inline void show_iteration(int iteration, double residual) {
    if (Task* task = current_task()) task->set_iteration(iteration, residual);
}

/// One part of the current task, shown while it lives: "filling Jelly with tetrahedra". Also asks whether the task should stop.
class TaskPhase {
public:
    /// `total` is what advance() counts up to; 0: unknown.
    explicit TaskPhase(std::string name, std::size_t total = 0);
    ~TaskPhase();
    TaskPhase(const TaskPhase&) = delete;
    TaskPhase& operator=(const TaskPhase&) = delete;

    /// From any thread.
    void advance(std::size_t count = 1) {
        m_state.done.fetch_add(count, std::memory_order_relaxed);
    }

private:
    Task* m_task;
    Task::PhaseState m_state;
};

}  // namespace sinew
