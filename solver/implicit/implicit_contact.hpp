// ImplicitContact: the surfaces of all implicit bodies and of the meshes, pills and half-planes of a world, as terms of the total: barriers and friction.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/log.hpp"
#include "body/step_info.hpp"
#include "contact/contact_anchors.hpp"
#include "contact/contact_potential.hpp"
#include "contact/friction_potential.hpp"
#include "contact/tangles.hpp"
#include "contact/untangle_potential.hpp"
#include "implicit/implicit_body.hpp"

namespace sinew {

class KinematicSource;
struct Colliders;

class ImplicitContact {
public:
    /// Whose bodies meet which colliders; null: no colliders. Bodies have their unknowns. Adds a term if any two surfaces may meet; `total` must outlive it.
    void lay_out(std::span<ImplicitBody* const> bodies, const Colliders* colliders,
                 TotalPotential& total);
    /// False when colliders came or went since lay_out.
    bool fits(const Colliders* colliders) const;

    /// Warns of surfaces that stand in each other, and below half-planes, at `frame`, and notes them.
    void check_start(double frame, const Colliders* colliders, const Log& log);
    /// Before Newton's method: positions at both ends of the step, candidates. `predicted` motion of all unknowns.
    void begin_step(const StepInfo& step, const Colliders* colliders,
                    const Eigen::VectorXd& predicted);
    /// Draws tangled surfaces apart in a step of length dt. After begin_step, before anything else asks the terms of the total.
    void begin_untangling(double dt);
    /// A solve got stuck at x on the way of the colliders: of the pairs with one of them, lets that through which presses
    /// most, and begins the step again. False: there is none.
    bool let_through(const Eigen::VectorXd& x, const Eigen::VectorXd& predicted, double dt);
    /// Takes the lagged part of friction from x. False: it hardly changed, so that x is the solution.
    bool lag_friction(const Eigen::VectorXd& x);
    /// At the minimum x: whether the minimum is to be found again, with stiffer half-planes.
    bool stiffen(const Eigen::VectorXd& x) { return m_potential && m_potential->stiffen_planes(x); }
    /// Tells the bodies what contact did in the step that ended at x, and at `frame`.
    void accept_step(const Eigen::VectorXd& x, double frame, const Colliders* colliders);

    /// What was let through is listed until the frame ends.
    void begin_frame() { m_let_through.clear(); }
    /// Surfaces that were tangled at the end of the last step, or at the start, or that were let through in this frame.
    std::vector<TangledPair> tangled() const;

    /// What contacts remember. After lay_out.
    void save(ByteWriter& out) const;
    void load(ByteReader& in);

    /// Null where nothing can meet.
    const ContactPotential* potential() const { return m_potential.get(); }

private:
    /// Where the points of all surfaces are.
    void set_start(double frame, const Colliders* colliders);

    std::size_t first_pill() const { return m_bodies.size() + m_meshes; }
    std::size_t first_source() const { return first_pill() + m_pills; }
    /// Radii of the points of a pill collider, relative to rest.
    void set_pill_radii(std::size_t pill, double growth);
    void warn_of_sunken(const Log& log) const;
    void warn_of_tangled(const Log& log) const;
    /// What is tangled now, with names.
    void note_tangled();

    std::unique_ptr<ContactPotential> m_potential;
    std::unique_ptr<FrictionPotential> m_friction;  ///< null where nothing rubs
    ContactAnchors m_anchors;
    std::unique_ptr<Tangles> m_tangles;  ///< null where nothing but half-planes is met, as is:
    std::unique_ptr<UntanglePotential> m_untangle;
    std::vector<TangledPair> m_tangled;
    std::vector<TangledPair> m_let_through;  ///< in the frame,
    std::vector<TangledPair> m_passing;      ///< and in the step
    std::vector<ImplicitBody*> m_bodies;     ///< those with surfaces, which come first
    std::size_t m_meshes = 0;
    std::size_t m_pills = 0;
    std::vector<const KinematicSource*> m_sources;  ///< those with surfaces
    std::size_t m_planes = 0;
    std::size_t m_all_sources = 0;
};

}  // namespace sinew
