// Definition of a rigid body: a mesh, its mass, and how it moves.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>

#include "body/body.hpp"
#include "contact/contact_filter.hpp"
#include "contact/contact_partners.hpp"
#include "contact/surface_friction.hpp"
#include "mesh/triangle_mesh.hpp"
#include "rigid/mass_properties.hpp"
#include "rigid/rigid_params.hpp"

namespace sinew::rigid {

enum class RigidMotion {
    Free,   ///< forces move it
    Fixed,  ///< it stays where it is, or goes with its mover
};

struct RigidDef : BodyDef {
    static constexpr std::string_view KIND = "rigid_body";

    TriangleMesh mesh;  ///< where it starts [m]
    RigidMotion motion = RigidMotion::Free;
    std::string mover;  ///< that carries a fixed body; empty: none
    RigidParams params;
    ContactPartners contact = ContactPartners::Others;  ///< All: as Others, it cannot meet itself
    ContactFilter contact_filter;
    SurfaceFriction friction;

    std::vector<Eigen::Vector3d> initial_velocity;          ///< of its centre [m/s], one; empty: 0
    std::vector<Eigen::Vector3d> initial_angular_velocity;  ///< [rad/s], one; empty: 0

    std::string_view kind() const override { return KIND; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;

    /// Of a definition without problems.
    MassProperties mass_properties() const;
};

const BodyKind& rigid_kind();

}  // namespace sinew::rigid
