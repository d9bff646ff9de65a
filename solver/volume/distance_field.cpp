#include "volume/distance_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "base/task.hpp"
#include "volume/narrow_band.hpp"
#include "volume/solid_voxels.hpp"
#include "volume/surface_check.hpp"

namespace sinew::volume {

namespace {

double default_voxel_size(const TriangleMesh& mesh) {
    constexpr double BOX_VOXELS = 1e6;
    const Eigen::Vector3d sides = bounding_box(mesh).sizes();
    const double longest = sides.maxCoeff();
    // A flat box counts as one with a little thickness.
    const double volume = sides.cwiseMax(longest / 64.0).prod();
    return std::clamp(std::cbrt(volume / BOX_VOXELS), longest / 256.0, longest / 32.0);
}

/// Solves |∇d| = 1 outwards from the band by fast sweeping (Zhao 2005); all in voxels.
class Sweeper {
public:
    Sweeper(const Eigen::Vector3i& dims, std::vector<double>& distances,
            const std::vector<char>& known)
        : m_grid{.origin = Eigen::Vector3d::Zero(), .size = 1.0, .dims = dims},
          m_d(distances),
          m_known(known) {}

    void sweep_all() {
        for (int direction = 0; direction < 8; ++direction)
            sweep(direction);
    }

private:
    void sweep(int direction) {
        const Eigen::Vector3i n = m_grid.dims;
        for (int k = 0; k < n.z(); ++k) {
            check_task();
            const int z = (direction & 4) != 0 ? n.z() - 1 - k : k;
            for (int j = 0; j < n.y(); ++j) {
                const int y = (direction & 2) != 0 ? n.y() - 1 - j : j;
                for (int i = 0; i < n.x(); ++i)
                    update((direction & 1) != 0 ? n.x() - 1 - i : i, y, z);
            }
        }
    }

    void update(int x, int y, int z) {
        const std::size_t voxel = m_grid.index(x, y, z);
        if (m_known[voxel] != 0) return;
        std::array<double, 3> near{
            lower(x > 0, m_grid.index(x - 1, y, z), x + 1 < m_grid.dims.x(),
                  m_grid.index(x + 1, y, z)),
            lower(y > 0, m_grid.index(x, y - 1, z), y + 1 < m_grid.dims.y(),
                  m_grid.index(x, y + 1, z)),
            lower(z > 0, m_grid.index(x, y, z - 1), z + 1 < m_grid.dims.z(),
                  m_grid.index(x, y, z + 1)),
        };
        std::sort(near.begin(), near.end());
        m_d[voxel] = std::min(m_d[voxel], solve(near));
    }

    double lower(bool has_before, std::size_t before, bool has_after, std::size_t after) const {
        const double a = has_before ? m_d[before] : std::numeric_limits<double>::infinity();
        const double b = has_after ? m_d[after] : std::numeric_limits<double>::infinity();
        return std::min(a, b);
    }

    /// Σ max(d − near_i, 0)² = 1 for neighbours in rising order.
    static double solve(const std::array<double, 3>& near) {
        double d = near[0] + 1.0;
        if (!(d > near[1])) return d;
        const double difference = near[0] - near[1];
        d = 0.5 * (near[0] + near[1] + std::sqrt(2.0 - difference * difference));
        if (!(d > near[2])) return d;
        const double sum = near[0] + near[1] + near[2];
        const double squares = near[0] * near[0] + near[1] * near[1] + near[2] * near[2];
        return (sum + std::sqrt(std::max(0.0, sum * sum - 3.0 * (squares - 1.0)))) / 3.0;
    }

    VoxelGrid m_grid;
    std::vector<double>& m_d;
    const std::vector<char>& m_known;
};

/// Replaces the saturated distances beyond the band by real ones.
void extend_beyond_band(SolidVoxels& solid) {
    const std::size_t count = solid.grid.count();
    const double size = solid.grid.size;
    const double band = (static_cast<double>(BAND_VOXELS) - 1e-3) * size;
    std::vector<double> unsigned_distances(count, std::numeric_limits<double>::infinity());
    std::vector<char> known(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const double d = std::abs(static_cast<double>(solid.distances[i]));
        if (d > band) continue;
        unsigned_distances[i] = d / size;
        known[i] = 1;
    }
    Sweeper(solid.grid.dims, unsigned_distances, known).sweep_all();
    for (std::size_t i = 0; i < count; ++i) {
        solid.distances[i] =
            std::copysign(static_cast<float>(unsigned_distances[i] * size), solid.distances[i]);
    }
}

/// Quadratic B-spline around the nearest centre: weights of three voxels, and their derivatives.
struct Spline {
    explicit Spline(double f)  // f in [−1/2, 1/2]
        : weight{0.5 * (0.5 - f) * (0.5 - f), 0.75 - f * f, 0.5 * (0.5 + f) * (0.5 + f)},
          slope{f - 0.5, -2.0 * f, f + 0.5} {}
    std::array<double, 3> weight;
    std::array<double, 3> slope;
};

/// A place on the side of the box that moves less than this no longer matters [voxels].
constexpr double SETTLED = 1e-3;

/// Part of the way from a point in the box that is inside it, at most all of it.
double part_inside(const Eigen::AlignedBox3d& box, const Eigen::Vector3d& from,
                   const Eigen::Vector3d& way) {
    double part = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        if (way[axis] == 0.0) continue;
        const double wall = way[axis] > 0.0 ? box.max()[axis] : box.min()[axis];
        part = std::min(part, (wall - from[axis]) / way[axis]);
    }
    return std::max(part, 0.0);
}

}  // namespace

DistanceField::DistanceField(const TriangleMesh& mesh, double voxel_size, std::string_view object,
                             DistanceSign sign) {
    require_surface(mesh, object);
    if (!std::isfinite(voxel_size) || voxel_size < 0.0) {
        throw Error({.code = ErrorCode::InvalidArgument,
                     .object = std::string(object),
                     .field = "voxel size",
                     .value = fmt::format("{}", voxel_size),
                     .remedy = "must be greater than 0, or 0 to choose it from the mesh"});
    }
    const double size = voxel_size > 0.0 ? voxel_size : default_voxel_size(mesh);
    SolidVoxels solid = voxelise(mesh, WindingNumber(mesh), size, object);
    extend_beyond_band(solid);
    claim_memory(static_cast<double>(solid.distances.size() * sizeof(float)), object, "voxel size");
    m_grid = solid.grid;
    m_distances = std::move(solid.distances);
    if (sign == DistanceSign::None) {
        for (float& distance : m_distances)
            distance = std::abs(distance);
    }
}

Eigen::AlignedBox3d DistanceField::box() const {
    const Eigen::Vector3d last = (m_grid.dims.array() - 2).cast<double>();
    return {m_grid.origin + Eigen::Vector3d::Constant(m_grid.size),
            m_grid.origin + m_grid.size * last};
}

DistanceField::Sample DistanceField::sample(const Eigen::Vector3d& point) const {
    return box().contains(point) ? sample_inside(point) : sample_beyond(point);
}

DistanceField::Sample DistanceField::sample_beyond(const Eigen::Vector3d& point) const {
    constexpr int MOST_ROUNDS = 8;
    const Eigen::AlignedBox3d inside = box();
    Eigen::Vector3d side = point.cwiseMax(inside.min()).cwiseMin(inside.max());
    Eigen::Vector3d way = point - side;
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        // The place of the surface nearest to the side of the box, and where the way from there to the point leaves it.
        const Sample seen = sample_inside(side);
        const double slope = seen.gradient.norm();
        if (!(slope > 0.0)) break;
        const Eigen::Vector3d foot = side - seen.distance / slope * seen.gradient;
        way = point - foot;
        const Eigen::Vector3d next = foot + part_inside(inside, foot, way) * way;
        const double moved = (next - side).norm();
        side = next;
        if (moved < SETTLED * m_grid.size) break;
    }
    const double distance = way.norm();
    return {distance, way / distance};
}

DistanceField::Sample DistanceField::sample_inside(const Eigen::Vector3d& point) const {
    const Eigen::Vector3d v = m_grid.to_voxels(point);
    const Eigen::Vector3d last = (m_grid.dims.array() - 2).cast<double>();
    const Eigen::Vector3d at = v.cwiseMax(1.0).cwiseMin(last);
    const Eigen::Vector3i centre = at.array().round().cast<int>();
    const Eigen::Vector3d f = at - centre.cast<double>();
    const Spline sx(f.x());
    const Spline sy(f.y());
    const Spline sz(f.z());
    double distance = 0.0;
    Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) {
            const float* row =
                &m_distances[m_grid.index(centre.x() - 1, centre.y() - 1 + j, centre.z() - 1 + k)];
            const double value =
                sx.weight[0] * row[0] + sx.weight[1] * row[1] + sx.weight[2] * row[2];
            const double slope = sx.slope[0] * row[0] + sx.slope[1] * row[1] + sx.slope[2] * row[2];
            distance += sy.weight[j] * sz.weight[k] * value;
            gradient.x() += sy.weight[j] * sz.weight[k] * slope;
            gradient.y() += sy.slope[j] * sz.weight[k] * value;
            gradient.z() += sy.weight[j] * sz.slope[k] * value;
        }
    }
    gradient /= m_grid.size;
    return {distance, gradient};
}

}  // namespace sinew::volume
