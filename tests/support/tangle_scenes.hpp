// Contact meshes of several surfaces, for tests of tangles.
#pragma once

#include <algorithm>
#include <vector>

#include "contact/contact_mesh.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew::test {

/// Each mesh is a surface; at rest where it is.
inline ContactMesh contact_mesh_of(const std::vector<TriangleMesh>& meshes) {
    ContactMesh mesh;
    mesh.rules = ContactRules(static_cast<int>(meshes.size()));
    for (std::size_t s = 0; s < meshes.size(); ++s) {
        const int first = mesh.points;
        mesh.rules.set_meets(static_cast<int>(s), static_cast<int>(s), false);
        for (const Eigen::Vector3i& t : meshes[s].triangles) {
            mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
            for (int k = 0; k < 3; ++k) {
                const int a = first + t[k];
                const int b = first + t[(k + 1) % 3];
                mesh.edges.push_back({std::min(a, b), std::max(a, b)});
            }
        }
        for (const Eigen::Vector3d& v : meshes[s].vertices)
            mesh.rest_positions.push_back(v);
        mesh.points += static_cast<int>(meshes[s].vertices.size());
        mesh.surfaces.resize(mesh.points, static_cast<int>(s));
    }
    mesh.radii.assign(mesh.points, 0.0);
    mesh.is_hidden.assign(mesh.points, 0);
    std::sort(mesh.edges.begin(), mesh.edges.end());
    mesh.edges.erase(std::unique(mesh.edges.begin(), mesh.edges.end()), mesh.edges.end());
    return mesh;
}

inline TriangleMesh moved(TriangleMesh mesh, const Eigen::Vector3d& shift) {
    for (Eigen::Vector3d& v : mesh.vertices)
        v += shift;
    return mesh;
}

/// A square of n × n cells about the origin, in the plane z = 0.
inline TriangleMesh sheet(double side, int n) {
    TriangleMesh mesh;
    for (int j = 0; j <= n; ++j) {
        for (int i = 0; i <= n; ++i)
            mesh.vertices.emplace_back(side * (i / double(n) - 0.5), side * (j / double(n) - 0.5),
                                       0.0);
    }
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
            const int a = j * (n + 1) + i;
            mesh.triangles.emplace_back(a, a + 1, a + n + 2);
            mesh.triangles.emplace_back(a, a + n + 2, a + n + 1);
        }
    }
    return mesh;
}

}  // namespace sinew::test
