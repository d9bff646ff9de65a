#include "optimize/front_tiles.hpp"

#include <immintrin.h>

#include <cmath>

namespace sinew::optimize {

namespace {

constexpr int LANES = 4;
constexpr int PACKS = TILE / LANES;  ///< registers that hold a column

/// A column of C while it is summed.
struct Sum {
    __m256d p0 = _mm256_setzero_pd();
    __m256d p1 = _mm256_setzero_pd();
    __m256d p2 = _mm256_setzero_pd();

    void add(const __m256d& a0, const __m256d& a1, const __m256d& a2, const double* b) {
        const __m256d factor = _mm256_broadcast_sd(b);
        p0 = _mm256_fmadd_pd(a0, factor, p0);
        p1 = _mm256_fmadd_pd(a1, factor, p1);
        p2 = _mm256_fmadd_pd(a2, factor, p2);
    }
    void subtract_from(double* c) const {
        _mm256_store_pd(c, _mm256_sub_pd(_mm256_load_pd(c), p0));
        _mm256_store_pd(c + 4, _mm256_sub_pd(_mm256_load_pd(c + 4), p1));
        _mm256_store_pd(c + 8, _mm256_sub_pd(_mm256_load_pd(c + 8), p2));
    }
};

/// Some columns of C −= A Bᵀ. They are spelled out, as compilers keep arrays of sums in memory.
template <int COLUMNS>
void subtract_columns(const double* a, const double* b, int depth, double* c) {
    Sum s0;
    Sum s1;
    Sum s2;
    Sum s3;
    for (int p = 0; p < depth; ++p) {
        const __m256d a0 = _mm256_load_pd(a);
        const __m256d a1 = _mm256_load_pd(a + 4);
        const __m256d a2 = _mm256_load_pd(a + 8);
        s0.add(a0, a1, a2, b);
        if constexpr (COLUMNS > 1) s1.add(a0, a1, a2, b + 1);
        if constexpr (COLUMNS > 2) s2.add(a0, a1, a2, b + 2);
        if constexpr (COLUMNS > 3) s3.add(a0, a1, a2, b + 3);
        a += TILE;
        b += TILE;
    }
    s0.subtract_from(c);
    if constexpr (COLUMNS > 1) s1.subtract_from(c + TILE);
    if constexpr (COLUMNS > 2) s2.subtract_from(c + 2L * TILE);
    if constexpr (COLUMNS > 3) s3.subtract_from(c + 3L * TILE);
}

/// A column of a strip in registers.
struct Column {
    __m256d pack[PACKS];

    explicit Column(const double* entries) {
        for (int i = 0; i < PACKS; ++i)
            pack[i] = _mm256_load_pd(entries + static_cast<std::ptrdiff_t>(i * LANES));
    }
    void store(double* entries) const {
        for (int i = 0; i < PACKS; ++i)
            _mm256_store_pd(entries + static_cast<std::ptrdiff_t>(i * LANES), pack[i]);
    }
    void subtract(const double* column, double factor) {
        const __m256d f = _mm256_set1_pd(factor);
        for (int i = 0; i < PACKS; ++i)
            pack[i] = _mm256_fnmadd_pd(
                _mm256_load_pd(column + static_cast<std::ptrdiff_t>(i * LANES)), f, pack[i]);
    }
    void scale(double factor) {
        for (__m256d& p : pack)
            p = _mm256_mul_pd(p, _mm256_set1_pd(factor));
    }
};

double sum_of(__m256d v) {
    const __m128d pair = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
    return _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)));
}

}  // namespace

void PivotCheck::add(const PivotCheck& later) {
    negative += later.negative;
    if (later.smallest < smallest) {
        smallest = later.smallest;
        smallest_column = later.smallest_column;
    }
    if (failed_column < 0) failed_column = later.failed_column;
}

void subtract_product(const double* a, const double* b, int depth, double* c, int columns) {
    int j = 0;
    for (; j + LANES <= columns; j += LANES)
        subtract_columns<LANES>(a, b + j, depth, c + static_cast<std::ptrdiff_t>(j * TILE));
    double* rest = c + static_cast<std::ptrdiff_t>(j * TILE);
    switch (columns - j) {
        case 1: subtract_columns<1>(a, b + j, depth, rest); break;
        case 2: subtract_columns<2>(a, b + j, depth, rest); break;
        case 3: subtract_columns<3>(a, b + j, depth, rest); break;
        default: break;
    }
}

PivotCheck factor_tile(double* c, int columns, double* pivots, const double* scale, double least,
                       int first_column) {
    PivotCheck check;
    double w[TILE * TILE];  // L D, row by row
    for (int j = 0; j < columns; ++j) {
        double* column = c + static_cast<std::ptrdiff_t>(j * TILE);
        for (int l = 0; l < j; ++l)
            for (int i = j; i < TILE; ++i)
                column[i] -= c[l * TILE + i] * w[j * TILE + l];
        const double pivot = column[j];
        const double relative = std::abs(pivot) / scale[j];
        // Also false for a NaN, and for 0/0.
        if (!(relative > least) || !std::isfinite(pivot)) {
            check.failed_column = first_column + j;
            return check;
        }
        if (relative < check.smallest) {
            check.smallest = relative;
            check.smallest_column = first_column + j;
        }
        check.negative += pivot < 0.0 ? 1 : 0;
        pivots[j] = pivot;
        const double inverse = 1.0 / pivot;
        for (int i = j + 1; i < TILE; ++i) {
            w[i * TILE + j] = column[i];
            column[i] *= inverse;
        }
    }
    return check;
}

void solve_tile(const double* factor, const double* pivots, int columns, double* c, double* w) {
    for (int j = 0; j < columns; ++j) {
        Column column(c + static_cast<std::ptrdiff_t>(j * TILE));
        for (int l = 0; l < j; ++l)
            column.subtract(w + static_cast<std::ptrdiff_t>(l * TILE), factor[l * TILE + j]);
        column.store(w + static_cast<std::ptrdiff_t>(j * TILE));
        column.scale(1.0 / pivots[j]);
        column.store(c + static_cast<std::ptrdiff_t>(j * TILE));
    }
}

void subtract_times(const double* strip, int columns, const double* y, double* x) {
    // Two sums, so that one addition need not wait for the other.
    Column even(x);
    Column odd(x);
    odd.scale(0.0);
    int p = 0;
    for (; p + 1 < columns; p += 2) {
        even.subtract(strip, y[p]);
        odd.subtract(strip + TILE, y[p + 1]);
        strip += static_cast<std::ptrdiff_t>(2 * TILE);
    }
    if (p < columns) even.subtract(strip, y[p]);
    for (int i = 0; i < PACKS; ++i)
        even.pack[i] = _mm256_add_pd(even.pack[i], odd.pack[i]);
    even.store(x);
}

void subtract_transposed_times(const double* strip, int columns, const double* x, double* y) {
    const Column column(x);
    for (int p = 0; p < columns; ++p) {
        __m256d sum = _mm256_mul_pd(_mm256_load_pd(strip), column.pack[0]);
        sum = _mm256_fmadd_pd(_mm256_load_pd(strip + 4), column.pack[1], sum);
        sum = _mm256_fmadd_pd(_mm256_load_pd(strip + 8), column.pack[2], sum);
        y[p] -= sum_of(sum);
        strip += TILE;
    }
}

void solve_lower(const double* factor, int columns, double* x) {
    for (int j = 0; j < columns; ++j)
        for (int i = j + 1; i < columns; ++i)
            x[i] -= factor[j * TILE + i] * x[j];
}

void solve_lower_transposed(const double* factor, int columns, double* x) {
    for (int j = columns - 1; j >= 0; --j)
        for (int i = j + 1; i < columns; ++i)
            x[j] -= factor[j * TILE + i] * x[i];
}

}  // namespace sinew::optimize
