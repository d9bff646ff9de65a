// Pills: tapered capsules, the union of spheres between two end spheres [viper section 7.2, appendix D].
//
// Written over a scalar, so that one kernel serves a single pair (double) and four pairs at once (Pack).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "math/lane_geometry.hpp"

namespace sinew {

template <class T>
struct Pill {
    Vec3<T> c0{}, c1{};  ///< centres of the end spheres [m]
    T r0{}, r1{};        ///< their radii [m]

    Vec3<T> centre(const T& t) const { return c0 + t * (c1 - c0); }
    T radius(const T& t) const { return r0 + t * (r1 - r0); }
};

/// Two spheres, one of each pill, that come nearest or overlap most.
template <class T>
struct PillPair {
    T alpha{}, beta{};  ///< where along the pills, from 0 to 1
    T gap{};            ///< between the spheres [m], negative when they overlap
};

/// Smaller than any length that matters [m].
inline constexpr double PILL_EPSILON = 1e-12;

inline double select(bool yes, double a, double b) {
    return yes ? a : b;
}

/// The t in [0, 1] for which |x − c(t)| − r(t) is smallest, for many x.
///
/// With a and h the position of x along and across the axis, the derivative vanishes where (a − t l)/h is the
/// slope tan θ, sin θ = (r₀ − r₁)/l. Differs from [viper eq. 83] in the signs, which there do not agree.
/// When one end sphere swallows the other there is no slope, and the nearest sphere is the larger one.
template <class T>
class PillProjection {
public:
    explicit PillProjection(const Pill<T>& pill) : m_c0(pill.c0), m_axis(pill.c1 - pill.c0) {
        using std::max;
        using std::sqrt;
        const T one(1.0);
        const T length = sqrt(max(dot(m_axis, m_axis), T(PILL_EPSILON * PILL_EPSILON)));
        m_inverse = one / length;
        const T sine = m_inverse * (pill.r0 - pill.r1);
        const T cosine2 = one - sine * sine;
        const auto slopes = cosine2 > T(PILL_EPSILON);
        m_slope = sine / sqrt(max(cosine2, T(PILL_EPSILON)));
        const T larger = select(sine > T(0.0), T(0.0), one);
        m_first = select(slopes, T(0.0), larger);
        m_last = select(slopes, one, larger);
    }

    [[gnu::always_inline]] T operator()(const Vec3<T>& x) const {
        using std::max;
        using std::min;
        using std::sqrt;
        const Vec3<T> from = x - m_c0;
        const T a = m_inverse * dot(from, m_axis);
        const T h = sqrt(max(dot(from, from) - a * a, T(0.0)));
        return min(max(m_inverse * (a - h * m_slope), m_first), m_last);
    }

private:
    Vec3<T> m_c0, m_axis;
    T m_inverse{}, m_slope{};
    T m_first{}, m_last{};  ///< range of t
};

template <class T>
T project_on_pill(const Pill<T>& pill, const Vec3<T>& x) {
    return PillProjection<T>(pill)(x);
}

/// The smallest squared distance between the axes of two pills.
///
/// Where the lines come nearest, clamped to one axis after the other; of parallel axes any place on the first will do
/// to begin with.
template <class T>
T axis_distance_squared(const Pill<T>& a, const Pill<T>& b) {
    using std::max;
    using std::min;
    const T zero(0.0);
    const T one(1.0);
    const T tiny(PILL_EPSILON * PILL_EPSILON);
    const Vec3<T> u = a.c1 - a.c0;
    const Vec3<T> v = b.c1 - b.c0;
    const Vec3<T> w = a.c0 - b.c0;
    const T uu = max(dot(u, u), tiny);
    const T vv = max(dot(v, v), tiny);
    const T uv = dot(u, v);
    const T uw = dot(u, w);
    const T vw = dot(v, w);
    const T sine2 = max(uu * vv - uv * uv, T(PILL_EPSILON) * uu * vv);
    const T on_line = min(max((uv * vw - vv * uw) / sine2, zero), one);
    const T beta = min(max((uv * on_line + vw) / vv, zero), one);
    const T alpha = min(max((uv * beta - uw) / uu, zero), one);
    const Vec3<T> away = w + alpha * u - beta * v;
    return dot(away, away);
}

/// The spheres of two pills with the smallest gap [viper eq. 29, 30], for several pairs side by side: each waits for
/// itself most of the time.
///
/// For each sphere of `a` the nearest of `b` is known in closed form, and the gap is convex along `a`: its derivative
/// changes sign once, and halving the interval on the side where it falls finds the place.
template <class T, std::size_t N>
std::array<PillPair<T>, N> nearest_spheres(const std::array<Pill<T>, N>& a,
                                           const std::array<Pill<T>, N>& b) {
    using std::abs;
    using std::max;
    using std::sqrt;
    constexpr int HALVINGS = 12;
    struct Search {
        PillProjection<T> on_b;
        Vec3<T> axis;
        T taper2;  ///< with its sign
        T low, high, alpha;
    };
    const auto begin = [&](std::size_t n) {
        const T taper = a[n].r1 - a[n].r0;
        return Search{
            PillProjection<T>(b[n]), a[n].c1 - a[n].c0, taper * abs(taper), T(0.0), T(1.0), T(0.5)};
    };
    std::array<Search, N> searches = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::array<Search, N>{begin(I)...};
    }
    (std::make_index_sequence<N>{});
    for (int i = 0; i < HALVINGS; ++i) {
        for (std::size_t n = 0; n < N; ++n) {
            Search& at = searches[n];
            const Vec3<T> x = a[n].c0 + at.alpha * at.axis;
            const Vec3<T> away = x - b[n].centre(at.on_b(x));
            const T along = dot(away, at.axis);
            // along > taper |away|, squared with its sign.
            const auto rises = along * abs(along) >
                               at.taper2 * max(dot(away, away), T(PILL_EPSILON * PILL_EPSILON));
            at.high = select(rises, at.alpha, at.high);
            at.low = select(rises, at.low, at.alpha);
            at.alpha = T(0.5) * (at.low + at.high);
        }
    }
    std::array<PillPair<T>, N> found;
    for (std::size_t n = 0; n < N; ++n) {
        // An end that the halving only comes near to is meant.
        constexpr double NEAR_END = 1.0 / (1 << HALVINGS);
        T alpha = select(searches[n].low > T(0.0), searches[n].alpha, T(0.0));
        alpha = select(alpha > T(1.0 - NEAR_END), T(1.0), alpha);
        const Vec3<T> x = a[n].centre(alpha);
        const T beta = searches[n].on_b(x);
        const Vec3<T> away = x - b[n].centre(beta);
        found[n] = {alpha, beta, sqrt(dot(away, away)) - a[n].radius(alpha) - b[n].radius(beta)};
    }
    return found;
}

template <class T>
PillPair<T> nearest_spheres(const Pill<T>& a, const Pill<T>& b) {
    return nearest_spheres(std::array{a}, std::array{b})[0];
}

}  // namespace sinew
