#include "mesh/vertex_neighbours.hpp"

#include <gmock/gmock.h>

#include "mesh/triangle_mesh.hpp"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(VertexNeighbours, AreThoseJoinedByAnEdge) {
    // Two triangles with a common edge, a degenerate one, and a vertex that nothing uses.
    const VertexNeighbours neighbours({{0, 1, 2}, {2, 1, 4}, {4, 4, 0}}, 6);
    EXPECT_THAT(neighbours.of(0), ElementsAre(1, 2, 4));
    EXPECT_THAT(neighbours.of(1), ElementsAre(0, 2, 4));
    EXPECT_THAT(neighbours.of(2), ElementsAre(0, 1, 4));
    EXPECT_THAT(neighbours.of(3), IsEmpty());
    EXPECT_THAT(neighbours.of(4), ElementsAre(0, 1, 2));
    EXPECT_THAT(neighbours.of(5), IsEmpty());
}

TEST(TriangleMesh, FindsTheFirstTriangleOutOfRange) {
    EXPECT_EQ(first_triangle_out_of_range({{0, 1, 2}, {0, 2, 1}}, 3), std::nullopt);
    EXPECT_EQ(first_triangle_out_of_range({{0, 1, 2}, {0, 3, 1}}, 3), 1U);
    EXPECT_EQ(first_triangle_out_of_range({{0, -1, 2}}, 3), 0U);
}

}  // namespace
}  // namespace sinew
