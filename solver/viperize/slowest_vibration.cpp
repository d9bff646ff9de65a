#include "viperize/slowest_vibration.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew::viperize {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Blocks of cells, so that a direct solver is quick.
struct CoarseGraph {
    std::vector<int> block_of;     ///< of each cell of the part, −1 for others
    std::vector<double> mass;      ///< cells in each block
    std::vector<Vector3d> centre;  ///< of each block
    Eigen::SparseMatrix<double> laplacian;
};

CoarseGraph coarsen(const VoxelDomain& domain) {
    constexpr double MOST_BLOCKS = 6000.0;
    const double cells = static_cast<double>(domain.part_sizes.front());
    const int edge = std::max(1, static_cast<int>(std::ceil(std::cbrt(cells / MOST_BLOCKS))));
    const Eigen::Vector3i dims = (domain.grid.dims.array() + edge - 1) / edge;
    const volume::VoxelGrid blocks{.origin = Vector3d::Zero(), .size = 1.0, .dims = dims};

    CoarseGraph graph;
    graph.block_of.assign(domain.count(), -1);
    std::vector<int> number(blocks.count(), -1);
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        if (domain.part_of[cell] != 0) continue;
        const std::size_t block = blocks.index(domain.grid.coordinates(domain.voxels[cell]) / edge);
        if (number[block] < 0) {
            number[block] = static_cast<int>(graph.mass.size());
            graph.mass.push_back(0.0);
            graph.centre.push_back(Vector3d::Zero());
        }
        const int b = number[block];
        graph.block_of[cell] = b;
        graph.mass[b] += 1.0;
        graph.centre[b] += domain.centre(cell);
    }
    const auto count = static_cast<int>(graph.mass.size());
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        const int a = graph.block_of[cell];
        if (a < 0) continue;
        for (const int next : domain.neighbours[cell]) {
            if (next < 0 || graph.block_of[next] == a) continue;
            entries.emplace_back(a, a, 1.0);
            entries.emplace_back(a, graph.block_of[next], -1.0);
        }
    }
    for (int b = 0; b < count; ++b)
        graph.centre[b] /= graph.mass[b];
    graph.laplacian.resize(count, count);
    graph.laplacian.setFromTriplets(entries.begin(), entries.end());
    return graph;
}

/// Longest axis of the part.
Vector3d principal_axis(const CoarseGraph& graph) {
    Vector3d mean = Vector3d::Zero();
    double mass = 0.0;
    for (std::size_t b = 0; b < graph.mass.size(); ++b) {
        mean += graph.mass[b] * graph.centre[b];
        mass += graph.mass[b];
    }
    mean /= mass;
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (std::size_t b = 0; b < graph.mass.size(); ++b) {
        const Vector3d d = graph.centre[b] - mean;
        spread += graph.mass[b] * d * d.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(spread);
    Vector3d axis = eigen.eigenvectors().col(2);
    int largest = 0;
    axis.cwiseAbs().maxCoeff(&largest);
    return axis[largest] < 0.0 ? Vector3d(-axis) : axis;
}

/// By inverse iteration from the longest axis, which also decides between vibrations that are as slow.
VectorXd fiedler_vector(const CoarseGraph& graph, const Vector3d& axis) {
    const auto count = static_cast<Eigen::Index>(graph.mass.size());
    const VectorXd mass = Eigen::Map<const VectorXd>(graph.mass.data(), count);
    const double total = mass.sum();
    const auto without_mean = [&](const VectorXd& values) -> VectorXd {
        return values.array() - mass.dot(values) / total;
    };
    Eigen::SparseMatrix<double> shifted = graph.laplacian;
    // Makes the matrix regular; far below any vibration, which has at least (π / blocks)².
    const double shift = 1e-9;
    for (Eigen::Index b = 0; b < count; ++b)
        shifted.coeffRef(b, b) += shift * mass[b];
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(shifted);
    VectorXd v(count);
    for (Eigen::Index b = 0; b < count; ++b)
        v[b] = axis.dot(graph.centre[static_cast<std::size_t>(b)]);
    v = without_mean(v);
    constexpr int ITERATIONS = 30;
    for (int i = 0; i < ITERATIONS; ++i) {
        v = without_mean(solver.solve(mass.cwiseProduct(v)));
        v /= std::max(v.cwiseAbs().maxCoeff(), 1e-300);
    }
    return v;
}

}  // namespace

std::vector<double> slowest_vibration(const VoxelDomain& domain) {
    const CoarseGraph graph = coarsen(domain);
    const Vector3d axis = principal_axis(graph);
    VectorXd v = fiedler_vector(graph, axis);
    double along = 0.0;
    for (std::size_t b = 0; b < graph.mass.size(); ++b)
        along += graph.mass[b] * v[static_cast<Eigen::Index>(b)] * axis.dot(graph.centre[b]);
    if (along < 0.0) v = -v;
    std::vector<double> of_cells(domain.count(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        if (graph.block_of[cell] >= 0) of_cells[cell] = v[graph.block_of[cell]];
    }
    return of_cells;
}

}  // namespace sinew::viperize
