// Pills: tapered capsules, the union of spheres between two end spheres [viper section 7.2, appendix D].
//
// Written over a scalar, so that one kernel serves a single pair (double) and four pairs at once (Pack).
#pragma once

#include <cmath>

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

/// The t in [0, 1] for which |x − c(t)| − r(t) is smallest.
///
/// With a and h the position of x along and across the axis, the derivative vanishes where (a − t l)/h is the
/// slope tan θ, sin θ = (r₀ − r₁)/l. Differs from [viper eq. 83] in the signs, which there do not agree.
/// When one end sphere swallows the other there is no slope, and the nearest sphere is the larger one.
template <class T>
T project_on_pill(const Pill<T>& pill, const Vec3<T>& x) {
    using std::max;
    using std::min;
    using std::sqrt;
    const T zero(0.0);
    const T one(1.0);
    const Vec3<T> axis = pill.c1 - pill.c0;
    const T l2 = max(dot(axis, axis), T(PILL_EPSILON * PILL_EPSILON));
    const T inverse = one / sqrt(l2);
    const Vec3<T> from = x - pill.c0;
    const T a = inverse * dot(from, axis);
    const T h = sqrt(max(dot(from, from) - a * a, zero));
    const T sine = inverse * (pill.r0 - pill.r1);
    const T cosine2 = one - sine * sine;
    const T slope = sine / sqrt(max(cosine2, T(PILL_EPSILON)));
    const T t = min(max(inverse * (a - h * slope), zero), one);
    return select(cosine2 > T(PILL_EPSILON), t, select(sine > zero, zero, one));
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

/// The spheres of two pills with the smallest gap [viper eq. 29, 30].
///
/// For each sphere of `a` the nearest of `b` is known in closed form, and the gap is convex along `a`: its derivative
/// changes sign once, and halving the interval on the side where it falls finds the place.
template <class T>
PillPair<T> nearest_spheres(const Pill<T>& a, const Pill<T>& b) {
    using std::abs;
    using std::max;
    using std::sqrt;
    constexpr int HALVINGS = 12;
    const Vec3<T> axis = a.c1 - a.c0;
    const T taper = a.r1 - a.r0;
    const T taper2 = taper * abs(taper);
    T low(0.0);
    T high(1.0);
    T alpha(0.5);
    for (int i = 0; i < HALVINGS; ++i) {
        const Vec3<T> x = a.centre(alpha);
        const Vec3<T> away = x - b.centre(project_on_pill(b, x));
        const T along = dot(away, axis);
        // along > taper |away|, squared with its sign.
        const auto rises =
            along * abs(along) > taper2 * max(dot(away, away), T(PILL_EPSILON * PILL_EPSILON));
        high = select(rises, alpha, high);
        low = select(rises, low, alpha);
        alpha = T(0.5) * (low + high);
    }
    // An end that the halving only comes near to is meant.
    constexpr double NEAR_END = 1.0 / (1 << HALVINGS);
    alpha = select(low > T(0.0), alpha, T(0.0));
    alpha = select(alpha > T(1.0 - NEAR_END), T(1.0), alpha);
    const Vec3<T> x = a.centre(alpha);
    const T beta = project_on_pill(b, x);
    const Vec3<T> away = x - b.centre(beta);
    return {alpha, beta, sqrt(dot(away, away)) - a.radius(alpha) - b.radius(beta)};
}

}  // namespace sinew
