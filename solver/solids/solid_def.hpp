// Definition of a micropolar solid: a mesh of tetrahedra, its material and its pins.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <string>
#include <string_view>
#include <vector>

#include "body/animated_array.hpp"
#include "body/body.hpp"
#include "body/vertex_pins.hpp"
#include "contact/contact_filter.hpp"
#include "contact/contact_partners.hpp"
#include "contact/surface_friction.hpp"
#include "mesh/tet_mesh.hpp"
#include "solids/solid_params.hpp"

namespace sinew::solids {

/// How the solid resists stretching.
enum class SolidLaw {
    Linear,             ///< [micropolar eq. 11]
    LinearVolume,       ///< with det F in the volume term
    NeoHookean,         ///< [micropolar eq. 16]
    ClassicNeoHookean,  ///< without microrotations: no rotation unknowns, no curvature
};

/// A second material where it was painted.
struct SolidLayer {
    std::vector<double> weights;  ///< 0 to 1, 1 per vertex of the tetrahedra
    SolidParams params;           ///< where the weight is 1
};

using SolidPins = VertexPins;

struct SolidDef : BodyDef {
    static constexpr std::string_view KIND = "micropolar_solid";

    TetMesh tets;  ///< rest positions [m]
    /// Vertices of the artist's mesh [m], moved with the tetrahedra. Empty: the output is the vertices of the tetrahedra.
    std::vector<Eigen::Vector3d> surface;
    /// Of the same mesh. These triangles touch colliders; if there are none, the border of the tetrahedra does.
    std::vector<Eigen::Vector3i> surface_triangles;
    /// The tetrahedra were made inside of the surface: what was given by vertex of it has been carried onto theirs (solidify).
    bool is_filled = false;
    double surface_radius =
        0.0;  ///< how far the solid reaches beyond the surface: half of a wall [m]

    SolidLaw law = SolidLaw::NeoHookean;  ///< cannot be turned inside out
    SolidParams params;
    std::vector<SolidLayer> layers;  ///< blended in, one after the other
    /// C of [micropolar eq. 14]: C_ij resists turning about axis i along axis j. Zero: isotropic, eq. 12.
    Eigen::Matrix3d curvature_stiffness = Eigen::Matrix3d::Zero();

    /// First axis of the material: one for all or 1 per vertex; empty: x. The second one is as near to `normals`
    /// (as many, or none) as it can be.
    std::vector<Eigen::Vector3d> fibers;
    std::vector<Eigen::Vector3d> normals;
    /// R₀: how the axes in which curvature is measured are turned away from those of the material; one for all.
    Eigen::Quaterniond rest_rotation = Eigen::Quaterniond::Identity();
    /// Γ₀ in material axes [1/m], row after row: 9 for all or 9 per vertex. Empty: zero.
    AnimatedArray rest_curvature;
    /// The same, 9 per tetrahedron; not together with the other.
    AnimatedArray tet_rest_curvature;

    std::vector<SolidPins> pins;
    /// On vertices of the surface, positions only.
    std::vector<SolidPins> surface_pins;
    AnimatedArray forces;   ///< [N], 3 per vertex; empty: none
    AnimatedArray torques;  ///< on the microrotations [N m], 3 per vertex; empty: none

    ContactPartners contact = ContactPartners::Others;
    ContactFilter contact_filter;
    SurfaceFriction friction;
    bool consistent_mass = false;  ///< false: each vertex has a quarter of its tetrahedra
    /// Frames between resets of the quadrature rotations to spherical averages of those of the nodes; 0: never.
    int reset_rotations_every = 0;

    std::vector<Eigen::Vector3d> initial_velocities;          ///< [m/s], 1 per vertex; empty: zero
    std::vector<Eigen::Vector3d> initial_angular_velocities;  ///< [rad/s]; empty: zero

    /// Vertices that are put out: those of the surface, or of the tetrahedra without one.
    std::size_t output_count() const {
        return surface.empty() ? tets.vertices.size() : surface.size();
    }

    std::string_view kind() const override { return KIND; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;

protected:
    // The parts of visit_fields. `vertices`: of the mesh by which all is given.
    void visit_material(FieldVisitor& visitor);
    bool visit_tets(FieldVisitor& visitor);
    void visit_surface(FieldVisitor& visitor);
    void visit_axes(FieldVisitor& visitor, std::size_t vertices);
    void visit_tet_curvature(FieldVisitor& visitor);
    void visit_inputs(FieldVisitor& visitor, std::size_t vertices);
};

const BodyKind& solid_kind();

/// What SolidDef::collect_problems looks for, but for the tetrahedra: everything is given by vertex of a mesh of
/// `vertices` vertices from which tetrahedra are yet to be made (solidify/solidify.hpp).
void collect_surface_problems(const SolidDef& def, std::size_t vertices,
                              std::vector<Problem>& problems);

}  // namespace sinew::solids
