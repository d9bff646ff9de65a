// Which of many things is nearest? A binary tree of their bounding boxes, searched from the nearest box on.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace sinew {

class BoxTree {
public:
    explicit BoxTree(std::span<const Eigen::AlignedBox3d> items);

    struct Nearest {
        int item = -1;  ///< −1 only if there are no items
        double squared_distance = std::numeric_limits<double>::infinity();
    };
    /// `squared_distance(item)` must not be less than that of the item's box; it is asked of items whose box is not further away
    /// than the nearest found so far. Of several as near, the lowest.
    template <class SquaredDistance>
    Nearest find(const Eigen::Vector3d& point, SquaredDistance&& squared_distance) const {
        Nearest nearest;
        if (m_nodes.empty()) return nearest;
        std::array<Waiting, DEPTH> stack;
        std::size_t waiting = 0;
        stack[waiting++] = {0, m_nodes[0].box.squaredExteriorDistance(point)};
        while (waiting > 0) {
            const Waiting next = stack[--waiting];
            if (is_further(next.squared_distance, nearest)) continue;
            const Node& node = m_nodes[next.node];
            if (node.count > 0) {
                for (int i = node.first; i < node.first + node.count; ++i) {
                    if (is_further(m_boxes[i].squaredExteriorDistance(point), nearest)) continue;
                    const double distance = squared_distance(m_items[i]);
                    const bool tie = distance == nearest.squared_distance;
                    if (distance < nearest.squared_distance || (tie && m_items[i] < nearest.item))
                        nearest = {m_items[i], distance};
                }
                continue;
            }
            Waiting near{next.node + 1, m_nodes[next.node + 1].box.squaredExteriorDistance(point)};
            Waiting far{node.first, m_nodes[node.first].box.squaredExteriorDistance(point)};
            if (far.squared_distance < near.squared_distance) std::swap(near, far);
            stack[waiting++] = far;
            stack[waiting++] = near;
        }
        return nearest;
    }

private:
    /// Halving 2³¹ items is this deep, and a bit.
    static constexpr std::size_t DEPTH = 48;
    static constexpr int LEAF = 4;

    struct Node {
        Eigen::AlignedBox3d box;
        int first =
            0;  ///< of a leaf: its first item; else the second child, the first one is the next node
        int count = 0;  ///< of a leaf: its items; else 0
    };
    struct Waiting {
        int node = 0;
        double squared_distance = 0.0;
    };

    /// Not by round-off: what is as near must be asked.
    static bool is_further(double box, const Nearest& nearest) {
        return box > nearest.squared_distance * (1.0 + 1e-9);
    }
    void build(std::span<const Eigen::AlignedBox3d> items, int begin, int end);

    std::vector<Node> m_nodes;
    std::vector<int> m_items;
    std::vector<Eigen::AlignedBox3d> m_boxes;  ///< in the order of m_items
};

}  // namespace sinew
