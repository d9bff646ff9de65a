// Worlds, bakes, viperizations and tasks behind the pointers of the C API.
//
// A pointer that a caller holds is not an address: it has the place in a table in its low bits and a number that is used once in
// its high bits. What was destroyed is found out, however often its place was used since. An object that another
// thread is still using when it is destroyed lives until that call returns.
#pragma once

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "base/error.hpp"
#include "base/task.hpp"

namespace sinew::plugin {

/// `Handle` is the incomplete struct of sinew.h, `Object` what is behind it.
template <class Object, class Handle>
class ObjectTable {
public:
    /// `task` is what cancel() stops: part of the object, or null.
    Handle* insert(std::shared_ptr<Object> object, Task* task) {
        const std::lock_guard lock(m_mutex);
        for (std::uint64_t index = 0; index < MAX_OBJECTS; ++index) {
            std::unique_ptr<Slot>& slot = m_owned[index];
            if (!slot) {
                slot = std::make_unique<Slot>();
                m_slots[index].store(slot.get(), std::memory_order_release);
            }
            if (slot->object) continue;
            const std::uint64_t key = ++m_last_number << INDEX_BITS | index;
            slot->object = std::move(object);
            slot->task.store(task);
            slot->key.store(key);
            return reinterpret_cast<Handle*>(key);  // NOLINT(performance-no-int-to-ptr)
        }
        throw Error(ErrorCode::OutOfMemory,
                    fmt::format("{} objects exist already: destroy some", MAX_OBJECTS));
    }

    /// Throws Error(InvalidHandle); `what` says what the handle stands for, e.g. "world".
    std::shared_ptr<Object> find(const Handle* handle, const char* what) {
        if (handle == nullptr) throw_invalid(what, "null", "create it first");
        const std::lock_guard lock(m_mutex);
        Slot* const slot = slot_of(handle);
        if (slot == nullptr) throw_invalid(what, "of no object", "it was destroyed, or never made");
        return slot->object;
    }

    /// Takes the object out; null if there is none.
    std::shared_ptr<Object> take(const Handle* handle) noexcept {
        const std::lock_guard lock(m_mutex);
        Slot* const slot = handle == nullptr ? nullptr : slot_of(handle);
        if (slot == nullptr) return nullptr;
        slot->key.store(0);
        slot->task.store(nullptr);
        return std::exchange(slot->object, nullptr);
    }

    /// Any thread, also from a signal handler: takes no lock. Nothing happens if there is no such object.
    void cancel(const Handle* handle) noexcept {
        Slot* const slot = handle == nullptr ? nullptr : slot_of(handle);
        Task* const task = slot == nullptr ? nullptr : slot->task.load();
        if (task != nullptr) task->request_cancel();
    }

private:
    static constexpr unsigned INDEX_BITS = 12;
    static constexpr std::uint64_t MAX_OBJECTS = std::uint64_t{1} << INDEX_BITS;

    struct Slot {
        std::atomic<std::uint64_t> key{0};
        std::atomic<Task*> task{nullptr};
        std::shared_ptr<Object> object;
    };

    Slot* slot_of(const Handle* handle) noexcept {
        const auto key = reinterpret_cast<std::uint64_t>(handle);
        Slot* const slot = m_slots[key % MAX_OBJECTS].load(std::memory_order_acquire);
        return slot != nullptr && slot->key.load() == key ? slot : nullptr;
    }

    [[noreturn]] static void throw_invalid(const char* what, const char* value,
                                           const char* remedy) {
        throw Error(Problem{.code = ErrorCode::InvalidHandle,
                            .object = {},
                            .field = what,
                            .value = value,
                            .remedy = remedy});
    }

    std::mutex m_mutex;
    std::uint64_t m_last_number = 0;
    std::array<std::unique_ptr<Slot>, MAX_OBJECTS> m_owned;
    std::array<std::atomic<Slot*>, MAX_OBJECTS> m_slots{};  ///< the same, for cancel()
};

/// The table of all objects of a kind. Never destroyed: a host may call at any time while it ends.
template <class Object, class Handle>
ObjectTable<Object, Handle>& object_table() {
    static auto* const table = new ObjectTable<Object, Handle>;
    return *table;
}

}  // namespace sinew::plugin
