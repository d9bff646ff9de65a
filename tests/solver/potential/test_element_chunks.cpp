#include "potential/element_chunks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/random.hpp"

namespace sinew {
namespace {

/// Every element once; chunks of a colour share no block.
void expect_valid(const ElementChunks& chunks, const std::vector<std::int32_t>& blocks,
                  int per_element, int chunk_size) {
    std::vector<std::int32_t> sorted = chunks.order;
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(sorted.size(), blocks.size() / per_element);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        ASSERT_EQ(sorted[i], static_cast<std::int32_t>(i));
    ASSERT_EQ(chunks.chunk_start.back(), static_cast<std::int32_t>(sorted.size()));
    ASSERT_EQ(chunks.color_start.front(), 0);
    ASSERT_EQ(chunks.color_start.back(), chunks.chunks());
    for (int color = 0; color < chunks.colors(); ++color) {
        ASSERT_LT(chunks.color_start[color], chunks.color_start[color + 1]);
        std::set<std::int32_t> of_color;
        for (int chunk = chunks.color_start[color]; chunk < chunks.color_start[color + 1];
             ++chunk) {
            ASSERT_LE(chunks.chunk_start[chunk + 1] - chunks.chunk_start[chunk], chunk_size);
            std::set<std::int32_t> of_chunk;
            for (int k = chunks.chunk_start[chunk]; k < chunks.chunk_start[chunk + 1]; ++k) {
                for (int a = 0; a < per_element; ++a)
                    of_chunk.insert(blocks[chunks.order[k] * per_element + a]);
            }
            for (const std::int32_t block : of_chunk)
                ASSERT_TRUE(of_color.insert(block).second) << "block " << block;
        }
    }
}

TEST(ElementChunks, ChunksOfOneColorShareNoBlock) {
    test::Random random(1);
    std::vector<std::int32_t> blocks;
    for (int element = 0; element < 500; ++element) {
        const auto first = static_cast<std::int32_t>(random.index(200));
        for (int a = 0; a < 3; ++a)
            blocks.push_back((first + a * 7) % 200);
    }
    expect_valid(make_element_chunks(blocks, 3, 8), blocks, 3, 8);
}

TEST(ElementChunks, AShuffledChainNeedsFewColors) {
    // 4000 links of a chain in random order: chunks of neighbours meet two others, so two or three colours do.
    std::vector<std::int32_t> first(4000);
    for (int i = 0; i < 4000; ++i)
        first[i] = i;
    test::Random random(2);
    for (std::size_t i = first.size() - 1; i > 0; --i)
        std::swap(first[i], first[random.index(i + 1)]);
    std::vector<std::int32_t> blocks;
    for (const std::int32_t i : first) {
        blocks.push_back(i);
        blocks.push_back(i + 1);
    }
    const ElementChunks chunks = make_element_chunks(blocks, 2, 16);
    expect_valid(chunks, blocks, 2, 16);
    EXPECT_EQ(chunks.chunks(), 250);
    EXPECT_LE(chunks.colors(), 4);
}

TEST(ElementChunks, AStarOfManyElementsIsSerialButRight) {
    std::vector<std::int32_t> blocks;
    for (int i = 1; i <= 300; ++i) {
        blocks.push_back(0);
        blocks.push_back(i);
    }
    const ElementChunks chunks = make_element_chunks(blocks, 2, 2);
    expect_valid(chunks, blocks, 2, 2);
    EXPECT_EQ(chunks.colors(), 150);
}

TEST(ElementChunks, NoElementsNoChunks) {
    const ElementChunks chunks = make_element_chunks({}, 4, 16);
    EXPECT_EQ(chunks.chunks(), 0);
    EXPECT_EQ(chunks.colors(), 0);
}

}  // namespace
}  // namespace sinew
