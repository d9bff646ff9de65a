// Sparse symmetric matrices of 3×3 blocks as L D Lᵀ, definite or not: the direct solver of the implicit step.
//
// Multifrontal [multifrontal]: the matrix is taken apart into dense fronts along an assembly tree, and each front
// is eliminated with tile kernels. What depends on the pattern alone is done once (`analyse`), and a factorisation
// allocates nothing. Branches of the tree run on several threads, and so do tiles of large fronts; the bits of the
// result do not depend on how many.
//
// There is no pivoting. The factor of an indefinite matrix may be inaccurate when a pivot is small: `FactorReport`
// says how small, how many are negative (as many as the matrix has negative eigenvalues, Sylvester) and where it
// broke down. Repairing the matrix is up to the caller.
#pragma once

#include <Eigen/Core>

#include "base/machine_memory.hpp"
#include "math/block_matrix.hpp"
#include "optimize/block_factor_plan.hpp"
#include "optimize/front.hpp"

namespace sinew::optimize {

enum class FactorOutcome {
    Done,
    PivotFailed,  ///< zero, lost to rounding, or not finite: there is no factor
};

struct FactorReport {
    FactorOutcome outcome = FactorOutcome::Done;
    int negative_pivots = 0;  ///< of those that were eliminated
    double smallest_pivot =
        1.0;  ///< |pivot| over the largest number of its column behind the diagonal [1]
    int smallest_row = -1;  ///< block row in which it is
    int failed_row =
        -1;  ///< block row that could not be eliminated: the first in the order of elimination
};

class BlockFactor {
public:
    /// A pivot must be larger than this, relative to its column of the matrix. Rounding leaves about 1e-15 of a
    /// pivot that should be zero.
    static constexpr double LEAST_PIVOT = 1e-13;

    /// Prepares for matrices with this pattern. Throws Error{OutOfMemory}, before any of it is taken, if the factor needs
    /// more than `memory_limit` [bytes].
    void analyse(const BlockPattern& pattern, double memory_limit = machine_memory_bytes()) {
        prepare(make_block_factor_plan(pattern), memory_limit);
    }
    /// The same for a plan that was made already.
    void prepare(BlockFactorPlan plan, double memory_limit = machine_memory_bytes());

    /// The matrix must have the pattern that was analysed. Allocates nothing.
    FactorReport factorise(const BlockMatrix& matrix, double least_pivot = LEAST_PIVOT);

    /// x = A⁻¹ b, 3 numbers for each block row; after a factorisation that is done. `x` may be `b`.
    void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) { solve(b, x, false); }
    /// x = (L |D| Lᵀ)⁻¹ b: with the same factor, of a matrix that is definite also where A is not.
    void solve_definite(const Eigen::VectorXd& b, Eigen::VectorXd& x) { solve(b, x, true); }

    int rows() const { return static_cast<int>(m_plan.row_at.size()); }
    /// Numbers of L, and what one factorisation takes.
    double factor_entries() const { return m_plan.factor_entries; }
    double multiplications() const { return m_plan.multiplications; }
    std::size_t memory_bytes() const;

private:
    void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x, bool absolute_pivots);
    Front view(int front);
    void eliminate_subtree(int front);
    void eliminate_front(int front);
    void assemble(const FrontPlan& plan, const Front& front);
    void add_child(int child, const FrontPlan& plan, const Front& front);
    FactorReport report() const;
    void forward_subtree(int front);
    void forward_front(int front);
    void backward_subtree(int front);
    void backward_front(int front);

    BlockFactorPlan m_plan;
    Eigen::VectorXd m_panels;
    Eigen::VectorXd m_scaled;
    Eigen::VectorXd m_left;
    Eigen::VectorXd m_diagonal;             ///< D in the order of elimination
    Eigen::VectorXd m_scale;                ///< what pivots are compared with
    Eigen::VectorXd m_vector;               ///< of a solve, in the order of elimination
    Eigen::VectorXd m_rest;                 ///< of a solve: what fronts pass on
    std::vector<PivotCheck> m_checks;       ///< of each front
    const BlockMatrix* m_matrix = nullptr;  ///< while it is being factorised
    double m_least_pivot = LEAST_PIVOT;
    bool m_absolute_pivots = false;  ///< of a solve
};

}  // namespace sinew::optimize
