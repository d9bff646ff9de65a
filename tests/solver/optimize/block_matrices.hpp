// Block matrices for the tests of linear solvers.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <memory>
#include <utility>
#include <vector>

#include "math/block_matrix.hpp"
#include "optimize/elimination_graph.hpp"
#include "support/random.hpp"

namespace sinew::test {

using BlockPairs = std::vector<std::pair<int, int>>;

inline BlockMatrix block_matrix(int rows, const BlockPairs& pairs) {
    return BlockMatrix(std::make_shared<const BlockPattern>(BlockPattern::from_pairs(rows, pairs)));
}

/// The edges of a box of nx × ny × nz nodes, cut into tetrahedra: each node and its neighbours in positive
/// directions.
inline BlockPairs grid_edges(int nx, int ny, int nz) {
    BlockPairs edges;
    const auto node = [&](int x, int y, int z) { return (z * ny + y) * nx + x; };
    for (int z = 0; z < nz; ++z)
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x)
                for (int d = 1; d < 8; ++d) {
                    const int to[3] = {x + (d & 1), y + (d >> 1 & 1), z + (d >> 2)};
                    if (to[0] < nx && to[1] < ny && to[2] < nz)
                        edges.emplace_back(node(x, y, z), node(to[0], to[1], to[2]));
                }
    return edges;
}

/// Its graph, as the order of elimination sees it.
inline optimize::EliminationGraph grid_graph(int nx, int ny, int nz) {
    return optimize::compress(BlockPattern::from_pairs(nx * ny * nz, grid_edges(nx, ny, nz))).graph;
}

/// The same with two block rows a node, as a body with rotations has: 2·node and 2·node + 1.
inline BlockPairs doubled(const BlockPairs& edges, int nodes) {
    BlockPairs pairs;
    for (int i = 0; i < nodes; ++i)
        pairs.emplace_back(2 * i, 2 * i + 1);
    for (const auto& [i, j] : edges)
        for (const int a : {0, 1})
            for (const int b : {0, 1})
                pairs.emplace_back(2 * i + a, 2 * j + b);
    return pairs;
}

/// Every off-diagonal block a random spring between its rows, so that the matrix is positive semidefinite and blind
/// to a common motion of a connected part; `mass` on the diagonal makes it definite.
inline void fill_springs(BlockMatrix& matrix, double mass, Random& random) {
    matrix.set_zero();
    const BlockPattern& pattern = matrix.pattern();
    for (int i = 0; i < pattern.rows; ++i) {
        matrix.blocks()[pattern.diagonal(i)] += mass * Eigen::Matrix3d::Identity();
        for (std::size_t k = pattern.row_start[i]; k < pattern.diagonal(i); ++k) {
            const Eigen::Vector3d along = random.vector3();
            const Eigen::Matrix3d spring =
                along * along.transpose() + 0.1 * Eigen::Matrix3d::Identity();
            matrix.blocks()[k] -= spring;
            matrix.blocks()[pattern.diagonal(i)] += spring;
            matrix.blocks()[pattern.diagonal(pattern.column[k])] += spring;
        }
    }
}

/// Random numbers everywhere, `shift` added to the diagonal.
inline void fill_random(BlockMatrix& matrix, double shift, Random& random) {
    const BlockPattern& pattern = matrix.pattern();
    for (Eigen::Matrix3d& block : matrix.blocks())
        for (double& entry : block.reshaped())
            entry = random.uniform(-1.0, 1.0);
    for (int i = 0; i < pattern.rows; ++i) {
        Eigen::Matrix3d& block = matrix.blocks()[pattern.diagonal(i)];
        block = (block + block.transpose()).eval() + shift * Eigen::Matrix3d::Identity();
    }
}

/// Both triangles.
inline Eigen::SparseMatrix<double> to_sparse(const BlockMatrix& matrix) {
    std::vector<Eigen::Triplet<double>> entries;
    const BlockPattern& pattern = matrix.pattern();
    for (int i = 0; i < pattern.rows; ++i)
        for (std::size_t k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
            const int j = pattern.column[k];
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 3; ++c) {
                    entries.emplace_back(3 * i + r, 3 * j + c, matrix.blocks()[k](r, c));
                    if (i != j)
                        entries.emplace_back(3 * j + c, 3 * i + r, matrix.blocks()[k](r, c));
                }
        }
    Eigen::SparseMatrix<double> result(3L * pattern.rows, 3L * pattern.rows);
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
}

}  // namespace sinew::test
