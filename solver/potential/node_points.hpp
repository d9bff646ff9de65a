// NodePoints: points that ride on the nodes of a body, such as the vertices of an artist's mesh inside tetrahedra.
//
//   u_p = Σ_a w_pa x_a      x_a  motion of node a over the step [m];  w_pa  weights, at most four a point, Σ_a w_pa = 1
//
// A term that is a function of u_p alone has, with its derivatives f and B by u_p,
//
//   ∂Ψ/∂x_a = w_pa f,   ∂²Ψ/∂x_a∂x_b = w_pa w_pb B.
#pragma once

#include <array>
#include <vector>

#include "potential/dof_map.hpp"
#include "potential/potential.hpp"

namespace sinew {

/// One point. Unused places have weight 0.
struct NodePoint {
    std::array<int, 4> nodes{};
    std::array<double, 4> weights{1.0, 0.0, 0.0, 0.0};

    /// The point that is a node.
    static NodePoint at(int node) { return {.nodes = {node, node, node, node}}; }
};

class NodePoints {
public:
    /// Nodes are those of the range.
    NodePoints(BlockRange range, std::vector<NodePoint> points);

    std::size_t size() const { return m_points.size(); }
    const std::vector<NodePoint>& points() const { return m_points; }
    BlockRange range() const { return m_range; }

    /// u_p.
    Eigen::Vector3d motion(const Eigen::VectorXd& x, std::size_t point) const;
    void add_gradient(std::size_t point, const Eigen::Vector3d& f, Eigen::VectorXd& g) const;
    /// `B` is symmetric.
    void add_hessian(std::size_t point, const Eigen::Matrix3d& B, BlockMatrix& H) const;

    void list_pairs(BlockPairs& pairs) const;
    void find_slots(const BlockPattern& pattern);

private:
    /// Of the pairs (0,0) (1,0) (1,1) (2,0) … of a point; only those whose weights are not 0 are used.
    using Slots = std::array<std::size_t, 10>;

    BlockRange m_range;
    std::vector<NodePoint> m_points;
    std::vector<Slots> m_slots;
};

}  // namespace sinew
