// A dense front: elimination of its pivots, what that leaves for the rows behind them, and its part of a solve.
//
//     ( A₁₁  ·   )   ( L₁₁    )( D    )( L₁₁ᵀ L₂₁ᵀ )
//     ( A₂₁  A₂₂ ) = ( L₂₁  I )(    S )(       I   )        S = A₂₂ − L₂₁ D L₂₁ᵀ
//
// A₁₁ and A₂₁ are the panel, S is what is left and goes to the parent. No pivoting: D is diagonal, its entries may
// have any sign. A pivot that rounding has eaten is reported and nothing is repaired.
#pragma once

#include "optimize/front_tiles.hpp"

namespace sinew::optimize {

/// Where the numbers of a front are. Strips as in front_tiles.hpp; padding rows at the end of `pivots` and of
/// `rest` hold zeros.
struct Front {
    int pivots = 0;  ///< columns that are eliminated
    int rest = 0;    ///< rows behind them
    double* panel =
        nullptr;  ///< strips of `pivots` columns: those of the pivots' rows, then those of the rest
    double* scaled = nullptr;  ///< as the panel: receives L D
    double* left =
        nullptr;  ///< strip i has 12 (i + 1) columns: the lower triangle of A₂₂, then of S
    double* diagonal = nullptr;     ///< receives D
    const double* scale = nullptr;  ///< of every pivot's column: what its pivot is compared with

    int pivot_strips() const { return strips_for(pivots); }
    int rest_strips() const { return strips_for(rest); }
    int strips() const { return pivot_strips() + rest_strips(); }
    std::size_t strip_size() const { return static_cast<std::size_t>(TILE) * pivots; }
    double* panel_strip(int i) const { return panel + i * strip_size(); }
    double* scaled_strip(int i) const { return scaled + i * strip_size(); }
    double* left_strip(int i) const { return left + left_offset(i); }
    static std::size_t left_offset(int strip) {
        return static_cast<std::size_t>(TILE * TILE) * strip * (strip + 1) / 2;
    }
};

/// Eliminates the pivots: L into the panel, S into `left`. Spreads over threads where the front is large. Pivots
/// fail as in `factor_tile`; then the rest of the front is undefined.
PivotCheck eliminate(const Front& front, double least);

/// Forward: x₁ := L₁₁⁻¹ x₁, then x₂ −= L₂₁ x₁. Both are padded to whole strips.
void solve_forward(const Front& front, double* x1, double* x2);

/// Backward: x₁ := L₁₁⁻ᵀ (x₁ − L₂₁ᵀ x₂).
void solve_backward(const Front& front, double* x1, const double* x2);

}  // namespace sinew::optimize
