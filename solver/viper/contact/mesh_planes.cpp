#include "viper/contact/mesh_planes.hpp"

#include <algorithm>
#include <utility>

namespace sinew::viper {

namespace {

double radius_now(const RodBatch& batch, int j, int lane) {
    return batch.point[j].radius[lane] * batch.current.s[j][lane];
}

void set_plane(const RodBatch& batch, int j, int lane, const MeshCollider& mesh,
               const SweptHit& hit, PointPlane& plane) {
    const SurfaceSample& surface = hit.surface;
    set_lane(plane.normal, lane, surface.normal);
    set_lane(plane.drift, lane, surface.drift);
    plane.offset.set(lane, surface.normal.dot(hit.place) - surface.distance);
    plane.weight.set(lane, batch.point_step[j].contact_weight[lane]);
    plane.friction.set(lane, mesh.def().friction);
    plane.gap_before.set(lane,
                         hit.start_distance - batch.point[j].radius[lane] * batch.state.s[j][lane]);
}

/// Whether the segment from j to j + 1 may come near a surface between its points, which are that far from it [m].
bool may_touch(const RodBatch& batch, int j, int lane, double first, double second) {
    const auto way = [&](int i) {
        return (lane_of(batch.current.c[i], lane) - lane_of(batch.state.c[i], lane)).norm();
    };
    const double length =
        (lane_of(batch.current.c[j + 1], lane) - lane_of(batch.current.c[j], lane)).norm();
    const double radius = std::max(radius_now(batch, j, lane), radius_now(batch, j + 1, lane));
    // The solve may take it as far from where it is predicted to be as it came to get there.
    const double reach = (1.0 + MESH_MARGIN) * radius + std::max(way(j), way(j + 1));
    return 0.5 * (first + second - length) < reach;
}

}  // namespace

void find_tangent_planes(RodBatch& batch, MeshColliders meshes) {
    batch.point_plane.assign(batch.points, PointPlane{});
    batch.near_meshes.clear();
    std::vector<double> distances(meshes.size());  // of the point before
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        for (int j = 0; j < batch.lane_points[lane]; ++j) {
            const Eigen::Vector3d c = lane_of(batch.current.c[j], lane);
            const double r = radius_now(batch, j, lane);
            double nearest = r;  // farther away than a radius there is nothing to hold
            for (std::size_t m = 0; m < meshes.size(); ++m) {
                const SurfaceSample sample = meshes[m]->sample(c);
                const double before = std::exchange(distances[m], sample.distance);
                if (j > 0 && may_touch(batch, j - 1, lane, before, sample.distance))
                    batch.near_meshes.push_back({j - 1, lane, static_cast<int>(m)});
                // Past what it may have gone through, or near.
                const Eigen::Vector3d start = lane_of(batch.state.c[j], lane);
                const bool fast = (c - start - sample.drift).norm() > std::max(sample.distance, r);
                if (!fast && sample.distance - r >= nearest) continue;
                const SweptHit hit = swept_hit(*meshes[m], start, c, sample);
                const double gap = hit.surface.normal.dot(c - hit.place) + hit.surface.distance - r;
                if (gap >= nearest) continue;
                nearest = gap;
                set_plane(batch, j, lane, *meshes[m], hit, batch.point_plane[j]);
            }
        }
    }
}

}  // namespace sinew::viper
