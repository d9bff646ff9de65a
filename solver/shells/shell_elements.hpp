// The triangles of a shell: made from its definition, brought up to date before and after every step.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <vector>

#include "potential/mass_matrix.hpp"
#include "shells/painted_field.hpp"
#include "shells/shell_def.hpp"
#include "shells/shell_mesh.hpp"
#include "shells/shell_triangle.hpp"

namespace sinew::shells {

/// Positions of the nodes, rotations of the vertices, and the history at the quadrature points.
struct ShellState {
    std::vector<Eigen::Vector3d> positions;     ///< [m]
    std::vector<Eigen::Quaterniond> rotations;  ///< from rest
    std::vector<Quatp> directors;               ///< per triangle
};

/// One of the two lists of triangles is empty.
class ShellElements {
public:
    /// The definition must be valid.
    ShellElements(const ShellDef& def, const ShellMesh& mesh);
    ShellElements(const ShellElements&) = delete;
    ShellElements& operator=(const ShellElements&) = delete;

    std::vector<ShellTriangle<6>> quadratic;
    std::vector<ShellTriangle<3>> linear;

    std::size_t size() const { return quadratic.size() + linear.size(); }

    /// Makes `state` the start of the next step.
    void set_state(const ShellMesh& mesh, const ShellState& state);
    /// Directors after a step in which the vertices turned by these rotation vectors.
    void turn_directors(const ShellMesh& mesh, const std::vector<Eigen::Vector3d>& turns,
                        std::vector<Quatp>& directors) const;
    /// Γ₀ and rest stretch at a frame; of the definition and mesh that it was made of.
    void set_rest_fields(const ShellDef& def, const ShellMesh& mesh, double frame);
    /// Energies at the start of the step [J].
    ShellEnergies energies() const;

private:
    /// f(triangle, index) on each of them, in parallel.
    template <class Self, class Function>
    static void for_each(Self& self, Function&& f);

    PaintedField m_painted;
    std::vector<CurvedStiffness> m_curved;  ///< per triangle in the curved model
};

/// Mass and rotary inertia per volume, of nodes and of vertices; diagonal or consistent [kg, kg m²].
MassMatrix shell_mass(const ShellDef& def, const ShellMesh& mesh);
MassMatrix shell_rotary_inertia(const ShellDef& def, const ShellMesh& mesh);

}  // namespace sinew::shells
