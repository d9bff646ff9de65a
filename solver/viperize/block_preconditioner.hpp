// Preconditioner of the Laplacian on voxels, for Eigen's conjugate gradients.
//
// Incomplete factors take care of what changes from cell to cell, and leave what changes slowly: along a sheet of a thousand voxels
// they need a thousand iterations. So the sum of the residual over blocks of cells is solved directly as well and added, M⁻¹ = C⁻¹ + P (Pᵀ A P)⁻¹ Pᵀ
// (two-level additive Schwarz), P being constant in each block; iterations then grow with the width of a block only.
#pragma once

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCholesky>
#include <vector>

namespace sinew::viperize {

class BlockPreconditioner {
public:
    // What Eigen asks of a preconditioner.
    using StorageIndex = int;
    enum { ColsAtCompileTime = Eigen::Dynamic, MaxColsAtCompileTime = Eigen::Dynamic };

    using Matrix = Eigen::SparseMatrix<double>;

    /// Of each unknown, counted from 0 on. To be called before the matrix comes.
    void set_blocks(std::vector<int> block_of);

    BlockPreconditioner& analyzePattern(const Eigen::Ref<const Matrix>&) { return *this; }
    BlockPreconditioner& factorize(const Eigen::Ref<const Matrix>& matrix);
    BlockPreconditioner& compute(const Eigen::Ref<const Matrix>& matrix) {
        return factorize(matrix);
    }
    Eigen::VectorXd solve(const Eigen::VectorXd& residual) const;
    Eigen::ComputationInfo info() const;

private:
    std::vector<int> m_block_of;
    int m_blocks = 0;
    // Unknowns are in the order of the grid, which suits the incomplete factors better than a reordering.
    Eigen::IncompleteCholesky<double, Eigen::Lower, Eigen::NaturalOrdering<int>> m_near;
    Eigen::SimplicialLDLT<Matrix> m_far;
};

}  // namespace sinew::viperize
