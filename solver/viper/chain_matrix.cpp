#include "viper/chain_matrix.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sinew::viper {

namespace {

template <class Function>
void for_each_row_type(Function&& function) {
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

}  // namespace

void ChainMatrix::resize(int points) {
    if (points == m_points) return;
    m_points = points;
    m_entries.assign(static_cast<std::size_t>(points + LEAD) * BLOCK_SIZE, Pack(0.0));
    for (int j = -LEAD; j < 0; ++j) {
        for (int t = 0; t < BLOCK; ++t)
            block(j)[ROW_START[t]] = Pack(1.0);
    }
}

void ChainMatrix::set_zero() {
    std::fill(m_entries.begin() + LEAD * BLOCK_SIZE, m_entries.end(), Pack(0.0));
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

// In these three, `row[k]` is the entry k left of the diagonal, and row[0] holds 1/d after factorisation.

template <int TYPE>
Pack::Mask ChainMatrix::factorise_row(Pack* block) {
    constexpr int W = WIDTH[TYPE];
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

template <int TYPE>
void ChainMatrix::forward_row(const Pack* block, Pack* x) {
    const Pack* row = block + ROW_START[TYPE];
    Pack sum = x[TYPE];
#pragma GCC unroll 16
    for (int k = WIDTH[TYPE]; k >= 1; --k)
        sum -= row[k] * x[TYPE - k];
    x[TYPE] = sum;
}

template <int TYPE>
void ChainMatrix::backward_row(const Pack* block, Pack* x) {
    const Pack* row = block + ROW_START[TYPE];
    const Pack value = x[TYPE];
#pragma GCC unroll 16
    for (int k = WIDTH[TYPE]; k >= 1; --k)
        x[TYPE - k] -= row[k] * value;
}

Pack::Mask ChainMatrix::factorise() {
    Pack::Mask positive = Pack(0.0) < Pack(1.0);
    for (int j = 0; j < m_points; ++j) {
        for_each_row_type([&]<int TYPE>() { positive &= factorise_row<TYPE>(block(j)); });
    }
    return positive;
}

void ChainMatrix::solve(std::vector<Pack>& rhs) const {
    assert(rhs.size() == static_cast<std::size_t>(m_points) * BLOCK);
    thread_local std::vector<Pack> work;
    work.assign(PADDING, Pack(0.0));
    work.insert(work.end(), rhs.begin(), rhs.end());
    solve_padded(work.data() + PADDING);
    std::copy(work.begin() + PADDING, work.end(), rhs.begin());
}

void ChainMatrix::solve_padded(Pack* x) const {
    for (int j = 0; j < m_points; ++j) {
        for_each_row_type([&]<int TYPE>() { forward_row<TYPE>(block(j), x + j * BLOCK); });
    }
    for (int j = 0; j < m_points; ++j) {
        for (int t = 0; t < BLOCK; ++t)
            x[j * BLOCK + t] *= block(j)[ROW_START[t]];
    }
    for (int j = m_points - 1; j >= 0; --j) {
        // Rows of a block from the last to the first.
        for_each_row_type(
            [&]<int TYPE>() { backward_row<BLOCK - 1 - TYPE>(block(j), x + j * BLOCK); });
    }
}

void solve_two(const ChainMatrix& a, Pack* x, const ChainMatrix& b, Pack* y) {
    constexpr int BLOCK = ChainMatrix::BLOCK;
    const int points = a.m_points;
    if (b.m_points != points) {
        a.solve_padded(x);
        b.solve_padded(y);
        return;
    }
    for (int j = 0; j < points; ++j) {
        for_each_row_type([&]<int TYPE>() {
            ChainMatrix::forward_row<TYPE>(a.block(j), x + j * BLOCK);
            ChainMatrix::forward_row<TYPE>(b.block(j), y + j * BLOCK);
        });
    }
    for (int j = 0; j < points; ++j) {
        for (int t = 0; t < BLOCK; ++t) {
            x[j * BLOCK + t] *= a.block(j)[ChainMatrix::ROW_START[t]];
            y[j * BLOCK + t] *= b.block(j)[ChainMatrix::ROW_START[t]];
        }
    }
    for (int j = points - 1; j >= 0; --j) {
        for_each_row_type([&]<int TYPE>() {
            ChainMatrix::backward_row<BLOCK - 1 - TYPE>(a.block(j), x + j * BLOCK);
            ChainMatrix::backward_row<BLOCK - 1 - TYPE>(b.block(j), y + j * BLOCK);
        });
    }
}

}  // namespace sinew::viper
