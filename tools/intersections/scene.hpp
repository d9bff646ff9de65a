// The objects that the judge compares, and where they are in one frame.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace judge {

using Point = std::array<double, 3>;

/// A tapered capsule between two vertices of its object: the hull of a ball at each.
struct PillIndices {
    std::array<int, 2> ends{};
    int rod = -1;                   ///< pills of different rods are no neighbours
    std::array<double, 2> along{};  ///< of both ends, along the rod at rest, the smaller first
    double rest_radius = 0.0;       ///< the larger one
};

struct Object {
    std::vector<std::array<int, 3>> triangles;
    std::vector<PillIndices> pills;
    std::vector<double> radii;  ///< of each vertex, if there are pills

    // In the current frame:
    std::vector<Point> stored;  ///< as the cache or the job has them
    std::vector<Point> world;   ///< in the common space; empty: the same as `stored`

    const std::vector<Point>& in_world() const { return world.empty() ? stored : world; }
};

/// Objects stay where normal · x ≥ offset |normal|.
struct HalfPlane {
    Point normal{};
    double offset = 0.0;
};

struct Scene {
    std::vector<Object> objects;
    std::vector<HalfPlane> planes;
    std::vector<std::uint8_t> judged;         ///< objects × objects; the diagonal: with themselves
    std::vector<std::uint8_t> judged_planes;  ///< objects × planes

    bool judges(std::size_t a, std::size_t b) const { return judged[a * objects.size() + b] != 0; }
    bool judges_plane(std::size_t a, std::size_t plane) const {
        return judged_planes[a * planes.size() + plane] != 0;
    }
};

}  // namespace judge
