#include "shells/shell_start.hpp"

#include "math/nearest_rotation.hpp"
#include "math/rotation.hpp"
#include "mesh/vertex_neighbours.hpp"

namespace sinew::shells {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

/// R of one triangle.
Quaterniond turn_of(const TrianglePoint<3>& rest, const TriangleNodes<3>& now) {
    Matrix3d F;
    F.leftCols<2>() = now * rest.gradients.transpose();
    F.col(2) = F.col(0).cross(F.col(1)).normalized();
    return (nearest_rotation(F) * rest.frame.conjugate()).normalized();
}

/// Signs go from vertex to vertex, part after part.
void put_on_one_branch(const TriangleMesh& mesh, std::vector<Quaterniond>& rotations) {
    const VertexNeighbours neighbours(mesh.triangles, rotations.size());
    std::vector<bool> seen(rotations.size(), false);
    std::vector<std::size_t> front;
    for (std::size_t first = 0; first < rotations.size(); ++first) {
        if (seen[first]) continue;
        rotations[first] = on_branch_of(rotations[first], Quaterniond::Identity());
        seen[first] = true;
        front.assign(1, first);
        // Breadth first: `front` grows while it is gone through.
        for (std::size_t i = 0; i < front.size(); ++i) {
            const std::size_t vertex = front[i];
            for (const std::uint32_t next : neighbours.of(vertex)) {
                if (seen[next]) continue;
                rotations[next] = on_branch_of(rotations[next], rotations[vertex]);
                seen[next] = true;
                front.push_back(next);
            }
        }
    }
}

/// Directors of a triangle whose corners have turned.
Quatp turned_frames(const Quatp& frames, const std::array<Quaterniond, 3>& corners) {
    Quatp turns{0.0, {0.0, 0.0, 0.0}};
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        const auto& N = TRIANGLE_QUADRATURE.points[std::min(lane, TRIANGLE_POINTS - 1)];
        Eigen::Vector4d mean = Eigen::Vector4d::Zero();
        for (int k = 0; k < 3; ++k)
            mean += N[k] * corners[k].coeffs();
        mean.normalize();
        turns.w.set(lane, mean[3]);
        turns.v.x.set(lane, mean[0]);
        turns.v.y.set(lane, mean[1]);
        turns.v.z.set(lane, mean[2]);
    }
    return normalized(turns * frames);
}

}  // namespace

std::vector<Quaterniond> start_rotations(const ShellDef& def) {
    const std::size_t vertices = def.mesh.vertices.size();
    if (def.initial_positions.empty()) return {vertices, Quaterniond::Identity()};
    std::vector<Eigen::Vector4d> sums(vertices, Eigen::Vector4d::Zero());
    for (const Vector3i& t : def.mesh.triangles) {
        TriangleNodes<3> rest;
        TriangleNodes<3> now;
        for (int k = 0; k < 3; ++k) {
            rest.col(k) = def.mesh.vertices[t[k]];
            now.col(k) = def.initial_positions[t[k]];
        }
        const TrianglePoint<3> point(rest, Vector3d::Constant(1.0 / 3.0));
        const Eigen::Vector4d turn = point.area * turn_of(point, now).coeffs();
        for (const int vertex : t)
            sums[vertex] += sums[vertex].dot(turn) < 0.0 ? Eigen::Vector4d(-turn) : turn;
    }
    std::vector<Quaterniond> rotations;
    rotations.reserve(vertices);
    for (const Eigen::Vector4d& sum : sums)
        rotations.push_back(Quaterniond(sum).normalized());
    put_on_one_branch(def.mesh, rotations);
    return rotations;
}

std::vector<std::array<int, 2>> torn_edges(const TriangleMesh& mesh,
                                           const std::vector<Quaterniond>& rotations) {
    std::vector<std::array<int, 2>> torn;
    for (const Vector3i& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k) {
            const int a = t[k];
            const int b = t[(k + 1) % 3];
            if (!(rotations[a].dot(rotations[b]) > 0.0)) torn.push_back({a, b});
        }
    }
    return torn;
}

std::vector<Vector3d> start_nodes(const ShellDef& def, const ShellMesh& mesh,
                                  const std::vector<Quaterniond>& rotations) {
    if (def.initial_positions.empty()) return mesh.nodes;
    TriangleMesh start = def.mesh;
    start.vertices = def.initial_positions;
    std::vector<Vector3d> nodes = ShellMesh(start, def.edges, {}).nodes;
    for (const EdgePoint& point : def.edge_points) {
        const auto [a, b] = point.vertices;
        const Quaterniond turn =
            Quaterniond(rotations[a].coeffs() + rotations[b].coeffs()).normalized();
        const Vector3d beside = point.position - 0.5 * (mesh.nodes[a] + mesh.nodes[b]);
        nodes[mesh.node_between(a, b)] = 0.5 * (nodes[a] + nodes[b]) + turn * beside;
    }
    return nodes;
}

ShellState start_state(const ShellDef& def, const ShellMesh& mesh, const ShellElements& elements) {
    ShellState state;
    state.rotations = start_rotations(def);
    state.positions = start_nodes(def, mesh, state.rotations);
    if (def.element == ShellElementKind::Linear) state.positions.resize(mesh.vertices);
    const auto add = [&](const Quatp& frames) {
        const std::array<int, 6>& nodes = mesh.triangles[state.directors.size()];
        const std::array corners{state.rotations[nodes[0]], state.rotations[nodes[1]],
                                 state.rotations[nodes[2]]};
        state.directors.push_back(def.initial_positions.empty() ? frames
                                                                : turned_frames(frames, corners));
    };
    for (const ShellTriangle<6>& triangle : elements.quadratic)
        add(triangle.frames);
    for (const ShellTriangle<3>& triangle : elements.linear)
        add(triangle.frames);
    return state;
}

}  // namespace sinew::shells
