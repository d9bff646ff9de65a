#include "viperize/muscle_ends.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>

#include "base/parallel.hpp"

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

/// Smallest d with Σ max(d − near_i, 0)² = 1 over the three axes; `near` is infinite where no neighbour is known.
double upwind_length(std::array<double, 3> near) {
    std::sort(near.begin(), near.end());
    double d = near[0] + 1.0;
    if (d <= near[1]) return d;
    const double difference = near[1] - near[0];
    d = 0.5 * (near[0] + near[1] + std::sqrt(2.0 - difference * difference));
    if (d <= near[2]) return d;
    const double sum = near[0] + near[1] + near[2];
    const double squares = near[0] * near[0] + near[1] * near[1] + near[2] * near[2];
    return (sum + std::sqrt(std::max(0.0, sum * sum - 3.0 * (squares - 1.0)))) / 3.0;
}

/// Length of the shortest way inside the solid from any of `from` to each cell, in voxels; infinite in other
/// parts. Fast marching, so that ways need not follow the axes of the grid.
std::vector<double> way_lengths(const VoxelDomain& domain, const std::vector<int>& from) {
    std::vector<double> length(domain.count(), std::numeric_limits<double>::infinity());
    std::vector<char> known(domain.count(), 0);
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (const int cell : from) {
        length[cell] = 0.0;
        open.emplace(0.0, cell);
    }
    const auto known_length = [&](int cell) {
        return cell >= 0 && known[cell] != 0 ? length[cell]
                                             : std::numeric_limits<double>::infinity();
    };
    while (!open.empty()) {
        const int cell = open.top().second;
        open.pop();
        if (known[cell] != 0) continue;
        known[cell] = 1;
        for (const int next : domain.neighbours[cell]) {
            if (next < 0 || known[next] != 0) continue;
            const std::array<int, 6>& n = domain.neighbours[next];
            const double way = upwind_length({std::min(known_length(n[0]), known_length(n[1])),
                                              std::min(known_length(n[2]), known_length(n[3])),
                                              std::min(known_length(n[4]), known_length(n[5]))});
            if (way >= length[next]) continue;
            length[next] = way;
            open.emplace(way, next);
        }
    }
    return length;
}

/// How much the lengths rise within a few voxels of a cell.
class Rise {
public:
    explicit Rise(int reach) {
        for (int z = -reach; z <= reach; ++z) {
            for (int y = -reach; y <= reach; ++y) {
                for (int x = -reach; x <= reach; ++x) {
                    if (x * x + y * y + z * z <= reach * reach) m_steps.emplace_back(x, y, z);
                }
            }
        }
        // Farthest first: there the rise is soon enough.
        std::stable_sort(m_steps.begin(), m_steps.end(), [](const auto& a, const auto& b) {
            return a.squaredNorm() > b.squaredNorm();
        });
    }

    /// The largest rise, or the first that is at least `enough`.
    double operator()(const VoxelDomain& domain, const std::vector<double>& length,
                      std::size_t cell, double enough) const {
        const Eigen::Vector3i at = domain.grid.coordinates(domain.voxels[cell]);
        double rise = 0.0;
        for (const Eigen::Vector3i& step : m_steps) {
            const Eigen::Vector3i to = at + step;
            if (!domain.grid.contains(to)) continue;
            const int near = domain.cell_of[domain.grid.index(to)];
            if (near < 0 || domain.part_of[near] != 0) continue;
            rise = std::max(rise, length[near] - length[cell]);
            if (rise >= enough) break;
        }
        return rise;
    }

private:
    std::vector<Eigen::Vector3i> m_steps;
};

/// Cells where the ways from `start` end: where a few voxels in any direction lead away from it by less than
/// about half of that, all around cells from which almost none leads away. It is so at the tip of a muscle, at all tips of a
/// fork, and along the whole edge of a sheet, since along the edge ways are hardly longer. Only cells on one
/// side of the muscle, and no stumps half way.
std::vector<int> far_ends(const VoxelDomain& domain, const std::vector<int>& start,
                          const std::vector<char>& this_side) {
    constexpr int REACH_OF_ENDS = 6;
    constexpr double GOES_ON = 0.55;
    constexpr double ALMOST_NONE = 0.2;
    constexpr double STUMP = 0.6;
    const std::vector<double> length = way_lengths(domain, start);
    const auto counts = [&](std::size_t cell) {
        return domain.part_of[cell] == 0 && this_side[cell] != 0;
    };
    double longest = 0.0;
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        if (counts(cell)) longest = std::max(longest, length[cell]);
    }
    const Rise rise(REACH_OF_ENDS);
    constexpr char END = 1;
    constexpr char PEAK = 2;
    std::vector<char> kind(domain.count(), 0);
    parallel_for(domain.count(), 1024, [&](std::size_t begin, std::size_t end) {
        for (std::size_t cell = begin; cell < end; ++cell) {
            if (!counts(cell) || length[cell] < STUMP * longest) continue;
            const double on = rise(domain, length, cell, GOES_ON * REACH_OF_ENDS);
            if (on < GOES_ON * REACH_OF_ENDS)
                kind[cell] = on < ALMOST_NONE * REACH_OF_ENDS ? PEAK : END;
        }
    });
    std::vector<int> ends;
    std::vector<int> open;
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        if (kind[cell] != PEAK) continue;
        kind[cell] = 0;
        open.assign(1, static_cast<int>(cell));
        while (!open.empty()) {
            const int from = open.back();
            open.pop_back();
            ends.push_back(from);
            for (const int next : domain.neighbours[from]) {
                if (next < 0 || kind[next] == 0) continue;
                kind[next] = 0;
                open.push_back(next);
            }
        }
    }
    std::sort(ends.begin(), ends.end());
    return ends;
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

    constexpr double DEPTH = 0.01;
    const double deep = v.minCoeff() + DEPTH * (v.maxCoeff() - v.minCoeff());
    std::vector<int> lowest;
    std::vector<char> source_side(domain.count(), 0);
    std::vector<char> sink_side(domain.count(), 0);
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        const int block = graph.block_of[cell];
        if (block < 0) continue;
        (v[block] < 0.0 ? source_side : sink_side)[cell] = 1;
        if (v[block] <= deep) lowest.push_back(static_cast<int>(cell));
    }
    // Back and forth: ways that start at a whole end lead straight to the other.
    MuscleEnds ends;
    ends.sink = far_ends(domain, lowest, sink_side);
    ends.source = far_ends(domain, ends.sink, source_side);
    ends.sink = far_ends(domain, ends.source, sink_side);
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
