#include "volume/narrow_band.hpp"

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <cmath>

#include "base/parallel.hpp"

namespace sinew::volume {

namespace {

/// Shows a mesh to OpenVDB in units of voxels.
class VoxelSpaceMesh {
public:
    VoxelSpaceMesh(const TriangleMesh& mesh, const VoxelGrid& grid) : m_mesh(mesh), m_grid(grid) {}

    // The names are OpenVDB's.
    std::size_t polygonCount() const { return m_mesh.triangles.size(); }
    std::size_t pointCount() const { return m_mesh.vertices.size(); }
    static std::size_t vertexCount(std::size_t) { return 3; }
    void getIndexSpacePoint(std::size_t triangle, std::size_t corner, openvdb::Vec3d& at) const {
        const int vertex = m_mesh.triangles[triangle][static_cast<Eigen::Index>(corner)];
        const Eigen::Vector3d v =
            m_grid.to_voxels(m_mesh.vertices[static_cast<std::size_t>(vertex)]);
        at = openvdb::Vec3d(v.x(), v.y(), v.z());
    }

private:
    const TriangleMesh& m_mesh;
    const VoxelGrid& m_grid;
};

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
    // On one thread: which of two triangles as near as each other is kept depends on the order, and what the
    // outer rings of the band are computed from depends on that.
    ThreadPool(1).run([&] {
        const VoxelSpaceMesh adapter(mesh, grid);
        const openvdb::math::Transform::Ptr unit =
            openvdb::math::Transform::createLinearTransform(1.0);
        // Beyond two voxels OpenVDB's distances are those to triangles near by, not always to the nearest.
        const float width = 3.0F;
        const openvdb::FloatGrid::Ptr band = openvdb::tools::meshToVolume<openvdb::FloatGrid>(
            adapter, *unit, width, width, openvdb::tools::UNSIGNED_DISTANCE_FIELD);
        for (auto voxel = band->cbeginValueOn(); voxel; ++voxel) {
            const openvdb::Coord c = voxel.getCoord();
            const Eigen::Vector3i at(c.x(), c.y(), c.z());
            if (grid.contains(at)) distances[grid.index(at)] = std::min(*voxel, BAND_VOXELS);
        }
    });
    return distances;
}

}  // namespace sinew::volume
