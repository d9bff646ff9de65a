#include "tetrahedra/tet_quality.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew::tetrahedra {
namespace {

TEST(TetQuality, KnowsTheRegularTetrahedron) {
    const TetMesh mesh{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, {{0, 1, 3, 2}}};
    const TetQuality quality = measure_quality(mesh);
    const double angle = std::acos(1.0 / 3.0) * 180.0 / std::numbers::pi;
    EXPECT_NEAR(quality.smallest_dihedral, angle, 1e-12);
    EXPECT_NEAR(quality.largest_dihedral, angle, 1e-12);
    EXPECT_NEAR(std::abs(quality.volume), 8.0 / 3.0, 1e-14);
}

TEST(TetQuality, SeesWhatIsInsideOut) {
    TetMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};
    EXPECT_NEAR(measure_quality(mesh).smallest_volume, 1.0 / 6.0, 1e-16);
    EXPECT_NEAR(measure_quality(mesh).largest_dihedral, 90.0, 1e-12);
    mesh.tetrahedra[0] = {0, 2, 1, 3};
    EXPECT_NEAR(measure_quality(mesh).smallest_volume, -1.0 / 6.0, 1e-16);
    EXPECT_EQ(measure_quality(TetMesh()).volume, 0.0);
}

}  // namespace
}  // namespace sinew::tetrahedra
