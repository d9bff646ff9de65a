#include "shells/painted_field.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "shell_bodies.hpp"

namespace sinew::shells {
namespace {

using Eigen::Vector3d;

/// Largest error in the middles of edges of a field that is given at the vertices of a plate of 1 × 1 m.
double largest_error(int squares, const std::function<double(double)>& f, double from, double to) {
    const ShellDef def = test::plate(1.0, 1.0, squares, squares);
    const ShellMesh mesh(def.mesh, EdgeShape::Straight, {});
    std::vector<double> values;
    for (const Vector3d& x : def.mesh.vertices)
        values.push_back(f(x.x()));
    const std::vector<double> edges = PaintedField(mesh).edge_values(values, 1);
    double largest = 0.0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const double x = mesh.nodes[mesh.vertices + e].x();
        const double y = mesh.nodes[mesh.vertices + e].y();
        if (std::min(x, y) > from && std::max(x, y) < to)
            largest = std::max(largest, std::abs(edges[e] - f(x)));
    }
    return largest;
}

TEST(PaintedField, FollowsASmoothField) {
    const auto wave = [](double x) { return std::sin(3.0 * x); };
    const double coarse = largest_error(8, wave, 0.2, 0.8);
    const double fine = largest_error(16, wave, 0.2, 0.8);
    EXPECT_LT(fine, 0.2 * 9.0 / 8.0 / 256.0);  // a fifth of what is lost between two vertices
    EXPECT_GT(std::log2(coarse / fine), 2.5);
}

TEST(PaintedField, IsExactWhereItIsLinear) {
    EXPECT_LT(largest_error(
                  5, [](double x) { return 3.0 - 2.0 * x; }, -1.0, 2.0),
              1e-6);
}

// Where paint begins nothing goes below zero or above what was painted.
TEST(PaintedField, DoesNotShootOverAtAJump) {
    const ShellDef def = test::plate(1.0, 1.0, 8, 8);
    const ShellMesh mesh(def.mesh, EdgeShape::Straight, {});
    std::vector<double> values;
    for (const Vector3d& x : def.mesh.vertices) {
        values.push_back(x.x() > 0.45 ? 1.0 : 0.0);
        values.push_back(x.y() > 0.3 ? -2.0 : 0.0);
    }
    const std::vector<double> edges = PaintedField(mesh).edge_values(values, 2);
    ASSERT_EQ(edges.size(), 2 * mesh.edges.size());
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
        EXPECT_GE(edges[2 * e], 0.0);
        EXPECT_LE(edges[2 * e], 1.0);
        EXPECT_LE(edges[2 * e + 1], 0.0);
        EXPECT_GE(edges[2 * e + 1], -2.0);
    }
}

}  // namespace
}  // namespace sinew::shells
