// Symmetric matrix of a chain of points, four rods at once, with its LDLᵀ factorisation.
//
// Unknowns of a point: c (3), s (1), θ (3) [viper eq. 24], seven rows a block. Row widths (how far left of
// the diagonal a row reaches) follow from which unknowns share a term:
//   c   reaches the same component of c of the point before               7
//   s   reaches s two points before (surface bending)                    14
//   θ   reaches the first component of θ of the segment before       7, 8, 9
// LDLᵀ without pivoting fills nothing left of a row's first entry, so this envelope holds the factor too:
// linear time, and straight-line code because the pattern is known to the compiler.
#pragma once

#include <array>
#include <vector>

#include "math/pack.hpp"

namespace sinew::viper {

class ChainMatrix {
public:
    static constexpr int BLOCK = 7;
    static constexpr std::array<int, BLOCK> WIDTH = {7, 7, 7, 14, 7, 8, 9};

    void resize(int points);
    void set_zero();

    /// Entry of row `t` of point `j`, column `u` of point `j − back`; must lie on or left of the diagonal and
    /// inside the row's width.
    Pack& at(int j, int t, int back, int u) {
        return block(j)[ROW_START[t] + back * BLOCK + t - u];
    }

    /// Replaces the rows and columns whose `free` is 0 by those of the identity.
    /// `free` holds BLOCK values a point; only blocks that a pinned point reaches are touched.
    void mask(const std::vector<Pack>& free, const std::vector<char>& pinned);

    /// In place. Lanes with a pivot that is not positive are not set in the result; their factor is useless.
    Pack::Mask factorise();

    /// For the right-hand side r, BLOCK values a point; r may be x.
    void solve(const Pack* r, Pack* x) const;
    /// a x = r and b y = s, side by side: each waits for itself most of the time.
    friend void solve_two(const ChainMatrix& a, const Pack* r, Pack* x, const ChainMatrix& b,
                          const Pack* s, Pack* y);

private:
    /// Where a row begins in a block: running sums of WIDTH + 1.
    static constexpr std::array<int, BLOCK> ROW_START = {0, 8, 16, 24, 39, 47, 56};
    static constexpr int BLOCK_SIZE = ROW_START[BLOCK - 1] + WIDTH[BLOCK - 1] + 1;
    /// A row reaches at most this many blocks back.
    static constexpr int MOST_BEFORE = 2;

    Pack* block(int j) { return m_entries.data() + static_cast<std::size_t>(j) * BLOCK_SIZE; }
    const Pack* block(int j) const {
        return m_entries.data() + static_cast<std::size_t>(j) * BLOCK_SIZE;
    }

    // Of a block with this many blocks before, or after it.
    template <int BEFORE>
    static Pack::Mask factorise_block(Pack* block);
    template <int TYPE, int BEFORE>
    static Pack::Mask factorise_row(Pack* block);
    template <int BEFORE>
    static void forward(const Pack* block, const Pack* r, Pack* x);
    template <int AFTER>
    static void backward(const Pack* block, Pack* x);

    int m_points = 0;
    std::vector<Pack> m_entries;
};

}  // namespace sinew::viper
