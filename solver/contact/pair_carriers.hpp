// The blocks that carry the four points of a pair.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "potential/node_points.hpp"

namespace sinew {

/// A block is counted once, with its weight in each of the four points.
struct PairCarriers {
    static constexpr int MOST = 16;

    std::array<int, MOST> block;
    std::array<Eigen::Vector4d, MOST> weights;
    int count = 0;

    PairCarriers(const std::vector<NodePoint>& points, const std::array<int, 4>& pair) {
        for (int a = 0; a < 4; ++a) {
            const NodePoint& point = points[pair[a]];
            for (int k = 0; k < 4; ++k) {
                if (point.weights[k] != 0.0) add(point.nodes[k], a, point.weights[k]);
            }
        }
    }

private:
    void add(int node, int a, double weight) {
        int at = 0;
        while (at < count && block[at] != node)
            ++at;
        if (at == count) {
            block[at] = node;
            weights[at].setZero();
            ++count;
        }
        weights[at][a] += weight;
    }
};

}  // namespace sinew
