#include "volume/face_sides.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace sinew::volume {

namespace {

/// An edge of a triangle, whichever way it is walked.
struct FaceEdge {
    std::uint64_t ends;  ///< the smaller vertex above, the greater below
    int triangle;
    bool rising;  ///< walked from the smaller vertex to the greater
};

/// What lies across an edge.
struct FaceAcrossEdge {
    int triangle = -1;
    bool agrees = true;  ///< both have the same side outside
};
using Neighbours = std::vector<std::array<FaceAcrossEdge, 3>>;

std::vector<FaceEdge> edges_of(const TriangleMesh& mesh) {
    std::vector<FaceEdge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Eigen::Vector3i& corners = mesh.triangles[t];
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
            continue;
        for (int i = 0; i < 3; ++i) {
            const auto a = static_cast<std::uint64_t>(corners[i]);
            const auto b = static_cast<std::uint64_t>(corners[(i + 1) % 3]);
            edges.push_back({std::min(a, b) << 32 | std::max(a, b), static_cast<int>(t), a < b});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const FaceEdge& a, const FaceEdge& b) {
        return std::pair(a.ends, a.triangle) < std::pair(b.ends, b.triangle);
    });
    return edges;
}

Neighbours find_neighbours(const TriangleMesh& mesh) {
    const std::vector<FaceEdge> edges = edges_of(mesh);
    Neighbours neighbours(mesh.triangles.size());
    std::vector<int> filled(mesh.triangles.size(), 0);
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        while (end < edges.size() && edges[end].ends == edges[begin].ends)
            ++end;
        if (end - begin != 2) continue;
        const FaceEdge& a = edges[begin];
        const FaceEdge& b = edges[begin + 1];
        const bool agrees = a.rising != b.rising;
        neighbours[a.triangle][filled[a.triangle]++] = {b.triangle, agrees};
        neighbours[b.triangle][filled[b.triangle]++] = {a.triangle, agrees};
    }
    return neighbours;
}

/// Six times the volume between the triangle and a point, if it is turned over as `turned` says.
double volume_share(const TriangleMesh& mesh, int triangle, bool turned,
                    const Eigen::Vector3d& from) {
    const Eigen::Vector3i& t = mesh.triangles[triangle];
    const double share = (mesh.vertices[t[0]] - from)
                             .dot((mesh.vertices[t[1]] - from).cross(mesh.vertices[t[2]] - from));
    return turned ? -share : share;
}

/// The triangles that `start` is joined to, and in `turned` which of them must be turned to agree with it.
std::vector<int> part_of(int start, const Neighbours& neighbours, std::vector<char>& seen,
                         std::vector<char>& turned) {
    std::vector<int> part{start};
    seen[start] = 1;
    for (std::size_t i = 0; i < part.size(); ++i) {
        for (const FaceAcrossEdge& next : neighbours[part[i]]) {
            if (next.triangle < 0 || seen[next.triangle] != 0) continue;
            seen[next.triangle] = 1;
            turned[next.triangle] = (turned[part[i]] != 0) == next.agrees ? 1 : 0;
            part.push_back(next.triangle);
        }
    }
    return part;
}

/// Whether the part, turned as it is to be, has its inside outside.
bool is_inside_out(const TriangleMesh& mesh, const std::vector<int>& part,
                   const std::vector<char>& turned) {
    // From the middle of the part, so that its holes count as little as they can.
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (const int t : part) {
        for (const int v : mesh.triangles[t])
            middle += mesh.vertices[v];
    }
    middle /= 3.0 * static_cast<double>(part.size());
    double volume = 0.0;
    for (const int t : part)
        volume += volume_share(mesh, t, turned[t] != 0, middle);
    return volume < 0.0;
}

}  // namespace

std::size_t make_sides_agree(TriangleMesh& mesh) {
    const Neighbours neighbours = find_neighbours(mesh);
    std::vector<char> seen(mesh.triangles.size(), 0);
    std::vector<char> turned(mesh.triangles.size(), 0);
    std::size_t count = 0;
    for (std::size_t start = 0; start < mesh.triangles.size(); ++start) {
        if (seen[start] != 0) continue;
        const std::vector<int> part = part_of(static_cast<int>(start), neighbours, seen, turned);
        const bool agree =
            std::all_of(part.begin(), part.end(), [&](int t) { return turned[t] == 0; });
        if (agree) continue;
        const char wanted = is_inside_out(mesh, part, turned) ? 0 : 1;
        for (const int t : part) {
            if (turned[t] != wanted) continue;
            std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
            ++count;
        }
    }
    return count;
}

}  // namespace sinew::volume
