#include "viperize/muscle_ends.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "viperize/slowest_vibration.hpp"
#include "viperize/way_lengths.hpp"

namespace sinew::viperize {

namespace {

using Eigen::Vector3d;

/// A painted surface lies at most this many voxels from the cells under it.
constexpr int REACH = 2;

void sort_unique(std::vector<int>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// How much the lengths rise within a few voxels of a cell.
class LengthRise {
public:
    explicit LengthRise(int reach) {
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
    const LengthRise rise(REACH_OF_ENDS);
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
    const std::vector<double> vibration = slowest_vibration(domain);
    // The source is where the longest axis begins.
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : vibration) {
        if (std::isnan(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    constexpr double DEPTH = 0.01;
    const double deep = low + DEPTH * (high - low);
    std::vector<int> lowest;
    std::vector<char> source_side(domain.count(), 0);
    std::vector<char> sink_side(domain.count(), 0);
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        if (std::isnan(vibration[cell])) continue;
        (vibration[cell] < 0.0 ? source_side : sink_side)[cell] = 1;
        if (vibration[cell] <= deep) lowest.push_back(static_cast<int>(cell));
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
