#include "mesh/triangulate.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numeric>

namespace sinew {
namespace {

using Eigen::Vector3d;
using Eigen::Vector3i;

std::vector<Vector3i> cut(const std::vector<Vector3d>& polygon) {
    std::vector<int> corners(polygon.size());
    std::iota(corners.begin(), corners.end(), 0);
    std::vector<Vector3i> triangles;
    triangulate(polygon, corners, triangles);
    return triangles;
}

Vector3d area_of(const std::vector<Vector3d>& vertices, const Vector3i& t) {
    const auto at = [&](int i) { return vertices[static_cast<std::size_t>(t[i])]; };
    return 0.5 * (at(1) - at(0)).cross(at(2) - at(0));
}

/// Sum of the sizes of the areas: larger than the polygon's where triangles overlap or face away.
double area_covered(const std::vector<Vector3d>& vertices) {
    double sum = 0.0;
    for (const Vector3i& triangle : cut(vertices)) {
        sum += area_of(vertices, triangle).norm();
    }
    return sum;
}

TEST(Triangulate, KeepsATriangle) {
    EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), std::vector{Vector3i(0, 1, 2)});
}

TEST(Triangulate, CoversANotchedPolygonOnceWhicheverCornerComesFirst) {
    // An arrow head, 4 wide and 4 high with a notch of height 1: area 8 − 2 = 6.
    const std::vector<Vector3d> arrow{{-2, 0, 1}, {0, 1, 1}, {2, 0, 1}, {0, 4, 1}};
    // A comb with two notches: 7 × 3 less two notches of 1 × 2.
    const std::vector<Vector3d> comb{{0, 0, 0}, {7, 0, 0}, {7, 3, 0}, {5, 3, 0},
                                     {5, 1, 0}, {4, 1, 0}, {4, 3, 0}, {3, 3, 0},
                                     {3, 1, 0}, {2, 1, 0}, {2, 3, 0}, {0, 3, 0}};
    for (const auto& [polygon, area] : {std::pair(arrow, 6.0), std::pair(comb, 17.0)}) {
        std::vector<Vector3d> turned = polygon;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            EXPECT_EQ(cut(turned).size(), polygon.size() - 2);
            EXPECT_NEAR(area_covered(turned), area, 1e-12);
            std::rotate(turned.begin(), turned.begin() + 1, turned.end());
        }
    }
}

TEST(Triangulate, FacesTheSideOfThePolygonInAnyPlane) {
    const Eigen::Quaterniond turn = Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2).normalized();
    // A star of twelve corners: every other one is reflex.
    std::vector<Vector3d> star;
    for (int i = 0; i < 12; ++i) {
        const double angle = i * 3.14159265358979 / 6.0;
        const double radius = i % 2 == 0 ? 2.0 : 0.7;
        star.push_back(turn * Vector3d(radius * std::cos(angle), radius * std::sin(angle), 5.0));
    }
    const Vector3d normal = turn * Vector3d::UnitZ();
    for (const Vector3i& triangle : cut(star)) {
        EXPECT_GT(area_of(star, triangle).dot(normal), 0.0);
    }
}

TEST(Triangulate, GivesAFanForWhatHasNoEars) {
    // All corners on one line, and all in one place.
    EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}).size(), 2U);
    EXPECT_EQ(cut(std::vector<Vector3d>(5, Vector3d::Ones())).size(), 3U);
    EXPECT_EQ(cut(std::vector<Vector3d>(MAX_EARS + 1, Vector3d::Ones())).size(), MAX_EARS - 1);
}

}  // namespace
}  // namespace sinew
