// Newton's method on a total potential.
//
// Each iteration takes the Hessian as it is, but for the stress in its geometric part, which is that promised by the step before
// (potential/element_potential.hpp). When it cannot be factorised, or the direction does not descend, or no step
// along it lowers the energy, a growing multiple σ of the diagonal's size is added to the diagonal and the direction is
// found again: for large σ that is a short step down the gradient, so a step exists unless the gradient is wrong.
//
// Before that, where the matrix is indefinite and its direction does not descend, the same factor with |D| instead of D gives one that does. It leads away
// from saddles, which sheets that crumple come by often; a shift large enough to descend creeps away from them.
//
// Where shifts begin small (`smallest_shift`), a step that does not descend whole is found again with the first few of them before it is
// shortened. Halving a step shortens all of it; a small shift shortens what hardly resists, as the wrinkles of a sheet do, and leaves
// the rest whole. Where contact keeps surfaces apart, steps are shortened at once: there it is the barrier that ends them.
//
// Where the line search had to shorten a step all the same, the parabola was wrong at that distance, and the next iteration begins with
// a larger σ; whole steps make it smaller again, down to 0 (Levenberg and Marquardt's rule). Bodies that resist curvature about
// one axis only have such energies, with deep and bent valleys: iterations are halved there.
//
// Converged means: on every node, |unbalanced force| ≤ tolerance · forces on its object + round-off. Round-off along an axis
// is the force that 1e-13 of the object's size makes against that axis' row of the node's own block of the diagonal. It lets a
// scene at rest be at rest, and stiff materials end where doubles do. A pin along one axis is not in the rows of the others:
// a small load along a free axis of a pinned node counts. A given load that nothing balances yet is no round-off either: as long as
// more than a hundredth of the loads is left, the first iteration is taken. Slender bodies move visibly under loads far below the
// round-off of their stiffest axes.
//
// While kinematic colliders are on their way through the step, an iteration takes them along: the direction balances the forces as they will
// be, linearly, when the rest of the way is gone, and both go as far as all terms allow. The energy may rise, since the colliders do
// work.
//
// Torques on rotations are compared with the forces on positions too, over a lever of about the distance of two nodes. Often nothing
// but the elastic energy acts on rotations: compared with itself, what is left would never be small. So it is with forces on radii.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "base/cancel.hpp"
#include "body/step_info.hpp"
#include "optimize/line_search.hpp"
#include "optimize/linear_solver.hpp"
#include "optimize/newton_settings.hpp"
#include "potential/total_potential.hpp"

namespace sinew {

struct NewtonReport {
    StepOutcome outcome = StepOutcome::Converged;
    int iterations = 0;
    double residual =
        0.0;  ///< largest over the nodes, relative to the forces; ≤ tolerance when converged [1]
    int worst_block = -1;    ///< where that is; −1 if nowhere
    int factorisations = 0;  ///< more than iterations where the matrix had to be regularised
};

class Newton {
public:
    /// `solver` must outlive this.
    Newton(const NewtonSettings& settings, LinearSolver& solver)
        : m_settings(settings), m_solver(solver) {}

    /// All that follows from the pattern alone: `minimise` does it otherwise.
    void prepare(const TotalPotential& total);
    /// Moves x to the minimum. Whatever the outcome, x is the last point accepted and finite if it was.
    NewtonReport minimise(TotalPotential& total, Eigen::VectorXd& x, const CancelToken& cancel);

private:
    enum class Descent { Moved, Stuck, Cancelled };

    /// The matrix at x, for the pattern that the total has now.
    void assemble(TotalPotential& total, const Eigen::VectorXd& x);
    Descent descend(TotalPotential& total, Eigen::VectorXd& x, const CancelToken& cancel,
                    NewtonReport& report);
    /// The same while something is on its way through the step.
    Descent travel(TotalPotential& total, Eigen::VectorXd& x, const CancelToken& cancel,
                   NewtonReport& report);
    /// Direction for the matrix with `sigma` times the diagonal's size added; false when there is none that descends.
    bool find_direction(const CancelToken& cancel, double& slope);
    /// For the step of length t from x to the trial point: the stress that it promises, or that of the trial point where steps lead
    /// astray.
    void promise_stress(TotalPotential& total, const Eigen::VectorXd& x, double t);
    /// Accuracy of the linear solve that the residual is worth [1].
    double linear_accuracy(double residual) const;
    void add_to_diagonal(double sigma);
    /// What an unbalanced force or torque on the k-th entry is compared with: forces on it, and for rotations also the torque of
    /// the forces on its positions over about the distance of two nodes [N, N m].
    double force_scale(const DofMap& dofs, std::size_t k) const;
    void measure_residual(const DofMap& dofs, NewtonReport& report) const;

    NewtonSettings m_settings;
    LinearSolver& m_solver;
    std::shared_ptr<const BlockPattern> m_pattern;  ///< that m_solver has analysed
    BlockMatrix m_matrix;
    PsdProjection m_projection = PsdProjection::None;  ///< that it was made with
    /// Per block, of the matrix before anything was added; 0 before the first matrix.
    std::vector<double> m_diagonal_size;
    /// Per block, likewise: size of each row of the diagonal's block.
    std::vector<Eigen::Vector3d> m_axis_stiffness;
    EnergyAndGradient m_energy;  ///< at x
    TrialPoint m_trial;
    Eigen::VectorXd m_direction;
    bool m_is_astray =
        false;  ///< a step of this minimisation was cut short: exact Hessians from then on
    double m_next_sigma = 0.0;  ///< that the next iteration tries first
    double m_sigma = 0.0;       ///< now added to the diagonal, in units of m_diagonal_size
};

}  // namespace sinew
