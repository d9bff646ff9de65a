#include "base/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/machine_memory.hpp"
#include "base/stage_timer.hpp"

namespace sinew {

namespace {

constexpr double MEMORY_SHARE = 0.75;
constexpr double MOST_BYTES = 64e9;
constexpr double MOST_SECONDS = 900.0;

thread_local Task* t_task = nullptr;

[[noreturn]] void throw_no_memory(double needed, double allowed, std::string_view object,
                                  std::string_view field) {
    constexpr double GIGABYTE = 1e9;
    throw Error({.code = ErrorCode::InvalidArgument,
                 .object = std::string(object),
                 .field = std::string(field),
                 .value = fmt::format("too large for {:.3g} GB of memory", allowed / GIGABYTE),
                 .remedy = fmt::format("the job would need {:.3g} GB up to here; make it smaller, "
                                       "or allow more memory",
                                       needed / GIGABYTE)});
}

}  // namespace

LoadLimits LoadLimits::of_this_machine() {
    return {.bytes = std::min(MEMORY_SHARE * machine_memory_bytes(), MOST_BYTES),
            .seconds = MOST_SECONDS};
}

void Task::begin_load(const LoadLimits& limits) {
    m_bytes = limits.bytes;
    m_claimed = 0.0;
    m_seconds = limits.seconds;
    m_deadline = limits.seconds > 0.0 ? now_seconds() + limits.seconds : 0.0;
}

void Task::end_load() {
    m_bytes = 0.0;
    m_deadline = 0.0;
}

bool Task::is_late() const noexcept {
    const double deadline = m_deadline.load(std::memory_order_relaxed);
    return deadline > 0.0 && now_seconds() > deadline;
}

bool Task::is_over() const noexcept {
    return m_cancel.requested() || is_late() || (m_parent != nullptr && m_parent->is_over());
}

void Task::check() const {
    if (m_cancel.requested()) throw Error(ErrorCode::Cancelled, "cancelled");
    if (is_late()) {
        throw Error(
            ErrorCode::InvalidArgument,
            fmt::format("loading the job takes longer than {:.3g} s; make it smaller, or allow "
                        "more time",
                        m_seconds));
    }
    if (m_parent != nullptr) m_parent->check();
}

void Task::claim_memory(double bytes, std::string_view object, std::string_view field) const {
    if (m_parent != nullptr) m_parent->claim_memory(bytes, object, field);
    double before = m_claimed.load(std::memory_order_relaxed);
    while (!m_claimed.compare_exchange_weak(before, before + bytes)) {
    }
    if (m_bytes > 0.0 && !(before + bytes <= m_bytes))
        throw_no_memory(before + bytes, m_bytes, object, field);
}

void Task::require_memory(double bytes, std::string_view object, std::string_view field) const {
    if (m_parent != nullptr) m_parent->require_memory(bytes, object, field);
    const double needed = m_claimed.load(std::memory_order_relaxed) + bytes;
    if (m_bytes > 0.0 && !(needed <= m_bytes)) throw_no_memory(needed, m_bytes, object, field);
}

TaskProgress Task::progress() const {
    const std::lock_guard lock(m_mutex);
    TaskProgress progress;
    if (!m_phases.empty()) {
        const PhaseState& phase = *m_phases.back();
        progress.phase = phase.name;
        if (phase.total > 0) {
            const auto done = static_cast<double>(phase.done.load(std::memory_order_relaxed));
            progress.fraction = std::min(1.0, done / static_cast<double>(phase.total));
        }
    }
    progress.step = m_step;
    progress.steps = m_steps;
    progress.iteration = m_iteration;
    progress.residual = m_residual;
    return progress;
}

void Task::set_step(int step, int steps) {
    const std::lock_guard lock(m_mutex);
    m_step = step;
    m_steps = steps;
    m_iteration = 0;
    m_residual = -1.0;
}

void Task::set_iteration(int iteration, double residual) {
    const std::lock_guard lock(m_mutex);
    m_iteration = iteration;
    m_residual = residual;
}

Task* current_task() {
    return t_task;
}

TaskScope::TaskScope(Task* task) : m_before(std::exchange(t_task, task)) {}

TaskScope::~TaskScope() {
    t_task = m_before;
}

TaskPhase::TaskPhase(std::string name, std::size_t total) : m_task(current_task()) {
    if (m_task == nullptr) return;
    m_task->check();
    m_state.name = std::move(name);
    m_state.total = total;
    const std::lock_guard lock(m_task->m_mutex);
    m_task->m_phases.push_back(&m_state);
}

TaskPhase::~TaskPhase() {
    if (m_task == nullptr) return;
    const std::lock_guard lock(m_task->m_mutex);
    std::erase(m_task->m_phases, &m_state);
}

}  // namespace sinew
