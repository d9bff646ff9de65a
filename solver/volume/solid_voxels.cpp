#include "volume/solid_voxels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/task.hpp"
#include "volume/narrow_band.hpp"
#include "volume/surface_check.hpp"

namespace sinew::volume {

namespace {

/// Voxels along the edge of a block in which the sign is found together.
constexpr int BLOCK = 4;
/// Voxels that agree by this much decide for those between which and them there is no surface.
constexpr double CLEAR_WINDING = 0.25;

/// Where the distances of two neighbours are together longer than the way between them, no surface is between them.
bool see_each_other(float distance, float next) {
    constexpr float CLEAR = 1.001F;  // voxels
    return distance + next >= CLEAR;
}

/// Voxels along the longest side when the size is chosen. What is thinner than a voxel then is no muscle.
constexpr double MOST_ALONG = 1500.0;

/// Keeps the questions for winding numbers in proportion to the mesh. Few triangles that lie in each other, each through the
/// whole box, have no far branches, and numbers between 0 and 1 everywhere, so that every voxel asks all triangles.
class WindingBudget {
public:
    WindingBudget(const TriangleMesh& mesh, const WindingNumber& winding, std::string_view object)
        : m_object(object),
          m_most((FEW_VISITS + VISITS_A_TRIANGLE * static_cast<double>(mesh.triangles.size())) /
                 winding.cost()) {}

    /// Throws Error(InvalidArgument) when there were too many. How many there are in all does not depend on threads.
    void count(std::size_t questions) {
        const std::size_t asked = m_asked.fetch_add(questions) + questions;
        if (static_cast<double>(asked) <= m_most) return;
        throw Error({.code = ErrorCode::InvalidArgument,
                     .object = std::string(m_object),
                     .field = {},
                     .value = {},
                     .remedy = "its faces lie in each other in so many places that finding its "
                               "inside would take too long: remove faces that fold back on "
                               "themselves (Mesh > Clean Up), or use larger voxels"});
    }

private:
    /// About ten seconds on one core for a small mesh, and some more for a large one.
    static constexpr double FEW_VISITS = 2e8;
    static constexpr double VISITS_A_TRIANGLE = 2e4;

    std::string_view m_object;
    double m_most;
    std::atomic<std::size_t> m_asked{0};
};

/// Gives the distances of one block their sign. The winding number changes smoothly where there is no surface, so few voxels decide
/// for all that see each other, except near a hole.
class BlockSign {
public:
    BlockSign(const VoxelGrid& grid, const WindingNumber& winding, std::vector<float>& distances)
        : m_grid(grid), m_winding(winding), m_distances(distances) {}

    /// Returns how many winding numbers it took.
    std::size_t operator()(const Eigen::Vector3i& low) {
        m_asked = 0;
        m_low = low;
        m_size = (low.array() + BLOCK).min(m_grid.dims.array()).matrix() - low;
        m_seen.fill(0);
        m_inside.fill(0);
        const int count = m_size.prod();
        for (int start = 0; start < count; ++start) {
            if (m_seen[start] == 0) sign_region(start);
        }
        for (int voxel = 0; voxel < count; ++voxel) {
            if (m_inside[voxel] != 0) m_distances[in_grid(voxel)] *= -1.0F;
        }
        return m_asked;
    }

private:
    static constexpr int MOST = BLOCK * BLOCK * BLOCK;

    Eigen::Vector3i in_block(int voxel) const {
        const int row = voxel / m_size.x();
        return {voxel % m_size.x(), row % m_size.y(), row / m_size.y()};
    }
    std::size_t in_grid(int voxel) const { return m_grid.index(m_low + in_block(voxel)); }

    /// All voxels of the block that are seen from `start`, also around corners.
    void find_region(int start) {
        const std::array<int, 3> step{1, m_size.x(), m_size.x() * m_size.y()};
        m_count = 0;
        m_region[m_count++] = start;
        m_seen[start] = 1;
        for (int i = 0; i < m_count; ++i) {
            const int voxel = m_region[i];
            const Eigen::Vector3i at = in_block(voxel);
            const float distance = m_distances[in_grid(voxel)];
            for (int axis = 0; axis < 3; ++axis) {
                for (const int way : {-1, 1}) {
                    if (at[axis] + way < 0 || at[axis] + way >= m_size[axis]) continue;
                    const int next = voxel + way * step[axis];
                    if (m_seen[next] != 0) continue;
                    if (!see_each_other(distance, m_distances[in_grid(next)])) continue;
                    m_seen[next] = 1;
                    m_region[m_count++] = next;
                }
            }
        }
    }

    void sign_region(int start) {
        find_region(start);
        double least = 1e300;
        double most = -1e300;
        for (const int i : {0, m_count / 2, m_count - 1}) {
            const double winding = winding_of(m_region[i]);
            least = std::min(least, winding);
            most = std::max(most, winding);
        }
        const bool inside = least > 0.5 + CLEAR_WINDING;
        const bool clear = inside || most < 0.5 - CLEAR_WINDING;
        for (int i = 0; i < m_count; ++i) {
            if (clear ? inside : winding_of(m_region[i]) > 0.5) m_inside[m_region[i]] = 1;
        }
    }

    double winding_of(int voxel) {
        ++m_asked;
        return std::abs(m_winding.at(m_grid.centre(in_grid(voxel))));
    }

    const VoxelGrid& m_grid;
    const WindingNumber& m_winding;
    std::vector<float>& m_distances;
    Eigen::Vector3i m_low = Eigen::Vector3i::Zero();   ///< first voxel of the block
    Eigen::Vector3i m_size = Eigen::Vector3i::Zero();  ///< voxels along its edges
    std::array<char, MOST> m_seen{};
    std::array<char, MOST> m_inside{};
    std::array<int, MOST> m_region{};  ///< voxels that see each other, nearest to the first first
    int m_count = 0;                   ///< of them
    std::size_t m_asked = 0;
};

/// Gives the sign to all voxels of a surface without holes: whole regions that see each other have one sign, and one
/// look at the winding number tells it.
void sign_by_regions(const VoxelGrid& grid, const WindingNumber& winding, WindingBudget& budget,
                     std::vector<float>& distances) {
    const std::array<std::ptrdiff_t, 3> step{
        1, grid.dims.x(), static_cast<std::ptrdiff_t>(grid.dims.x()) * grid.dims.y()};
    std::vector<char> done(distances.size(), 0);
    std::vector<std::size_t> open;
    constexpr std::size_t ASK_EVERY = 1U << 16U;
    std::size_t visited = 0;
    for (std::size_t start = 0; start < distances.size(); ++start) {
        if (done[start] != 0) continue;
        check_task();
        budget.count(1);
        const bool inside = winding.inside(grid.centre(start));
        done[start] = 1;
        open.assign(1, start);
        while (!open.empty()) {
            const std::size_t voxel = open.back();
            open.pop_back();
            if (++visited % ASK_EVERY == 0) check_task();
            const float distance = distances[voxel];
            const Eigen::Vector3i at = grid.coordinates(voxel);
            for (int axis = 0; axis < 3; ++axis) {
                for (const int way : {-1, 1}) {
                    const int to = at[axis] + way;
                    if (to < 0 || to >= grid.dims[axis]) continue;
                    const std::size_t next = voxel + static_cast<std::size_t>(way * step[axis]);
                    if (done[next] != 0 || !see_each_other(distance, distances[next])) continue;
                    done[next] = 1;
                    open.push_back(next);
                }
            }
            if (inside) done[voxel] = 2;  // the sign comes when all are compared
        }
    }
    for (std::size_t voxel = 0; voxel < distances.size(); ++voxel) {
        if (done[voxel] == 2) distances[voxel] = -distances[voxel];
    }
}

/// Gives the sign to all voxels of a surface with holes, block by block.
void sign_by_blocks(const VoxelGrid& grid, const WindingNumber& winding, WindingBudget& budget,
                    std::vector<float>& distances) {
    const Eigen::Vector3i blocks = (grid.dims.array() + BLOCK - 1) / BLOCK;
    const VoxelGrid block_grid{.origin = Eigen::Vector3d::Zero(), .size = 1.0, .dims = blocks};
    parallel_for(block_grid.count(), 16, [&](std::size_t begin, std::size_t end) {
        BlockSign sign(grid, winding, distances);
        for (std::size_t i = begin; i < end; ++i)
            budget.count(sign(BLOCK * block_grid.coordinates(i)));
    });
}

double box_voxels(const TriangleMesh& mesh, double voxel_size) {
    const Eigen::Vector3d sides = bounding_box(mesh).sizes() / voxel_size;
    return (sides.array() + 10.0).prod();
}

/// Part of a voxel that is inside, from the distance of its centre in voxels.
double inside_part(double voxels) {
    return std::clamp(0.5 - voxels, 0.0, 1.0);
}

/// Volume of the inside to about a quarter [m³]. Throws Error(InvalidArgument) when there is none.
double rough_volume(const TriangleMesh& mesh, const WindingNumber& winding,
                    std::string_view object) {
    // For shells that overlap this is too much, but never by more than their number.
    if (is_closed(mesh)) {
        const double enclosed = std::abs(enclosed_volume(mesh));
        constexpr double FLAT = 1e-6;
        const double extent = bounding_box(mesh).diagonal().norm();
        if (enclosed > FLAT * surface_area(mesh) * extent) return enclosed;
    }
    // Ever finer until two looks agree.
    constexpr double COARSE = 32.0;
    constexpr double MOST_LOOKED_AT = 8e6;
    constexpr double ENOUGH = 500.0;
    constexpr double AGREE = 0.25;
    const double longest = bounding_box(mesh).sizes().maxCoeff();
    double size = longest / COARSE;
    double volume = 0.0;
    constexpr double FLAT_SHEET = 1.0 - 1e-6;  // nothing but a plane: looking closer finds nothing
    const bool flat = open_part(mesh) > FLAT_SHEET;
    for (; !flat && box_voxels(mesh, size) <= MOST_LOOKED_AT && longest <= MOST_ALONG * size;
         size *= 0.5) {
        const SolidVoxels solid = voxelise(mesh, winding, size, object);
        const auto count = static_cast<double>(solid.solid_count());
        const double last = std::exchange(volume, count * solid.grid.voxel_volume());
        if (count >= ENOUGH && std::abs(last / volume - 1.0) < AGREE) break;
    }
    if (volume > 0.0) return volume;
    throw Error({.code = ErrorCode::InvalidArgument,
                 .object = std::string(object),
                 .field = {},
                 .value = {},
                 .remedy = "the mesh has no inside: close it and let all its normals point to "
                           "the same side (Mesh > Normals > Recalculate Outside)"});
}

}  // namespace

std::size_t SolidVoxels::solid_count() const {
    return static_cast<std::size_t>(
        std::count_if(distances.begin(), distances.end(), [](float d) { return d < 0.0F; }));
}

double SolidVoxels::volume() const {
    double parts = 0.0;
    for (const float d : distances)
        parts += inside_part(static_cast<double>(d) / grid.size);
    return parts * grid.voxel_volume();
}

double SolidVoxels::distance_at(const Eigen::Vector3d& point) const {
    const Eigen::Vector3d v = grid.to_voxels(point);
    const Eigen::Vector3d last = (grid.dims.array() - 1).cast<double>();
    const Eigen::Vector3d inside = v.cwiseMax(0.0).cwiseMin(last);
    const Eigen::Vector3i low = inside.array().floor().cast<int>().min(grid.dims.array() - 2);
    const Eigen::Vector3d f = inside - low.cast<double>();
    double sum = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const int x = corner & 1;
        const int y = corner >> 1 & 1;
        const int z = corner >> 2 & 1;
        const double weight = (x != 0 ? f.x() : 1.0 - f.x()) * (y != 0 ? f.y() : 1.0 - f.y()) *
                              (z != 0 ? f.z() : 1.0 - f.z());
        sum += weight *
               static_cast<double>(distances[grid.index(low.x() + x, low.y() + y, low.z() + z)]);
    }
    return sum + grid.size * (v - inside).norm();
}

SolidVoxels voxelise(const TriangleMesh& mesh, const WindingNumber& winding, double voxel_size,
                     std::string_view object) {
    const double voxels = box_voxels(mesh, voxel_size);
    if (!(voxels <= MAX_BOX_VOXELS)) {
        throw Error({.code = ErrorCode::InvalidArgument,
                     .object = std::string(object),
                     .field = "voxel size",
                     .value = fmt::format("{:.3g}", voxel_size),
                     .remedy = fmt::format("the mesh would need {:.2g} voxels, the most is {:.2g}: "
                                           "use larger voxels",
                                           voxels, MAX_BOX_VOXELS)});
    }
    // The distances, what is left to be signed, and OpenVDB's tree.
    constexpr double BYTES_PER_VOXEL = 48.0;
    require_memory(BYTES_PER_VOXEL * voxels, object, "voxel size");
    const Eigen::AlignedBox3d box = bounding_box(mesh);
    SolidVoxels solid;
    solid.grid = grid_around(box.min(), box.max(), voxel_size);
    solid.distances = narrow_band_distances(mesh, solid.grid);

    WindingBudget budget(mesh, winding, object);
    if (is_closed(mesh)) {
        sign_by_regions(solid.grid, winding, budget, solid.distances);
    } else {
        sign_by_blocks(solid.grid, winding, budget, solid.distances);
    }
    const auto metres = static_cast<float>(voxel_size);
    for (float& d : solid.distances)
        d *= metres;
    return solid;
}

double choose_voxel_size(const TriangleMesh& mesh, const WindingNumber& winding,
                         double solid_voxels, std::string_view object) {
    const double volume = rough_volume(mesh, winding, object);
    // A sheet of thickness t has the volume t A/2, a cylinder of radius r has r A/2.
    constexpr double VOXELS_ACROSS = 4.0;
    const double thickness = 2.0 * volume / surface_area(mesh);
    double size = std::min(std::cbrt(volume / solid_voxels), thickness / VOXELS_ACROSS);
    size = std::max(size, bounding_box(mesh).sizes().maxCoeff() / MOST_ALONG);
    // A quarter of the most leaves room, and keeps the time within seconds.
    while (box_voxels(mesh, size) > 0.25 * MAX_BOX_VOXELS)
        size *= 1.1;
    return size;
}

}  // namespace sinew::volume
