#include "volume/narrow_band.hpp"

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <cmath>
#include <vector>

#include "base/parallel.hpp"
#include "base/task.hpp"

namespace sinew::volume {

namespace {

using openvdb::Vec3I;
using openvdb::Vec3s;
/// One of the few mesh types that OpenVDB's library has the conversion compiled for; any other takes minutes to compile.
using Adapter = openvdb::tools::QuadAndTriangleDataAdapter<Vec3s, Vec3I>;

/// Lets OpenVDB ask whether the task should stop; what it leaves behind is then thrown away.
class TaskInterrupter : public openvdb::util::NullInterrupter {
public:
    bool wasInterrupted(int /*percent*/) override { return m_task != nullptr && m_task->is_over(); }

private:
    const Task* m_task = current_task();  // on whatever thread it asks
};

/// Calls `visit` with each voxel of the band and its distance; writes the triangles nearest to them, if asked for.
template <class Visit>
void convert(const TriangleMesh& mesh, const VoxelGrid& grid, std::vector<std::int32_t>* nearest,
             Visit&& visit) {
    // On one thread: which of two triangles as near as each other is kept depends on the order, and what the
    // outer rings of the band are computed from depends on that.
    ThreadPool(1).run([&] {
        std::vector<Vec3s> vertices;  // in voxels
        vertices.reserve(mesh.vertices.size());
        for (const Eigen::Vector3d& vertex : mesh.vertices) {
            const Eigen::Vector3f v = grid.to_voxels(vertex).cast<float>();
            vertices.emplace_back(v.x(), v.y(), v.z());
        }
        std::vector<Vec3I> triangles;
        triangles.reserve(mesh.triangles.size());
        for (const Eigen::Vector3i& t : mesh.triangles)
            triangles.push_back(Vec3I(t.cast<openvdb::Index32>().eval().data()));
        TaskInterrupter asks_task;
        openvdb::util::NullInterrupter& interrupter =
            asks_task;  // what the library is compiled for
        const openvdb::math::Transform::Ptr unit =
            openvdb::math::Transform::createLinearTransform(1.0);
        // Beyond two voxels OpenVDB's distances are those to triangles near by, not always to the nearest.
        const float width = 3.0F;
        openvdb::Int32Grid numbers;
        const openvdb::FloatGrid::Ptr band = openvdb::tools::meshToVolume<openvdb::FloatGrid>(
            interrupter, Adapter(vertices, triangles), *unit, width, width,
            openvdb::tools::UNSIGNED_DISTANCE_FIELD, nearest != nullptr ? &numbers : nullptr);
        check_task();
        const auto number = numbers.getConstAccessor();
        for (auto voxel = band->cbeginValueOn(); voxel; ++voxel) {
            const openvdb::Coord c = voxel.getCoord();
            const Eigen::Vector3i at(c.x(), c.y(), c.z());
            if (!grid.contains(at)) continue;
            visit(grid.index(at), *voxel);
            if (nearest != nullptr) (*nearest)[grid.index(at)] = number.getValue(c);
        }
    });
}

}  // namespace

VoxelGrid grid_around(const Eigen::Vector3d& low, const Eigen::Vector3d& high, double voxel_size) {
    constexpr int MARGIN = 4;  // voxels
    VoxelGrid grid;
    grid.size = voxel_size;
    // In the middle of the box, so that the faces of a box of whole voxels lie between their centres.
    const Eigen::Vector3d voxels = (high - low) / voxel_size;
    grid.dims = (voxels.array() - 1e-6).ceil().cast<int>().max(1) + 2 * MARGIN;
    grid.origin =
        0.5 * (low + high) - 0.5 * voxel_size * (grid.dims.array() - 1).cast<double>().matrix();
    return grid;
}

std::vector<float> narrow_band_distances(const TriangleMesh& mesh, const VoxelGrid& grid) {
    std::vector<float> distances(grid.count(), BAND_VOXELS);
    convert(mesh, grid, nullptr, [&](std::size_t voxel, float distance) {
        distances[voxel] = std::min(distance, BAND_VOXELS);
    });
    return distances;
}

std::vector<std::int32_t> narrow_band_triangles(const TriangleMesh& mesh, const VoxelGrid& grid) {
    std::vector<std::int32_t> nearest(grid.count(), -1);
    convert(mesh, grid, &nearest, [](std::size_t, float) {});
    return nearest;
}

}  // namespace sinew::volume
