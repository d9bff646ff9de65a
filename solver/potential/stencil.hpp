// Stencil: the blocks that one element couples, and how its small vectors and matrices meet the large ones.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "potential/potential.hpp"

namespace sinew {

/// Of elements with BLOCKS blocks, in the element's order.
template <int BLOCKS>
struct Stencil {
    using Blocks = std::array<std::int32_t, BLOCKS>;
    /// Where the pairs (0,0) (1,0) (1,1) (2,0) … are in the large matrix.
    using Slots = std::array<std::int32_t, BLOCKS*(BLOCKS + 1) / 2>;
    using Vec = Eigen::Matrix<double, 3 * BLOCKS, 1>;
    using Mat = Eigen::Matrix<double, 3 * BLOCKS, 3 * BLOCKS>;

    static void list_pairs(const Blocks& blocks, BlockPairs& pairs) {
        for (int a = 0; a < BLOCKS; ++a) {
            for (int b = 0; b < a; ++b) {
                assert(blocks[a] != blocks[b]);
                pairs.emplace_back(blocks[a], blocks[b]);
            }
        }
    }

    /// False if the pattern lacks one of the pairs; `slots` are then of no use.
    static bool find_slots(const BlockPattern& pattern, const Blocks& blocks, Slots& slots) {
        std::size_t pair = 0;
        for (int a = 0; a < BLOCKS; ++a) {
            for (int b = 0; b <= a; ++b) {
                const auto [low, high] = std::minmax(blocks[a], blocks[b]);
                const auto slot = pattern.find(high, low);
                if (!slot) return false;
                slots[pair++] = static_cast<std::int32_t>(*slot);
            }
        }
        return true;
    }

    static Vec gather(const Eigen::VectorXd& x, const Blocks& blocks) {
        Vec q;
        for (int a = 0; a < BLOCKS; ++a)
            q.template segment<3>(3 * a) = block_of(x, blocks[a]);
        return q;
    }

    static void scatter(double weight, const Vec& element_g, const Blocks& blocks,
                        Eigen::VectorXd& g) {
        for (int a = 0; a < BLOCKS; ++a)
            block_of(g, blocks[a]) += weight * element_g.template segment<3>(3 * a);
    }

    /// The lower triangle of the whole matrix: where local and global order differ, the mirrored block.
    static void scatter(double weight, const Mat& element_H, const Blocks& blocks,
                        const Slots& slots, std::span<Eigen::Matrix3d> H) {
        const std::int32_t* slot = slots.data();
        for (int a = 0; a < BLOCKS; ++a) {
            for (int b = 0; b <= a; ++b) {
                const bool same_order = blocks[a] >= blocks[b];
                H[*slot++] += weight * element_H.template block<3, 3>(3 * (same_order ? a : b),
                                                                      3 * (same_order ? b : a));
            }
        }
    }
};

}  // namespace sinew
