#include "contact/closest_points.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace sinew {

using Eigen::Vector3d;

namespace {

/// Edges whose sine squared is below this are parallel: the crossing point of their lines is lost in round-off.
constexpr double PARALLEL = 1e-20;

/// Nearest point of the edge from a to b, as the share of b; 0 without length.
double nearest_on_edge(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
    const Vector3d along = b - a;
    const double length = along.squaredNorm();
    return length > 0.0 ? std::clamp(along.dot(p - a) / length, 0.0, 1.0) : 0.0;
}

/// Keeps the nearer of two.
void keep_nearer(ClosestPoints& best, double& distance, const ClosestPoints& other) {
    const double d = other.squared_distance();
    if (d >= distance) return;
    distance = d;
    best = other;
}

ClosestPoints of_weights(const std::array<double, 4>& w, const Vector3d& p0, const Vector3d& p1,
                         const Vector3d& p2, const Vector3d& p3) {
    return {.weights = w, .between = w[0] * p0 + w[1] * p1 + w[2] * p2 + w[3] * p3};
}

}  // namespace

ClosestPoints closest_point_triangle(const Vector3d& p0, const Vector3d& p1, const Vector3d& p2,
                                     const Vector3d& p3) {
    // Relative to the point, so that distances far from the origin keep their digits.
    const Vector3d a = p1 - p0;
    const Vector3d b = p2 - p0;
    const Vector3d c = p3 - p0;
    const Vector3d normal = (b - a).cross(c - a);
    const double area = normal.squaredNorm();
    // Signed areas of the triangles that the foot of the perpendicular makes with the edges.
    const double of_a = normal.dot(b.cross(c));
    const double of_b = normal.dot(c.cross(a));
    const double of_c = normal.dot(a.cross(b));
    if (area > 0.0 && of_a > 0.0 && of_b > 0.0 && of_c > 0.0) {
        // The distance to the plane by the normal: a sum of corners would cancel near the plane.
        const double sum = of_a + of_b + of_c;
        return {.weights = {1.0, -of_a / sum, -of_b / sum, -of_c / sum},
                .between = -(normal.dot(a) / area) * normal};
    }
    const Vector3d zero = Vector3d::Zero();
    const double ab = nearest_on_edge(zero, a, b);
    const double bc = nearest_on_edge(zero, b, c);
    const double ca = nearest_on_edge(zero, c, a);
    ClosestPoints best = of_weights({1.0, ab - 1.0, -ab, 0.0}, zero, a, b, c);
    double distance = best.squared_distance();
    keep_nearer(best, distance, of_weights({1.0, 0.0, bc - 1.0, -bc}, zero, a, b, c));
    keep_nearer(best, distance, of_weights({1.0, -ca, 0.0, ca - 1.0}, zero, a, b, c));
    return best;
}

ClosestPoints closest_edge_edge(const Vector3d& p0, const Vector3d& p1, const Vector3d& p2,
                                const Vector3d& p3) {
    const Vector3d a = p1 - p0;
    const Vector3d b = p3 - p2;
    const Vector3d across = p0 - p2;
    const Vector3d normal = a.cross(b);
    const double aa = a.squaredNorm();
    const double bb = b.squaredNorm();
    const double area = normal.squaredNorm();
    if (area > PARALLEL * aa * bb) {
        const double s = -across.cross(b).dot(normal) / area;
        const double t = -across.cross(a).dot(normal) / area;
        if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0)
            return {.weights = {1.0 - s, s, t - 1.0, -t},
                    .between = (normal.dot(across) / area) * normal};
    }
    // An end of one of the edges is nearest to the other edge.
    const Vector3d zero = Vector3d::Zero();
    const Vector3d& q1 = a;
    const Vector3d q2 = -across;
    const Vector3d q3 = b - across;
    const double s2 = nearest_on_edge(q2, zero, q1);
    const double s3 = nearest_on_edge(q3, zero, q1);
    const double t0 = nearest_on_edge(zero, q2, q3);
    const double t1 = nearest_on_edge(q1, q2, q3);
    ClosestPoints best = of_weights({1.0, 0.0, t0 - 1.0, -t0}, zero, q1, q2, q3);
    double distance = best.squared_distance();
    keep_nearer(best, distance, of_weights({0.0, 1.0, t1 - 1.0, -t1}, zero, q1, q2, q3));
    keep_nearer(best, distance, of_weights({1.0 - s2, s2, -1.0, 0.0}, zero, q1, q2, q3));
    keep_nearer(best, distance, of_weights({1.0 - s3, s3, 0.0, -1.0}, zero, q1, q2, q3));
    return best;
}

ClosestPoints closest_point_edge(const Vector3d& p0, const Vector3d& p1, const Vector3d& p2) {
    const Vector3d a = p1 - p0;
    const Vector3d b = p2 - p0;
    const double t = nearest_on_edge(Vector3d::Zero(), a, b);
    return {.weights = {1.0, t - 1.0, -t, 0.0}, .between = (t - 1.0) * a - t * b};
}

ClosestPoints closest_point_point(const Vector3d& p0, const Vector3d& p1) {
    return {.weights = {1.0, -1.0, 0.0, 0.0}, .between = p0 - p1};
}

}  // namespace sinew
