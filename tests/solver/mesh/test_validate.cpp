#include "mesh/validate.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sinew {
namespace {

constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

TriangleMesh square() {
    return {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
}

TetMesh tetrahedron() {
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};
}

PolylineMesh line() {
    return {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1}, {1, 2}}};
}

/// The mesh has exactly this one kind of defect.
template <class Mesh>
void expect_only(const Mesh& mesh, MeshDefect defect, std::vector<int> indices,
                 const std::string& message) {
    const std::vector<MeshFinding> findings = validate(mesh);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].defect, defect);
    EXPECT_EQ(findings[0].indices, indices);
    EXPECT_EQ(findings[0].message(), message);
}

TEST(Validate, FindsNothingInCleanMeshes) {
    EXPECT_TRUE(validate(square()).empty());
    EXPECT_TRUE(validate(tetrahedron()).empty());
    EXPECT_TRUE(validate(line()).empty());
}

TEST(Validate, SaysThatAMeshIsEmpty) {
    const std::vector<MeshFinding> findings = validate(TriangleMesh{});
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].message(), "the mesh has no vertices");
    EXPECT_EQ(findings[1].message(), "the mesh has no triangles");
}

TEST(Validate, FindsCoordinatesThatAreNotFinite) {
    TriangleMesh mesh = square();
    mesh.vertices[3].y() = NOT_A_NUMBER;
    mesh.vertices[1].x() = std::numeric_limits<double>::infinity();
    expect_only(mesh, MeshDefect::NotFinite, {1, 3},
                "2 vertices have a coordinate that is not finite: 1, 3");
}

TEST(Validate, FindsIndicesOutOfRangeOnBothSides) {
    TriangleMesh mesh = square();
    mesh.triangles.push_back({0, 1, 4});
    mesh.triangles.push_back({-1, 1, 2});
    expect_only(mesh, MeshDefect::IndexOutOfRange, {2, 3},
                "2 triangles use a vertex that does not exist: 2, 3");
}

TEST(Validate, FindsSegmentsWithoutLength) {
    PolylineMesh mesh = line();
    mesh.segments.push_back({1, 1});
    expect_only(mesh, MeshDefect::Degenerate, {2}, "1 segment has no length: 2");
}

TEST(Validate, FindsTrianglesWithoutArea) {
    TriangleMesh mesh = square();
    mesh.vertices.push_back({2, 0, 0});
    mesh.triangles.push_back({0, 4, 1});
    expect_only(mesh, MeshDefect::Degenerate, {2}, "1 triangle has no area: 2");
}

TEST(Validate, FindsTetrahedraWithoutVolume) {
    TetMesh mesh = tetrahedron();
    mesh.vertices.push_back({1, 1, 0});
    mesh.tetrahedra.push_back({0, 1, 2, 4});
    expect_only(mesh, MeshDefect::Degenerate, {1}, "1 tetrahedron has no volume: 1");
}

TEST(Validate, TellsInvertedTetrahedraFromFlatOnes) {
    TetMesh mesh = tetrahedron();
    std::swap(mesh.tetrahedra[0][0], mesh.tetrahedra[0][1]);
    expect_only(mesh, MeshDefect::Inverted, {0},
                "1 tetrahedron has negative volume (two vertices are swapped): 0");
}

TEST(Validate, MeasuresDegeneracyRelativeToTheMesh) {
    for (const double size : {1e-6, 1.0, 1e6}) {
        TriangleMesh mesh;
        // One good triangle, one that is thin but real, one that is thinner than floats can tell.
        mesh.vertices = {{0, 0, 0},    {1, 0, 0}, {0, 1, 0}, {2, 0, 1},   {3, 0, 1},
                         {2, 1e-6, 1}, {4, 0, 2}, {5, 0, 2}, {4, 1e-9, 2}};
        mesh.triangles = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
        for (Eigen::Vector3d& v : mesh.vertices)
            v *= size;
        expect_only(mesh, MeshDefect::Degenerate, {2}, "1 triangle has no area: 2");
    }
}

TEST(Validate, FindsDuplicateElementsInAnyOrder) {
    TetMesh tets = tetrahedron();
    tets.tetrahedra.push_back({1, 2, 0, 3});
    expect_only(tets, MeshDefect::DuplicateElement, {1},
                "1 tetrahedron has the same vertices as an earlier one: 1");
    PolylineMesh lines = line();
    lines.segments.push_back({2, 1});
    expect_only(lines, MeshDefect::DuplicateElement, {2},
                "1 segment has the same vertices as an earlier one: 2");
}

TEST(Validate, FindsDuplicateAndIsolatedVertices) {
    TriangleMesh mesh = square();
    mesh.vertices.push_back({1, 1, 0});
    const std::vector<MeshFinding> findings = validate(mesh);
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].message(), "1 vertex has the same position as an earlier one: 4");
    EXPECT_EQ(findings[1].message(), "1 vertex is not used: 4");
}

TEST(Validate, FindsEdgesOfMoreThanTwoTriangles) {
    TriangleMesh mesh = square();
    mesh.vertices.push_back({0, 0, 1});
    mesh.triangles.push_back({0, 2, 4});
    expect_only(mesh, MeshDefect::NonManifoldEdge, {0, 2},
                "1 edge belongs to more than two triangles: 0-2");
}

TEST(Validate, FindsTrianglesThatFaceOppositeSides) {
    TriangleMesh mesh = square();
    std::swap(mesh.triangles[1][0], mesh.triangles[1][1]);
    expect_only(mesh, MeshDefect::InconsistentWinding, {0, 2},
                "1 edge joins triangles that face opposite sides: 0-2");
}

TEST(Validate, GivesTheVerticesOfAllOffenders) {
    TriangleMesh mesh = square();
    for (int i = 0; i < 8; ++i) {  // more than are listed
        mesh.vertices.push_back({2.0 + i, 0, 0});
        mesh.triangles.push_back({0, 4 + i, 1});
    }
    std::vector<MeshFinding> findings = validate(mesh);
    ASSERT_EQ(findings.front().defect, MeshDefect::Degenerate);
    EXPECT_EQ(findings.front().vertices, (std::vector<int>{0, 1, 4, 5, 6, 7, 8, 9, 10, 11}));
    mesh = square();
    mesh.vertices.push_back({5, 5, 5});
    findings = validate(mesh);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].vertices, std::vector<int>{4});
}

TEST(Validate, ListsTheFirstFewAndCountsAll) {
    PolylineMesh mesh = line();
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back({0, 1.0 + i, 0});
    expect_only(mesh, MeshDefect::IsolatedVertex, {3, 4, 5, 6, 7},
                "8 vertices are not used: 3, 4, 5, 6, 7, ...");
}

}  // namespace
}  // namespace sinew
