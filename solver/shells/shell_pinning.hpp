// Nodes that the pins of a shell hold, and stiffnesses of the pins (implicit/node_pinning.hpp): the stiffness of the material around a vertex is
//
//   E h on positions [N/m],  E h (h² + L_c² + A) on rotations [N m/rad],      h thickness, A area of the vertex.
//
// The node of an edge whose two vertices are in one group moves by the mean of their prescribed motions; on a mover
// it is carried like them.
#pragma once

#include <vector>

#include "implicit/node_pinning.hpp"
#include "shells/shell_elements.hpp"

namespace sinew::shells {

/// Nodes of edges both of whose vertices are in `vertices`, with the places of these two in it.
struct EdgeBetween {
    int node = 0;
    std::size_t first = 0;
    std::size_t second = 0;
};
std::vector<EdgeBetween> edges_between(const ShellMesh& mesh, const std::vector<int>& vertices);

class ShellPinning final : public NodePinning {
public:
    /// `movers` has one entry per group of pins, null where it has no mover. Definition and mesh must outlive this.
    ShellPinning(const ShellDef& def, const ShellMesh& mesh, const ShellState& start,
                 std::vector<const Mover*> movers);

private:
    void add_group(std::size_t group, const std::vector<double>& areas);
    Eigen::Vector3d asked_position(const Held& held) const override;

    const ShellDef& m_def;
    const ShellMesh& m_mesh;
};

}  // namespace sinew::shells
