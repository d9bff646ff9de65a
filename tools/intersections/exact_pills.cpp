#include "exact_pills.hpp"

#include <CGAL/Exact_rational.h>
#include <CGAL/Interval_nt.h>

namespace judge {

namespace {

/// Rounds towards infinity while it lives, as these intervals need it.
using Interval = CGAL::Interval_nt<false>;
using Exact = CGAL::Exact_rational;

/// Comparisons of intervals that overlap throw; then rational numbers decide.
template <class Decide>
bool decide_exactly(const Decide& decide) {
    try {
        const Interval::Protector rounding;
        return decide(Interval(0.0));
    } catch (const CGAL::Uncertain_conversion_exception&) {
        return decide(Exact(0.0));
    }
}

template <class T>
using Vec = std::array<T, 3>;

template <class T>
Vec<T> to(const Point& p) {
    return {T(p[0]), T(p[1]), T(p[2])};
}

template <class T>
Vec<T> operator-(const Vec<T>& a, const Vec<T>& b) {
    return {T(a[0] - b[0]), T(a[1] - b[1]), T(a[2] - b[2])};
}

template <class T>
T dot(const Vec<T>& a, const Vec<T>& b) {
    return T(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

template <class T>
Vec<T> cross(const Vec<T>& a, const Vec<T>& b) {
    return {T(a[1] * b[2] - a[2] * b[1]), T(a[2] * b[0] - a[0] * b[2]),
            T(a[0] * b[1] - a[1] * b[0])};
}

/// Whether a t² + 2 b t + c ≤ 0 at a stationary minimum inside of 0 to 1.
template <class T>
bool dips_inside(const T& a, const T& b, const T& c) {
    return bool(a > T(0)) && bool(b < T(0)) && bool(T(-b) < a) && bool(T(c * a) <= T(b * b));
}

/// q(s, t) = a s² + 2 b s t + c t² + 2 d s + 2 e t + f
template <class T>
struct Quadratic {
    T a, b, c, d, e, f;

    /// Whether q ≤ 0 anywhere in the unit square. The minimum is at a corner, at a stationary point of a side, or at one
    /// inside if q is convex. A quadratic that is flat in a direction has its minimum at the border too.
    bool dips() const {
        const T at_10 = a + T(2) * d + f;
        const T at_01 = c + T(2) * e + f;
        if (bool(f <= T(0)) || bool(at_10 <= T(0)) || bool(at_01 <= T(0)) ||
            bool(T(at_10 + c + T(2) * (b + e)) <= T(0))) {
            return true;
        }
        if (dips_inside<T>(a, d, f) || dips_inside<T>(a, b + d, at_01) || dips_inside<T>(c, e, f) ||
            dips_inside<T>(c, b + e, at_10)) {
            return true;
        }
        const T determinant = a * c - b * b;
        if (!bool(a > T(0)) || !bool(determinant > T(0))) return false;
        const T s = b * e - c * d;  // times the determinant
        const T t = b * d - a * e;
        return bool(s > T(0)) && bool(s < determinant) && bool(t > T(0)) && bool(t < determinant) &&
               bool(T(f * determinant + d * s + e * t) <= T(0));
    }
};

/// Balls at c_a(s) and c_b(t) share a point if |c_a − c_b|² − (r_a + r_b)² ≤ 0.
template <class T>
bool intersect(const Pill& pill_a, const Pill& pill_b) {
    const Vec<T> u = to<T>(pill_a.ends[1]) - to<T>(pill_a.ends[0]);
    const Vec<T> v = to<T>(pill_b.ends[1]) - to<T>(pill_b.ends[0]);
    const Vec<T> w = to<T>(pill_a.ends[0]) - to<T>(pill_b.ends[0]);
    const T radius = T(pill_a.radii[0]) + T(pill_b.radii[0]);
    const T grow_a = T(pill_a.radii[1]) - T(pill_a.radii[0]);
    const T grow_b = T(pill_b.radii[1]) - T(pill_b.radii[0]);
    const Quadratic<T> q{.a = dot(u, u) - grow_a * grow_a,
                         .b = -dot(u, v) - grow_a * grow_b,
                         .c = dot(v, v) - grow_b * grow_b,
                         .d = dot(w, u) - radius * grow_a,
                         .e = -dot(w, v) - radius * grow_b,
                         .f = dot(w, w) - radius * radius};
    return q.dips();
}

/// A ball of the pill that intersects the triangle beside its edges does so at the foot of its centre on the plane of the triangle.
template <class T>
class FacePart {
public:
    FacePart(const Pill& pill, const std::array<Point, 3>& triangle) {
        for (std::size_t i = 0; i < 3; ++i)
            m_corners[i] = to<T>(triangle[i]);
        m_normal = cross<T>(m_corners[1] - m_corners[0], m_corners[2] - m_corners[0]);
        m_ends = {to<T>(pill.ends[0]), to<T>(pill.ends[1])};
        m_radii = {T(pill.radii[0]), T(pill.radii[1])};
    }

    bool intersects() const {
        const T n = dot(m_normal, m_normal);
        if (n == T(0)) return false;  // degenerate: the edges are all of it
        const T h0 = dot<T>(m_normal, m_ends[0] - m_corners[0]);
        const T slope = dot<T>(m_normal, m_ends[1] - m_ends[0]);
        const T growth = m_radii[1] - m_radii[0];
        // n times (height² − radius²) along the pill: a t² + 2 b t + c
        const T a = slope * slope - n * growth * growth;
        const T b = h0 * slope - n * m_radii[0] * growth;
        const T c = h0 * h0 - n * m_radii[0] * m_radii[0];
        if (bool(c <= T(0)) && has_foot_inside(T(0), T(1))) return true;
        if (bool(T(a + T(2) * b + c) <= T(0)) && has_foot_inside(T(1), T(1))) return true;
        return dips_inside<T>(a, b, c) && has_foot_inside(T(-b), a);
    }

private:
    /// Of the centre at t = part / whole.
    bool has_foot_inside(const T& part, const T& whole) const {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec<T>& from = m_corners[i];
            const Vec<T> inwards = cross<T>(m_normal, m_corners[(i + 1) % 3] - from);
            const T at_0 = dot<T>(inwards, m_ends[0] - from);
            const T at_1 = dot<T>(inwards, m_ends[1] - from);
            if (bool(T(at_0 * (whole - part) + at_1 * part) < T(0))) return false;
        }
        return true;
    }

    std::array<Vec<T>, 3> m_corners;
    Vec<T> m_normal;
    std::array<Vec<T>, 2> m_ends;
    std::array<T, 2> m_radii;
};

template <class T>
bool intersect(const Pill& pill, const std::array<Point, 3>& triangle) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (intersect<T>(pill, {.ends = {triangle[i], triangle[(i + 1) % 3]}, .radii = {0.0, 0.0}}))
            return true;
    }
    return FacePart<T>(pill, triangle).intersects();
}

/// Whether x < y √n, n > 0.
template <class T>
bool is_less_than_root(const T& x, const T& y, const T& n) {
    const bool negative_x = bool(x < T(0));
    const bool negative_y = bool(y < T(0));
    if (negative_x != negative_y) return negative_x;
    const T square_x = x * x;
    const T square_y = y * y * n;
    return negative_x ? bool(square_x > square_y) : bool(square_x < square_y);
}

}  // namespace

bool pills_intersect(const Pill& a, const Pill& b) {
    return decide_exactly([&]<class T>(const T&) { return intersect<T>(a, b); });
}

bool pill_intersects_triangle(const Pill& pill, const std::array<Point, 3>& triangle) {
    return decide_exactly([&]<class T>(const T&) { return intersect<T>(pill, triangle); });
}

bool ball_is_below(const Point& centre, double radius, const HalfPlane& plane) {
    return decide_exactly([&]<class T>(const T&) {
        const Vec<T> normal = to<T>(plane.normal);
        return is_less_than_root<T>(dot(normal, to<T>(centre)), T(plane.offset) + T(radius),
                                    dot(normal, normal));
    });
}

}  // namespace judge
