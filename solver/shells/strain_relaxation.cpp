#include "shells/strain_relaxation.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"

namespace sinew::shells {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {
/// What relaxes the stretches of the edge from corner a to corner b.
Matrix3d edge_relaxation(const Vector3d& w, int a, int b, const RelaxationShares& shares) {
    const Matrix3d mean = Vector3d::Ones() * w.transpose();
    Vector3d difference = Vector3d::Zero();  // reads (f_b − f_a)/2 …
    difference[a] = -0.5;
    difference[b] = 0.5;
    Vector3d pattern = Vector3d::Zero();  // … and writes it without a mean
    const double harmonic = 2.0 * w[a] * w[b] / (w[a] + w[b]);
    pattern[a] = -harmonic / w[a];
    pattern[b] = harmonic / w[b];
    const Matrix3d along = pattern * difference.transpose();
    const Matrix3d across = Matrix3d::Identity() - mean - along;
    return mean + std::sqrt(shares.along) * along + std::sqrt(shares.across) * across;
}

}  // namespace

RelaxationShares::RelaxationShares(const ShellMaterial& material, double area, double bulge) {
    const double h = material.thickness;
    const double mu = material.plane.mu;
    const bool firm = mu > 0.0;
    const double r = firm ? material.plane.mu_c / mu : 1.0;
    const double k = firm ? material.plane.transverse() / mu : 1.0;
    const double length_2 = firm ? material.curvature / mu : 0.0;
    const double bending = material.bending_scale * h * h + 12.0 * length_2;
    const double x = area / bending;
    const double y = 16.0 * bulge * bulge / bending;
    const double leaning = std::max(0.02, 0.2 / (1.0 + 300.0 * y));
    skew = std::max(std::min(1.0, 0.01 / r), 1.0 / (1.0 + 0.2 * r * x));
    transverse = std::max(std::min(1.0, leaning / k), 1.0 / (1.0 + k * x));
    along = std::max(0.01, 1.0 / (1.0 + 300.0 * y));
    across = std::max(0.5, 1.0 / (1.0 + 30.0 * y));
}

StrainRelaxation::StrainRelaxation(const Vector2d (&chords)[3], Pack volumes,
                                   const RelaxationShares& shares)
    : m_active(true),
      m_stretches(shares.along < 1.0 || shares.across < 1.0),
      m_skew(std::sqrt(shares.skew)),
      m_transverse(std::sqrt(shares.transverse)),
      m_weights(0.0),
      m_points(0.0) {
    Vector3d w(volumes[0], volumes[1], volumes[2]);
    w /= w.sum();
    Matrix3d to_edges;
    for (int e = 0; e < 3; ++e) {
        const Vector2d c = chords[e].normalized();
        to_edges.row(e) << c.x() * c.x(), c.y() * c.y(), 2.0 * c.x() * c.y();
        m_weights.set(e, w[e]);
        m_points.set(e, 1.0);
        const Matrix3d M = edge_relaxation(w, e, (e + 1) % 3, shares);
        for (int q = 0; q < 3; ++q) {
            m_columns[e][q] = m_rows[e][q] = 0.0;
            for (int p = 0; p < 3; ++p) {
                m_columns[e][q].set(p, M(p, q));
                m_rows[e][q].set(p, M(q, p));
            }
        }
    }
    const Matrix3d from_edges = to_edges.inverse();
    for (int i = 0; i < 3; ++i) {
        for (int e = 0; e < 3; ++e) {
            m_to_edges[e][i] = to_edges(e, i);
            m_from_edges[i][e] = from_edges(i, e);
        }
    }
}

namespace {

template <int NODES>
TrianglePoint<NODES> point_at(const TriangleNodes<NODES>& rest, int p) {
    const auto& L = TRIANGLE_QUADRATURE.points[p];
    return {rest, Vector3d(L[0], L[1], L[2])};
}

}  // namespace

template <int NODES>
AlignedPoints<NODES>::AlignedPoints(const TriangleNodes<NODES>& rest)
    : at{point_at(rest, 0), point_at(rest, 1), point_at(rest, 2)} {
    normal.setZero();
    for (const TrianglePoint<NODES>& point : at)
        normal += point.frame * Vector3d::UnitZ();
    normal.normalize();
    // Any direction in the plane of the triangle will do: the material has none.
    const Vector3d first = (rest.col(1) - rest.col(0)).cross(normal).normalized();
    Matrix3d common;
    common << normal.cross(first), -first, normal;
    for (int e = 0; e < 3; ++e) {
        const Vector3d chord = rest.col((e + 1) % 3) - rest.col(e);
        chords[e] = (common.transpose() * chord).head<2>();
    }
    for (TrianglePoint<NODES>& point : at) {
        const Quaterniond carried =
            rotation_between(normal, point.frame * Vector3d::UnitZ()) * Quaterniond(common);
        const Matrix3d turn = (carried.conjugate() * point.frame).toRotationMatrix();
        const Matrix2d turn_2 = turn.topLeftCorner<2, 2>();
        point.gradients = (turn_2 * point.gradients).eval();
        point.corner_gradients = (turn_2 * point.corner_gradients).eval();
        point.curvature = (turn_2 * point.curvature * turn_2.transpose()).eval();
        point.frame = carried.normalized();
    }
}

double bulge_of(const TriangleNodes<6>& nodes, const Vector3d& normal) {
    double sum = 0.0;
    for (int e = 0; e < 3; ++e) {
        const Vector3d middle = 0.5 * (nodes.col(e) + nodes.col((e + 1) % 3));
        const double distance = normal.dot(nodes.col(3 + e) - middle);
        sum += distance * distance / 3.0;
    }
    return std::sqrt(sum);
}

template struct AlignedPoints<3>;
template struct AlignedPoints<6>;

}  // namespace sinew::shells
