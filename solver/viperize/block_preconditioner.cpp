#include "viperize/block_preconditioner.hpp"

#include <algorithm>
#include <utility>

namespace sinew::viperize {

void BlockPreconditioner::set_blocks(std::vector<int> block_of) {
    m_block_of = std::move(block_of);
    m_blocks = m_block_of.empty() ? 0 : 1 + *std::max_element(m_block_of.begin(), m_block_of.end());
}

BlockPreconditioner& BlockPreconditioner::factorize(const Eigen::Ref<const Matrix>& matrix) {
    m_near.compute(matrix);
    // Pᵀ A P: entries between two blocks are added up.
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(static_cast<std::size_t>(matrix.nonZeros()));
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
        for (Eigen::Ref<const Matrix>::InnerIterator entry(matrix, column); entry; ++entry)
            entries.emplace_back(m_block_of[entry.row()], m_block_of[column], entry.value());
    }
    Matrix blocks(m_blocks, m_blocks);
    blocks.setFromTriplets(entries.begin(), entries.end());
    m_far.compute(blocks);
    return *this;
}

Eigen::VectorXd BlockPreconditioner::solve(const Eigen::VectorXd& residual) const {
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(m_blocks);
    for (Eigen::Index i = 0; i < residual.size(); ++i)
        sums[m_block_of[i]] += residual[i];
    const Eigen::VectorXd far = m_far.solve(sums);
    Eigen::VectorXd result = m_near.solve(residual);
    for (Eigen::Index i = 0; i < residual.size(); ++i)
        result[i] += far[m_block_of[i]];
    return result;
}

Eigen::ComputationInfo BlockPreconditioner::info() const {
    return m_near.info() == Eigen::Success ? m_far.info() : m_near.info();
}

}  // namespace sinew::viperize
