// DirectSolver: LDLᵀ factorisation, also of indefinite matrices.
#pragma once

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include "optimize/linear_solver.hpp"

namespace sinew {

class DirectSolver : public LinearSolver {
public:
    std::string_view name() const override { return "direct"; }
    void analyse(std::shared_ptr<const BlockPattern> pattern) override;
    LinearOutcome factorise(const BlockMatrix& matrix) override;
    LinearOutcome solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                        const CancelToken& cancel) override;

private:
    void fill(const BlockMatrix& matrix);

    std::shared_ptr<const BlockPattern> m_pattern;
    Eigen::SparseMatrix<double> m_lower;
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> m_factor;
};

}  // namespace sinew
