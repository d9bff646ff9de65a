// RigidBody: a body that moves and turns but keeps its shape, in the one minimisation of all implicit bodies.
//
// Its unknowns are those of an affine body, four blocks: the motion u of the centre of mass c and ℓ times the changes of the three
// columns of A. A point with the coordinates X about c at rest is at c + A X, so that it moves by
//
//   u + Σ_k (X_k/ℓ) x_k,                     linear in the unknowns: contact sees points that ride on four blocks, and impacts stay
//                                             those of points on straight lines
//
// ℓ  the distance of the farthest vertex from c, so that all unknowns are in metres. A stiff energy keeps A a rotation
// (rigidity_element.hpp). Its stiffness is RIGIDITY times that of the inertia,
//
//   K = RIGIDITY m ℓ² w,    w = a²/h² of the integrator:
//
// a force F strains the body by about F h²/(RIGIDITY m ℓ), less than 10⁻⁶ while it moves the body by less than its size in a step. The state
// that was found is the output, never one that was made rigid after the step: so it is as clear of others as contact left it.
//
// How it turns is remembered as an angular momentum (turning.hpp). A fixed body has no unknowns; its mover carries it.
#pragma once

#include <memory>
#include <vector>

#include "body/follower.hpp"
#include "body/mover.hpp"
#include "implicit/frame_carrier.hpp"
#include "implicit/implicit_system.hpp"
#include "potential/load_potential.hpp"
#include "potential/mass_potential.hpp"
#include "rigid/rigid_def.hpp"
#include "rigid/rigidity_potential.hpp"
#include "rigid/turning.hpp"

namespace sinew::rigid {

class RigidBody final : public ImplicitBody, public Follower, public FrameCarrier {
public:
    static constexpr double RIGIDITY = 1e6;

    /// The definition must be valid. `mover` must outlive the body; null: none.
    RigidBody(const RigidDef& def, ImplicitSystem& system, const Mover* mover = nullptr);

    std::string_view kind() const override { return RigidDef::KIND; }
    std::size_t output_count() const override { return m_def.mesh.vertices.size(); }
    void output_positions(std::span<double> out) const override;
    /// Also "transform", 3 × 4 numbers row after row as those of a mover, and "momentum" and "angular_momentum" about the centre.
    std::vector<BodyResult> results() const override;
    BodyMeasures measure(const StepInfo& last_step) const override;

    void declare_unknowns(DofMap& dofs) override;
    void add_terms(TotalPotential& total) override;
    void begin_step(const StepInfo& step) override;
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x) override;
    Eigen::VectorXd free_motion() const override;
    bool is_held(double /*frame*/) const override { return !is_free(); }

    ContactSurface contact_surface() const override;
    void contact_positions(std::span<Eigen::Vector3d> out) const override;
    void contact_end_positions(std::span<Eigen::Vector3d> out) const override;
    void note_contact(const ContactMeasures& measures) override { m_contact = measures; }

    /// A fixed body goes where its mover is.
    void follow(double frame) override;

    const RigidDef& def() const { return m_def; }
    const MassProperties& mass() const { return m_mass; }
    bool is_free() const { return m_def.motion == RigidMotion::Free; }
    /// Takes rest positions to where they are now.
    Eigen::Affine3d place() const override;
    FrameRide ride() const override;
    Eigen::Affine3d end_place() const override { return m_next_place; }
    /// A.
    const Eigen::Matrix3d& axes() const { return m_axes; }
    Eigen::Vector3d centre() const { return m_mass.centre + m_moved; }
    Eigen::Vector3d velocity() const;
    Eigen::Vector3d angular_velocity() const override;
    /// About the centre of mass [kg m²/s].
    const Eigen::Vector3d& angular_momentum() const { return m_turning.momentum(); }

protected:
    void save_state(ByteWriter& out) const override;
    void load_state(ByteReader& in) override;

private:
    /// The rotation of the body.
    Eigen::Quaterniond rotation() const;
    /// From rest, where it was given exactly.
    void place_vertices(const Eigen::Affine3d& fixed_place, std::span<Eigen::Vector3d> out) const;

    RigidDef m_def;
    const Mover* m_mover;
    MassProperties m_mass;
    double m_length = 1.0;  ///< ℓ
    MassMatrix m_affine_mass;
    MassMatrix m_whole_mass;  ///< of the centre
    Turning m_turning;

    // State of a free body.
    Eigen::Vector3d m_moved = Eigen::Vector3d::Zero();     ///< of the centre from rest [m]
    Eigen::Matrix3d m_axes = Eigen::Matrix3d::Identity();  ///< A
    // Of a fixed one: where its mover is now, and at the end of the step.
    Eigen::Affine3d m_place = Eigen::Affine3d::Identity();
    Eigen::Affine3d m_next_place = Eigen::Affine3d::Identity();
    ContactMeasures m_contact{0.0, BodyMeasures::NONE};

    BlockRange m_blocks;
    std::vector<RigidityElement> m_rigidity;  ///< one
    std::unique_ptr<RigidityPotential> m_rigid;
    std::unique_ptr<MassPotential> m_inertia, m_damping;
    std::unique_ptr<GravityPotential> m_gravity;
};

}  // namespace sinew::rigid
