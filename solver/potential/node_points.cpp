#include "potential/node_points.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

NodePoints::NodePoints(BlockRange range, std::vector<NodePoint> points)
    : m_range(range), m_points(std::move(points)) {
    assert(std::ranges::all_of(m_points, [&](const NodePoint& point) {
        return std::ranges::all_of(point.nodes,
                                   [&](int node) { return node >= 0 && node < range.count; });
    }));
}

Vector3d NodePoints::motion(const VectorXd& x, std::size_t point) const {
    const NodePoint& p = m_points[point];
    Vector3d sum = Vector3d::Zero();
    for (int a = 0; a < 4; ++a)
        if (p.weights[a] != 0.0) sum += p.weights[a] * block_of(x, m_range.block(p.nodes[a]));
    return sum;
}

void NodePoints::add_gradient(std::size_t point, const Vector3d& f, VectorXd& g) const {
    const NodePoint& p = m_points[point];
    for (int a = 0; a < 4; ++a)
        if (p.weights[a] != 0.0) block_of(g, m_range.block(p.nodes[a])) += p.weights[a] * f;
}

void NodePoints::add_hessian(std::size_t point, const Matrix3d& B, BlockMatrix& H) const {
    const NodePoint& p = m_points[point];
    int pair = 0;
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b <= a; ++b, ++pair) {
            const double weight = p.weights[a] * p.weights[b];
            if (weight != 0.0) H.blocks()[m_slots[point][pair]] += weight * B;
        }
    }
}

void NodePoints::list_pairs(BlockPairs& pairs) const {
    for (const NodePoint& p : m_points) {
        for (int a = 0; a < 4; ++a) {
            for (int b = 0; b < a; ++b) {
                if (p.weights[a] * p.weights[b] != 0.0)
                    pairs.emplace_back(m_range.block(p.nodes[a]), m_range.block(p.nodes[b]));
            }
        }
    }
}

void NodePoints::find_slots(const BlockPattern& pattern) {
    m_slots.assign(m_points.size(), Slots{});
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const NodePoint& p = m_points[i];
        int pair = 0;
        for (int a = 0; a < 4; ++a) {
            for (int b = 0; b <= a; ++b, ++pair) {
                if (p.weights[a] * p.weights[b] == 0.0) continue;
                const auto [low, high] = std::minmax(p.nodes[a], p.nodes[b]);
                m_slots[i][pair] = pattern.slot(m_range.block(high), m_range.block(low));
            }
        }
    }
}

}  // namespace sinew
