// Whether tetrahedra fit together, counted face by face.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "mesh/tet_mesh.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew::test {

struct Conformity {
    int overfull_faces = 0;    ///< that more than two tetrahedra have
    int faces_seen_twice = 0;  ///< that both of their tetrahedra walk in the same direction
    int open_edges =
        0;  ///< of the boundary, that its faces walk more often in one direction than in the other
    int edges_of_many_faces = 0;  ///< of the boundary, that more than two of its faces have
    std::size_t unused_vertices = 0;
    TriangleMesh boundary;  ///< faces that belong to one tetrahedron, outwards
};

inline Conformity check_conformity(const TetMesh& mesh) {
    constexpr int FACES[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    struct Seen {
        int count = 0;
        int direction = 0;
        Eigen::Vector3i as_seen = Eigen::Vector3i::Zero();
    };
    std::map<std::array<int, 3>, Seen> faces;
    std::vector<char> used(mesh.vertices.size(), 0);
    for (const Eigen::Vector4i& tet : mesh.tetrahedra) {
        for (const auto& face : FACES) {
            const Eigen::Vector3i v(tet[face[0]], tet[face[1]], tet[face[2]]);
            std::array<int, 3> sorted{v[0], v[1], v[2]};
            std::ranges::sort(sorted);
            const int at = static_cast<int>(std::ranges::find(sorted, v[0]) - sorted.begin());
            Seen& seen = faces[sorted];
            ++seen.count;
            seen.direction += v[1] == sorted[(at + 1) % 3] ? 1 : -1;
            seen.as_seen = v;
        }
        for (int i = 0; i < 4; ++i)
            used[tet[i]] = 1;
    }
    Conformity result;
    result.unused_vertices = static_cast<std::size_t>(std::ranges::count(used, 0));
    result.boundary.vertices = mesh.vertices;
    std::map<std::pair<int, int>, std::pair<int, int>> edges;  // faces, and how they walk
    for (const auto& [sorted, seen] : faces) {
        if (seen.count > 2) ++result.overfull_faces;
        if (seen.count == 2 && seen.direction != 0) ++result.faces_seen_twice;
        if (seen.count != 1) continue;
        result.boundary.triangles.push_back(seen.as_seen);
        for (int i = 0; i < 3; ++i) {
            const int a = seen.as_seen[i];
            const int b = seen.as_seen[(i + 1) % 3];
            auto& [count, walk] = edges[std::minmax(a, b)];
            ++count;
            walk += a < b ? 1 : -1;
        }
    }
    for (const auto& [edge, faces_of_it] : edges) {
        if (faces_of_it.second != 0) ++result.open_edges;
        if (faces_of_it.first > 2) ++result.edges_of_many_faces;
    }
    return result;
}

}  // namespace sinew::test
