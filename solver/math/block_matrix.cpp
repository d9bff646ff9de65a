#include "math/block_matrix.hpp"

#include <algorithm>
#include <cassert>

namespace sinew {

BlockPattern BlockPattern::from_pairs(int rows, std::span<const std::pair<int, int>> pairs) {
    // Counting sort by row, then each row by column.
    const auto row_of = [](const std::pair<int, int>& pair) {
        return std::max(pair.first, pair.second);
    };
    std::vector<std::size_t> start(rows + 1, 0);
    for (int i = 0; i < rows; ++i)
        start[i + 1] = 1;
    for (const auto& pair : pairs)
        ++start[row_of(pair) + 1];
    for (int i = 0; i < rows; ++i)
        start[i + 1] += start[i];
    std::vector<int> column(start[rows]);
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (int i = 0; i < rows; ++i)
        column[next[i]++] = i;
    for (const auto& pair : pairs)
        column[next[row_of(pair)]++] = std::min(pair.first, pair.second);

    BlockPattern pattern;
    pattern.rows = rows;
    pattern.row_start.reserve(rows + 1);
    pattern.row_start.push_back(0);
    for (int i = 0; i < rows; ++i) {
        const auto begin = column.begin() + static_cast<std::ptrdiff_t>(start[i]);
        const auto end = column.begin() + static_cast<std::ptrdiff_t>(start[i + 1]);
        std::sort(begin, end);
        pattern.column.insert(pattern.column.end(), begin, std::unique(begin, end));
        pattern.row_start.push_back(pattern.column.size());
    }
    return pattern;
}

std::optional<std::size_t> BlockPattern::find(int i, int j) const {
    const auto begin = column.begin() + static_cast<std::ptrdiff_t>(row_start[i]);
    const auto end = column.begin() + static_cast<std::ptrdiff_t>(row_start[i + 1]);
    const auto found = std::lower_bound(begin, end, j);
    if (found == end || *found != j) return std::nullopt;
    return static_cast<std::size_t>(found - column.begin());
}

std::size_t BlockPattern::slot(int i, int j) const {
    const auto found = find(i, j);
    assert(found);
    return *found;
}

void BlockMatrix::set_zero() {
    std::fill(m_blocks.begin(), m_blocks.end(), Eigen::Matrix3d::Zero());
}

void BlockMatrix::multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
    y.setZero(x.size());
    for (int i = 0; i < rows(); ++i) {
        const Eigen::Vector3d own = x.segment<3>(3L * i);
        const std::size_t diagonal = m_pattern->diagonal(i);
        Eigen::Vector3d sum = m_blocks[diagonal] * own;
        for (std::size_t k = m_pattern->row_start[i]; k < diagonal; ++k) {
            const long j = 3L * m_pattern->column[k];
            sum += m_blocks[k] * x.segment<3>(j);
            y.segment<3>(j) += m_blocks[k].transpose() * own;
        }
        y.segment<3>(3L * i) += sum;
    }
}

}  // namespace sinew
