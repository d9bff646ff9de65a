#include "math/pack.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <cmath>

namespace sinew {
namespace {

Pack make(double a, double b, double c, double d) {
    Pack p(0.0);
    p.set(0, a);
    p.set(1, b);
    p.set(2, c);
    p.set(3, d);
    return p;
}

TEST(Pack, ComputesEachLaneAlone) {
    const Pack a = make(1, 2, -3, 4);
    const Pack b = make(0.5, -1, 2, 8);
    const Pack r = a * b + a / b - sqrt(abs(b));
    for (int i = 0; i < Pack::LANES; ++i) {
        EXPECT_DOUBLE_EQ(r[i], a[i] * b[i] + a[i] / b[i] - std::sqrt(std::abs(b[i]))) << i;
    }
}

TEST(Pack, SelectsMinimumAndMaximumByLane) {
    const Pack a = make(1, 5, -3, 4);
    const Pack b = make(2, 4, -4, 4);
    const Pack low = min(a, b);
    const Pack high = max(a, b);
    for (int i = 0; i < Pack::LANES; ++i) {
        EXPECT_EQ(low[i], std::min(a[i], b[i]));
        EXPECT_EQ(high[i], std::max(a[i], b[i]));
    }
    EXPECT_EQ(select(a < b, Pack(1.0), Pack(0.0))[0], 1.0);
    EXPECT_EQ(select(a < b, Pack(1.0), Pack(0.0))[1], 0.0);
}

TEST(Pack, SumsItsLanes) {
    EXPECT_EQ(sum(make(1, 20, 300, 4000)), 4321.0);
}

TEST(Pack, SumsAnyNumberOfNumbers) {
    std::vector<double> values;
    double expected = 0.0;
    for (int i = 0; i < 30; ++i) {
        EXPECT_EQ(sum(values), expected) << i;
        values.push_back(i + 1.0);
        expected += i + 1.0;
    }
}

TEST(Pack, ANanInOneLaneStaysThere) {
    const Pack a = make(1, std::nan(""), 3, 4);
    const Pack r = a * Pack(2.0) + Pack(1.0);
    EXPECT_TRUE(std::isnan(r[1]));
    EXPECT_EQ(r[0], 3.0);
    EXPECT_EQ(r[3], 9.0);
}

TEST(Pack, TransposesFour) {
    Pack rows[4];
    for (int i = 0; i < 4; ++i)
        rows[i] = make(10 * i, 10 * i + 1, 10 * i + 2, 10 * i + 3);
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int i = 0; i < 4; ++i) {
        for (int lane = 0; lane < 4; ++lane)
            EXPECT_EQ(rows[i][lane], 10 * lane + i);
    }
}

}  // namespace
}  // namespace sinew
