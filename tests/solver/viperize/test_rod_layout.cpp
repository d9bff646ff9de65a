#include "viperize/rod_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/random.hpp"
#include "voxelised.hpp"

namespace sinew::viperize::test {
namespace {

using Eigen::Vector3d;

/// A bar with slices at five places.
struct SlicedBar : Bar {
    SlicedBar() {
        const HarmonicField field = solve_harmonic(domain, ends);
        slices = make_slices(domain, field, solid, {0.1, 0.3, 0.5, 0.7, 0.9}, 1000);
    }
    std::vector<Slice> slices;
};

TEST(LayOutRods, OfOneRodIsTheAxis) {
    const SlicedBar bar;
    for (const std::vector<Vector3d>& level : lay_out_rods(bar.slices, bar.solid, {.rods = 1})) {
        EXPECT_NEAR(level[0].y(), 0.1, 0.002);
        EXPECT_NEAR(level[0].z(), 0.1, 0.002);
    }
}

TEST(LayOutRods, SpreadsFourRodsEvenlyAndStraight) {
    const SlicedBar bar;
    const RodLayout layout = lay_out_rods(bar.slices, bar.solid, {.rods = 4});
    // The best places for four points in a square are the centres of its quarters.
    for (const std::vector<Vector3d>& level : layout) {
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_NEAR(std::abs(level[k].y() - 0.1), 0.05, 0.012);
            EXPECT_NEAR(std::abs(level[k].z() - 0.1), 0.05, 0.012);
            EXPECT_NEAR(level[k].y(), layout[0][k].y(), 0.012);
        }
    }
    EXPECT_NEAR(total_length(layout), 4 * 0.8 * (1.0 - Bar::SIZE), 0.02);
}

TEST(LayOutRods, SharesASliceOutEvenly) {
    const SlicedBar bar;
    const RodLayout layout = lay_out_rods(bar.slices, bar.solid, {.rods = 12});
    for (std::size_t level = 0; level < layout.size(); ++level) {
        std::vector<double> area(12, 0.0);
        for (const SliceSample& sample : bar.slices[level].samples) {
            const auto nearest = std::min_element(
                layout[level].begin(), layout[level].end(), [&](const auto& a, const auto& b) {
                    return (a - sample.position).norm() < (b - sample.position).norm();
                });
            area[nearest - layout[level].begin()] += sample.area;
        }
        const double share = bar.slices[level].area / 12.0;
        EXPECT_GT(*std::min_element(area.begin(), area.end()), 0.6 * share);
        EXPECT_LT(*std::max_element(area.begin(), area.end()), 1.5 * share);
    }
}

TEST(LayOutRods, LengthPullsRodsStraight) {
    // Slices of a bar that lie beside each other in turns: rods of even spreading alone zigzag with them.
    SlicedBar bar;
    for (std::size_t level = 0; level < bar.slices.size(); ++level) {
        std::erase_if(bar.slices[level].samples, [&](const SliceSample& sample) {
            return level % 2 == 0 ? sample.position.y() > 0.15 : sample.position.y() < 0.05;
        });
    }
    double lengths[2];
    double asides[2];
    for (int pulled = 0; pulled < 2; ++pulled) {
        const RodLayout layout = lay_out_rods(
            bar.slices, bar.solid, {.rods = 4, .length_weight = pulled == 0 ? 0.0 : 2.0});
        lengths[pulled] = total_length(layout);
        asides[pulled] = 0.0;
        for (std::size_t level = 1; level < layout.size(); ++level) {
            for (std::size_t k = 0; k < 4; ++k)
                asides[pulled] += std::abs(layout[level][k].y() - layout[level - 1][k].y());
        }
    }
    EXPECT_LT(lengths[1], lengths[0]);
    EXPECT_LT(asides[1], 0.8 * asides[0]);
}

TEST(LayOutRods, KeepsRodsInTheirBranchOfAFork) {
    const Voxelised fork(fork_mesh(), 0.003);
    const HarmonicField field = solve_harmonic(fork.domain, find_ends(fork.domain));
    const std::vector<Slice> slices =
        make_slices(fork.domain, field, fork.solid, choose_levels(fork.domain, field, 8), 1000);
    const RodLayout layout = lay_out_rods(slices, fork.solid, {.rods = 9});
    for (std::size_t k = 0; k < 9; ++k) {
        const double tip = layout.back()[k].x();
        for (std::size_t level = 5; level < 8; ++level)
            EXPECT_GT(layout[level][k].x() * tip, 0.0) << "rod " << k << " changes its branch";
    }
}

TEST(Comb, MakesNoRodsLonger) {
    Random random(6);
    for (int trial = 0; trial < 20; ++trial) {
        RodLayout layout(4, std::vector<Vector3d>(5));
        for (std::vector<Vector3d>& level : layout) {
            for (Vector3d& point : level)
                point = random.vector3();
        }
        const RodLayout before = layout;
        comb(layout);
        // The best of all ways to join each pair of levels, which are independent of each other.
        double best = 0.0;
        for (std::size_t level = 1; level < 4; ++level) {
            std::vector<int> order(5);
            std::iota(order.begin(), order.end(), 0);
            double least = 1e300;
            do {
                double length = 0.0;
                for (std::size_t k = 0; k < 5; ++k)
                    length += (before[level][order[k]] - before[level - 1][k]).norm();
                least = std::min(least, length);
            } while (std::next_permutation(order.begin(), order.end()));
            best += least;
        }
        EXPECT_NEAR(total_length(layout), best, 1e-12);
        EXPECT_LE(total_length(layout), total_length(before) + 1e-12);
        EXPECT_EQ(layout[0], before[0]);
    }
}

}  // namespace
}  // namespace sinew::viperize::test
