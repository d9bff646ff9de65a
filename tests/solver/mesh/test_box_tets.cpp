#include "mesh/box_tets.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

namespace sinew {
namespace {

using Eigen::Vector3d;

double volume_of(const TetMesh& mesh, const Eigen::Vector4i& tet) {
    const Vector3d& x = mesh.vertices[tet[0]];
    return (mesh.vertices[tet[1]] - x)
               .cross(mesh.vertices[tet[2]] - x)
               .dot(mesh.vertices[tet[3]] - x) /
           6.0;
}

// A box of 24 m³: both ways fill it, and the centred one has four tetrahedra a face inside and two a face outside.
TEST(BoxTets, FillTheBoxWithPositiveVolumes) {
    const Vector3d low(1.0, 2.0, 3.0);
    const Vector3d sides(2.0, 3.0, 4.0);
    const TetMesh plain = box_tets(low, sides, {2, 3, 2});
    const TetMesh centred = centred_box_tets(low, sides, {2, 3, 2});
    EXPECT_EQ(plain.tetrahedra.size(), 6u * 12u);
    EXPECT_EQ(centred.tetrahedra.size(), 4u * (6 + 8 + 6) + 2u * (2 * 6 + 2 * 4 + 2 * 6));
    EXPECT_EQ(centred.vertices.size(), 36u + 12u);
    for (const TetMesh* const mesh : {&plain, &centred}) {
        double sum = 0.0;
        for (const Eigen::Vector4i& tet : mesh->tetrahedra) {
            EXPECT_GT(volume_of(*mesh, tet), 0.0);
            sum += volume_of(*mesh, tet);
        }
        EXPECT_NEAR(sum, 24.0, 1e-12);
        // (1, 2, 0) of 3 × 4 × 3 corners.
        EXPECT_LT((mesh->vertices[7] - Vector3d(2.0, 4.0, 3.0)).norm(), 1e-12);
    }
}

}  // namespace
}  // namespace sinew
