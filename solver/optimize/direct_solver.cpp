#include "optimize/direct_solver.hpp"

#include <utility>
#include <vector>

namespace sinew {

void DirectSolver::analyse(std::shared_ptr<const BlockPattern> pattern) {
    m_pattern = std::move(pattern);
    fill(BlockMatrix(m_pattern));
    m_factor.analyzePattern(m_lower);
}

void DirectSolver::fill(const BlockMatrix& matrix) {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(9 * m_pattern->block_count());
    for (int i = 0; i < m_pattern->rows; ++i) {
        for (std::size_t k = m_pattern->row_start[i]; k <= m_pattern->diagonal(i); ++k) {
            const int j = m_pattern->column[k];
            for (int r = 0; r < 3; ++r) {
                for (int c = 0; c < (i == j ? r + 1 : 3); ++c)
                    entries.emplace_back(3 * i + r, 3 * j + c, matrix.blocks()[k](r, c));
            }
        }
    }
    m_lower.resize(3L * m_pattern->rows, 3L * m_pattern->rows);
    m_lower.setFromTriplets(entries.begin(), entries.end());
}

LinearOutcome DirectSolver::factorise(const BlockMatrix& matrix) {
    fill(matrix);
    m_factor.factorize(m_lower);
    if (m_factor.info() != Eigen::Success || !m_factor.vectorD().allFinite()) {
        return LinearOutcome::Failed;
    }
    return (m_factor.vectorD().array() > 0.0).all() ? LinearOutcome::Ok : LinearOutcome::Indefinite;
}

LinearOutcome DirectSolver::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                                  const CancelToken& /*cancel*/) {
    x = m_factor.solve(b);
    return x.allFinite() ? LinearOutcome::Ok : LinearOutcome::Failed;
}

}  // namespace sinew
