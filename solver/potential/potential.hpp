// Potential: one term Ψ of the energy that an implicit step minimises.
//
// Unknowns come in blocks of three numbers: the motion of a node over the step [m], or its rotation vector over the
// step [rad, world axes, see math/rotation.hpp]. x holds all of them; x = 0 is the state at the start of the step.
// Ψ is an energy in joules whose gradient is minus a force [N] or a torque [N m]. No term knows the factors of the time
// integrator.
//
// A term finds its entries of the Hessian once: it lists the pairs of blocks that it couples, gets the
// pattern of the whole matrix and remembers the slots. After that nothing is searched. A term whose pairs change lists all that
// a step may need (contact/contact_potential.hpp).
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <utility>
#include <vector>

#include "body/step_info.hpp"
#include "math/block_matrix.hpp"
#include "potential/block_range.hpp"

namespace sinew {

/// Treatment of an element's Hessian that is not positive semidefinite.
enum class PsdProjection {
    None,      ///< keep it: Newton converges in fewer iterations on elastic energies
    Barriers,  ///< likewise, but for energies that grow without bound, such as contact: far from the minimum these lead astray
    Clamp,     ///< negative eigenvalues become zero
};

/// Pairs of blocks that meet in a Hessian, in any order, repeated as they may be. The diagonal is always there.
using BlockPairs = std::vector<std::pair<int, int>>;

class Potential {
public:
    virtual ~Potential() = default;

    /// Short name for logs and tests, e.g. "pins". A string literal.
    virtual std::string_view name() const = 0;

    /// All blocks that Ψ depends on lie in it: the gradient is zero elsewhere. Constant.
    virtual BlockRange range() const = 0;
    /// Appends the pairs of different blocks that the Hessian couples.
    virtual void list_pairs(BlockPairs& pairs) const = 0;
    /// Remembers where its blocks are in a matrix of this pattern.
    virtual void find_slots(const BlockPattern& pattern) = 0;

    /// Ψ(x) [J]. Infinite or NaN where Ψ is not defined; such an x is never accepted.
    virtual double value(const Eigen::VectorXd& x) const = 0;
    /// g += weight·∂Ψ/∂x. Returns Ψ(x), without the weight.
    virtual double add_gradient(const Eigen::VectorXd& x, double weight,
                                Eigen::VectorXd& g) const = 0;
    /// Also H += weight·∂²Ψ/∂x², with the Hessian of each element projected as `psd` says. After take_stress, the geometric
    /// part of H has the promised stress in it, and so has what is added to g, which is then not the gradient.
    virtual double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                               Eigen::VectorXd& g, BlockMatrix& H) const = 0;

    /// True for given loads, whose forces have no round-off, however small they are.
    virtual bool is_load() const { return false; }

    /// True for springs that hold unknowns at given places.
    virtual bool is_pin() const { return false; }

    /// True if its Hessian depends on PsdProjection::Barriers, at the last update_active_set.
    virtual bool has_barriers() const { return false; }

    // Hooks. A term that needs more is probably not a potential.

    /// Rebuilds what is frozen for a step: loads, targets, lagged states.
    virtual void begin_step(const StepInfo& /*step*/) {}
    /// Finds what acts at x and is frozen while Ψ is expanded there, such as the pairs in contact. Depends on x and the step
    /// alone, and is cheap: every trial of the line search calls it. Leaves list_pairs as it is.
    virtual void update_active_set(const Eigen::VectorXd& /*x*/) {}
    /// False when a pair of list_pairs is not in `pattern`, the one that its slots were found in: the pattern is then made again.
    /// Newton's method asks before it makes a Hessian, never at trials.
    virtual bool fits(const BlockPattern& /*pattern*/) { return true; }
    /// Largest t in [0, 1] for which x + s·dx stays where Ψ is defined for all s ≤ t, while what travels goes s of the way that is left.
    virtual double max_step(const Eigen::VectorXd& /*x*/, const Eigen::VectorXd& /*dx*/) {
        return 1.0;
    }

    /// Without terms that are no measure of how firmly bodies resist being pushed, such as friction and joints: while aside, these have no
    /// energy.
    virtual void set_aside(bool /*is_aside*/) {}

    // Ways that are curved. Along a straight way a body that turns leaves its shape, and a stiff term stops it long before the minimum.

    /// Whether this term has such ways.
    virtual bool bends() const { return false; }
    /// `trial` is x + t·dx. Moves the blocks of this term from there to the point t of a curve that leaves x along dx.
    virtual void bend(const Eigen::VectorXd& /*x*/, const Eigen::VectorXd& /*dx*/, double /*t*/,
                      Eigen::VectorXd& /*trial*/) const {}

    // What moves by itself within a step, such as a kinematic collider: it goes from where it is at the start to where it is at the end.

    /// Whether anything does in this step.
    virtual bool travels() const { return false; }
    /// The share of its way that it has gone, 0 to 1.
    virtual void set_travelled(double /*share*/) {}
    /// g += how ∂Ψ/∂x changes, linearly, when the rest of the way is gone.
    virtual void add_travel(const Eigen::VectorXd& /*x*/, Eigen::VectorXd& /*g*/) const {}

    // Stress as an unknown of Newton's method: why and how is in potential/element_potential.hpp.

    /// From now on the geometric part of the Hessian has a promised stress in it; now that at x = 0.
    virtual void take_stress() {}
    /// A step of Newton's method leads from x to x + dx: promises the stress that the linearised strain has there.
    virtual void promise_stress(const Eigen::VectorXd& /*x*/, const Eigen::VectorXd& /*dx*/) {}
};

/// The unknowns of all blocks of a range.
inline auto blocks_of(Eigen::VectorXd& x, BlockRange range) {
    return x.segment(3L * range.first, 3L * range.count);
}
inline auto blocks_of(const Eigen::VectorXd& x, BlockRange range) {
    return x.segment(3L * range.first, 3L * range.count);
}

/// The three unknowns of a block.
inline auto block_of(Eigen::VectorXd& x, int block) {
    return x.segment<3>(3L * block);
}
inline auto block_of(const Eigen::VectorXd& x, int block) {
    return x.segment<3>(3L * block);
}

}  // namespace sinew
