#include "viperize/voxel_domain.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sinew::viperize {

namespace {

constexpr int STEPS[6][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};

void connect(VoxelDomain& domain) {
    domain.cell_of.assign(domain.grid.count(), -1);
    for (std::size_t cell = 0; cell < domain.count(); ++cell)
        domain.cell_of[domain.voxels[cell]] = static_cast<int>(cell);
    domain.neighbours.resize(domain.count());
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        const Eigen::Vector3i at = domain.grid.coordinates(domain.voxels[cell]);
        for (int side = 0; side < 6; ++side) {
            const Eigen::Vector3i next =
                at + Eigen::Vector3i(STEPS[side][0], STEPS[side][1], STEPS[side][2]);
            domain.neighbours[cell][side] =
                domain.grid.contains(next) ? domain.cell_of[domain.grid.index(next)] : -1;
        }
    }
}

void find_parts(VoxelDomain& domain) {
    domain.part_of.assign(domain.count(), -1);
    domain.part_sizes.clear();
    std::vector<int> open;
    for (std::size_t start = 0; start < domain.count(); ++start) {
        if (domain.part_of[start] >= 0) continue;
        const auto part = static_cast<int>(domain.part_sizes.size());
        domain.part_sizes.push_back(0);
        domain.part_of[start] = part;
        open.push_back(static_cast<int>(start));
        while (!open.empty()) {
            const int cell = open.back();
            open.pop_back();
            ++domain.part_sizes[part];
            for (const int next : domain.neighbours[cell]) {
                if (next < 0 || domain.part_of[next] >= 0) continue;
                domain.part_of[next] = part;
                open.push_back(next);
            }
        }
    }
    // Largest first; equal ones stay in the order of the grid.
    std::vector<int> order(domain.part_sizes.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return domain.part_sizes[a] > domain.part_sizes[b]; });
    std::vector<int> rank(order.size());
    std::vector<std::size_t> sizes(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = static_cast<int>(i);
        sizes[i] = domain.part_sizes[order[i]];
    }
    for (int& part : domain.part_of)
        part = rank[part];
    domain.part_sizes = std::move(sizes);
}

}  // namespace

int VoxelDomain::nearest_cell(const Eigen::Vector3d& point, int reach) const {
    const Eigen::Vector3i middle = grid.nearest(point);
    double least = std::numeric_limits<double>::infinity();
    int found = -1;
    for (int z = -reach; z <= reach; ++z) {
        for (int y = -reach; y <= reach; ++y) {
            for (int x = -reach; x <= reach; ++x) {
                const Eigen::Vector3i at = middle + Eigen::Vector3i(x, y, z);
                if (!grid.contains(at)) continue;
                const int cell = cell_of[grid.index(at)];
                if (cell < 0) continue;
                const double distance = (grid.centre(at) - point).squaredNorm();
                if (distance < least) {
                    least = distance;
                    found = cell;
                }
            }
        }
    }
    return found;
}

VoxelDomain make_domain(const volume::SolidVoxels& solid) {
    VoxelDomain domain;
    domain.grid = solid.grid;
    for (std::size_t voxel = 0; voxel < solid.grid.count(); ++voxel) {
        if (solid.solid(voxel)) domain.voxels.push_back(voxel);
    }
    connect(domain);
    find_parts(domain);
    return domain;
}

VoxelDomain with_parts(const VoxelDomain& domain, const std::vector<char>& wanted) {
    VoxelDomain kept;
    kept.grid = domain.grid;
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        if (wanted[domain.part_of[cell]] != 0) kept.voxels.push_back(domain.voxels[cell]);
    }
    connect(kept);
    find_parts(kept);
    return kept;
}

}  // namespace sinew::viperize
