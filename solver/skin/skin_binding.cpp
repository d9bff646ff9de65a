#include "skin/skin_binding.hpp"

#include <Eigen/Geometry>
#include <cassert>
#include <cmath>

#include "base/parallel.hpp"
#include "skin/pill_tree.hpp"

namespace sinew::skin {

namespace {

using Eigen::Vector3d;
using Eigen::Vector4d;

constexpr std::size_t DEFORM_GRAIN = 512;

}  // namespace

SkinBinding::SkinBinding(const TriangleMesh& mesh, const PillChains& pills,
                         const SkinSettings& settings)
    : m_rest(mesh.vertices), m_local(mesh.vertices.size()), m_begin(mesh.vertices.size() + 1, 0) {
    if (m_rest.empty()) return;
    const PillTree tree(pills);
    const std::vector<ChainWeights> weights = chain_weights(mesh, tree, settings, m_loose);
    for (std::size_t v = 0; v < size(); ++v) {
        m_begin[v + 1] = m_begin[v] + 2 * weights[v].count;
    }
    m_influences.resize(m_begin.back());
    parallel_for(size(), DEFORM_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t v = begin; v < end; ++v) {
            Vector3d centre = Vector3d::Zero();
            for (std::size_t i = 0; i < weights[v].count; ++i) {
                const auto& [chain, weight] = weights[v].items[i];
                const NearPill place = tree.nearest_of_chain(m_rest[v], chain);
                const double second = place.t * weight;
                const double first = weight - second;
                m_influences[m_begin[v] + 2 * i] = {place.sphere, first};
                m_influences[m_begin[v] + 2 * i + 1] = {place.sphere + 1, second};
                centre +=
                    first * pills.centres[place.sphere] + second * pills.centres[place.sphere + 1];
            }
            m_local[v] = m_rest[v] - centre;
        }
    });
}

Vector3d SkinBinding::deformed(std::size_t vertex, std::span<const SpherePose> poses,
                               const Vector3d& offset) const {
    const std::span<const Influence> list = influences(vertex);
    // q and −q are the same turn: all are put on the side of the heaviest.
    const Vector4d side = poses[list[0].sphere].turn;
    Vector4d move = Vector4d::Zero();
    Vector4d turn = Vector4d::Zero();
    for (const Influence& influence : list) {
        const SpherePose& pose = poses[influence.sphere];
        move += influence.weight * pose.move;
        turn += std::copysign(influence.weight, side.dot(pose.turn)) * pose.turn;
    }
    const double length = turn.norm();
    turn = length > 0.0 ? Vector4d(turn / length) : side;
    // (R − 1) X = 2 w u × X + 2 u × (u × X), which is zero for u = 0.
    const Vector3d local = m_local[vertex] + offset;
    const Vector3d axis = turn.head<3>();
    const Vector3d twice = 2.0 * axis.cross(local);
    const Vector3d turned = turn.w() * twice + axis.cross(twice);
    return m_rest[vertex] + offset + (move.head<3>() + turned + move.w() * (local + turned));
}

void SkinBinding::deform(std::span<const SpherePose> poses, std::span<const double> offsets,
                         std::span<double> out) const {
    assert(out.size() == 3 * size());
    assert(offsets.empty() || offsets.size() == out.size());
    parallel_for(size(), DEFORM_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t v = begin; v < end; ++v) {
            Vector3d offset = Vector3d::Zero();
            if (!offsets.empty()) offset = Vector3d::Map(offsets.data() + 3 * v);
            Eigen::Map<Vector3d>(out.data() + 3 * v) = deformed(v, poses, offset);
        }
    });
}

}  // namespace sinew::skin
