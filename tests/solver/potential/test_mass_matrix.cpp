#include "potential/mass_matrix.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(MassMatrix, AddsUpEntriesOfOnePairAndMirrorsThem) {
    const MassMatrix mass(3, {{0, 1, 1.0}, {1, 0, 2.0}, {2, 2, 5.0}, {0, 0, 4.0}, {2, 2, 0.5}});
    ASSERT_EQ(mass.entries().size(), 3U);
    EXPECT_EQ(mass.entries()[1].i, 1);
    EXPECT_EQ(mass.entries()[1].j, 0);
    EXPECT_EQ(mass.entries()[1].mass, 3.0);
    EXPECT_EQ(mass.row_sums(), (std::vector<double>{7.0, 3.0, 5.5}));
    Eigen::VectorXd x(9);
    x << 1, 2, 3, 4, 5, 6, 7, 8, 9;
    Eigen::VectorXd expected(9);
    expected << 4 * 1 + 3 * 4, 4 * 2 + 3 * 5, 4 * 3 + 3 * 6, 3 * 1, 3 * 2, 3 * 3, 38.5, 44, 49.5;
    Eigen::VectorXd y;
    mass.multiply(x, y);
    EXPECT_EQ(y, expected);
    EXPECT_DOUBLE_EQ(mass.kinetic_energy(x), 0.5 * x.dot(expected));
}

TEST(MassMatrix, LumpedMassesStandOnTheDiagonal) {
    const double masses[] = {2.0, 3.0};
    const MassMatrix mass = MassMatrix::lumped(masses);
    EXPECT_EQ(mass.nodes(), 2);
    EXPECT_EQ(mass.row_sums(), (std::vector<double>{2.0, 3.0}));
    // ½·2·1² + ½·3·2².
    Eigen::VectorXd rates(6);
    rates << 1, 0, 0, 0, 2, 0;
    EXPECT_DOUBLE_EQ(mass.kinetic_energy(rates), 7.0);
}

}  // namespace
}  // namespace sinew
