// Pack: four doubles that go through the same arithmetic at once: four rods of a batch, or the four quadrature
// points of a tetrahedron.
//
// A kernel written with Pack handles four independent problems for the price of one. Lanes mix in `sum` only, so
// a lane's result does not depend on what the others hold.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <span>

namespace sinew {

class Pack {
public:
    static constexpr int LANES = 4;
    using Vector = double __attribute__((vector_size(32)));
    using Mask = long long __attribute__((vector_size(32)));  ///< all bits set where true

    Pack() = default;
    Pack(double value) : m_v{value, value, value, value} {}  // NOLINT(google-explicit-constructor)
    explicit Pack(Vector v) : m_v(v) {}

    double operator[](int lane) const { return m_v[lane]; }
    void set(int lane, double value) { m_v[lane] = value; }
    Vector vector() const { return m_v; }

    Pack& operator+=(Pack b) {
        m_v += b.m_v;
        return *this;
    }
    Pack& operator-=(Pack b) {
        m_v -= b.m_v;
        return *this;
    }
    Pack& operator*=(Pack b) {
        m_v *= b.m_v;
        return *this;
    }

    friend Pack operator+(Pack a, Pack b) { return Pack(a.m_v + b.m_v); }
    friend Pack operator-(Pack a, Pack b) { return Pack(a.m_v - b.m_v); }
    friend Pack operator*(Pack a, Pack b) { return Pack(a.m_v * b.m_v); }
    friend Pack operator/(Pack a, Pack b) { return Pack(a.m_v / b.m_v); }
    friend Pack operator-(Pack a) { return Pack(-a.m_v); }
    friend Mask operator<(Pack a, Pack b) { return a.m_v < b.m_v; }
    friend Mask operator>(Pack a, Pack b) { return a.m_v > b.m_v; }

    friend Pack select(Mask mask, Pack yes, Pack no) { return Pack(mask ? yes.m_v : no.m_v); }
    /// True in any lane.
    static bool any(Mask mask) { return _mm256_movemask_pd(__m256d(mask)) != 0; }
    /// (0 + 2) + (1 + 3): the same order always.
    friend double sum(Pack a) { return (a.m_v[0] + a.m_v[2]) + (a.m_v[1] + a.m_v[3]); }
    friend Pack sqrt(Pack a) { return Pack(Vector(_mm256_sqrt_pd(__m256d(a.m_v)))); }
    friend Pack abs(Pack a) { return max(a, -a); }
    friend Pack max(Pack a, Pack b) { return select(a > b, a, b); }
    friend Pack min(Pack a, Pack b) { return select(a < b, a, b); }
    /// Lane i of the k-th becomes lane k of the i-th.
    friend void transpose(Pack& a, Pack& b, Pack& c, Pack& d) {
        const __m256d ab_even = _mm256_unpacklo_pd(a.m_v, b.m_v);
        const __m256d ab_odd = _mm256_unpackhi_pd(a.m_v, b.m_v);
        const __m256d cd_even = _mm256_unpacklo_pd(c.m_v, d.m_v);
        const __m256d cd_odd = _mm256_unpackhi_pd(c.m_v, d.m_v);
        a = Pack(Vector(_mm256_permute2f128_pd(ab_even, cd_even, 0x20)));
        b = Pack(Vector(_mm256_permute2f128_pd(ab_odd, cd_odd, 0x20)));
        c = Pack(Vector(_mm256_permute2f128_pd(ab_even, cd_even, 0x31)));
        d = Pack(Vector(_mm256_permute2f128_pd(ab_odd, cd_odd, 0x31)));
    }

private:
    Vector m_v;
};

/// Of many numbers, four at a time: the same order always.
inline double sum(std::span<const double> values) {
    Pack even(0.0);
    Pack odd(0.0);
    std::size_t i = 0;
    for (; i + 2 * Pack::LANES <= values.size(); i += 2 * Pack::LANES) {
        even += Pack(Pack::Vector(_mm256_loadu_pd(values.data() + i)));
        odd += Pack(Pack::Vector(_mm256_loadu_pd(values.data() + i + Pack::LANES)));
    }
    double total = sum(even + odd);
    for (; i < values.size(); ++i)
        total += values[i];
    return total;
}

}  // namespace sinew
