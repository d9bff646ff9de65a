#include "mesh/border_faces.hpp"

#include <gtest/gtest.h>

#include "mesh/box_tets.hpp"

namespace sinew {
namespace {

TEST(BorderFaces, OfOneTetrahedronAreAllFour) {
    TetMesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.tetrahedra = {{0, 1, 2, 3}};
    EXPECT_EQ(border_faces(mesh)[0], (BorderFaces{true, true, true, true}));
}

// Those whose corners are on one side of the box, and no others.
TEST(BorderFaces, OfABoxAreOnItsSides) {
    const TetMesh mesh = box_tets({0, 0, 0}, {1, 1, 1}, {3, 3, 3});
    const std::vector<BorderFaces> border = border_faces(mesh);
    int count = 0;
    for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
        for (int k = 0; k < 4; ++k) {
            bool on_side = false;
            for (int axis = 0; axis < 3; ++axis) {
                for (const double side : {0.0, 1.0}) {
                    bool all = true;
                    for (const int c : TET_FACES[k]) {
                        const double x = mesh.vertices[mesh.tetrahedra[i][c]][axis];
                        all = all && std::abs(x - side) < 1e-9;
                    }
                    on_side = on_side || all;
                }
            }
            EXPECT_EQ(border[i][k], on_side);
            count += on_side ? 1 : 0;
        }
    }
    EXPECT_EQ(count, 6 * 9 * 2);
}

}  // namespace
}  // namespace sinew
