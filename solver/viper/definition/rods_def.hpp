// Definition of a body made of VIPER rods: the curves an artist selected.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "body/animated_array.hpp"
#include "body/animated_rotations.hpp"
#include "body/body.hpp"
#include "contact/contact_partners.hpp"
#include "mesh/triangle_mesh.hpp"
#include "viper/definition/rod_params.hpp"

namespace sinew::viper {

/// Points whose position, frame or scale is prescribed. A quantity that is pinned without a target
/// stays as it is at rest.
struct RodPins {
    std::vector<int> points{};  ///< indices into RodsDef::points
    bool position = true;
    bool frame = false;  ///< direction and twist of the rod at the point, see rod_clamps.hpp
    bool scale = false;

    AnimatedArray positions{};      ///< [m], 3 per point
    AnimatedRotations rotations{};  ///< turn relative to rest, world axes
    AnimatedArray scales{};         ///< radius relative to rest [1], 1 per point

    /// Held up to and including this frame, free afterwards.
    double release_frame = std::numeric_limits<double>::infinity();
};

enum class SectionMatching {
    Similarity,  ///< the points of a section turn, move and scale together
    Rigid,       ///< they turn and move together: the traditional shape matching
};

/// Points that keep their common shape, section by section [viper section 7.3].
struct RodBundling {
    std::vector<std::vector<int>> sections{};  ///< indices into RodsDef::points; empty: none
    double stiffness = 1e6;                    ///< [Pa]
    SectionMatching matching = SectionMatching::Similarity;

    /// Section i has the i-th point of every rod; all rods must have `points` points.
    static std::vector<std::vector<int>> levels(int rods, int points);
};

/// Points that a mover carries, by name: the end of a muscle on a bone.
struct RodAttachment {
    std::string mover{};
    std::vector<int> points{};  ///< indices into RodsDef::points
    /// False: position and frame go with the mover. True: the points glide on what goes with it: a surface that they keep
    /// their distance from, or planes.
    bool sliding = false;
    TriangleMesh surface{};                  ///< closed, at rest; without triangles: planes
    std::vector<Eigen::Vector3d> normals{};  ///< of these planes at rest, one per point
    /// How far points that do not slide turn about their middle to face the body's other attachments as they do at
    /// rest: 0 not at all, 1 all the way, as a tendon does at a joint.
    double hinge = 0.0;
};

/// Contraction of fibres: the rest length shrinks, the volume stays, so the belly bulges.
struct RodActivation {
    AnimatedArray level{};      ///< 0 relaxed to 1 fully active, 1 per rod; empty: relaxed
    std::vector<double> map{};  ///< how much of it each point feels, 0 to 1; empty: all
    double shortening =
        0.3;  ///< part of its rest length by which a fully active fibre is shorter [1]
};

/// Collision with other rods and with kinematic pills.
struct RodCollision {
    bool enabled = false;
    /// Rods of one group do not meet, also those of other bodies; one number per rod. Empty: all rods of this
    /// body are one group, which no other body shares.
    std::vector<int> groups{};
    double friction = 0.3;  ///< Coulomb [1]; of two that touch the geometric mean counts

    /// Group of a rod of the body with that number. The group of a whole body is negative, those that the
    /// artist gives are not.
    std::int32_t group_of(std::size_t rod, int body) const {
        return groups.empty() ? -1 - body : groups[rod];
    }
};

struct RodsDef : BodyDef {
    static constexpr std::string_view KIND = "viper_rods";

    std::vector<Eigen::Vector3d> points;  ///< rest positions [m], rod after rod
    std::vector<double> radii;            ///< rest radius at each point [m]
    std::vector<int> counts;              ///< points of each rod, at least 2 each

    /// Vertices of the artist's mesh [m], moved with the rods. Empty: the output is the points themselves.
    std::vector<Eigen::Vector3d> surface;
    /// Its faces, over which its weights are faired; may be empty.
    std::vector<Eigen::Vector3i> surface_triangles;

    RodParams params;
    std::vector<RodPins> pins;

    RodBundling bundling;
    std::vector<RodAttachment> attachments;
    /// How much of the movers' motion the muscle takes part in before its own inertia acts, 0 to 1: 0 is a
    /// muscle that swings freely, 1 one that feels only activation, gravity and contact [1].
    double mover_share = 0.5;
    RodActivation activation;
    RodCollision collision;
    /// Not None: the rods are solved together with solids, shells and rigid bodies, and touch them.
    ContactPartners contact = ContactPartners::None;

    /// Outward force on the wall per length of rod, per point [N/m]; empty: none.
    AnimatedArray radial_force;

    std::vector<Eigen::Vector3d> initial_positions;   ///< [m]; empty: at rest
    std::vector<Eigen::Vector3d> initial_velocities;  ///< [m/s]; empty: zero
    std::vector<double> initial_scales;               ///< [1]; empty: one

    /// True if every rod has at least 2 points and all have as many as there are.
    bool counts_add_up() const;

    std::string_view kind() const override { return KIND; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;

private:
    /// RodBundling::levels of all rods, or why there are none.
    std::string make_levels(std::vector<std::vector<int>>& sections) const;
    void visit_bundling(FieldVisitor& visitor);
    void visit_activation(FieldVisitor& visitor);
    void visit_attachments(FieldVisitor& visitor);
    void visit_collision(FieldVisitor& visitor);
};

const BodyKind& rods_kind();

}  // namespace sinew::viper
