#include "potential/dof_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace sinew {

BlockRange DofMap::add(std::string_view owner, BlockKind kind, int count, double size) {
    assert(count >= 0 && size > 0.0);
    const BlockRange range{.first = m_blocks, .count = count};
    int positions = -1;
    if (kind != BlockKind::Position && !m_entries.empty() && m_entries.back().owner == owner) {
        const Entry& before = m_entries.back();
        positions = before.kind == BlockKind::Position ? static_cast<int>(m_entries.size()) - 1
                                                       : before.positions;
    }
    m_entries.push_back({std::string(owner), kind, range, size, positions});
    m_blocks += count;
    return range;
}

void DofMap::clear() {
    m_entries.clear();
    m_blocks = 0;
}

std::size_t DofMap::first_entry_from(int block) const {
    const auto found =
        std::partition_point(m_entries.begin(), m_entries.end(),
                             [block](const Entry& entry) { return entry.range.end() <= block; });
    return static_cast<std::size_t>(found - m_entries.begin());
}

const DofMap::Entry& DofMap::entry_of(int block) const {
    assert(block >= 0 && block < m_blocks);
    return m_entries[first_entry_from(block)];
}

std::string DofMap::describe(int block) const {
    const Entry& entry = entry_of(block);
    return fmt::format("{}, {}node {}", entry.owner,
                       entry.kind == BlockKind::Rotation    ? "rotation of "
                       : entry.kind == BlockKind::Thickness ? "thickness of "
                                                            : "",
                       block - entry.range.first);
}

}  // namespace sinew
