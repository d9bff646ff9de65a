// Elements in chunks, chunks in colours: how threads add to shared forces and matrices without locks and in one order.
//
// Neighbouring elements go to one chunk, which one thread works through in order. Chunks of one colour share no block of
// unknowns, so they can run at the same time; colours run one after the other. The order in which contributions reach
// a block follows from the mesh alone: the same bits on any number of threads, and no memory per thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

struct ElementChunks {
    std::vector<std::int32_t> order;        ///< all elements, chunk after chunk
    std::vector<std::int32_t> chunk_start;  ///< chunks + 1 entries: where a chunk begins in `order`
    std::vector<std::int32_t> color_start;  ///< colours + 1 entries: the first chunk of a colour

    int chunks() const { return static_cast<int>(chunk_start.size()) - 1; }
    int colors() const { return static_cast<int>(color_start.size()) - 1; }
};

/// `blocks` has `per_element` block indices for every element; elements may come in any order.
ElementChunks make_element_chunks(std::span<const std::int32_t> blocks, int per_element,
                                  int chunk_size);

}  // namespace sinew
