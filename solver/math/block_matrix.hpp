// Symmetric sparse matrices of 3×3 blocks: the Hessians of the implicit solver, where every unknown is a vector in
// space (the motion of a node, or its turn).
//
// The pattern is made once and shared; values are filled again for every Newton iteration. Only the lower triangle is
// stored: block (i, j) with j ≤ i. The blocks on the diagonal are stored whole, and always there.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sinew {

/// Which blocks a matrix has: for every block row its columns, ascending; the last one is the diagonal.
struct BlockPattern {
    int rows = 0;                        ///< blocks in a row; the matrix is 3·rows × 3·rows
    std::vector<std::size_t> row_start;  ///< rows + 1 entries: where a row begins in `column`
    std::vector<int> column;

    /// From pairs of blocks that meet, in any order, repeated or mirrored as they may be.
    static BlockPattern from_pairs(int rows, std::span<const std::pair<int, int>> pairs);

    bool operator==(const BlockPattern&) const = default;

    std::size_t block_count() const { return column.size(); }
    std::size_t diagonal(int row) const { return row_start[row + 1] - 1; }
    /// Where block (i, j) is stored, j ≤ i, if it is there.
    std::optional<std::size_t> find(int i, int j) const;
    /// The same of a block that must be there.
    std::size_t slot(int i, int j) const;
};

class BlockMatrix {
public:
    BlockMatrix() : m_pattern(std::make_shared<BlockPattern>()) {}
    explicit BlockMatrix(std::shared_ptr<const BlockPattern> pattern)
        : m_pattern(std::move(pattern)),
          m_blocks(m_pattern->block_count(), Eigen::Matrix3d::Zero()) {}

    const BlockPattern& pattern() const { return *m_pattern; }
    int rows() const { return m_pattern->rows; }
    std::span<Eigen::Matrix3d> blocks() { return m_blocks; }
    std::span<const Eigen::Matrix3d> blocks() const { return m_blocks; }

    void set_zero();
    /// y = A x; 3·rows() numbers each. The same bits on any number of threads.
    void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;

private:
    std::shared_ptr<const BlockPattern> m_pattern;
    std::vector<Eigen::Matrix3d> m_blocks;
};

}  // namespace sinew
