#include "shells/surface_bulge.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace sinew::shells {

using Eigen::Vector3d;

namespace {

/// Folds beyond 60° are creases: each side is a surface for itself.
constexpr double SHARPEST_COSINE = 0.5;

/// What is on one side of an edge: the way from the edge to the third corner, across it.
struct EdgeSides {
    Vector3d away[2] = {Vector3d::Zero(), Vector3d::Zero()};
    int count = 0;
};

double curvature_over(const EdgeSides& sides) {
    if (sides.count != 2) return 0.0;
    const double heights[2] = {sides.away[0].norm(), sides.away[1].norm()};
    const double scale = heights[0] * heights[1];
    const double cosine = -sides.away[0].dot(sides.away[1]) / scale;
    if (!(cosine > SHARPEST_COSINE)) return 0.0;
    const double sine = sides.away[0].cross(sides.away[1]).norm() / scale;
    return 3.0 * std::atan2(sine, cosine) / (heights[0] + heights[1]);
}

}  // namespace

std::vector<double> surface_bulges(const ShellMesh& shell) {
    std::vector<EdgeSides> edges(shell.edges.size());
    for (const std::array<int, 6>& t : shell.triangles) {
        for (int k = 0; k < 3; ++k) {
            const Vector3d& a = shell.nodes[t[k]];
            const Vector3d along = (shell.nodes[t[(k + 1) % 3]] - a).normalized();
            const Vector3d out = shell.nodes[t[(k + 2) % 3]] - a;
            EdgeSides& edge = edges[t[3 + k] - shell.vertices];
            if (edge.count < 2) edge.away[edge.count] = out - along.dot(out) * along;
            ++edge.count;
        }
    }
    std::vector<double> bulges;
    bulges.reserve(shell.triangles.size());
    for (const std::array<int, 6>& t : shell.triangles) {
        double squares = 0.0;
        for (int k = 3; k < 6; ++k) {
            const double curvature = curvature_over(edges[t[k] - shell.vertices]);
            squares += curvature * curvature / 3.0;
        }
        const Vector3d& x = shell.nodes[t[0]];
        const double area = 0.5 * (shell.nodes[t[1]] - x).cross(shell.nodes[t[2]] - x).norm();
        bulges.push_back(0.25 * area * std::sqrt(squares));
    }
    return bulges;
}

}  // namespace sinew::shells
