// Which of many boxes overlap? A tree of boxes over a space-filling curve, eight children a node.
//
// The boxes lie in Morton order. Every eight in a row are a leaf, every eight leaves in a row a node of the next level, and so on: the
// tree has no links, refits level by level, and one comparison of eight lanes tests all children of a node.
#pragma once

#include <immintrin.h>

#include <Eigen/Geometry>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// A box in single precision: the low corner and the negated high corner, so that one minimum unites two boxes.
struct alignas(32) FloatBox {
    std::array<float, 8> corners{};  ///< low x y z 0, −high x y z 0

    /// Overlaps nothing, and is the zero of `extend`.
    static FloatBox empty();
    /// Contains box − origin. The box must be finite.
    static FloatBox around(const Eigen::AlignedBox3d& box, const Eigen::Vector3d& origin);

    void extend(const FloatBox& other) {
        _mm256_store_ps(corners.data(), _mm256_min_ps(_mm256_load_ps(corners.data()),
                                                      _mm256_load_ps(other.corners.data())));
    }
    bool overlaps(const FloatBox& other) const;
    float low(int axis) const { return corners[axis]; }
    float high(int axis) const { return -corners[4 + axis]; }
};

class OverlapTree {
public:
    static constexpr int WIDTH = 8;

    /// Boxes must be finite. `groups` has a set of bits for each box, or is empty: all bits for all.
    void build(std::span<const FloatBox> boxes, std::span<const std::uint64_t> groups = {});
    /// Takes the new boxes of the same items and keeps their order. Overlaps are found as after `build`, more slowly if items moved far.
    void refit(std::span<const FloatBox> boxes);

    /// Items in the order of the tree; a slot is a place in this order.
    std::span<const int> items() const { return m_items; }
    /// Leaf k has the slots WIDTH k to WIDTH k + WIDTH − 1.
    int leaves() const { return m_levels.empty() ? 0 : static_cast<int>(m_levels[0].size()); }
    /// Union of the groups in a leaf.
    std::uint64_t groups(int leaf) const { return m_levels[0].groups[leaf]; }

    /// Calls visit(slot of `queries`, leaf of this tree, bits of the slots in the leaf) for all items in a leaf of `queries`, for the boxes here
    /// that overlap theirs, in a fixed order. Leaves that share no bit with `groups` may be left out. If `queries` is this
    /// tree, each pair is visited once.
    template <class Visit>
    void find_overlaps(const OverlapTree& queries, int query_leaf, std::uint64_t groups,
                       Visit&& visit) const {
        const bool is_self = &queries == this;
        const Block& mine = queries.m_levels[0].blocks[query_leaf];
        visit_leaves(queries.m_levels[0].bounds[query_leaf], groups, is_self ? query_leaf : 0,
                     [&](int leaf) {
                         const Block& block = m_levels[0].blocks[leaf];
                         unsigned lanes = mine.overlaps(m_levels[0].bounds[leaf]);
                         for (; lanes != 0; lanes &= lanes - 1) {
                             const int lane = std::countr_zero(lanes);
                             unsigned hits = block.overlaps(mine, lane);
                             if (is_self && leaf == query_leaf) hits &= ~1U << lane;
                             if (hits != 0) visit(WIDTH * query_leaf + lane, leaf, hits);
                         }
                     });
    }

private:
    /// Eight boxes, a row an axis.
    struct alignas(32) Block {
        float low[3][WIDTH];
        float minus_high[3][WIDTH];

        unsigned overlaps(const FloatBox& box) const {
            return test(_mm256_set1_ps(-box.corners[4]), _mm256_set1_ps(-box.corners[5]),
                        _mm256_set1_ps(-box.corners[6]), _mm256_set1_ps(-box.corners[0]),
                        _mm256_set1_ps(-box.corners[1]), _mm256_set1_ps(-box.corners[2]));
        }
        unsigned overlaps(const Block& other, int lane) const {
            return test(_mm256_set1_ps(-other.minus_high[0][lane]),
                        _mm256_set1_ps(-other.minus_high[1][lane]),
                        _mm256_set1_ps(-other.minus_high[2][lane]),
                        _mm256_set1_ps(-other.low[0][lane]), _mm256_set1_ps(-other.low[1][lane]),
                        _mm256_set1_ps(-other.low[2][lane]));
        }
        FloatBox set(const std::array<const FloatBox*, WIDTH>& boxes);

    private:
        unsigned test(__m256 high_x, __m256 high_y, __m256 high_z, __m256 minus_low_x,
                      __m256 minus_low_y, __m256 minus_low_z) const {
            const auto below = [](const float* values, __m256 limit) {
                return _mm256_cmp_ps(_mm256_load_ps(values), limit, _CMP_LE_OQ);
            };
            const __m256 x =
                _mm256_and_ps(below(low[0], high_x), below(minus_high[0], minus_low_x));
            const __m256 y =
                _mm256_and_ps(below(low[1], high_y), below(minus_high[1], minus_low_y));
            const __m256 z =
                _mm256_and_ps(below(low[2], high_z), below(minus_high[2], minus_low_z));
            return static_cast<unsigned>(_mm256_movemask_ps(_mm256_and_ps(_mm256_and_ps(x, y), z)));
        }
    };
    struct Level {
        std::vector<Block> blocks;
        std::vector<FloatBox> bounds;       ///< of each block
        std::vector<std::uint64_t> groups;  ///< of each block

        std::size_t size() const { return blocks.size(); }
    };

    /// Leaves from `first_leaf` on whose box overlaps, and which share a bit with `groups`.
    template <class Visit>
    void visit_leaves(const FloatBox& box, std::uint64_t groups, int first_leaf,
                      Visit&& visit) const {
        struct Waiting {
            int level, block;
        };
        std::array<Waiting, MAX_LEVELS * WIDTH> stack;
        std::size_t waiting = 0;
        if (!m_levels.empty()) stack[waiting++] = {static_cast<int>(m_levels.size()) - 1, 0};
        while (waiting > 0) {
            const auto [level, block] = stack[--waiting];
            if (level == 0) {
                visit(block);
                continue;
            }
            unsigned hits = m_levels[level].blocks[block].overlaps(box);
            const int first_child = first_leaf >> (3 * (level - 1));
            if (first_child > WIDTH * block) hits &= ~0U << (first_child - WIDTH * block);
            for (; hits != 0; hits &= hits - 1) {
                const int child = WIDTH * block + std::countr_zero(hits);
                if ((m_levels[level - 1].groups[child] & groups) != 0)
                    stack[waiting++] = {level - 1, child};
            }
        }
    }
    void order(std::span<const FloatBox> boxes);
    void sort_codes(int item_bits);
    template <class Box>
    void fill(Level& level, std::size_t count, const Box& box);

    /// 8¹¹ is more than an int can count.
    static constexpr std::size_t MAX_LEVELS = 11;

    std::vector<int> m_items;
    std::vector<Level> m_levels;  ///< from the leaves to the root, a single block
    // While sorting.
    std::vector<std::uint64_t> m_keys;
    std::vector<std::uint64_t> m_sorted_keys;
    std::vector<std::uint32_t> m_digit_starts;
};

}  // namespace sinew
