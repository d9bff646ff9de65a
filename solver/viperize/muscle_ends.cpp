#include "viperize/muscle_ends.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace sinew::viperize {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// A painted surface lies at most this many voxels from the cells under it.
constexpr int REACH = 2;

void sort_unique(std::vector<int>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Blocks of cells, so that a direct solver is quick.
struct CoarseGraph {
    std::vector<int> block_of;            ///< of each cell of the part, −1 for others
    std::vector<double> mass;             ///< cells in each block
    std::vector<Vector3d> centre;         ///< of each block
    std::vector<std::vector<int>> links;  ///< blocks next to each block, rising
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
    graph.links.resize(count);
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        const int a = graph.block_of[cell];
        if (a < 0) continue;
        for (const int next : domain.neighbours[cell]) {
            if (next < 0 || graph.block_of[next] == a) continue;
            entries.emplace_back(a, a, 1.0);
            entries.emplace_back(a, graph.block_of[next], -1.0);
            graph.links[a].push_back(graph.block_of[next]);
        }
    }
    for (int b = 0; b < count; ++b) {
        graph.centre[b] /= graph.mass[b];
        sort_unique(graph.links[b]);
    }
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
    const auto without_mean = [&](VectorXd v) -> VectorXd {
        return v.array() - mass.dot(v) / total;
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

/// Peaks of `v` that are as high as at least a part of the highest one and stand out of the ridge that joins
/// them to a higher one: a single block that sticks out of the side of a muscle is none.
std::vector<int> find_peaks(const CoarseGraph& graph, const VectorXd& v) {
    constexpr double LOWEST_PEAK = 0.4;
    constexpr double PROMINENCE = 0.05;
    const double highest = v.maxCoeff();
    const double prominence = PROMINENCE * (highest - v.minCoeff());
    std::vector<int> order(graph.mass.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return v[a] > v[b]; });
    // The water falls; each island is known by its peak.
    std::vector<int> island(graph.mass.size(), -1);
    const auto peak_of = [&](int block) {
        while (island[block] != block)
            block = island[block] = island[island[block]];
        return block;
    };
    std::vector<int> found{order.front()};
    for (const int block : order) {
        island[block] = block;
        for (const int next : graph.links[block]) {
            if (island[next] < 0) continue;
            const int a = peak_of(block);
            const int b = peak_of(next);
            if (a == b) continue;
            const int lower = v[a] < v[b] ? a : b;
            island[lower] = lower == a ? b : a;
            if (v[lower] - v[block] > prominence && v[lower] > LOWEST_PEAK * highest)
                found.push_back(lower);
        }
    }
    return found;
}

/// Blocks around the peaks.
std::vector<char> peak_blocks(const CoarseGraph& graph, const VectorXd& v) {
    constexpr double DEPTH = 0.002;
    const double depth = DEPTH * (v.maxCoeff() - v.minCoeff());
    std::vector<char> found(graph.mass.size(), 0);
    std::vector<int> open;
    for (const int peak : find_peaks(graph, v)) {
        open.assign(1, peak);
        found[peak] = 1;
        while (!open.empty()) {
            const int block = open.back();
            open.pop_back();
            for (const int next : graph.links[block]) {
                if (found[next] != 0 || v[next] < v[peak] - depth) continue;
                found[next] = 1;
                open.push_back(next);
            }
        }
    }
    return found;
}

std::vector<int> cells_in(const CoarseGraph& graph, const std::vector<char>& blocks) {
    std::vector<int> cells;
    for (std::size_t cell = 0; cell < graph.block_of.size(); ++cell) {
        const int block = graph.block_of[cell];
        if (block >= 0 && blocks[block] != 0) cells.push_back(static_cast<int>(cell));
    }
    return cells;
}

}  // namespace

std::vector<int> painted_cells(const VoxelDomain& domain, const TriangleMesh& mesh,
                               const std::vector<int>& vertices) {
    std::vector<char> painted(mesh.vertices.size(), 0);
    for (const int v : vertices)
        painted[v] = 1;
    std::vector<int> cells;
    const auto add = [&](const Vector3d& point) {
        const int cell = domain.nearest_cell(point, REACH);
        if (cell >= 0) cells.push_back(cell);
    };
    for (std::size_t v = 0; v < painted.size(); ++v) {
        if (painted[v] != 0) add(mesh.vertices[v]);
    }
    // The faces in steps of at most half a voxel.
    for (const Eigen::Vector3i& t : mesh.triangles) {
        if (painted[t[0]] == 0 || painted[t[1]] == 0 || painted[t[2]] == 0) continue;
        const Vector3d& a = mesh.vertices[t[0]];
        const Vector3d ab = mesh.vertices[t[1]] - a;
        const Vector3d ac = mesh.vertices[t[2]] - a;
        const double longest = std::max({ab.norm(), ac.norm(), (ab - ac).norm()});
        const int steps = static_cast<int>(std::ceil(2.0 * longest / domain.grid.size));
        for (int i = 0; i <= steps && steps > 1; ++i) {
            for (int j = 0; i + j <= steps; ++j)
                add(a + (static_cast<double>(i) * ab + static_cast<double>(j) * ac) / steps);
        }
    }
    sort_unique(cells);
    return cells;
}

MuscleEnds find_ends(const VoxelDomain& domain) {
    const CoarseGraph graph = coarsen(domain);
    const Vector3d axis = principal_axis(graph);
    VectorXd v = fiedler_vector(graph, axis);
    // The source is where the longest axis begins.
    double along = 0.0;
    for (std::size_t b = 0; b < graph.mass.size(); ++b)
        along += graph.mass[b] * v[static_cast<Eigen::Index>(b)] * axis.dot(graph.centre[b]);
    if (along < 0.0) v = -v;
    MuscleEnds ends;
    ends.source = cells_in(graph, peak_blocks(graph, -v));
    ends.sink = cells_in(graph, peak_blocks(graph, v));
    return ends;
}

std::vector<int> vertices_at(const VoxelDomain& domain, const TriangleMesh& mesh,
                             const std::vector<int>& cells) {
    std::vector<char> wanted(domain.count(), 0);
    for (const int cell : cells)
        wanted[cell] = 1;
    std::vector<int> vertices;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const int cell = domain.nearest_cell(mesh.vertices[v], REACH);
        if (cell >= 0 && wanted[cell] != 0) vertices.push_back(static_cast<int>(v));
    }
    return vertices;
}

}  // namespace sinew::viperize
