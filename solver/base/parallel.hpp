// Parallel loops. The only user of TBB.
//
// Work is cut into chunks of `grain` items, whatever the number of threads, and sums are added in the
// order of the chunks: the same input gives the same bits on one thread and on many.
//
// An exception in the body is caught on the worker, and the one of the lowest chunk is thrown again
// on the calling thread: TBB never sees it (its C++ run-time library may be another one inside Blender).
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace sinew {

/// A function object by reference: no allocation, valid while the call lasts.
class RangeBody {
public:
    template <class Body>
    requires(!std::is_same_v<std::remove_cvref_t<Body>, RangeBody>)
        RangeBody(Body&& body)  // NOLINT(bugprone-forwarding-reference-overload): constrained above
        : m_object(const_cast<void*>(static_cast<const void*>(std::addressof(body)))),
          m_call([](void* object, std::size_t begin, std::size_t end) {
              (*static_cast<std::remove_reference_t<Body>*>(object))(begin, end);
          }) {}

    void operator()(std::size_t begin, std::size_t end) const { m_call(m_object, begin, end); }

private:
    void* m_object;
    void (*m_call)(void*, std::size_t, std::size_t);
};

/// Calls body(begin, end) for chunks of at most `grain` items that cover [0, count). The chunks work for the task of the
/// caller (base/task.hpp): when it should stop, those that have not begun are left out and Error(Cancelled) is thrown.
void parallel_for(std::size_t count, std::size_t grain, RangeBody body);

/// Two loops side by side: their chunks are worked on together, those of the first before those of the second.
template <class First, class Second>
void parallel_for_both(std::size_t first_count, std::size_t first_grain, First&& first,
                       std::size_t second_count, std::size_t second_grain, Second&& second) {
    const std::size_t first_chunks = (first_count + first_grain - 1) / first_grain;
    const std::size_t second_chunks = (second_count + second_grain - 1) / second_grain;
    parallel_for(first_chunks + second_chunks, 1, [&](std::size_t chunk, std::size_t) {
        if (chunk < first_chunks) {
            first(chunk * first_grain, std::min(first_count, (chunk + 1) * first_grain));
        } else {
            chunk -= first_chunks;
            second(chunk * second_grain, std::min(second_count, (chunk + 1) * second_grain));
        }
    });
}

/// Sum over chunks of body(begin, end), added in chunk order. T needs `+=` and a zero as T{}.
template <class T, class Body>
T parallel_sum(std::size_t count, std::size_t grain, Body&& body) {
    std::vector<T> partial((count + grain - 1) / grain, T{});
    parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
        partial[begin / grain] = body(begin, end);
    });
    T total{};
    for (const T& part : partial)
        total += part;
    return total;
}

/// Lists what body(begin, end, out) writes for each chunk, in chunk order: at most one value an item, and body returns how
/// many. The list is left longer than it was filled, so that it can be used again; returned is the part that counts.
template <class T, class Body>
std::span<T> parallel_collect(std::size_t count, std::size_t grain, std::vector<T>& list,
                              Body&& body) {
    std::vector<std::size_t> written((count + grain - 1) / grain);
    if (list.size() < count) list.resize(count);
    parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
        written[begin / grain] = body(begin, end, list.data() + begin);
    });
    std::size_t next = 0;
    for (std::size_t chunk = 0; chunk < written.size(); ++chunk) {
        const T* from = list.data() + chunk * grain;
        if (next != chunk * grain) std::copy(from, from + written[chunk], list.data() + next);
        next += written[chunk];
    }
    return std::span(list).first(next);
}

/// Threads that loops inside `run` may use; 0 means all cores, and never more than there are.
/// Each pool has its own arena, so two worlds can run with different limits at the same time.
class ThreadPool {
public:
    explicit ThreadPool(int threads = 0);
    ~ThreadPool();
    ThreadPool(ThreadPool&&) noexcept;
    ThreadPool& operator=(ThreadPool&&) noexcept;

    int threads() const;
    /// Runs `work()` so that its parallel loops use this pool. Exceptions pass through.
    template <class Work>
    void run(Work&& work) {
        run_range([&work](std::size_t, std::size_t) { work(); });
    }

private:
    void run_range(RangeBody work);

    struct Arena;
    std::unique_ptr<Arena> m_arena;
};

}  // namespace sinew
