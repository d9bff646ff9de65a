#include "optimize/front.hpp"

#include <algorithm>

#include "base/parallel.hpp"

namespace sinew::optimize {

namespace {

constexpr int PANEL_TILES =
    8;  ///< tile columns that are eliminated before the columns to the right see them
constexpr int DEPTH =
    128;  ///< columns of a product at a time: two strips of 12 kB stay in the nearest cache
constexpr int GROUP = 8;  ///< strips in a row or column of work for one thread
/// Fronts with fewer multiplications are done on one thread: spreading costs some microseconds.
constexpr double PARALLEL_PRODUCTS = 3e6;
/// Panels with fewer numbers are solved with on one thread.
constexpr std::size_t PARALLEL_ENTRIES = 200'000;

int tile_columns(const Front& front, int tile) {
    return std::min(TILE, front.pivots - tile * TILE);
}

double* panel_tile(const Front& front, int strip, int tile) {
    return front.panel_strip(strip) + static_cast<std::ptrdiff_t>(tile) * TILE * TILE;
}

/// Tiles (i, t) for t in [t0, t1) of strip i lose what the columns [p0, p1) contribute to them.
void update_panel_strip(const Front& front, int strip, int t0, int t1, int p0, int p1) {
    for (int p = p0; p < p1; p += DEPTH) {
        const int depth = std::min(DEPTH, p1 - p);
        const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(p) * TILE;
        for (int t = t0; t < std::min(t1, strip + 1); ++t)
            subtract_product(front.panel_strip(strip) + offset, front.scaled_strip(t) + offset,
                             depth, panel_tile(front, strip, t), tile_columns(front, t));
    }
}

/// The columns of the tiles [t0, t1) inside one strip, once all earlier columns have been subtracted.
void finish_panel_strip(const Front& front, int strip, int t0, int t1) {
    for (int t = t0; t < t1; ++t) {
        update_panel_strip(front, strip, t, t + 1, t0 * TILE, t * TILE);
        const std::ptrdiff_t tile = static_cast<std::ptrdiff_t>(t) * TILE * TILE;
        solve_tile(panel_tile(front, t, t), front.diagonal + static_cast<std::ptrdiff_t>(t) * TILE,
                   tile_columns(front, t), panel_tile(front, strip, t),
                   front.scaled_strip(strip) + tile);
    }
}

/// The triangle of the tiles [t0, t1): tile by tile along the diagonal.
PivotCheck eliminate_diagonal(const Front& front, int t0, int t1, double least) {
    PivotCheck check;
    for (int t = t0; t < t1; ++t) {
        // Strip t, up to its diagonal, against the tiles of this panel that are finished.
        finish_panel_strip(front, t, t0, t);
        update_panel_strip(front, t, t, t + 1, t0 * TILE, t * TILE);
        const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(t) * TILE;
        check.add(factor_tile(panel_tile(front, t, t), tile_columns(front, t),
                              front.diagonal + first, front.scale + first, least, t * TILE));
        if (check.failed_column >= 0) break;
    }
    return check;
}

/// S for the strips [i0, i1) and the tile columns [j0, j1).
void update_left(const Front& front, int i0, int i1, int j0, int j1) {
    const int first = front.pivot_strips();
    for (int p = 0; p < front.pivots; p += DEPTH) {
        const int depth = std::min(DEPTH, front.pivots - p);
        const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(p) * TILE;
        for (int i = i0; i < i1; ++i)
            for (int j = j0; j < std::min(j1, i + 1); ++j)
                subtract_product(front.panel_strip(first + i) + offset,
                                 front.scaled_strip(first + j) + offset, depth,
                                 front.left_strip(i) + static_cast<std::ptrdiff_t>(j) * TILE * TILE,
                                 TILE);
    }
}

/// body(begin, end) over strips, on several threads where that pays.
template <class Body>
void over_strips(bool parallel, int begin, int end, const Body& body) {
    if (!parallel) {
        body(begin, end);
        return;
    }
    parallel_for(end - begin, GROUP, [&](std::size_t from, std::size_t to) {
        body(begin + static_cast<int>(from), begin + static_cast<int>(to));
    });
}

/// S, in squares of GROUP × GROUP tiles; those of the lower triangle are counted row by row.
void update_all_left(const Front& front, bool parallel) {
    const int strips = front.rest_strips();
    const int groups = (strips + GROUP - 1) / GROUP;
    const auto square = [&](int row, int column) {
        update_left(front, row * GROUP, std::min(strips, (row + 1) * GROUP), column * GROUP,
                    std::min(strips, (column + 1) * GROUP));
    };
    if (!parallel) {
        for (int row = 0; row < groups; ++row)
            for (int column = 0; column <= row; ++column)
                square(row, column);
        return;
    }
    parallel_for(static_cast<std::size_t>(groups) * (groups + 1) / 2, 1,
                 [&](std::size_t index, std::size_t) {
                     int row = 0;
                     auto column = static_cast<int>(index);
                     while (column > row)
                         column -= ++row;
                     square(row, column);
                 });
}

double products(const Front& front) {
    const double k = front.pivots;
    const double u = front.rest;
    return k * k * k / 6.0 + k * k * u / 2.0 + k * u * u / 2.0;
}

}  // namespace

PivotCheck eliminate(const Front& front, double least) {
    const bool parallel = products(front) > PARALLEL_PRODUCTS;
    const int tiles = front.pivot_strips();
    PivotCheck check;
    for (int t0 = 0; t0 < tiles; t0 += PANEL_TILES) {
        const int t1 = std::min(tiles, t0 + PANEL_TILES);
        // The triangle first, as all below it needs it; it is small.
        over_strips(parallel && t0 > 0, t0, t1, [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                update_panel_strip(front, i, t0, t1, 0, t0 * TILE);
        });
        check.add(eliminate_diagonal(front, t0, t1, least));
        if (check.failed_column >= 0) return check;
        over_strips(parallel, t1, front.strips(), [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                update_panel_strip(front, i, t0, t1, 0, t0 * TILE);
                finish_panel_strip(front, i, t0, t1);
            }
        });
    }
    update_all_left(front, parallel);
    return check;
}

void solve_forward(const Front& front, double* x1, double* x2) {
    const int first = front.pivot_strips();
    for (int t = 0; t < first; ++t) {
        double* x = x1 + static_cast<std::ptrdiff_t>(t) * TILE;
        subtract_times(front.panel_strip(t), t * TILE, x1, x);
        solve_lower(panel_tile(front, t, t), tile_columns(front, t), x);
    }
    const bool parallel = front.rest_strips() * front.strip_size() > PARALLEL_ENTRIES;
    over_strips(parallel, 0, front.rest_strips(), [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            subtract_times(front.panel_strip(first + i), front.pivots, x1,
                           x2 + static_cast<std::ptrdiff_t>(i) * TILE);
    });
}

void solve_backward(const Front& front, double* x1, const double* x2) {
    const int first = front.pivot_strips();
    // By columns, so that every sum has one order.
    const bool parallel = front.rest_strips() * front.strip_size() > PARALLEL_ENTRIES;
    over_strips(parallel, 0, first, [&](int begin, int end) {
        const std::ptrdiff_t from = static_cast<std::ptrdiff_t>(begin) * TILE;
        const int columns = std::min(front.pivots, end * TILE) - begin * TILE;
        for (int i = 0; i < front.rest_strips(); ++i)
            subtract_transposed_times(front.panel_strip(first + i) + from * TILE, columns,
                                      x2 + static_cast<std::ptrdiff_t>(i) * TILE, x1 + from);
    });
    for (int t = first - 1; t >= 0; --t) {
        double* x = x1 + static_cast<std::ptrdiff_t>(t) * TILE;
        solve_lower_transposed(panel_tile(front, t, t), tile_columns(front, t), x);
        subtract_transposed_times(front.panel_strip(t), t * TILE, x, x1);
    }
}

}  // namespace sinew::optimize
