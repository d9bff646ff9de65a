#include "shells/shell_embedding.hpp"

#include <Eigen/LU>

#include "base/parallel.hpp"
#include "mesh/nearest_triangle.hpp"

namespace sinew::shells {

using Eigen::Matrix;
using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

constexpr std::size_t EMBEDDED_POINTS_AT_ONCE = 1024;
constexpr int MOST_PROJECTIONS = 8;

/// From the nearest place of the flat triangle towards that of the curved one, by Gauss and Newton; stops where that leaves
/// the triangle.
template <int NODES>
Vector3d nearest_on(const TriangleNodes<NODES>& X, const Vector3d& point, Vector3d L) {
    for (int round = 0; round < MOST_PROJECTIONS; ++round) {
        const Vector3d away = point - X * triangle_shape_values<NODES>(L);
        const Matrix<double, 3, 2> J = X * triangle_shape_derivatives<NODES>(L).transpose();
        const Eigen::Vector2d step =
            (J.transpose() * J).inverse() * Eigen::Vector2d(J.transpose() * away);
        const Vector3d next = L + Vector3d(-step.sum(), step[0], step[1]);
        if (!next.allFinite() || next.minCoeff() < 0.0) break;
        L = next;
        if (step.norm() < 1e-14) break;
    }
    return L;
}

}  // namespace

template <int NODES>
ShellEmbedding::Place ShellEmbedding::find_place(const ShellMesh& mesh, const Vector3d& point,
                                                 const std::array<int, 6>& nodes,
                                                 const Vector3d& start) {
    TriangleNodes<NODES> X;
    for (int a = 0; a < NODES; ++a)
        X.col(a) = mesh.nodes[nodes[a]];
    Place place;
    place.point = point;
    place.nodes = nodes;
    place.corners = nearest_on<NODES>(X, point, start);
    const Matrix<double, NODES, 1> N = triangle_shape_values<NODES>(place.corners);
    place.N.setZero();
    place.N.template head<NODES>() = N;
    place.beside = point - X * N;
    return place;
}

ShellEmbedding::ShellEmbedding(const ShellDef& def, const ShellMesh& mesh,
                               const std::vector<Vector3d>& points) {
    if (points.empty()) return;
    m_rest = mesh.nodes;
    m_places.resize(points.size());
    const NearestTriangle nearest(def.mesh);
    const bool linear = def.element == ShellElementKind::Linear;
    parallel_for(points.size(), EMBEDDED_POINTS_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const SurfacePlace flat = nearest.find(points[i]);
            const Eigen::Vector3i& t = flat.vertices;
            std::array<int, 6> nodes{t[0], t[1], t[2], t[0], t[1], t[2]};
            if (linear) {
                m_places[i] = find_place<3>(mesh, points[i], nodes, flat.coordinates);
                continue;
            }
            for (int k = 0; k < 3; ++k)
                nodes[3 + k] = mesh.node_between(t[k], t[(k + 1) % 3]);
            m_places[i] = find_place<6>(mesh, points[i], nodes, flat.coordinates);
        }
    });
}

void ShellEmbedding::deform(const ShellState& state, std::span<double> out) const {
    const auto deform_one = [&](const Place& place) -> Vector3d {
        Vector3d moved = Vector3d::Zero();
        for (int a = 0; a < 6; ++a)
            moved += place.N[a] * (state.positions[place.nodes[a]] - m_rest[place.nodes[a]]);
        Eigen::Vector4d mean = Eigen::Vector4d::Zero();
        for (int k = 0; k < 3; ++k)
            mean += place.corners[k] * state.rotations[place.nodes[k]].coeffs();
        const Vector3d beside = Quaterniond(mean).normalized() * place.beside;
        return place.point + (moved + (beside - place.beside));
    };
    parallel_for(m_places.size(), EMBEDDED_POINTS_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            Eigen::Map<Vector3d>(out.data() + 3 * i) = deform_one(m_places[i]);
    });
}

}  // namespace sinew::shells
