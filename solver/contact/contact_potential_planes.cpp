// ContactPotential: half-planes.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/parallel.hpp"
#include "contact/barrier.hpp"
#include "contact/contact_potential.hpp"

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vec = ContactPair::Vec;

namespace {

constexpr std::size_t PLANE_GRAIN = 1024;
/// Share of the reach below which the barrier is a parabola. Newton's method doubles a gap that is too small in each iteration, so a larger
/// one saves iterations.
constexpr double SOFT = 0.1;
/// A point that begins nearer has a smaller one, half of its gap, since its load needs that; down to this.
constexpr double SOFT_AT_START = 1e-3;
constexpr double LEAST_SOFT = 1e-7;
/// Points that end below this share of the soft gap need a smaller one, ...
constexpr double ENOUGH_GAP = 0.25;
/// ... which can carry so much more than what is there.
constexpr double MORE_LOAD = 2.0;
constexpr int MOST_PASSES = 12;
/// What begins below a half-plane rises in a step by this share of its depth, or of its reach if that is more.
constexpr double RISE_OF_DEPTH = 0.2;
constexpr double RISE_OF_REACH = 0.5;
/// Pins hold a point if they leave it less than this share of its compliance.
constexpr double HELD = 0.1;
/// Share of the reach: what is that little below a half-plane lies on it.
constexpr double ON_PLANE = 0.01;

/// How far the point gives way along n under a unit force, with its nodes alone.
double compliance(const NodePoint& point, const Vector3d& n, const std::vector<Matrix3d>& diagonal,
                  const std::vector<Matrix3d>& without) {
    double sum = 0.0;
    for (int k = 0; k < 4; ++k) {
        const double w = point.weights[k];
        if (w == 0.0) continue;
        Matrix3d block = diagonal[point.nodes[k]];
        if (!without.empty()) block -= without[point.nodes[k]];
        sum += w * w / (block * n).norm();
    }
    return sum;
}

}  // namespace

std::array<int, 4> ContactPotential::plane_points(std::size_t pair) const {
    const int plane = m_planes[pair % m_planes.size()];
    return {m_free_points[pair / m_planes.size()], plane, plane, plane};
}

double ContactPotential::plane_height(std::size_t pair, std::span<const Vector3d> positions) const {
    const std::array<int, 4> points = plane_points(pair);
    return m_surfaces[surface_of(points[1])].normal.dot(positions[points[0]] -
                                                        positions[points[1]]);
}

double ContactPotential::plane_reach(std::size_t pair) const {
    return PLANE_REACH * m_reach[m_free_points[pair / m_planes.size()]];
}

void ContactPotential::set_planes() {
    m_plane_passes = 0;
    m_plane_pairs.resize(m_free_points.size() * m_planes.size());
    parallel_for(m_plane_pairs.size(), PLANE_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::array<int, 4> points = plane_points(i);
            const double radius = m_mesh.radii[points[0]];
            const double reach = plane_reach(i);
            const double gap = plane_height(i, m_start) - radius;
            const double rise = std::max(RISE_OF_REACH * reach, -RISE_OF_DEPTH * gap);
            const double lowered = std::max(0.0, -gap - rise);
            const double soft = gap > 0.0
                                    ? std::clamp(0.5 * gap, SOFT_AT_START * reach, SOFT * reach)
                                    : SOFT * reach;
            const bool meets =
                m_mesh.rules.meets(m_mesh.surfaces[points[0]], m_mesh.surfaces[points[1]]);
            m_plane_pairs[i] = {radius - lowered, soft, meets ? -1.0 : 0.0};
        }
    });
}

double ContactPotential::plane_stiffness(std::size_t pair) const {
    const std::array<int, 4> points = plane_points(pair);
    const NodePoint& point = m_points[points[0]];
    const Vector3d& n = m_surfaces[surface_of(points[1])].normal;
    const double free = compliance(point, n, m_diagonal, m_pin_diagonal);
    if (!m_pin_diagonal.empty() && compliance(point, n, m_diagonal, {}) < HELD * free) return 0.0;
    if (!(free > 0.0) || !std::isfinite(free)) return 0.0;
    const double approach = n.dot(m_predicted[points[1]] - m_predicted[points[0]]);
    return std::max(1.0, approach / plane_reach(pair)) / free;
}

void ContactPotential::add_active_planes() {
    const std::size_t near =
        parallel_collect(
            m_plane_pairs.size(), PLANE_GRAIN, m_near_planes,
            [&](std::size_t begin, std::size_t end, std::uint32_t* out) {
                std::uint32_t* next = out;
                for (std::size_t i = begin; i < end; ++i) {
                    if (plane_height(i, m_positions) < m_plane_pairs[i].offset + plane_reach(i))
                        *next++ = static_cast<std::uint32_t>(i);
                }
                return static_cast<std::size_t>(next - out);
            })
            .size();
    if (near == 0) return;
    diagonal();
    if (m_active_list.size() < m_active_count + near) m_active_list.resize(m_active_count + near);
    for (std::size_t k = 0; k < near; ++k) {
        const std::size_t i = m_near_planes[k];
        PlanePair& at = m_plane_pairs[i];
        if (at.stiffness < 0.0) at.stiffness = plane_stiffness(i);
        if (at.stiffness == 0.0) continue;
        const std::array<int, 4> points = plane_points(i);
        m_active_list[m_active_count++] = {{.kind = PairKind::PointPlane,
                                            .stiffness = at.stiffness,
                                            .reach = plane_reach(i),
                                            .offset = at.offset,
                                            .normal = m_surfaces[surface_of(points[1])].normal,
                                            .soft = at.soft},
                                           points};
        ++m_active_planes;
    }
}

bool ContactPotential::stiffen_planes(const VectorXd& x) {
    if (m_plane_pairs.empty() || m_plane_passes == MOST_PASSES) return false;
    ++m_plane_passes;
    positions(x, m_positions);
    bool changed = false;
    for (std::size_t i = 0; i < m_plane_pairs.size(); ++i) {
        PlanePair& at = m_plane_pairs[i];
        if (!(at.stiffness > 0.0)) continue;
        const double gap = plane_height(i, m_positions) - at.offset;
        const double reach = plane_reach(i);
        if (gap >= ENOUGH_GAP * at.soft || at.soft <= LEAST_SOFT * reach) continue;
        // The force of small gaps is inverse to them.
        const double load = -soft_barrier(gap, at.stiffness, reach, at.soft).slope;
        const double carried = -barrier(at.soft, at.stiffness, reach).slope;
        at.soft = std::max(LEAST_SOFT * reach, at.soft * carried / (MORE_LOAD * load));
        changed = true;
    }
    return changed;
}

void ContactPotential::measure_planes(std::vector<ContactMeasures>& measures) const {
    for (std::size_t i = 0; i < m_plane_pairs.size(); ++i) {
        const std::array<int, 4> points = plane_points(i);
        if (!m_mesh.rules.meets(m_mesh.surfaces[points[0]], m_mesh.surfaces[points[1]])) continue;
        const double gap = plane_height(i, m_positions) - m_mesh.radii[points[0]];
        for (const int point : {points[0], points[1]}) {
            double& smallest = measures[surface_of(point)].smallest_gap;
            smallest = std::fmin(smallest, gap);
        }
    }
}

std::vector<ContactPotential::Sunken> ContactPotential::find_sunken() const {
    std::map<std::pair<std::size_t, std::size_t>, Sunken> found;
    for (std::size_t i = 0; i < m_free_points.size() * m_planes.size(); ++i) {
        const double height = plane_height(i, m_start);
        if (height >= -ON_PLANE * plane_reach(i)) continue;
        const std::array<int, 4> points = plane_points(i);
        if (!m_mesh.rules.meets(m_mesh.surfaces[points[0]], m_mesh.surfaces[points[1]])) continue;
        const std::pair key(surface_of(points[0]), surface_of(points[1]));
        Sunken& sunken =
            found.try_emplace(key, Sunken{key.first, key.second, 0, 0.0, Vector3d::Zero()})
                .first->second;
        ++sunken.points;
        if (-height <= sunken.depth) continue;
        sunken.depth = -height;
        sunken.place = m_start[points[0]];
    }
    std::vector<Sunken> list;
    list.reserve(found.size());
    for (const auto& [key, sunken] : found)
        list.push_back(sunken);
    return list;
}

}  // namespace sinew
