// The body in space that a shell stands for: its front and back, with the change of thickness, and the rim between them.
//
// Source: [planar-shell], to which [shell section 3.2] refers. Material at height z above the middle surface is at
//
//   x + (ρ_m z + ½ ρ_b z²) d_3,    ρ_m = 1 − λ/(λ + 2µ) tr Ē,    ρ_b = −λ/(λ + 2µ) tr(c Γ),    λ/(λ + 2µ) = ν/(1 − ν)
//
//   x, d_3    vertex, and its third director: the mean normal of its triangles at rest, turned
//   Ē, Γ      strain and curvature (membrane_strain.hpp, bending_strain.hpp), means of the points next to the vertex
//
// and the surface is at z = ±h/2. Differs from the paper: ρ_m is at least SMALLEST_THICKNESS, as the formula, which is for small strain, would turn the
// shell inside out at strains of 1 and more.
//
// Which side of a vertex is its front is that of its first triangle. Around a vertex sides are carried from triangle to triangle over
// their common edges, so surfaces without sides (a Moebius strip) come out closed as well: there a triangle's upper side has the
// fronts of some vertices and the backs of others.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "shells/shell_elements.hpp"

namespace sinew::shells {

class RecoveredSurface {
public:
    static constexpr double SMALLEST_THICKNESS = 0.05;  ///< of that at rest [1]

    /// Definition and elements must outlive this.
    RecoveredSurface(const ShellDef& def, const ShellMesh& mesh, const ShellElements& elements);

    /// Points: the fronts of all vertices, then their backs.
    std::size_t size() const { return 2 * m_normals.size(); }
    /// Seen from outside counter-clockwise. Closed, if no edge of the shell has more than two triangles.
    const std::vector<std::array<int, 3>>& faces() const { return m_faces; }
    /// Of the points when the shell is in `state`, to which its elements have been set [m].
    void positions(const ShellState& state, std::span<Eigen::Vector3d> out) const;

private:
    template <class Function>
    void for_each_triangle(Function&& f) const;
    void find_sides(const ShellMesh& mesh);
    void make_normals();
    void make_faces(const ShellMesh& mesh);

    const ShellDef& m_def;
    const ShellElements& m_elements;
    std::vector<std::array<int, 3>>
        m_sides;  ///< 1 where a triangle faces to the front of its corner, −1 elsewhere
    std::vector<Eigen::Vector3d> m_normals;  ///< of the front, at rest
    std::vector<double> m_weights;           ///< area of the points next to a vertex [m²]
    std::vector<std::array<int, 3>> m_faces;
};

}  // namespace sinew::shells
