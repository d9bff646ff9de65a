// ImplicitBody: a body whose energies are minimised together with those of all other implicit bodies.
//
// In the order of calls: declare_unknowns and add_terms when the set of bodies changes, then for every step begin_step
// and, if it converged, accept_step. A step that fails leaves no trace: state changes in accept_step only.
#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

#include "body/body.hpp"
#include "contact/contact_potential.hpp"
#include "implicit/motion_history.hpp"
#include "potential/total_potential.hpp"

namespace sinew {

class ImplicitSystem;
class ImplicitBody;

/// Two bodies.
using BodyPair = std::pair<const ImplicitBody*, const ImplicitBody*>;

class ImplicitBody : public Body {
public:
    /// Leaves its system.
    ~ImplicitBody() override;
    ImplicitBody(const ImplicitBody&) = delete;
    ImplicitBody& operator=(const ImplicitBody&) = delete;

    /// Adds the body's ranges of blocks and remembers them. Their number never changes.
    virtual void declare_unknowns(DofMap& dofs) = 0;
    /// Makes the potentials for the ranges declared and adds them. The body owns them.
    virtual void add_terms(TotalPotential& total) = 0;
    /// Samples inputs at the end of the step: targets of inertia (from motion()), pins, loads. The potentials'
    /// own begin_step follows.
    virtual void begin_step(const StepInfo& step) = 0;
    /// Folds the increments into positions and rotations. `x` has the unknowns of all bodies; motion() already has the new
    /// rates.
    virtual void accept_step(const StepInfo& step, const Eigen::VectorXd& x) = 0;

    /// Steps that are tried again may hold rotations back (NodeTerms). From now on they do so with a `share` of that, 0 to 1, and
    /// from where the unknowns are at `x`.
    virtual void loosen_drag(const Eigen::VectorXd& /*x*/, double /*share*/) {}

    /// The motion of the step without forces, of all its blocks: turns where these are rotations. After begin_step.
    virtual Eigen::VectorXd free_motion() const { return m_motion.predicted(); }

    /// What of it touches others; without triangles: nothing. After declare_unknowns.
    virtual ContactSurface contact_surface() const { return {}; }
    /// Where the points of that surface are now [m].
    virtual void contact_positions(std::span<Eigen::Vector3d> /*out*/) const {}
    /// How thick they are now [m]; `out` has the radii of the surface.
    virtual void contact_radii(std::span<double> /*out*/) const {}
    /// Of a surface that rides on no unknowns: where it is at the end of the step that was begun.
    virtual void contact_end_positions(std::span<Eigen::Vector3d> /*out*/) const {}
    /// The point of that surface which a vertex of the body is; −1: none.
    virtual int surface_point(int vertex) const { return vertex; }
    /// What contact did to it in the step that was just accepted.
    virtual void note_contact(const ContactMeasures& /*measures*/) {}

    /// Whether it asks how firmly others resist, in every step.
    virtual bool asks_for_resistance() const { return false; }
    /// The answer: the blocks of the Hessian's diagonal (TotalPotential::resistance_at_start). After begin_step.
    virtual void note_resistance(std::span<const Eigen::Matrix3d> /*diagonal*/) {}

    /// Bodies that do not meet because of this one, such as those that a joint holds together.
    virtual std::vector<BodyPair> apart() const { return {}; }

    /// Whether a pin holds a part of it at `frame`.
    virtual bool is_held(double /*frame*/) const { return true; }

    const MotionHistory& motion() const { return m_motion; }
    /// All blocks of this body.
    BlockRange unknowns() const { return m_unknowns; }

    void save(ByteWriter& out) const final;
    void load(ByteReader& in) final;

protected:
    using Body::Body;

    /// Positions and rotations; the motion is saved beside them.
    virtual void save_state(ByteWriter& out) const = 0;
    virtual void load_state(ByteReader& in) = 0;

    /// The part of motion().predicted() or resting() that belongs to a range of this body.
    auto part_of(const Eigen::VectorXd& of_body, BlockRange range) const {
        return of_body.segment(3L * (range.first - m_unknowns.first), 3L * range.count);
    }
    /// Of all its blocks, before the first step [m/s, rad/s].
    void set_rates(const Eigen::VectorXd& rates) { m_motion.set_rates(rates); }

private:
    friend class ImplicitSystem;

    ImplicitSystem* m_system = nullptr;
    BlockRange m_unknowns;
    MotionHistory m_motion;
};

}  // namespace sinew
