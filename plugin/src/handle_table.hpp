// Ids of things inside a world: the index in the low 32 bits, a generation in the high 32 bits.
//
// Every table takes another generation, so that an id of a world that is gone, or of another world,
// is found out. The null id is 0, which no table hands out.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/error.hpp"

namespace sinew::plugin {

template <class T>
class HandleTable {
public:
    HandleTable() : m_generation(next_generation()) {}

    /// The table does not own the item.
    std::uint64_t insert(T& item) {
        const std::uint64_t index = m_items.size();
        m_items.push_back(&item);
        return m_generation << 32 | index;
    }

    /// The id that the item has; it gets one if it has none.
    std::uint64_t id_of(T& item) {
        const auto found = std::find(m_items.begin(), m_items.end(), &item);
        if (found == m_items.end()) return insert(item);
        return m_generation << 32 | static_cast<std::uint64_t>(found - m_items.begin());
    }

    /// Throws Error(InvalidHandle); `what` says what the id stands for, e.g. "body".
    T& at(std::uint64_t id, const char* what) const {
        const std::uint64_t index = id & 0xFFFFFFFFu;
        if (id >> 32 != m_generation || index >= m_items.size()) {
            throw Error(Problem{.code = ErrorCode::InvalidHandle,
                                .object = {},
                                .field = what,
                                .value = id == 0 ? "null" : fmt::format("{:#x}", id),
                                .remedy = "is not an id of this world"});
        }
        return *m_items[index];
    }

private:
    /// Starts at 1 and skips 0 when it wraps around.
    static std::uint64_t next_generation() {
        static std::atomic<std::uint32_t> last{0};
        std::uint32_t generation = ++last;
        while (generation == 0)
            generation = ++last;
        return generation;
    }

    std::uint64_t m_generation;
    std::vector<T*> m_items;
};

}  // namespace sinew::plugin
