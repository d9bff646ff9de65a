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
/// Most bits of each axis in a Morton code.
constexpr int MAX_AXIS_BITS = 16;
constexpr int DIGIT_BITS = 12;
constexpr int DIGITS = 3 * MAX_AXIS_BITS / DIGIT_BITS;
constexpr std::size_t DIGIT_VALUES = std::size_t{1} << DIGIT_BITS;

/// Up to here comparisons sort faster than counters of digits.
constexpr std::size_t FEW_BOXES = 2048;

/// At most the value, and less by at most 2⁻²¹ of it.
float rounded_down(double value) {
    const float nearest = static_cast<float>(value);
    return nearest - std::abs(nearest) * 0x1p-22F - std::numeric_limits<float>::min();
}

/// Of three numbers below 2¹⁶, the bits of the last on top: …z₁y₁x₁z₀y₀x₀.
std::uint64_t interleave(__m128i numbers) {
    __m256i v = _mm256_cvtepu32_epi64(numbers);
    const auto spread = [&](int shift, long long mask) {
        v = _mm256_and_si256(_mm256_or_si256(v, _mm256_slli_epi64(v, shift)),
                             _mm256_set1_epi64x(mask));
    };
    spread(16, 0x0000FF0000FF);
    spread(8, 0x00F00F00F00F);
    spread(4, 0x0C30C30C30C3);
    spread(2, 0x249249249249);
    v = _mm256_sllv_epi64(v, _mm256_setr_epi64x(0, 1, 2, 0));
    const __m128i pairs = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return static_cast<std::uint64_t>(
        _mm_cvtsi128_si64(_mm_or_si128(pairs, _mm_unpackhi_epi64(pairs, pairs))));
}

/// Row i of eight boxes becomes column i.
void transpose(__m256 (&rows)[8]) {
    __m256 pairs[8];
    for (int i = 0; i < 8; i += 2) {
        pairs[i] = _mm256_unpacklo_ps(rows[i], rows[i + 1]);
        pairs[i + 1] = _mm256_unpackhi_ps(rows[i], rows[i + 1]);
    }
    __m256 fours[8];
    for (int i = 0; i < 8; i += 4)
        for (int k = 0; k < 2; ++k) {
            fours[i + 2 * k] = _mm256_shuffle_ps(pairs[i + k], pairs[i + k + 2], 0x44);
            fours[i + 2 * k + 1] = _mm256_shuffle_ps(pairs[i + k], pairs[i + k + 2], 0xEE);
        }
    for (int i = 0; i < 4; ++i) {
        rows[i] = _mm256_permute2f128_ps(fours[i], fours[i + 4], 0x20);
        rows[i + 4] = _mm256_permute2f128_ps(fours[i], fours[i + 4], 0x31);
    }
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

/// Returns the union of the boxes.
FloatBox OverlapTree::Block::set(const std::array<const FloatBox*, WIDTH>& boxes) {
    __m256 rows[WIDTH];
    FloatBox bounds = FloatBox::empty();
    for (int lane = 0; lane < WIDTH; ++lane) {
        rows[lane] = _mm256_load_ps(boxes[lane]->corners.data());
        bounds.extend(*boxes[lane]);
    }
    transpose(rows);
    for (int axis = 0; axis < 3; ++axis) {
        _mm256_store_ps(low[axis], rows[axis]);
        _mm256_store_ps(minus_high[axis], rows[4 + axis]);
    }
    return bounds;
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
    fill(m_levels[0], boxes.size(), [&](std::size_t slot) { return &boxes[m_items[slot]]; });
    for (std::size_t level = 1; level < m_levels.size(); ++level) {
        const std::vector<FloatBox>& children = m_levels[level - 1].bounds;
        fill(m_levels[level], children.size(), [&](std::size_t child) { return &children[child]; });
    }
}

/// box(i) is the i-th of `count` boxes that the blocks of a level hold.
template <class Box>
void OverlapTree::fill(Level& level, std::size_t count, const Box& box) {
    const FloatBox none = FloatBox::empty();
    parallel_for(level.size(), BLOCK_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block) {
            std::array<const FloatBox*, WIDTH> boxes;
            for (std::size_t lane = 0; lane < WIDTH; ++lane)
                boxes[lane] = WIDTH * block + lane < count ? box(WIDTH * block + lane) : &none;
            level.bounds[block] = level.blocks[block].set(boxes);
        }
    });
}

/// Morton codes of the centres, all axes to one scale; equal codes stay in the order of their items.
void OverlapTree::order(std::span<const FloatBox> boxes) {
    const std::size_t count = boxes.size();
    m_items.resize(count);
    m_keys.resize(count);
    m_sorted_keys.resize(count);
    if (count == 0) return;

    FloatBox bounds = FloatBox::empty();
    for (const FloatBox& box : boxes)
        bounds.extend(box);
    float size = 0.0F;
    for (int axis = 0; axis < 3; ++axis)
        size = std::max(size, bounds.high(axis) - bounds.low(axis));

    // The lower bits of a key are the item, those above its code.
    const int item_bits = static_cast<int>(std::bit_width(count - 1));
    const int axis_bits = std::min(MAX_AXIS_BITS, (64 - item_bits) / 3);
    const float cells = static_cast<float>(1 << axis_bits);
    const __m128 twice_low = _mm_mul_ps(_mm_set1_ps(2.0F), _mm_load_ps(bounds.corners.data()));
    const __m128 scale = _mm_set1_ps(size > 0.0F ? 0.5F * cells / size : 0.0F);
    parallel_for(count, BOX_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const __m128 twice_centre = _mm_sub_ps(_mm_load_ps(boxes[i].corners.data()),
                                                   _mm_load_ps(boxes[i].corners.data() + 4));
            const __m128 cell = _mm_mul_ps(_mm_sub_ps(twice_centre, twice_low), scale);
            const __m128 inside =
                _mm_min_ps(_mm_max_ps(cell, _mm_setzero_ps()), _mm_set1_ps(cells - 1.0F));
            m_keys[i] = interleave(_mm_cvttps_epi32(inside)) << item_bits | i;
        }
    });

    if (count < FEW_BOXES)
        std::sort(m_keys.begin(), m_keys.end());
    else
        sort_codes(item_bits);
    const std::uint64_t item_mask = (std::uint64_t{1} << item_bits) - 1;
    for (std::size_t slot = 0; slot < count; ++slot)
        m_items[slot] = static_cast<int>(m_keys[slot] & item_mask);
}

/// Radix sort from the lowest digit of the codes. Digits that are the same for all need no pass.
void OverlapTree::sort_codes(int item_bits) {
    m_digit_starts.assign(DIGITS * DIGIT_VALUES, 0);
    const auto digit = [&](std::uint64_t key, int place) {
        return key >> item_bits >> (place * DIGIT_BITS) & (DIGIT_VALUES - 1);
    };
    for (const std::uint64_t key : m_keys)
        for (int place = 0; place < DIGITS; ++place)
            ++m_digit_starts[place * DIGIT_VALUES + digit(key, place)];
    for (int place = 0; place < DIGITS; ++place) {
        const std::span start =
            std::span(m_digit_starts).subspan(place * DIGIT_VALUES, DIGIT_VALUES);
        if (start[digit(m_keys[0], place)] == m_keys.size()) continue;
        std::uint32_t next = 0;
        for (std::uint32_t& value : start)
            value = std::exchange(next, next + value);
        for (const std::uint64_t key : m_keys)
            m_sorted_keys[start[digit(key, place)]++] = key;
        m_keys.swap(m_sorted_keys);
    }
}

}  // namespace sinew
