// DirectSolver: LDLᵀ factorisation, also of indefinite matrices.
#pragma once

#include <utility>

#include "optimize/block_factor.hpp"
#include "optimize/linear_solver.hpp"

namespace sinew {

class DirectSolver : public LinearSolver {
public:
    DirectSolver() = default;
    /// Analysed already: for matrices with the pattern of this plan.
    explicit DirectSolver(optimize::BlockFactorPlan plan) { m_factor.prepare(std::move(plan)); }

    std::string_view name() const override { return "direct"; }
    void set_common_pattern(const std::shared_ptr<const BlockPattern>& common) override {
        m_planner.set_common(common);
    }
    void analyse(std::shared_ptr<const BlockPattern> pattern) override;
    LinearOutcome factorise(const BlockMatrix& matrix) override;
    LinearOutcome solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                        const CancelToken& cancel) override;
    bool solve_definite(const Eigen::VectorXd& b, Eigen::VectorXd& x) override;

private:
    optimize::BlockFactorPlanner m_planner;
    optimize::BlockFactor m_factor;
};

}  // namespace sinew
