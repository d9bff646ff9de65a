#include "contact/contact_pair.hpp"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "contact/barrier.hpp"

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

using Vec = ContactPair::Vec;
using Mat = ContactPair::Mat;

/// A direction in which the nearest points are free to slide.
struct Slide {
    Vector3d t;      ///< of unit length
    Vector4d delta;  ///< change of the weights [1/m]
};

/// The distance of a pair and all that its derivatives are made of.
class PairDistance {
public:
    PairDistance(PairKind kind, const ClosestPoints& closest, const Vec& p)
        : m_w(closest.weights.data()), m_distance(closest.between.norm()) {
        m_n = m_distance > 0.0 ? Vector3d(closest.between / m_distance) : Vector3d::UnitZ();
        if (kind == PairKind::EdgeEdge) {
            add_slide(p, 0, 1);
            add_slide(p, 2, 3);
            return;
        }
        add_slide(p, 1, 2);
        add_slide(p, m_w[1] != 0.0 ? 1 : 2, 3);
    }

    double distance() const { return m_distance; }

    /// g = slope ∂d/∂p.
    void gradient(double slope, Vec& g) const {
        for (int i = 0; i < 4; ++i)
            g.segment<3>(3L * i) = slope * m_w[i] * m_n;
    }

    /// H = curvature ∂d ∂dᵀ + slope ∂²d.
    void hessian(double slope, double curvature, Mat& H) const {
        const double share = slope / m_distance;
        Matrix3d across = Matrix3d::Identity() - m_n * m_n.transpose();
        for (int k = 0; k < m_slides; ++k)
            across -= m_slide[k].t * m_slide[k].t.transpose();
        const Matrix3d same = curvature * m_n * m_n.transpose() + share * across;
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j)
                H.block<3, 3>(3L * i, 3L * j) = m_w[i] * m_w[j] * same;
        }
        for (int k = 0; k < m_slides; ++k) {
            const Vec b = outer(m_w, m_slide[k].t);
            const Vec c = outer(m_distance * m_slide[k].delta, m_n);
            H -= share * (b * c.transpose() + c * (b + c).transpose());
        }
    }

    /// The same with the positive parts alone, for slope ≤ 0.
    void positive_hessian(double slope, double curvature, Mat& H) const {
        const Vec normal = outer(m_w, m_n);
        H.noalias() = (curvature * normal) * normal.transpose();
        const double share = -slope / m_distance;
        for (int k = 0; k < m_slides; ++k) {
            // In the plane of b and c the matrix is [0 βγ; βγ γ²] with β = |b|, γ = |c|: one eigenvalue λ is positive.
            const Vector4d delta = m_distance * m_slide[k].delta;
            const double beta2 = m_w.squaredNorm();
            const double gamma2 = delta.squaredNorm();
            const double gamma = std::sqrt(gamma2);
            if (gamma == 0.0) continue;
            const double lambda = 0.5 * (gamma2 + gamma * std::sqrt(gamma2 + 4.0 * beta2));
            const double length2 = beta2 * gamma2 + lambda * lambda;
            const Vec u = outer(gamma * m_w, m_slide[k].t) + outer(lambda / gamma * delta, m_n);
            H.noalias() += (share * lambda / length2 * u) * u.transpose();
        }
    }

private:
    static Vec outer(const Vector4d& w, const Vector3d& v) {
        Vec out;
        for (int i = 0; i < 4; ++i)
            out.segment<3>(3L * i) = w[i] * v;
        return out;
    }

    /// Weight goes from p_j to p_i, if both have some of it.
    void add_slide(const Vec& p, int i, int j) {
        if (m_w[i] == 0.0 || m_w[j] == 0.0) return;
        Slide slide{p.segment<3>(3L * i) - p.segment<3>(3L * j), Vector4d::Zero()};
        slide.delta[i] = 1.0;
        slide.delta[j] = -1.0;
        if (m_slides == 1) {
            const double along = slide.t.dot(m_slide[0].t);
            slide.t -= along * m_slide[0].t;
            slide.delta -= along * m_slide[0].delta;
        }
        const double length = slide.t.norm();
        if (length == 0.0) return;
        slide.t /= length;
        slide.delta /= length;
        m_slide[m_slides++] = slide;
    }

    Vector4d m_w;
    Vector3d m_n;
    double m_distance = 0.0;
    std::array<Slide, 2> m_slide;
    int m_slides = 0;
};

/// m of two edges, with its derivatives by c = |a × b|².
struct Mollifier {
    double m = 1.0;
    double slope = 0.0;
    double curvature = 0.0;

    Mollifier(double c, double epsilon) {
        if (c >= epsilon) return;
        const double share = c / epsilon;
        m = (2.0 - share) * share;
        slope = 2.0 * (1.0 - share) / epsilon;
        curvature = -2.0 / (epsilon * epsilon);
    }
    bool is_one() const { return slope == 0.0; }
};

/// c = |a × b|² with its derivatives by the four points.
struct CrossSquared {
    static Matrix3d skew(const Vector3d& v) {
        Matrix3d S;
        S << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
        return S;
    }

    Vector3d a, b;
    double aa, bb, ab;

    explicit CrossSquared(const Vec& p)
        : a(p.segment<3>(3) - p.segment<3>(0)),
          b(p.segment<3>(9) - p.segment<3>(6)),
          aa(a.squaredNorm()),
          bb(b.squaredNorm()),
          ab(a.dot(b)) {}

    double value() const { return a.cross(b).squaredNorm(); }

    Vec gradient() const {
        const Vector3d by_a = 2.0 * (bb * a - ab * b);
        const Vector3d by_b = 2.0 * (aa * b - ab * a);
        Vec g;
        g.segment<3>(0) = -by_a;
        g.segment<3>(3) = by_a;
        g.segment<3>(6) = -by_b;
        g.segment<3>(9) = by_b;
        return g;
    }

    /// J = ∂(a × b) by the four points.
    Eigen::Matrix<double, 3, 12> cross_gradient() const {
        Eigen::Matrix<double, 3, 12> J;
        J.block<3, 3>(0, 3) = -skew(b);
        J.block<3, 3>(0, 0) = skew(b);
        J.block<3, 3>(0, 9) = skew(a);
        J.block<3, 3>(0, 6) = -skew(a);
        return J;
    }

    /// At least ∂²c, without negative eigenvalues.
    Mat positive_hessian() const {
        const Eigen::Matrix<double, 3, 12> J = cross_gradient();
        Mat H = 2.0 * J.transpose() * J;
        const Vector3d v = a.cross(b);
        const double length = v.norm();
        if (length == 0.0) return H;
        const Matrix3d plane =
            2.0 * length * Matrix3d::Identity() - 2.0 / length * v * v.transpose();
        for (const int first : {0, 6}) {
            H.block<3, 3>(first, first) += plane;
            H.block<3, 3>(first + 3, first + 3) += plane;
            H.block<3, 3>(first, first + 3) -= plane;
            H.block<3, 3>(first + 3, first) -= plane;
        }
        return H;
    }

    Mat hessian() const {
        const Matrix3d I = Matrix3d::Identity();
        const Matrix3d of_aa = 2.0 * (bb * I - b * b.transpose());
        const Matrix3d of_bb = 2.0 * (aa * I - a * a.transpose());
        const Matrix3d of_ab = 4.0 * a * b.transpose() - 2.0 * b * a.transpose() - 2.0 * ab * I;
        Mat H;
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < 2; ++j) {
                const double sign = i == j ? 1.0 : -1.0;
                H.block<3, 3>(3L * i, 3L * j) = sign * of_aa;
                H.block<3, 3>(6 + 3L * i, 6 + 3L * j) = sign * of_bb;
                H.block<3, 3>(3L * i, 6 + 3L * j) = sign * of_ab;
                H.block<3, 3>(6 + 3L * j, 3L * i) = sign * of_ab.transpose();
            }
        }
        return H;
    }
};

/// H += the positive part of a bᵀ + b aᵀ, whose eigenvalues are a·b ± |a||b|.
void add_positive_product(const Vec& a, const Vec& b, Mat& H) {
    const double size = a.norm() * b.norm();
    const double eigenvalue = a.dot(b) + size;
    if (!(size > 0.0) || eigenvalue <= 0.0) return;
    // |a/|a| + b/|b||² = 2 (1 + cos) = 2 eigenvalue/size
    const Vec u = a / a.norm() + b / b.norm();
    H.noalias() += (0.5 * size * u) * u.transpose();
}

/// n·(p₀ − p₁).
double height(const ContactPair& pair, const Vec& p) {
    return pair.normal.dot(p.segment<3>(0) - p.segment<3>(3));
}

Barrier push_of_plane(const ContactPair& pair, const Vec& p) {
    return soft_barrier(height(pair, p) - pair.offset, pair.stiffness, pair.reach, pair.soft);
}

double plane_gradient(const ContactPair& pair, const Vec& p, Vec& g) {
    const Barrier push = push_of_plane(pair, p);
    g.setZero();
    g.segment<3>(0) = push.slope * pair.normal;
    g.segment<3>(3) = -push.slope * pair.normal;
    return push.energy;
}

double plane_hessian(const ContactPair& pair, const Vec& p, Vec& g, Mat& H) {
    const Matrix3d second =
        push_of_plane(pair, p).curvature * pair.normal * pair.normal.transpose();
    H.setZero();
    H.block<3, 3>(0, 0) = H.block<3, 3>(3, 3) = second;
    H.block<3, 3>(0, 3) = H.block<3, 3>(3, 0) = -second;
    return plane_gradient(pair, p, g);
}

/// Whether `pair` is of edges that are nearly parallel.
Mollifier mollifier_of(const ContactPair& pair, const CrossSquared& cross) {
    return {cross.value(), pair.parallel};
}

}  // namespace

ClosestPoints ContactPair::closest(const Vec& p) const {
    const Vector3d p0 = p.segment<3>(0);
    const Vector3d p1 = p.segment<3>(3);
    const Vector3d p2 = p.segment<3>(6);
    const Vector3d p3 = p.segment<3>(9);
    switch (kind) {
        case PairKind::PointTriangle: return closest_point_triangle(p0, p1, p2, p3);
        case PairKind::EdgeEdge: return closest_edge_edge(p0, p1, p2, p3);
        case PairKind::PointEdge: return closest_point_edge(p0, p1, p2);
        case PairKind::PointPoint: return closest_point_point(p0, p1);
        case PairKind::PointPlane: break;
    }
    return {.weights = {1.0, -1.0, 0.0, 0.0}, .between = height(*this, p) * normal};
}

double ContactPair::gap(const Vec& p) const {
    if (kind == PairKind::PointPlane) return height(*this, p) - offset;
    return closest(p).between.norm() - offset;
}

bool ContactPair::is_active(const Vec& p) const {
    const double far = offset + reach;
    if (kind == PairKind::PointPlane) return height(*this, p) < far;
    return closest(p).squared_distance() < far * far;
}

double ContactPair::normal_force(const Vec& p) const {
    if (kind == PairKind::PointPlane) return -push_of_plane(*this, p).slope;
    const double push = -barrier(closest(p).between.norm() - offset, stiffness, reach).slope;
    if (kind != PairKind::EdgeEdge || push == 0.0) return push;
    return mollifier_of(*this, CrossSquared(p)).m * push;
}

double ContactPair::value(const Vec& p) const {
    if (kind == PairKind::PointPlane) return push_of_plane(*this, p).energy;
    const double energy = barrier(closest(p).between.norm() - offset, stiffness, reach).energy;
    if (kind != PairKind::EdgeEdge || energy == 0.0) return energy;
    return mollifier_of(*this, CrossSquared(p)).m * energy;
}

double ContactPair::gradient(const Vec& p, Vec& g) const {
    if (kind == PairKind::PointPlane) return plane_gradient(*this, p, g);
    const PairDistance distance(kind, closest(p), p);
    const Barrier push = barrier(distance.distance() - offset, stiffness, reach);
    distance.gradient(push.slope, g);
    if (kind != PairKind::EdgeEdge) return push.energy;
    const CrossSquared cross(p);
    const Mollifier fade = mollifier_of(*this, cross);
    if (fade.is_one()) return push.energy;
    g = fade.m * g + push.energy * fade.slope * cross.gradient();
    return fade.m * push.energy;
}

double ContactPair::hessian(const Vec& p, Vec& g, Mat& H) const {
    if (kind == PairKind::PointPlane) return plane_hessian(*this, p, g, H);
    const PairDistance distance(kind, closest(p), p);
    const Barrier push = barrier(distance.distance() - offset, stiffness, reach);
    distance.gradient(push.slope, g);
    distance.hessian(push.slope, push.curvature, H);
    if (kind != PairKind::EdgeEdge) return push.energy;
    const CrossSquared cross(p);
    const Mollifier fade = mollifier_of(*this, cross);
    if (fade.is_one()) return push.energy;
    const Vec dc = cross.gradient();
    H = fade.m * H + fade.slope * (dc * g.transpose() + g * dc.transpose()) +
        push.energy * (fade.curvature * dc * dc.transpose() + fade.slope * cross.hessian());
    g = fade.m * g + push.energy * fade.slope * dc;
    return fade.m * push.energy;
}

double ContactPair::positive_hessian(const Vec& p, Vec& g, Mat& H) const {
    if (kind == PairKind::PointPlane) return plane_hessian(*this, p, g, H);
    const PairDistance distance(kind, closest(p), p);
    const Barrier push = barrier(distance.distance() - offset, stiffness, reach);
    distance.gradient(push.slope, g);
    distance.positive_hessian(push.slope, push.curvature, H);
    if (kind != PairKind::EdgeEdge) return push.energy;
    const CrossSquared cross(p);
    const Mollifier fade = mollifier_of(*this, cross);
    if (fade.is_one()) return push.energy;
    const Vec dc = cross.gradient();
    H = fade.m * H + push.energy * fade.slope * cross.positive_hessian();
    add_positive_product(fade.slope * dc, g, H);
    g = fade.m * g + push.energy * fade.slope * dc;
    return fade.m * push.energy;
}

}  // namespace sinew
