#include "viper/chain/chain_matrix.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sinew::viper {

namespace {

template <class Function>
[[gnu::always_inline]] inline void for_each_row_type(Function&& function) {
    [&]<int... TYPE>(std::integer_sequence<int, TYPE...>) {
        (function.template operator()<TYPE>(), ...);
    }
    (std::make_integer_sequence<int, ChainMatrix::BLOCK>{});
}

/// Row type of the row `k` before one of type `type`, and how many blocks before it lies.
constexpr int type_before(int type, int k) {
    return (type - k + 3 * ChainMatrix::BLOCK) % ChainMatrix::BLOCK;
}
constexpr int blocks_before(int type, int k) {
    return (k - type + type_before(type, k)) / ChainMatrix::BLOCK;
}

/// function<how many blocks lie between it and the end, at most two>(block), from one end to the other.
template <class Function>
[[gnu::always_inline]] inline void for_each_block(int points, Function&& function) {
    if (points > 0) function.template operator()<0>(0);
    if (points > 1) function.template operator()<1>(1);
    for (int j = 2; j < points; ++j)
        function.template operator()<2>(j);
}

}  // namespace

void ChainMatrix::resize(int points) {
    if (points == m_points) return;
    m_points = points;
    m_entries.assign(static_cast<std::size_t>(points) * BLOCK_SIZE, Pack(0.0));
}

void ChainMatrix::set_zero() {
    std::fill(m_entries.begin(), m_entries.end(), Pack(0.0));
}

void ChainMatrix::mask(const std::vector<Pack>& free, const std::vector<char>& pinned) {
    assert(free.size() == static_cast<std::size_t>(m_points) * BLOCK);
    for (int j = 0; j < m_points; ++j) {
        const bool reached = pinned[j] || (j >= 1 && pinned[j - 1]) || (j >= 2 && pinned[j - 2]);
        if (!reached) continue;
        for (int t = 0; t < BLOCK; ++t) {
            Pack* row = block(j) + ROW_START[t];
            const int index = j * BLOCK + t;
            const Pack own = free[index];
            row[0] = row[0] * own + (Pack(1.0) - own);
            for (int k = 1; k <= std::min(WIDTH[t], index); ++k)
                row[k] *= own * free[index - k];
        }
    }
}

// In these, `row[k]` is the entry k left of the diagonal, and row[0] holds 1/d after factorisation.

template <int TYPE, int BEFORE>
Pack::Mask ChainMatrix::factorise_row(Pack* block) {
    constexpr int W = std::min(WIDTH[TYPE], TYPE + BEFORE * BLOCK);
    Pack* row = block + ROW_START[TYPE];
    Pack v[W + 1];  // v[k] = L(i, i−k)·d(i−k)
#pragma GCC unroll 16
    for (int k = 1; k <= W; ++k)
        v[k] = row[k];
#pragma GCC unroll 16
    for (int k = W; k >= 2; --k) {
#pragma GCC unroll 16
        for (int m = k - 1; m >= 1; --m) {
            const int type = type_before(TYPE, m);
            if (k - m > WIDTH[type]) continue;  // left of that row's envelope
            const Pack* other = block - blocks_before(TYPE, m) * BLOCK_SIZE + ROW_START[type];
            v[m] -= v[k] * other[k - m];
        }
    }
    Pack diagonal = row[0];
#pragma GCC unroll 16
    for (int k = W; k >= 1; --k) {
        const int type = type_before(TYPE, k);
        const Pack inverse = (block - blocks_before(TYPE, k) * BLOCK_SIZE)[ROW_START[type]];
        const Pack l = v[k] * inverse;
        diagonal -= v[k] * l;
        row[k] = l;
    }
    row[0] = Pack(1.0) / diagonal;
    return diagonal > Pack(0.0);
}

template <int BEFORE>
Pack::Mask ChainMatrix::factorise_block(Pack* block) {
    Pack::Mask positive = Pack(0.0) < Pack(1.0);
    for_each_row_type([&]<int TYPE>() { positive &= factorise_row<TYPE, BEFORE>(block); });
    return positive;
}

Pack::Mask ChainMatrix::factorise() {
    Pack::Mask positive = Pack(0.0) < Pack(1.0);
    for_each_block(m_points,
                   [&]<int BEFORE>(int j) { positive &= factorise_block<BEFORE>(block(j)); });
    return positive;
}

// The values of the block itself stay in registers.

template <int BEFORE>
[[gnu::always_inline]] inline void ChainMatrix::forward(const Pack* block, const Pack* r, Pack* x) {
    Pack here[BLOCK];
    for_each_row_type([&]<int TYPE>() {
        const Pack* row = block + ROW_START[TYPE];
        Pack sum = r[TYPE];
#pragma GCC unroll 16
        for (int k = std::min(WIDTH[TYPE], TYPE + BEFORE * BLOCK); k >= 1; --k)
            sum -= row[k] * (k > TYPE ? x[TYPE - k] : here[std::max(TYPE - k, 0)]);
        here[TYPE] = sum;
    });
    std::copy(here, here + BLOCK, x);
}

template <int AFTER>
[[gnu::always_inline]] inline void ChainMatrix::backward(const Pack* block, Pack* x) {
    Pack here[BLOCK];
    for_each_row_type([&]<int REVERSED>() {
        constexpr int TYPE = BLOCK - 1 - REVERSED;
        Pack sum = x[TYPE] * block[ROW_START[TYPE]];
#pragma GCC unroll 16
        for (int at = TYPE + MOST_BEFORE * BLOCK; at > TYPE; --at) {
            // The row that lies at − TYPE below this one, if there is one that reaches so far.
            if (at >= (AFTER + 1) * BLOCK || at - TYPE > WIDTH[at % BLOCK]) continue;
            const Pack* row = block + (at / BLOCK) * BLOCK_SIZE + ROW_START[at % BLOCK];
            sum -= row[at - TYPE] * (at < BLOCK ? here[at % BLOCK] : x[at]);
        }
        here[TYPE] = sum;
    });
    std::copy(here, here + BLOCK, x);
}

void ChainMatrix::solve(const Pack* r, Pack* x) const {
    for_each_block(m_points, [&]<int BEFORE>(int j) {
        forward<BEFORE>(block(j), r + j * BLOCK, x + j * BLOCK);
    });
    for_each_block(m_points, [&]<int AFTER>(int from_last) {
        const int j = m_points - 1 - from_last;
        backward<AFTER>(block(j), x + j * BLOCK);
    });
}

void solve_two(const ChainMatrix& a, const Pack* r, Pack* x, const ChainMatrix& b, const Pack* s,
               Pack* y) {
    constexpr int BLOCK = ChainMatrix::BLOCK;
    const int points = a.m_points;
    if (b.m_points != points) {
        a.solve(r, x);
        b.solve(s, y);
        return;
    }
    for_each_block(points, [&]<int BEFORE>(int j) {
        ChainMatrix::forward<BEFORE>(a.block(j), r + j * BLOCK, x + j * BLOCK);
        ChainMatrix::forward<BEFORE>(b.block(j), s + j * BLOCK, y + j * BLOCK);
    });
    for_each_block(points, [&]<int AFTER>(int from_last) {
        const int j = points - 1 - from_last;
        ChainMatrix::backward<AFTER>(a.block(j), x + j * BLOCK);
        ChainMatrix::backward<AFTER>(b.block(j), y + j * BLOCK);
    });
}

}  // namespace sinew::viper
