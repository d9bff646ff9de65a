// Factorises matrices like those of micropolar bodies, six unknowns a node, and prints a table in Markdown.
//
// Beside our own factorisation Eigen's SimplicialLDLT, and CHOLMOD's supernodal one where libsuitesparse-dev is
// installed (it takes whatever BLAS the system has).
#include "optimize/block_factor.hpp"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <cstdio>
#include <exception>
#include <memory>
#include <random>
#ifdef SINEW_HAS_CHOLMOD
#include <Eigen/CholmodSupport>
#endif

#include "quickest.hpp"

namespace {

using sinew::BlockMatrix;
using sinew::BlockPattern;
using Sparse = Eigen::SparseMatrix<double>;

/// Edges of a box of nodes, each cell cut into six tetrahedra, with two block rows a node.
BlockPattern grid_pattern(int nx, int ny, int nz) {
    std::vector<std::pair<int, int>> pairs;
    const auto node = [&](int x, int y, int z) { return (z * ny + y) * nx + x; };
    for (int z = 0; z < nz; ++z)
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x)
                for (int d = 0; d < 8; ++d) {
                    const int to[3] = {x + (d & 1), y + (d >> 1 & 1), z + (d >> 2)};
                    if (to[0] >= nx || to[1] >= ny || to[2] >= nz) continue;
                    for (const int a : {0, 1})
                        for (const int b : {0, 1})
                            pairs.emplace_back(2 * node(x, y, z) + a,
                                               2 * node(to[0], to[1], to[2]) + b);
                }
    return BlockPattern::from_pairs(2 * nx * ny * nz, pairs);
}

/// A random spring between any two rows that are coupled, and some mass.
void fill(BlockMatrix& matrix) {
    std::mt19937 bits(1);
    const auto number = [&] { return static_cast<double>(bits()) * 0x1p-31 - 1.0; };
    const BlockPattern& pattern = matrix.pattern();
    for (int i = 0; i < pattern.rows; ++i) {
        matrix.blocks()[pattern.diagonal(i)] += 0.1 * Eigen::Matrix3d::Identity();
        for (std::size_t k = pattern.row_start[i]; k < pattern.diagonal(i); ++k) {
            const Eigen::Vector3d along(number(), number(), number());
            const Eigen::Matrix3d spring = along * along.transpose();
            matrix.blocks()[k] -= spring;
            matrix.blocks()[pattern.diagonal(i)] += spring;
            matrix.blocks()[pattern.diagonal(pattern.column[k])] += spring;
        }
    }
}

Sparse lower_triangle(const BlockMatrix& matrix) {
    std::vector<Eigen::Triplet<double>> entries;
    const BlockPattern& pattern = matrix.pattern();
    for (int i = 0; i < pattern.rows; ++i)
        for (std::size_t k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 3; ++c)
                    if (3 * i + r >= 3 * pattern.column[k] + c)
                        entries.emplace_back(3 * i + r, 3 * pattern.column[k] + c,
                                             matrix.blocks()[k](r, c));
    Sparse lower(3L * pattern.rows, 3L * pattern.rows);
    lower.setFromTriplets(entries.begin(), entries.end());
    return lower;
}

struct Row {
    const char* method;
    double analyse_ms, factor_ms, factor_cpu_ms, solve_ms;
    double entries;          ///< of L
    double multiplications;  ///< 0 if the method does not say
    double residual;
};

void print(const char* name, Eigen::Index unknowns, const Row& row) {
    std::printf("| %s | %ld | %s | %.1f | %.1f | %.1f | ", name, static_cast<long>(unknowns),
                row.method, row.analyse_ms, row.factor_ms, row.factor_cpu_ms);
    if (row.multiplications > 0.0) std::printf("%.1f", 2e-6 * row.multiplications / row.factor_ms);
    std::printf(" | %.1f | %.1f | %.0e |\n", 1e-6 * row.entries, row.solve_ms, row.residual);
}

double residual(const BlockMatrix& matrix, const Eigen::VectorXd& x, const Eigen::VectorXd& b) {
    Eigen::VectorXd y;
    matrix.multiply(x, y);
    return (y - b).norm() / b.norm();
}

Row run_own(const BlockMatrix& matrix, const Eigen::VectorXd& b, int runs) {
    sinew::optimize::BlockFactor factor;
    Eigen::VectorXd x;
    Row row{};
    row.method = "Sinew";
    row.analyse_ms = Quickest::of(1, [&] { factor.analyse(matrix.pattern()); }).wall_ms;
    const Quickest factor_time = Quickest::of(runs, [&] { factor.factorise(matrix); });
    row.factor_ms = factor_time.wall_ms;
    row.factor_cpu_ms = factor_time.cpu_ms;
    row.solve_ms = Quickest::of(runs, [&] { factor.solve(b, x); }).wall_ms;
    row.entries = factor.factor_entries();
    row.multiplications = factor.multiplications();
    row.residual = residual(matrix, x, b);
    return row;
}

template <class Factor>
Row run_eigen(const char* method, Factor& factor, const Sparse& lower, const BlockMatrix& matrix,
              const Eigen::VectorXd& b, int runs) {
    Eigen::VectorXd x;
    Row row{};
    row.method = method;
    row.analyse_ms = Quickest::of(1, [&] { factor.analyzePattern(lower); }).wall_ms;
    const Quickest factor_time = Quickest::of(runs, [&] { factor.factorize(lower); });
    row.factor_ms = factor_time.wall_ms;
    row.factor_cpu_ms = factor_time.cpu_ms;
    row.solve_ms = Quickest::of(runs, [&] { x = factor.solve(b); }).wall_ms;
    row.residual = residual(matrix, x, b);
    return row;
}

void compare(const char* name, int nx, int ny, int nz, bool others) {
    BlockMatrix matrix(std::make_shared<const BlockPattern>(grid_pattern(nx, ny, nz)));
    fill(matrix);
    const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(3L * matrix.rows(), -1.0, 1.0);
    print(name, b.size(), run_own(matrix, b, 5));
    if (!others) return;
    const Sparse lower = lower_triangle(matrix);
    Eigen::SimplicialLDLT<Sparse> simplicial;
    Row row = run_eigen("Eigen SimplicialLDLT", simplicial, lower, matrix, b, 1);
    row.entries = static_cast<double>(simplicial.matrixL().nestedExpression().nonZeros());
    print(name, b.size(), row);
#ifdef SINEW_HAS_CHOLMOD
    Eigen::CholmodSupernodalLLT<Sparse> cholmod;
    row = run_eigen("CHOLMOD supernodal LLᵀ", cholmod, lower, matrix, b, 3);
    row.entries = cholmod.cholmod().lnz;
    print(name, b.size(), row);
#endif
}

}  // namespace

int main() {
    try {
        std::printf("### Factorising\n\n");
        std::printf(
            "| body | unknowns | method | analyse [ms] | factorise [ms] | CPU [ms] | GFlop/s "
            "| numbers in L [million] | solve [ms] | residual |\n");
        std::printf("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        compare("bar 6 x 6 x 65", 6, 6, 65, true);
        compare("bar 8 x 8 x 90", 8, 8, 90, true);
        compare("cube 13", 13, 13, 13, true);
        compare("cube 20", 20, 20, 20, false);
        std::printf("\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
