// NodeTerms: what all bodies of nodes that move and turn have in common, whatever they are made of: inertia, damping, gravity,
// forces and torques, contact with others, and what holds rotations back in steps that are tried again.
//
// Rotations have no inertia by default, so where something soft is torn about, buckles or is turned inside out they may have to jump
// to another minimum, too far for one step, and a shorter step finds the same jump. In steps that are tried again they are
// held back by a part, DRAG_SHARE, of the rotary inertia that the matter around a node has about it, over dt²: then a short enough
// step always ends. 10⁻³ is too little to be seen where steps do not fail.
//
// The body keeps positions and rotations and adds the terms in the order that it likes.
#pragma once

#include <memory>
#include <vector>

#include "contact/contact_potential.hpp"
#include "implicit/motion_history.hpp"
#include "potential/load_potential.hpp"
#include "potential/mass_potential.hpp"
#include "potential/rotary_mass_potential.hpp"
#include "potential/torque_potential.hpp"
#include "potential/total_potential.hpp"

namespace sinew {

/// Blocks of a body's unknowns.
struct NodeUnknowns {
    BlockRange positions;
    BlockRange rotations;  ///< may be empty
};

/// Of all nodes [kg, kg m²].
struct NodeMasses {
    MassMatrix mass;
    MassMatrix rotary;
    MassMatrix drag;                 ///< DRAG_SHARE of the inertia of the matter around each node
    double damping = 0.0;            ///< rate at which all motion dies out [1/s]
    bool has_rotary_inertia = true;  ///< whether `rotary` is more than zero
};

class NodeTerms {
public:
    static constexpr double DRAG_SHARE = 1e-3;

    /// What contact did in the last step.
    struct Contact {
        double energy = 0.0;                       ///< [J]
        double min_distance = BodyMeasures::NONE;  ///< [m]
    };

    explicit NodeTerms(NodeMasses masses);

    // When the body is laid out. The terms belong to this.
    void set_unknowns(const NodeUnknowns& unknowns) { m_unknowns = unknowns; }
    const NodeUnknowns& unknowns() const { return m_unknowns; }
    void add_mass_terms(TotalPotential& total);
    void add_gravity_term(TotalPotential& total);
    void add_load_terms(TotalPotential& total, bool forces, bool torques);

    // For every step.
    /// `first_block` of the body.
    void begin_step(const StepInfo& step, const MotionHistory& motion, int first_block);
    /// Null where there are none.
    LoadPotential* forces() { return m_forces.get(); }
    LoadPotential* torques() { return m_torques.get(); }
    /// See ImplicitBody.
    void loosen_drag(const Eigen::VectorXd& x, double share);
    void accept_step() { m_contact = {}; }

    /// Adds what contact between surfaces did in the step that was accepted.
    void note_contact(const ContactMeasures& measures);
    /// Kinetic, gravitational and contact energy, distance to others.
    void measure(const MotionHistory& motion, const std::vector<Eigen::Vector3d>& positions,
                 const Eigen::Vector3d& gravity, BodyMeasures& measures) const;
    /// To be saved with the body's state.
    const Contact& contact() const { return m_contact; }
    void set_contact(const Contact& contact) { m_contact = contact; }

private:
    NodeMasses m_masses;
    NodeUnknowns m_unknowns;
    Contact m_contact;
    double m_drag = 0.0;  ///< weight of the rotary drag in this step [1/s²]

    std::unique_ptr<MassPotential> m_inertia, m_damping, m_rotary_drag;
    std::unique_ptr<RotaryMassPotential> m_rotary_inertia, m_rotary_damping;
    std::unique_ptr<GravityPotential> m_gravity;
    std::unique_ptr<LoadPotential> m_forces;
    std::unique_ptr<TorquePotential> m_torques;
};

}  // namespace sinew
