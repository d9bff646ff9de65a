#include "contact/overlap_tree.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.hpp"

namespace sinew {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

namespace {

/// Boxes that one thread handles at a time.
constexpr std::size_t BOX_GRAIN = 4096;
constexpr std::size_t BLOCK_GRAIN = 512;
/// Of each axis in a Morton code.
constexpr int CODE_BITS = 21;
constexpr int DIGIT_BITS = 11;
constexpr int DIGITS = 6;
constexpr std::size_t DIGIT_VALUES = std::size_t{1} << DIGIT_BITS;

/// At most the value, and less by at most 2⁻²¹ of it.
float rounded_down(double value) {
    const float nearest = static_cast<float>(value);
    return nearest - std::abs(nearest) * 0x1p-22F - std::numeric_limits<float>::min();
}

/// The lowest 21 bits, two zeros after each.
std::uint64_t spread_bits(std::uint64_t v) {
    v = (v | v << 32) & 0x001F00000000FFFFULL;
    v = (v | v << 16) & 0x001F0000FF0000FFULL;
    v = (v | v << 8) & 0x100F00F00F00F00FULL;
    v = (v | v << 4) & 0x10C30C30C30C30C3ULL;
    return (v | v << 2) & 0x1249249249249249ULL;
}

}  // namespace

FloatBox FloatBox::empty() {
    constexpr float INFINITE = std::numeric_limits<float>::infinity();
    return {{INFINITE, INFINITE, INFINITE, 0.0F, INFINITE, INFINITE, INFINITE, 0.0F}};
}

FloatBox FloatBox::around(const AlignedBox3d& box, const Vector3d& origin) {
    const Vector3d low = box.min() - origin;
    const Vector3d minus_high = origin - box.max();
    FloatBox result;
    for (int axis = 0; axis < 3; ++axis) {
        result.corners[axis] = rounded_down(low[axis]);
        result.corners[4 + axis] = rounded_down(minus_high[axis]);
    }
    return result;
}

bool FloatBox::overlaps(const FloatBox& other) const {
    for (int axis = 0; axis < 3; ++axis)
        if (low(axis) > other.high(axis) || other.low(axis) > high(axis)) return false;
    return true;
}

void OverlapTree::Block::set(int lane, const FloatBox& box) {
    for (int axis = 0; axis < 3; ++axis) {
        low[axis][lane] = box.corners[axis];
        minus_high[axis][lane] = box.corners[4 + axis];
    }
}

void OverlapTree::build(std::span<const FloatBox> boxes, std::span<const std::uint64_t> groups) {
    assert(groups.empty() || groups.size() == boxes.size());
    order(boxes);

    // As many levels as it takes to come to a single block.
    std::size_t depth = 0;
    for (std::size_t count = boxes.size(); count > 0; ++depth) {
        count = (count + WIDTH - 1) / WIDTH;
        if (m_levels.size() == depth) m_levels.emplace_back();
        m_levels[depth].blocks.resize(count);
        m_levels[depth].bounds.resize(count);
        m_levels[depth].groups.assign(count, groups.empty() ? ~std::uint64_t{0} : 0);
        if (count == 1) count = 0;
    }
    m_levels.resize(depth);

    if (!groups.empty())
        for (std::size_t slot = 0; slot < m_items.size(); ++slot)
            m_levels[0].groups[slot / WIDTH] |= groups[m_items[slot]];
    for (std::size_t level = 1; level < depth && !groups.empty(); ++level)
        for (std::size_t child = 0; child < m_levels[level - 1].size(); ++child)
            m_levels[level].groups[child / WIDTH] |= m_levels[level - 1].groups[child];
    refit(boxes);
}

void OverlapTree::refit(std::span<const FloatBox> boxes) {
    assert(boxes.size() == m_items.size());
    if (m_levels.empty()) return;
    fill_leaves(boxes);
    for (std::size_t level = 1; level < m_levels.size(); ++level)
        fill_level(level);
}

void OverlapTree::fill_leaves(std::span<const FloatBox> boxes) {
    Level& leaves = m_levels[0];
    parallel_for(leaves.size(), BLOCK_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t leaf = begin; leaf < end; ++leaf) {
            FloatBox bounds = FloatBox::empty();
            for (int lane = 0; lane < WIDTH; ++lane) {
                const std::size_t slot = WIDTH * leaf + lane;
                const FloatBox box =
                    slot < m_items.size() ? boxes[m_items[slot]] : FloatBox::empty();
                leaves.blocks[leaf].set(lane, box);
                bounds.extend(box);
            }
            leaves.bounds[leaf] = bounds;
        }
    });
}

void OverlapTree::fill_level(std::size_t level) {
    const Level& children = m_levels[level - 1];
    Level& parents = m_levels[level];
    parallel_for(parents.size(), BLOCK_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t parent = begin; parent < end; ++parent) {
            FloatBox bounds = FloatBox::empty();
            for (int lane = 0; lane < WIDTH; ++lane) {
                const std::size_t child = WIDTH * parent + lane;
                const FloatBox box =
                    child < children.size() ? children.bounds[child] : FloatBox::empty();
                parents.blocks[parent].set(lane, box);
                bounds.extend(box);
            }
            parents.bounds[parent] = bounds;
        }
    });
}

/// Morton codes of the centres, all axes to one scale; equal codes stay in the order of their items.
void OverlapTree::order(std::span<const FloatBox> boxes) {
    const std::size_t count = boxes.size();
    m_items.resize(count);
    m_coded.resize(count);
    m_sorted.resize(count);

    FloatBox bounds = FloatBox::empty();
    for (const FloatBox& box : boxes)
        bounds.extend(box);
    float size = 0.0F;
    for (int axis = 0; axis < 3 && count > 0; ++axis)
        size = std::max(size, bounds.high(axis) - bounds.low(axis));
    constexpr float CELLS = 1 << CODE_BITS;
    const float scale = size > 0.0F ? CELLS / size : 0.0F;
    const auto cell = [&](const FloatBox& box, int axis) {
        const float centre = 0.5F * (box.low(axis) + box.high(axis)) - bounds.low(axis);
        return spread_bits(
            static_cast<std::uint64_t>(std::clamp(centre * scale, 0.0F, CELLS - 1.0F)));
    };
    parallel_for(count, BOX_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            m_coded[i] = {cell(boxes[i], 0) | cell(boxes[i], 1) << 1 | cell(boxes[i], 2) << 2,
                          static_cast<int>(i)};
    });

    // Radix sort from the lowest digit. Digits that are the same for all need no pass.
    std::vector<std::array<std::uint32_t, DIGIT_VALUES>> starts(DIGITS);
    const auto digit = [](std::uint64_t code, int place) {
        return code >> (place * DIGIT_BITS) & (DIGIT_VALUES - 1);
    };
    for (const Coded& coded : m_coded)
        for (int place = 0; place < DIGITS; ++place)
            ++starts[place][digit(coded.code, place)];
    for (int place = 0; place < DIGITS && count > 0; ++place) {
        std::array<std::uint32_t, DIGIT_VALUES>& start = starts[place];
        if (start[digit(m_coded[0].code, place)] == count) continue;
        std::uint32_t next = 0;
        for (std::uint32_t& value : start)
            value = std::exchange(next, next + value);
        for (const Coded& coded : m_coded)
            m_sorted[start[digit(coded.code, place)]++] = coded;
        m_coded.swap(m_sorted);
    }
    for (std::size_t slot = 0; slot < count; ++slot)
        m_items[slot] = m_coded[slot].item;
}

}  // namespace sinew
