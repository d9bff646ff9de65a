#include "contact/piercings.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <map>

#include "support/finite_differences.hpp"
#include "support/random.hpp"
#include "support/shapes.hpp"
#include "support/tangle_scenes.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

/// Length of the contour: each pair of triangles that intersect has two piercings, and a segment between them.
double contour_length(const SurfaceParts& parts, std::span<const Vector3d> positions) {
    std::map<std::pair<int, int>, std::vector<Vector3d>> ends;
    for (const int first : {0, 1}) {
        std::vector<Piercing> piercings;
        find_piercings(parts, first, 1 - first, positions, piercings);
        for (const Piercing& piercing : piercings) {
            const Vector3d place = place_of(parts.mesh(), positions, piercing).place;
            for (const int face : parts.triangles_of_edge(piercing.edge)) {
                const std::pair<int, int> pair = first == 0 ? std::pair(face, piercing.triangle)
                                                            : std::pair(piercing.triangle, face);
                ends[pair].push_back(place);
            }
        }
    }
    double length = 0.0;
    for (const auto& [pair, points] : ends) {
        EXPECT_EQ(points.size(), 2U);
        if (points.size() == 2) length += (points[1] - points[0]).norm();
    }
    return length;
}

Vector3d descent_of(const SurfaceParts& parts, std::span<const Vector3d> positions) {
    Vector3d sum = Vector3d::Zero();
    for (const int first : {0, 1}) {
        std::vector<Piercing> piercings;
        find_piercings(parts, first, 1 - first, positions, piercings);
        for (const Piercing& piercing : piercings)
            sum += contour_descent(parts, positions, piercing, first == 0);
    }
    return sum;
}

}  // namespace

TEST(Piercings, KnowTheirPlace) {
    // The edge from (0.2, 0.3, −1) to (0.2, 0.3, 3) through a triangle in the plane z = 0.
    TriangleMesh upright;
    upright.vertices = {{0.2, 0.3, -1}, {0.2, 0.3, 3}, {9, 9, 3}};
    upright.triangles = {{0, 1, 2}};
    TriangleMesh lying;
    lying.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    lying.triangles = {{0, 1, 2}};
    const ContactMesh mesh = contact_mesh_of({upright, lying});
    const SurfaceParts parts(mesh);
    std::vector<Piercing> piercings;
    find_piercings(parts, 0, 1, mesh.rest_positions, piercings);
    ASSERT_EQ(piercings.size(), 1U);
    const PiercingPlace at = place_of(mesh, mesh.rest_positions, piercings[0]);
    EXPECT_NEAR((at.place - Vector3d(0.2, 0.3, 0.0)).norm(), 0.0, 1e-14);
    EXPECT_NEAR(at.on_edge[0], 0.75, 1e-14);
    EXPECT_NEAR(at.on_edge[1], 0.25, 1e-14);
    EXPECT_NEAR(at.on_triangle[0], 0.5, 1e-14);
    EXPECT_NEAR(at.on_triangle[1], 0.2, 1e-14);
    EXPECT_NEAR(at.on_triangle[2], 0.3, 1e-14);
    EXPECT_NEAR((at.normal - Vector3d::UnitZ()).norm(), 0.0, 1e-14);
}

TEST(Piercings, DescendTheLengthOfTheContour) {
    // A ball that sits in a sheet, a little beside its middle: edges of both pierce the other.
    Random random(3);
    for (const double height : {-0.07, 0.02, 0.05}) {
        const TriangleMesh ball = moved(ball_mesh(0.1, 7, 9), {0.013, 0.027, height});
        TriangleMesh flat = sheet(0.6, 7);
        for (Vector3d& v : flat.vertices)
            v += random.vector3(0.004);
        const ContactMesh mesh = contact_mesh_of({ball, flat});
        const SurfaceParts parts(mesh);
        const auto length = [&](const Eigen::VectorXd& shift) {
            std::vector<Vector3d> positions = mesh.rest_positions;
            for (const int point : parts[0].points)
                positions[point] += Vector3d(shift);
            return contour_length(parts, positions);
        };
        const Eigen::VectorXd slope = -descent_of(parts, mesh.rest_positions);
        EXPECT_TRUE(gradient_matches(length, slope, Eigen::VectorXd::Zero(3),
                                     {.relative = 1e-5, .absolute = 1e-6, .step = 1e-7}))
            << height;
    }
}
