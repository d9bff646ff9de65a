#include "solidify/node_transfer.hpp"

#include <algorithm>
#include <array>

#include "base/parallel.hpp"
#include "base/task.hpp"

namespace sinew::solidify {

using Eigen::Vector3d;

namespace {

constexpr std::size_t NODES_AT_ONCE = 256;

/// Without values yet, with room for them. Keys of a few vertices may become those of very many nodes.
AnimatedArray empty_array(const AnimatedArray& like, std::size_t width) {
    AnimatedArray result;
    result.width = width;
    result.frames = like.frames;
    claim_memory(
        sizeof(double) * static_cast<double>(width) * static_cast<double>(like.frames.size()), "",
        "animated maps and loads");
    return result;
}

}  // namespace

NodeTransfer::NodeTransfer(const TriangleMesh& surface, const TetMesh& tets)
    : m_places(tets.vertices.size()), m_embedding(tets, surface.vertices) {
    const NearestTriangle nearest(surface);
    parallel_for(m_places.size(), NODES_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        for (std::size_t node = begin; node < end; ++node) {
            check_task();
            m_places[node] = nearest.find(tets.vertices[node]);
        }
    });
}

std::vector<double> NodeTransfer::carried(const std::vector<double>& values) const {
    std::vector<double> result;
    result.reserve(nodes());
    for (const SurfacePlace& place : m_places) {
        const std::array<double, 3> corners = {values[place.vertices[0]], values[place.vertices[1]],
                                               values[place.vertices[2]]};
        double sum = 0.0;
        for (int i = 0; i < 3; ++i)
            sum += place.coordinates[i] * corners[i];
        // Round-off must not make a weight above 1 of ones.
        const auto [least, most] = std::ranges::minmax(corners);
        result.push_back(std::clamp(sum, least, most));
    }
    return result;
}

std::vector<Vector3d> NodeTransfer::carried(const std::vector<Vector3d>& vectors) const {
    std::vector<Vector3d> result;
    result.reserve(nodes());
    for (const SurfacePlace& place : m_places) {
        Vector3d sum = Vector3d::Zero();
        for (int i = 0; i < 3; ++i)
            sum += place.coordinates[i] * vectors[place.vertices[i]];
        result.push_back(sum);
    }
    return result;
}

std::vector<Vector3d> NodeTransfer::carried_directions(
    const std::vector<Vector3d>& directions) const {
    std::vector<Vector3d> units;
    units.reserve(directions.size());
    for (const Vector3d& direction : directions)
        units.push_back(direction.normalized());
    std::vector<Vector3d> result = carried(units);
    for (std::size_t node = 0; node < result.size(); ++node) {
        Eigen::Index nearest = 0;
        m_places[node].coordinates.maxCoeff(&nearest);
        if (result[node].norm() < 1e-6) result[node] = units[m_places[node].vertices[nearest]];
        result[node].normalize();
    }
    return result;
}

AnimatedArray NodeTransfer::carried(const AnimatedArray& values, std::size_t per_vertex) const {
    AnimatedArray result = empty_array(values, per_vertex * nodes());
    result.values.reserve(values.frames.size() * result.width);
    for (std::size_t key = 0; key < values.frames.size(); ++key) {
        const std::vector<double> at_vertices = values.read_key(key);
        for (const SurfacePlace& place : m_places) {
            for (std::size_t n = 0; n < per_vertex; ++n) {
                double sum = 0.0;
                for (int i = 0; i < 3; ++i)
                    sum += place.coordinates[i] * at_vertices[per_vertex * place.vertices[i] + n];
                result.values.push_back(sum);
            }
        }
    }
    return result;
}

AnimatedArray NodeTransfer::divided(const AnimatedArray& loads) const {
    AnimatedArray result = empty_array(loads, 3 * nodes());
    result.values.assign(loads.frames.size() * result.width, 0.0);
    for (std::size_t key = 0; key < loads.frames.size(); ++key) {
        const std::vector<double> at_vertices = loads.read_key(key);
        double* const at_nodes = result.values.data() + key * result.width;
        for (std::size_t vertex = 0; vertex < m_embedding.size(); ++vertex) {
            const TetEmbedding::Place& place = m_embedding.places()[vertex];
            for (int a = 0; a < 4; ++a) {
                for (int axis = 0; axis < 3; ++axis) {
                    at_nodes[3L * place.vertices[a] + axis] +=
                        place.coordinates[a] * at_vertices[3 * vertex + axis];
                }
            }
        }
    }
    return result;
}

std::vector<bool> border_vertices(const TetMesh& mesh) {
    std::vector<std::array<int, 3>> faces;
    faces.reserve(4 * mesh.tetrahedra.size());
    for (const Eigen::Vector4i& tet : mesh.tetrahedra) {
        for (int a = 0; a < 4; ++a) {
            std::array<int, 3> face{tet[(a + 1) % 4], tet[(a + 2) % 4], tet[(a + 3) % 4]};
            std::sort(face.begin(), face.end());
            faces.push_back(face);
        }
    }
    std::sort(faces.begin(), faces.end());
    std::vector<bool> border(mesh.vertices.size(), false);
    for (std::size_t i = 0; i < faces.size();) {
        std::size_t next = i + 1;
        while (next < faces.size() && faces[next] == faces[i])
            ++next;
        if (next == i + 1) {
            for (const int vertex : faces[i])
                border[vertex] = true;
        }
        i = next;
    }
    return border;
}

}  // namespace sinew::solidify
