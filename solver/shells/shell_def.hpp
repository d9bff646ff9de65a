// Definition of a Cosserat shell: a mesh of triangles, its material, its rest shape and its pins.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "body/animated_array.hpp"
#include "body/body.hpp"
#include "body/vertex_pins.hpp"
#include "contact/contact_filter.hpp"
#include "contact/contact_partners.hpp"
#include "contact/surface_friction.hpp"
#include "shells/shell_mesh.hpp"
#include "shells/shell_params.hpp"
#include "shells/shell_triangle.hpp"

namespace sinew::shells {

enum class ShellModel {
    Plate,  ///< [shell eq. 10]; for curved rest shapes an approximation that is good as long as they are thin
    Curved,  ///< with all terms up to h⁵
};

enum class ShellElementKind {
    Quadratic,  ///< six nodes
    Linear,     ///< three nodes: locks; for comparison only
};

/// They also hold the nodes of edges between two of their vertices. What they say is about the start, which is at rest unless
/// initial positions are given: without a target vertices stay as they start, rotations are from there, movers carry that.
using ShellPins = VertexPins;

/// A force shared equally by the nodes at these vertices and on edges between them, and a torque shared by the vertices.
struct ShellLoad {
    std::vector<int> vertices;
    AnimatedArray force;   ///< [N], 3 numbers; empty: none
    AnimatedArray torque;  ///< [N m], 3 numbers; empty: none
};

struct ShellDef : BodyDef {
    static constexpr std::string_view KIND = "cosserat_shell";

    TriangleMesh mesh;  ///< rest positions [m]
    EdgeShape edges = EdgeShape::Straight;
    std::vector<EdgePoint> edge_points;
    /// Points that ride on it and are the output, at rest [m]; empty: the vertices of the mesh.
    std::vector<Eigen::Vector3d> surface;

    ShellElementKind element = ShellElementKind::Quadratic;
    ShellModel model = ShellModel::Plate;
    AreaLaw area_law = AreaLaw::Linear;
    ShellParams params;
    std::vector<double> thickness;  ///< [m], 1 per vertex; empty: that of the material

    /// Γ₀ in world axes [1/m], row after row: 9 for all or 9 per vertex; empty: zero. Γ_ij: turn about axis i along axis j.
    AnimatedArray rest_curvature;
    /// The same, 9 per triangle, or 27: at its quadrature points, that near corner 0 first. Not together with the other.
    AnimatedArray triangle_rest_curvature;
    /// How much larger than at rest it wants to be, in all directions of its plane [1]: 1 for all or 1 per vertex; empty: 1.
    AnimatedArray rest_stretch;
    /// The same, 1 per triangle; not together with the other.
    AnimatedArray triangle_rest_stretch;

    std::vector<ShellPins> pins;
    std::vector<ShellLoad> loads;
    AnimatedArray forces;   ///< [N], 3 per vertex; empty: none
    AnimatedArray torques;  ///< on the directors [N m], 3 per vertex; empty: none

    ContactPartners contact = ContactPartners::Others;
    ContactFilter contact_filter;
    SurfaceFriction friction;
    bool consistent_mass = false;  ///< false: diagonal, scaled to the mass of each triangle

    /// Where it starts [m], 1 per vertex; empty: at rest.
    std::vector<Eigen::Vector3d> initial_positions;
    std::vector<Eigen::Vector3d> initial_velocities;          ///< [m/s], 1 per vertex; empty: zero
    std::vector<Eigen::Vector3d> initial_angular_velocities;  ///< [rad/s]; empty: zero

    std::string_view kind() const override { return KIND; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;

    const std::vector<Eigen::Vector3d>& start_positions() const {
        return initial_positions.empty() ? mesh.vertices : initial_positions;
    }
    double thickness_at(int vertex) const {
        return thickness.empty() ? params.thickness : thickness[vertex];
    }

private:
    // The parts of visit_fields.
    void visit_choices(FieldVisitor& visitor);
    void visit_rest_shape(FieldVisitor& visitor);
    void visit_start(FieldVisitor& visitor);
};

/// Warnings about allowed values that will probably not look as expected, in sentences.
std::vector<std::string> shell_warnings(const ShellDef& def);

const BodyKind& shell_kind();

}  // namespace sinew::shells
