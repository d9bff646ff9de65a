#include "potential/element_chunks.hpp"

#include <algorithm>
#include <bit>

namespace sinew {

namespace {

/// Which elements have a block.
struct Incidence {
    std::vector<std::int32_t> start;
    std::vector<std::int32_t> element;
};

Incidence incidence_of(std::span<const std::int32_t> blocks, int per_element) {
    const std::int32_t count =
        blocks.empty() ? 0 : 1 + *std::max_element(blocks.begin(), blocks.end());
    Incidence result;
    result.start.assign(static_cast<std::size_t>(count) + 1, 0);
    for (const std::int32_t block : blocks)
        ++result.start[block + 1];
    for (std::int32_t i = 0; i < count; ++i)
        result.start[i + 1] += result.start[i];
    result.element.resize(blocks.size());
    std::vector<std::int32_t> next(result.start.begin(), result.start.end() - 1);
    for (std::size_t k = 0; k < blocks.size(); ++k)
        result.element[next[blocks[k]]++] = static_cast<std::int32_t>(k) / per_element;
    return result;
}

/// Breadth first from neighbour to neighbour, so that elements near each other in the list share blocks.
std::vector<std::int32_t> neighbourly_order(std::span<const std::int32_t> blocks, int per_element) {
    const auto count = static_cast<std::int32_t>(blocks.size()) / per_element;
    const Incidence incidence = incidence_of(blocks, per_element);
    std::vector<char> seen(count, 0);
    std::vector<char> block_seen(incidence.start.size(), 0);
    std::vector<std::int32_t> order;
    order.reserve(count);
    for (std::int32_t first = 0; first < count; ++first) {
        if (seen[first]) continue;
        seen[first] = 1;
        order.push_back(first);
        for (std::size_t head = order.size() - 1; head < order.size(); ++head) {
            const std::size_t own = static_cast<std::size_t>(order[head]) * per_element;
            for (const std::int32_t block : blocks.subspan(own, per_element)) {
                if (block_seen[block]) continue;
                block_seen[block] = 1;
                for (std::int32_t k = incidence.start[block]; k < incidence.start[block + 1]; ++k) {
                    const std::int32_t next = incidence.element[k];
                    if (seen[next]) continue;
                    seen[next] = 1;
                    order.push_back(next);
                }
            }
        }
    }
    return order;
}

/// Greedy colouring. A chunk that meets all of the first 64 colours, as when very many share a block, gets its own.
class ChunkColors {
public:
    explicit ChunkColors(std::size_t blocks) : m_used(blocks, 0) {}

    int color(std::span<const std::int32_t> chunk_blocks) {
        std::uint64_t used = 0;
        for (const std::int32_t block : chunk_blocks)
            used |= m_used[block];
        const int lowest = std::countr_one(used);
        if (lowest >= MASKED) return MASKED + m_own++;
        for (const std::int32_t block : chunk_blocks)
            m_used[block] |= std::uint64_t{1} << lowest;
        return lowest;
    }

private:
    static constexpr int MASKED = 64;
    std::vector<std::uint64_t> m_used;
    int m_own = 0;
};

}  // namespace

ElementChunks make_element_chunks(std::span<const std::int32_t> blocks, int per_element,
                                  int chunk_size) {
    const std::vector<std::int32_t> order = neighbourly_order(blocks, per_element);
    const std::size_t chunks = (order.size() + chunk_size - 1) / chunk_size;
    const auto chunk_elements = [&](std::size_t chunk) {
        const std::size_t begin = chunk * chunk_size;
        return std::span(order).subspan(begin,
                                        std::min<std::size_t>(chunk_size, order.size() - begin));
    };

    std::int32_t block_count = 0;
    for (const std::int32_t block : blocks)
        block_count = std::max(block_count, block + 1);
    ChunkColors colors(block_count);
    std::vector<int> color_of(chunks);
    std::vector<std::int32_t> chunk_blocks;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        chunk_blocks.clear();
        for (const std::int32_t element : chunk_elements(chunk)) {
            const auto own =
                blocks.subspan(static_cast<std::size_t>(element) * per_element, per_element);
            chunk_blocks.insert(chunk_blocks.end(), own.begin(), own.end());
        }
        color_of[chunk] = colors.color(chunk_blocks);
    }

    // Chunks sorted by colour; colours that nobody has (between the first 64 and the rest) are left out.
    std::vector<std::size_t> sorted(chunks);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk)
        sorted[chunk] = chunk;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](std::size_t a, std::size_t b) { return color_of[a] < color_of[b]; });
    ElementChunks result;
    result.order.reserve(order.size());
    result.chunk_start.push_back(0);
    for (std::size_t k = 0; k < chunks; ++k) {
        if (k == 0 || color_of[sorted[k]] != color_of[sorted[k - 1]]) {
            result.color_start.push_back(static_cast<std::int32_t>(k));
        }
        const auto elements = chunk_elements(sorted[k]);
        result.order.insert(result.order.end(), elements.begin(), elements.end());
        result.chunk_start.push_back(static_cast<std::int32_t>(result.order.size()));
    }
    result.color_start.push_back(static_cast<std::int32_t>(chunks));
    return result;
}

}  // namespace sinew
