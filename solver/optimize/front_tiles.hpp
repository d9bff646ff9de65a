// Products and eliminations of 12×12 tiles, what a dense front is factorised with.
//
// A strip is 12 rows of a matrix, its columns one after another: entry (r, c) is at strip[12 c + r], and strips
// begin at multiples of 32 bytes. A tile is 12 columns of a strip. 12 is four 3×3 blocks, and 12×4 numbers fill the
// registers of AVX2 while they are summed.
//
// Every tile is computed by the same operations in the same order however work is spread over threads, and no
// library chooses block sizes by the caches that it finds: the same bits on all machines.
#pragma once

#include <cstddef>

namespace sinew::optimize {

constexpr int TILE = 12;
/// Blocks of 3×3 along a tile.
constexpr int BLOCKS_PER_STRIP = TILE / 3;

/// How many strips so many rows take.
constexpr int strips_for(int rows) {
    return (rows + TILE - 1) / TILE;
}

/// Result of eliminating the pivots of a tile or a front.
struct PivotCheck {
    int negative = 0;
    double smallest = 1e300;  ///< |pivot| over the scale of its column, least of all
    int smallest_column = -1;
    int failed_column =
        -1;  ///< the first that is zero, not finite, or lost to rounding; −1 if none
    bool skipped = false;  ///< not tried, as one that it depends on failed

    void add(const PivotCheck& later);
};

/// C −= A Bᵀ: `a` and `b` are strips of `depth` columns, `c` the first `columns` ≤ 12 columns of a tile.
void subtract_product(const double* a, const double* b, int depth, double* c, int columns);

/// C = L D Lᵀ of the leading `columns` of a tile, in place: L below the diagonal, D apart. A column whose pivot is
/// not larger than `least` times its scale fails, and the rest is left undone. `first_column` is what the check
/// calls column 0.
PivotCheck factor_tile(double* c, int columns, double* pivots, const double* scale, double least,
                       int first_column);

/// W = C L⁻ᵀ and C := W D⁻¹ for a tile below the one that was factorised into L and D.
void solve_tile(const double* factor, const double* pivots, int columns, double* c, double* w);

/// x −= A y for a strip of `columns`.
void subtract_times(const double* strip, int columns, const double* y, double* x);

/// y −= Aᵀ x for a strip of `columns`.
void subtract_transposed_times(const double* strip, int columns, const double* x, double* y);

/// x := L⁻¹ x and x := L⁻ᵀ x for a factorised tile.
void solve_lower(const double* factor, int columns, double* x);
void solve_lower_transposed(const double* factor, int columns, double* x);

}  // namespace sinew::optimize
