#include "optimize/direct_solver.hpp"

namespace sinew {

void DirectSolver::analyse(std::shared_ptr<const BlockPattern> pattern) {
    m_factor.prepare(m_planner.plan(*pattern));
}

LinearOutcome DirectSolver::factorise(const BlockMatrix& matrix) {
    const optimize::FactorReport report = m_factor.factorise(matrix);
    if (report.outcome != optimize::FactorOutcome::Done) return LinearOutcome::Failed;
    return report.negative_pivots == 0 ? LinearOutcome::Ok : LinearOutcome::Indefinite;
}

LinearOutcome DirectSolver::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                                  const CancelToken& /*cancel*/) {
    m_factor.solve(b, x);
    return x.allFinite() ? LinearOutcome::Ok : LinearOutcome::Failed;
}

bool DirectSolver::solve_definite(const Eigen::VectorXd& b, Eigen::VectorXd& x) {
    m_factor.solve_definite(b, x);
    return x.allFinite();
}

}  // namespace sinew
