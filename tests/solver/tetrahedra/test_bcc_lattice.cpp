#include "tetrahedra/bcc_lattice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/tetrahedra/conformity.hpp"
#include "tetrahedra/tet_quality.hpp"

namespace sinew::tetrahedra {
namespace {

TEST(BccLattice, NeighboursAreMutualAndAtTheRightDistance) {
    const BccLattice lattice(Eigen::Vector3d(1.0, 2.0, 3.0), 0.5, Eigen::Vector3i(2, 3, 4));
    int edges = 0;
    for (std::size_t node = 0; node < lattice.nodes(); ++node)
        for (int direction = 0; direction < BccLattice::NEIGHBOURS; ++direction) {
            const std::size_t other = lattice.neighbour(node, direction);
            if (other == BccLattice::NONE) continue;
            ++edges;
            const bool is_long = direction < BccLattice::LONG_NEIGHBOURS;
            EXPECT_EQ(lattice.is_centre(node) == lattice.is_centre(other), is_long);
            // Centres that belong to no cube have neighbours, but nobody has them.
            if (lattice.is_centre(node) &&
                ((lattice.half_steps(node) / 2).array() >= Eigen::Array3i(2, 3, 4)).any())
                continue;
            const double distance = (lattice.position(node) - lattice.position(other)).norm();
            EXPECT_NEAR(distance, 0.5 * (is_long ? 1.0 : std::sqrt(0.75)), 1e-15);
            bool back = false;
            for (int d = 0; d < BccLattice::NEIGHBOURS; ++d)
                back = back || lattice.neighbour(other, d) == node;
            EXPECT_TRUE(back);
        }
    EXPECT_GT(edges, 0);
}

TEST(BccLattice, HasTwelveCongruentTetrahedraACube) {
    const BccLattice lattice(Eigen::Vector3d::Zero(), 1.0, Eigen::Vector3i(5, 5, 5));
    TetMesh mesh;
    for (std::size_t node = 0; node < lattice.nodes(); ++node)
        mesh.vertices.push_back(lattice.position(node));
    lattice.for_each_tet([&](const std::array<std::size_t, 4>& tet) {
        mesh.tetrahedra.emplace_back(tet[0], tet[1], tet[2], tet[3]);
    });
    const TetQuality quality = measure_quality(mesh);
    EXPECT_NEAR(quality.smallest_dihedral, 60.0, 1e-10);
    EXPECT_NEAR(quality.largest_dihedral, 90.0, 1e-10);
    EXPECT_NEAR(quality.smallest_volume, 1.0 / 12.0, 1e-14);
    const test::Conformity conformity = test::check_conformity(mesh);
    EXPECT_EQ(conformity.overfull_faces, 0);
    EXPECT_EQ(conformity.faces_seen_twice, 0);
    EXPECT_EQ(conformity.open_edges, 0);
    // For each axis 4 × 4 × 5 edges inside with four each, and 4 · 4 · 5 on the sides with one.
    EXPECT_EQ(mesh.tetrahedra.size(), 3U * (80U * 4U + 80U));
}

}  // namespace
}  // namespace sinew::tetrahedra
