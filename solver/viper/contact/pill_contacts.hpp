// Contacts of pills: rods of different groups, rods against kinematic pills such as bones, and against mesh colliders.
//
// Each pair of pills that comes near (pill_touches.hpp) gets one contact, between the two spheres that overlap most.
// A mesh has one where it sticks out between two points of a rod (mesh_touches.hpp), with its tangent plane there in place of the second
// sphere. Where along the pills these lie is found by `update_contacts` and then held; the energy of a contact is
//
//   φ(gap)  +  ½ k_slip |u|²,      φ as in contact_law.hpp
//
// with the gap between the spheres (centres and radii both give way, as in [viper eq. 31]) and Coulomb friction as a
// spring: u is how far the spheres slid past each other in this step, and k_slip makes the force μ λ₀ at the slip that
// `update_contacts` saw. λ₀ is the contact force at the iterate; in the first update, which knows the free motion only, that at the
// start of the step.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "viper/contact/mesh_touches.hpp"
#include "viper/contact/pill_touches.hpp"
#include "viper/rods/point_ref.hpp"

namespace sinew::viper {

/// In the order in which a Newton iteration needs it: what it reads for forces and stiffness is in the first three lines of
/// the cache.
struct alignas(64) PillContact {
    /// For b.batch: in place of pill b there is a plane, and start_normal is its normal.
    static constexpr int TANGENT_PLANE = -2;

    PointRef a;  ///< first point of the first pill
    PointRef b;  ///< of the second; batch −1: kinematic
    double alpha = 0.0, beta = 0.0;
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< from b to a, at the last evaluation

    double radius_a[2] = {};       ///< rest radii at the ends [m]
    double radius_b[2] = {};       ///< zero when kinematic
    double force = 0.0;            ///< along the normal, at the last evaluation, ≥ 0 [N]
    double press_stiffness = 0.0;  ///< its derivative by the gap, at the last evaluation [N/m]
    double slip_stiffness = 0.0;   ///< k_slip [N/m]
    double energy = 0.0;           ///< at the last evaluation [J]

    Eigen::Vector3d slip_force =
        Eigen::Vector3d::Zero();  ///< derivative of the friction energy, at the last evaluation [N]
    Eigen::Vector3d start_normal = Eigen::Vector3d::Zero();
    double stiffness = 0.0;  ///< k [N/m]
    double softness = 0.0;   ///< δ of contact_law.hpp [m]

    Eigen::Vector3d start_away =
        Eigen::Vector3d::Zero();  ///< from sphere b to sphere a at the start of the step [m]
    Eigen::Vector3d b_centre = Eigen::Vector3d::
        Zero();  ///< of a kinematic sphere at the end of the step, or a place of the plane [m]
    double b_radius = 0.0;  ///< of a kinematic sphere [m]
    double gap = 0.0;       ///< at the last evaluation [m]
    double friction = 0.0;  ///< μ [1]

    /// Friction's resistance to a motion of the spheres against each other.
    Eigen::Vector3d resist_slip(const Eigen::Vector3d& move) const {
        return slip_stiffness * (move - start_normal * start_normal.dot(move));
    }

    /// The spring that resists with so many newtons when sphere a is `away` from sphere b [m] and friction took this much off the
    /// slip until there [m]; slower than the sticking speed, it resists less.
    void fit_slip(const Eigen::Vector3d& away, double resisting, double taken_off, double dt);

    /// Of spheres that are `away` from each other [m].
    double distance(const Eigen::Vector3d& away) const {
        return is_flat() ? start_normal.dot(away) : away.norm();
    }
    bool is_kinematic() const { return b.batch < 0; }
    bool is_flat() const { return b.batch == TANGENT_PLANE; }
    /// Weight of each of the (up to) four points, in the order a₀, a₁, b₀, b₁.
    double weight(int i) const {
        return i < 2 ? (i == 0 ? 1.0 - alpha : alpha) : (i == 2 ? 1.0 - beta : beta);
    }
    double rest_radius(int i) const { return i < 2 ? radius_a[i] : radius_b[i - 2]; }
    /// The point itself; only for the points that there are.
    PointRef point(int i) const {
        PointRef ref = i < 2 ? a : b;
        ref.point += i & 1;
        return ref;
    }
    int points() const { return is_kinematic() ? 2 : 4; }
};

/// The batches that a contact holds together.
struct ContactBatches {
    std::int32_t a = 0;
    std::int32_t b = 0;  ///< −1: the second pill is kinematic
};

/// One pill of a contact.
struct ContactSide {
    std::int32_t contact = 0;
    std::int32_t first = 0;  ///< of its two points: 0 or 2
};

class PillContacts {
public:
    void set_pills(std::vector<DynamicPill> pills) { m_touches.set_pills(std::move(pills)); }
    /// That batch.near_meshes are about; they must outlive this.
    void set_meshes(MeshColliders meshes) { m_meshes = meshes; }

    /// Finds pairs that may touch in this step: from where it starts to where it is predicted to end.
    void begin_step(std::span<const RodBatch> batches, std::span<const KinematicPill> kinematic,
                    double dt);
    /// Makes the contacts of the candidates at the iterate, batch.current, and fits their friction's springs to the slip
    /// there; in the `first` pass less what friction takes off it.
    void update_contacts(std::span<const RodBatch> batches, bool first);
    /// Brings normals and forces of some contacts up to the iterate. Others may be at work on other contacts.
    void evaluate(std::span<const RodBatch> batches, std::span<const int> some);
    const std::vector<PillContact>& contacts() const { return m_contacts; }
    /// Of each contact.
    std::span<const ContactBatches> batches() const { return m_batches; }
    /// Whether the contact pressed or rubbed at the last evaluation.
    bool is_active(std::size_t contact) const { return m_active[contact] != 0; }
    /// Begins to bring what a Newton iteration needs of a contact into the cache.
    void fetch(std::size_t contact) const {
        const char* at = reinterpret_cast<const char*>(&m_contacts[contact]);
        for (std::size_t line = 0; line < 3; ++line)
            __builtin_prefetch(at + 64 * line);
    }
    /// How deep two pills, or a pill and a mesh, are in each other at the last update, relative to the sum of their radii; 0: apart [1].
    double deepest() const { return m_deepest; }

    /// The contacts of one batch.
    std::span<const ContactSide> of_batch(std::size_t batch) const {
        return std::span(m_sides).subspan(m_first[batch], m_first[batch + 1] - m_first[batch]);
    }

private:
    /// The touches of pills and meshes at the iterate; makes room for their contacts.
    void find_touches(std::span<const RodBatch> batches);
    void make(std::span<const RodBatch> batches, const PillTouch& touch, bool first,
              PillContact& contact) const;
    void make(std::span<const RodBatch> batches, const MeshTouch& touch, bool first,
              PillContact& contact) const;
    /// In the first pass the iterate is a guess; friction acts on the motion that there would be without contact, and takes
    /// something off it. `mass`: of the lighter pill [kg].
    void fit_friction_to_free_motion(std::span<const RodBatch> batches, double start_gap,
                                     double mass, PillContact& contact) const;
    void fit_friction_to_iterate(std::span<const RodBatch> batches, PillContact& contact) const;
    void index_by_batch(std::size_t batches);

    PillTouches m_touches;
    std::span<const TouchChunk> m_on_pills;  ///< those of the last update
    MeshColliders m_meshes;
    MeshTouches m_mesh_touches;
    std::span<const MeshTouch> m_on_meshes;  ///< those of the last update; their contacts come last
    double m_deepest = 0.0;                  ///< [1]
    double m_dt = 0.0;                       ///< [s]
    std::vector<PillContact> m_contacts;
    // Of each contact:
    std::vector<ContactBatches> m_batches;
    std::vector<char> m_active;

    std::vector<ContactSide> m_sides;  ///< batch after batch
    std::vector<std::size_t> m_first;  ///< of each batch in m_sides
    std::vector<std::size_t> m_next;
};

}  // namespace sinew::viper
