#include "contact/contact_potential.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.hpp"
#include "contact/pair_carriers.hpp"

namespace sinew {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vec = ContactPair::Vec;

namespace {

constexpr std::size_t POINT_GRAIN = 1024;
constexpr std::size_t PAIR_GRAIN = 256;
/// Candidates stay complete while points leave their predicted way by so much of it, and by so many reaches. Each costs candidates, and a
/// search is cheap.
constexpr double MARGIN_OF_WAY = 0.02;
constexpr double MARGIN_OF_REACH = 1.0;
/// The pattern has room for pairs that come as near as so many reaches.
constexpr double PATTERN_REACH = 2.0;
/// Surfaces that begin nearer than their thickness count as thinner: by that much, but they are left no more than a share of the reach.
constexpr double THINNER = 0.9;
constexpr double LEFT_OF_REACH = 0.5;
/// Surfaces nearer than their thickness and this share of the reach touch.
constexpr double TOUCHING = 0.01;
/// No iteration moves a point farther than this share of the largest surface: boxes would hold everything.
constexpr double LONGEST_MOTION = 0.5;
/// Predictions that go farther, in sizes of the largest surface, are shortened: boxes are single precision.
constexpr double FARTHEST_MOTION = 1e6;
/// Share of a gap, or of the reach, that an iteration leaves.
constexpr double KEPT_GAP = 0.5;

std::vector<std::array<int, 2>> edges_of(const std::vector<std::array<int, 3>>& triangles) {
    std::vector<std::array<int, 2>> edges;
    for (const auto& t : triangles) {
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(t[k], t[(k + 1) % 3]);
            edges.push_back({low, high});
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

CcdSettings ccd_settings(const std::vector<ContactSurface>& surfaces) {
    double reach = std::numeric_limits<double>::infinity();
    for (const ContactSurface& surface : surfaces) {
        if (!surface.is_plane() && (surface.meets_others || surface.stops_all))
            reach = std::min(reach, surface.reach);
    }
    return {.kept_gap = KEPT_GAP, .largest_kept_gap = KEPT_GAP * reach};
}

double diagonal_of(const std::vector<Vector3d>& points) {
    AlignedBox3d box;
    for (const Vector3d& p : points)
        box.extend(p);
    return box.isEmpty() ? 0.0 : box.diagonal().norm();
}

/// Whether two different surfaces may meet, neither of them a half-plane.
bool may_meet(const ContactSurface& a, const ContactSurface& b) {
    if (a.is_plane() || b.is_plane() || (a.is_kinematic() && b.is_kinematic())) return false;
    return (a.meets_others && b.meets_others) || a.stops_all || b.stops_all;
}

bool any_stops_all(std::span<const ContactSurface> surfaces) {
    return std::any_of(surfaces.begin(), surfaces.end(),
                       [](const ContactSurface& surface) { return surface.stops_all; });
}

/// Whether it has a part in the search for pairs.
bool is_searched(const ContactSurface& surface, bool any_stops_all) {
    return !surface.is_plane() && (surface.meets_others || surface.stops_all ||
                                   (any_stops_all && !surface.is_kinematic()));
}

/// Whether surfaces may meet but at half-planes.
bool needs_search(std::span<const ContactSurface> surfaces) {
    for (auto a = surfaces.begin(); a != surfaces.end(); ++a) {
        if (a->meets_itself) return true;
        if (std::any_of(surfaces.begin(), a, [&](const auto& b) { return may_meet(*a, b); }))
            return true;
    }
    return false;
}

/// When the sides of a pair come too near.
double time_of_impact(PairKind kind, const std::array<Vector3d, 4>& x,
                      const std::array<Vector3d, 4>& dx, double least) {
    const CcdSettings settings{.kept_gap = KEPT_GAP};
    switch (kind) {
        case PairKind::PointTriangle: return point_triangle_toi(x, dx, least, settings);
        case PairKind::EdgeEdge: return edge_edge_toi(x, dx, least, settings);
        case PairKind::PointEdge:
            return point_edge_toi({x[0], x[1], x[2]}, {dx[0], dx[1], dx[2]}, least, settings);
        case PairKind::PointPoint:
            return point_point_toi({x[0], x[1]}, {dx[0], dx[1]}, least, settings);
        case PairKind::PointPlane: break;
    }
    return 1.0;
}

/// Four points of a smaller pair: its last stands for those that it does not have.
template <std::size_t COUNT>
std::array<int, 4> padded(const std::array<int, COUNT>& points) {
    std::array<int, 4> four;
    four.fill(points.back());
    std::copy(points.begin(), points.end(), four.begin());
    return four;
}

}  // namespace

ContactPotential::ContactPotential(std::vector<ContactSurface> surfaces, int blocks,
                                   std::span<const std::array<int, 2>> apart)
    : m_surfaces(std::move(surfaces)),
      m_blocks(blocks),
      m_impacts(m_mesh, ccd_settings(m_surfaces)) {
    const int count = static_cast<int>(m_surfaces.size());
    const bool searches = needs_search(m_surfaces);
    const bool stopped = any_stops_all(m_surfaces);
    m_mesh.rules = ContactRules(count);
    for (int s = 0; s < count; ++s) {
        const ContactSurface& surface = m_surfaces[s];
        m_mesh.rules.set_kinematic(s, surface.is_kinematic());
        m_mesh.rules.set_meets(s, s, surface.meets_itself);
        const int first = m_mesh.points;
        m_first_point.push_back(first);
        m_mesh.points += static_cast<int>(surface.rest.size());
        const bool is_part = searches && is_searched(surface, stopped);
        for (int other = 0; is_part && other < s; ++other) {
            if (is_searched(m_surfaces[other], stopped))
                m_mesh.rules.set_meets(s, other, may_meet(surface, m_surfaces[other]));
        }
        m_mesh.is_hidden.resize(m_mesh.points - (is_part ? surface.samples : 0), is_part ? 0 : 1);
        m_mesh.is_hidden.resize(m_mesh.points, 1);
        if (is_part) {
            m_size = std::max(m_size, diagonal_of(surface.rest));
            for (const auto& t : surface.triangles)
                m_mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
            for (const auto& e : edges_of(surface.triangles))
                m_mesh.edges.push_back({e[0] + first, e[1] + first});
            for (const auto& e : surface.edges)
                m_mesh.edges.push_back({e[0] + first, e[1] + first});
        }
        if (surface.is_plane()) m_planes.push_back(first);
        for (std::size_t i = 0; i < surface.points.size(); ++i)
            m_free_points.push_back(first + static_cast<int>(i));
        m_mesh.radii.insert(m_mesh.radii.end(), surface.radii.begin(), surface.radii.end());
        m_mesh.rest_positions.insert(m_mesh.rest_positions.end(), surface.rest.begin(),
                                     surface.rest.end());
        m_mesh.surfaces.resize(m_mesh.points, s);
        m_reach.resize(m_mesh.points, surface.reach);
        const auto add_friction = [&](const std::vector<double>& from, std::vector<double>& to) {
            to.insert(to.end(), from.begin(), from.end());
            to.resize(m_mesh.points, 0.0);
        };
        add_friction(surface.friction, m_friction);
        add_friction(surface.sliding_friction, m_sliding_friction);
        if (surface.meets_itself) m_mesh.rest_margin = std::max(m_mesh.rest_margin, surface.reach);
        for (NodePoint point : surface.points) {
            for (int& node : point.nodes)
                node = surface.range.block(node);
            m_points.push_back(point);
        }
        m_points.resize(m_mesh.points, NodePoint{.weights = {0.0, 0.0, 0.0, 0.0}});
    }
    for (int s = 0; s < count; ++s) {
        const ContactSurface& one = m_surfaces[s];
        m_has_windows = m_has_windows || !one.filter.frames.empty();
        for (int t = 0; t <= s; ++t) {
            const ContactSurface& other = m_surfaces[t];
            if (!may_meet(one.filter, one.name, other.filter, other.name))
                m_mesh.rules.set_meets(s, t, false);
        }
    }
    for (const auto& [first, second] : apart)
        m_mesh.rules.set_meets(first, second, false);
    m_first_point.push_back(m_mesh.points);
    m_start.assign(m_mesh.points, Vector3d::Zero());
    m_end = m_start;
    if (searches) m_search = std::make_unique<CandidateSearch>(m_mesh);
}

ContactPotential::~ContactPotential() = default;

bool ContactPotential::is_needed(std::span<const ContactSurface> surfaces) {
    const auto any = [&](const auto& is) {
        return std::any_of(surfaces.begin(), surfaces.end(), is);
    };
    return needs_search(surfaces) ||
           (any([](const ContactSurface& s) { return !s.is_kinematic(); }) &&
            any([](const ContactSurface& s) { return s.is_plane(); }));
}

std::vector<char> ContactPotential::present() const {
    std::vector<char> present;
    present.reserve(m_surfaces.size());
    for (int s = 0; s < m_mesh.rules.surfaces(); ++s)
        present.push_back(m_mesh.rules.is_absent(s) ? 0 : 1);
    return present;
}

void ContactPotential::set_present(std::span<const char> present) {
    for (std::size_t s = 0; s < present.size(); ++s)
        m_mesh.rules.set_absent(static_cast<int>(s), present[s] == 0);
    if (m_search) m_search->read_rules();
}

bool ContactPotential::set_frames(double frame_0, double frame_1) {
    if (!m_has_windows) return false;
    const std::vector<char> before = present();
    std::vector<char> now;
    bool opens = false;
    for (std::size_t s = 0; s < m_surfaces.size(); ++s) {
        now.push_back(m_surfaces[s].filter.takes_part(frame_0, frame_1) ? 1 : 0);
        opens = opens || now[s] > before[s];
    }
    if (now != before) set_present(now);
    return opens;
}

std::span<Vector3d> ContactPotential::start_positions(std::size_t surface) {
    return std::span(m_start).subspan(m_first_point[surface],
                                      m_first_point[surface + 1] - m_first_point[surface]);
}

std::span<double> ContactPotential::radii(std::size_t surface) {
    return std::span(m_mesh.radii)
        .subspan(m_first_point[surface], m_first_point[surface + 1] - m_first_point[surface]);
}

std::span<Vector3d> ContactPotential::end_positions(std::size_t surface) {
    return std::span(m_end).subspan(m_first_point[surface],
                                    m_first_point[surface + 1] - m_first_point[surface]);
}

Vector3d ContactPotential::position(const VectorXd& x, int point) const {
    const NodePoint& on = m_points[point];
    if (on.weights[0] == 0.0 && on.weights[1] == 0.0 && on.weights[2] == 0.0 &&
        on.weights[3] == 0.0)
        return m_start[point] + m_travelled * (m_end[point] - m_start[point]);
    Vector3d p = m_start[point];
    for (int k = 0; k < 4; ++k) {
        if (on.weights[k] != 0.0) p += on.weights[k] * block_of(x, on.nodes[k]);
    }
    return p;
}

Vec ContactPotential::gather(const VectorXd& x, const std::array<int, 4>& points) const {
    Vec p;
    for (int a = 0; a < 4; ++a)
        p.segment<3>(3L * a) = position(x, points[a]);
    return p;
}

Vec ContactPotential::gather(std::span<const Vector3d> positions,
                             const std::array<int, 4>& points) const {
    Vec p;
    for (int a = 0; a < 4; ++a)
        p.segment<3>(3L * a) = positions[points[a]];
    return p;
}

void ContactPotential::positions(const VectorXd& x, std::vector<Vector3d>& out) const {
    out.resize(m_mesh.points);
    parallel_for(out.size(), POINT_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            out[i] = position(x, static_cast<int>(i));
    });
}

void ContactPotential::motions(const VectorXd& dx, double share, std::vector<Vector3d>& out) const {
    out.resize(m_mesh.points);
    parallel_for(out.size(), POINT_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const NodePoint& on = m_points[i];
            out[i] = Vector3d::Zero();
            if (m_surfaces[m_mesh.surfaces[i]].is_kinematic()) {
                out[i] = share * (m_end[i] - m_start[i]);
                continue;
            }
            for (int k = 0; k < 4; ++k) {
                if (on.weights[k] != 0.0) out[i] += on.weights[k] * block_of(dx, on.nodes[k]);
            }
        }
    });
}

void ContactPotential::set_motion(const VectorXd& predicted) {
    m_travels = false;
    for (std::size_t s = 0; s < m_surfaces.size(); ++s) {
        const auto start = start_positions(s);
        const auto end = end_positions(s);
        if (!m_surfaces[s].is_kinematic()) {
            std::copy(start.begin(), start.end(), end.begin());
        } else if (!std::equal(start.begin(), start.end(), end.begin())) {
            m_travels = true;
        }
    }
    m_travelled = 0.0;
    motions(predicted, 1.0, m_predicted);
    double largest = 0.0;
    for (const Vector3d& motion : m_predicted)
        largest = std::max(largest, motion.cwiseAbs().maxCoeff());
    if (largest > FARTHEST_MOTION * m_size) {
        for (Vector3d& motion : m_predicted)
            motion *= FARTHEST_MOTION * m_size / largest;
    }
    m_ends = m_start;
    for (std::size_t i = 0; i < m_ends.size(); ++i)
        m_ends[i] += m_predicted[i];
    find_candidates(m_start, m_ends);
    m_active_count = m_active_planes = 0;
    m_diagonal.clear();
    set_planes();
    std::vector<std::array<int, 4>> near;
    near.resize(parallel_collect(pair_count(), PAIR_GRAIN, near,
                                 [&](std::size_t begin, std::size_t end, auto* out) {
                                     auto* next = out;
                                     for (std::size_t i = begin; i < end; ++i) {
                                         const Stencil stencil = candidate(i);
                                         if (comes_near(stencil)) *next++ = stencil.points;
                                     }
                                     return static_cast<std::size_t>(next - out);
                                 })
                    .size());
    m_needs_pattern = m_needs_pattern || near != m_patterned;
    m_patterned = std::move(near);
}

bool ContactPotential::comes_near(const Stencil& stencil) const {
    const Vec dp = gather(m_predicted, stencil.points);
    Vector3d mean = Vector3d::Zero();
    for (int a = 0; a < 4; ++a)
        mean += 0.25 * dp.segment<3>(3L * a);
    double fastest = 0.0;
    for (int a = 0; a < 4; ++a)
        fastest = std::max(fastest, (dp.segment<3>(3L * a) - mean).norm());
    const double near = PATTERN_REACH * reach_of(stencil) + 2.0 * fastest;
    if (!may_be_nearer(stencil, m_start, thickness_of(stencil) + near)) return false;
    const ContactPair pair = pair_of(stencil);
    return pair.closest(gather(m_start, stencil.points)).between.norm() < pair.offset + near;
}

bool ContactPotential::may_be_nearer(const Stencil& stencil, std::span<const Vector3d> positions,
                                     double distance) const {
    const std::array<int, 4>& p = stencil.points;
    const bool is_edge = stencil.kind == PairKind::EdgeEdge;
    const Vector3d& first = positions[p[0]];
    const Vector3d& second = positions[p[is_edge ? 1 : 0]];
    const Vector3d& third = positions[p[is_edge ? 2 : 1]];
    for (int axis = 0; axis < 3; ++axis) {
        const double low = std::min(first[axis], second[axis]) - distance;
        const double high = std::max(first[axis], second[axis]) + distance;
        const double a = third[axis];
        const double b = positions[p[2]][axis];
        const double c = positions[p[3]][axis];
        if (std::max({a, b, c}) < low || std::min({a, b, c}) > high) return false;
    }
    return true;
}

ContactPotential::Stencil ContactPotential::candidate(std::size_t index) const {
    const auto& triangles = m_candidates.point_triangles;
    const auto& edges = m_candidates.edge_edges;
    if (index < triangles.size()) return {triangles[index], PairKind::PointTriangle};
    index -= triangles.size();
    if (index < edges.size()) return {edges[index], PairKind::EdgeEdge};
    index -= edges.size();
    const auto& pills = m_candidates.point_edges;
    if (index < pills.size()) return {padded(pills[index]), PairKind::PointEdge};
    index -= pills.size();
    const auto& balls = m_candidates.point_points;
    if (index < balls.size()) return {padded(balls[index]), PairKind::PointPoint};
    return m_too_near[index - balls.size()];
}

void ContactPotential::find_candidates(std::span<const Vector3d> from,
                                       std::span<const Vector3d> to) {
    if (!m_search) return;
    m_margins.resize(m_mesh.points);
    m_way_margins.resize(m_mesh.points);
    m_way_start.assign(from.begin(), from.end());
    m_way.resize(m_mesh.points);
    for (std::size_t i = 0; i < m_margins.size(); ++i) {
        m_way[i] = to[i] - from[i];
        m_way_margins[i] = MARGIN_OF_WAY * m_way[i].norm() + MARGIN_OF_REACH * m_reach[i];
        // Two halves of a reach: that of a pair is the smaller of two.
        m_margins[i] = m_way_margins[i] + 0.5 * m_reach[i];
    }
    m_search->find(from, to, m_margins, m_candidates);
    set_near_pairs_apart();
}

double ContactPotential::thickness_of(const Stencil& stencil) const {
    const int split = first_side(stencil.kind);
    double first = 0.0;
    double second = 0.0;
    for (int a = 0; a < 4; ++a) {
        double& side = a < split ? first : second;
        side = std::max(side, m_mesh.radii[stencil.points[a]]);
    }
    return first + second;
}

std::array<Vector3d, 2> ContactPotential::places_of(const std::array<int, 4>& points,
                                                    const ClosestPoints& closest) const {
    std::array<Vector3d, 2> places{Vector3d::Zero(), Vector3d::Zero()};
    for (int a = 0; a < 4; ++a) {
        const double w = closest.weights[a];
        places[w > 0.0 ? 0 : 1] += std::abs(w) * m_start[points[a]];
    }
    return places;
}

void ContactPotential::set_near_pairs_apart() {
    m_too_near.clear();
    m_touching.clear();
    const bool has_tangles = m_tangles && !m_tangles->is_empty();
    const auto take_from = [&](auto& pairs, PairKind kind) {
        std::erase_if(pairs, [&](const auto& corners) {
            const Stencil stencil{padded(corners), kind};
            const std::array<int, 4>& points = stencil.points;
            if (has_tangles && m_tangles->is_free(kind, points)) return true;
            const bool is_tangled = has_tangles && m_tangles->find(points[0], points[3]);
            if (!is_tangled && !may_be_nearer(stencil, m_start, thickness_of(stencil)))
                return false;
            const ClosestPoints closest =
                ContactPair{.kind = kind}.closest(gather(m_start, points));
            if (is_tangled &&
                m_tangles->is_wrong_side({points[0], points[3]}, places_of(points, closest)))
                return true;
            const double distance = closest.between.norm();
            const bool is_near = distance <= thickness_of(stencil);
            const double reach = std::min(m_reach[points[0]], m_reach[points[3]]);
            if (distance < TOUCHING * reach && (is_near || is_tangled)) {
                m_touching.push_back({points, kind});
                return true;
            }
            if (is_near) m_too_near.push_back(stencil);
            return is_near;
        });
    };
    take_from(m_candidates.point_triangles, PairKind::PointTriangle);
    take_from(m_candidates.edge_edges, PairKind::EdgeEdge);
    take_from(m_candidates.point_edges, PairKind::PointEdge);
    take_from(m_candidates.point_points, PairKind::PointPoint);
}

double ContactPotential::longest_step_of_near_pairs() const {
    double longest = 1.0;
    for (const Stencil& stencil : m_too_near) {
        const double least = pair_of(stencil).offset;
        if (least <= 0.0) continue;
        std::array<Vector3d, 4> x;
        std::array<Vector3d, 4> dx;
        for (int a = 0; a < 4; ++a) {
            x[a] = m_positions[stencil.points[a]];
            dx[a] = m_motions[stencil.points[a]];
        }
        longest = std::min(longest, time_of_impact(stencil.kind, x, dx, least));
    }
    return longest;
}

bool ContactPotential::candidates_cover(std::span<const Vector3d> positions) const {
    if (!m_search) return true;
    // All points at one time of the way: where boxes at that time overlap, the pair is among the candidates.
    double along = 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (m_mesh.is_hidden[i] != 0) continue;
        along += m_way[i].dot(positions[i] - m_way_start[i]);
        squares += m_way[i].squaredNorm();
    }
    const double time = squares > 0.0 ? std::clamp(along / squares, 0.0, 1.0) : 0.0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (m_mesh.is_hidden[i] != 0) continue;
        const Vector3d aside = positions[i] - m_way_start[i] - time * m_way[i];
        if (!(aside.cwiseAbs().maxCoeff() <= m_way_margins[i])) return false;
    }
    return true;
}

double ContactPotential::reach_of(const Stencil& stencil) const {
    return std::min(m_reach[stencil.points[0]], m_reach[stencil.points[3]]);
}

ContactPair ContactPotential::pair_of(const Stencil& stencil) const {
    ContactPair pair{.kind = stencil.kind};
    const std::array<int, 4>& p = stencil.points;
    pair.offset = thickness_of(stencil);
    pair.reach = reach_of(stencil);
    if (stencil.kind == PairKind::EdgeEdge) {
        const auto& rest = m_mesh.rest_positions;
        pair.parallel = ContactPair::PARALLEL_SHARE * (rest[p[1]] - rest[p[0]]).squaredNorm() *
                        (rest[p[3]] - rest[p[2]]).squaredNorm();
    }
    const double distance = pair.closest(gather(m_start, p)).between.norm();
    if (distance <= pair.offset)
        pair.offset = std::max(THINNER * distance, distance - LEFT_OF_REACH * pair.reach);
    return pair;
}

double ContactPotential::stiffness_of(const ContactPair& pair,
                                      const std::array<int, 4>& points) const {
    const ClosestPoints closest = pair.closest(gather(m_start, points));
    const double distance = closest.between.norm();
    if (distance == 0.0) return 0.0;
    const Vector3d n = closest.between / distance;
    const Eigen::Vector4d w(closest.weights.data());
    const PairCarriers carriers(m_points, points);
    double compliance = 0.0;
    for (int u = 0; u < carriers.count; ++u) {
        const double opens = w.dot(carriers.weights[u]);
        const double stiffness = (m_diagonal[carriers.block[u]] * n).norm();
        if (opens != 0.0) compliance += opens * opens / stiffness;
    }
    if (!(compliance > 0.0) || !std::isfinite(compliance)) return 0.0;
    double opening = 0.0;
    for (int a = 0; a < 4; ++a)
        opening += w[a] * n.dot(m_predicted[points[a]]);
    return std::max(1.0, -opening / pair.reach) / compliance;
}

PairForce ContactPotential::pair_at_start(PairKind kind, const std::array<int, 4>& points) const {
    ContactPair pair;
    if (kind == PairKind::PointPlane) {
        pair = {.kind = kind};
        pair.reach = PLANE_REACH * m_reach[points[0]];
        pair.normal = m_surfaces[surface_of(points[1])].normal;
    } else {
        pair = pair_of({points, kind});
    }
    const ClosestPoints closest = pair.closest(gather(m_start, points));
    PairForce at{.kind = kind, .points = points, .reach = pair.reach};
    at.weights = Eigen::Vector4d(closest.weights.data());
    const double distance = closest.between.norm();
    if (distance > 0.0) at.normal = closest.between / distance;
    if (kind == PairKind::PointPlane) at.normal = pair.normal;  // also below it
    return at;
}

void ContactPotential::forces(const VectorXd& x, std::vector<PairForce>& out) {
    update_active_set(x);
    out.resize(m_active_count);
    parallel_for(m_active_count, PAIR_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const ContactPair& pair = m_active_list[k].pair;
            const std::array<int, 4>& points = m_active_list[k].points;
            const Vec p = gather(x, points);
            const ClosestPoints closest = pair.closest(p);
            out[k] = {.kind = pair.kind,
                      .points = points,
                      .weights = Eigen::Vector4d(closest.weights.data()),
                      .normal = pair.kind == PairKind::PointPlane ? pair.normal
                                                                  : closest.between.normalized(),
                      .force = pair.normal_force(p),
                      .reach = pair.reach};
        }
    });
}

double ContactPotential::friction_of(const PairForce& pair, bool slides) const {
    const std::vector<double>& friction = slides ? m_sliding_friction : m_friction;
    double first = 0.0;
    double second = 0.0;
    for (int a = 0; a < 4; ++a) {
        const double w = pair.weights[a];
        (w > 0.0 ? first : second) += std::abs(w) * friction[pair.points[a]];
    }
    return std::sqrt(first * second);
}

void ContactPotential::update_active_set(const VectorXd& x) {
    m_active_count = m_active_planes = 0;
    positions(x, m_positions);
    if (!candidates_cover(m_positions)) find_candidates(m_positions, m_positions);
    if (pair_count() > 0) add_active_pairs();
    add_active_planes();
}

const std::vector<Eigen::Matrix3d>& ContactPotential::diagonal() {
    if (!m_diagonal.empty()) return m_diagonal;
    m_diagonal = m_stiffness();
    m_pin_diagonal.clear();
    if (!m_planes.empty() && m_pin_stiffness) m_pin_diagonal = m_pin_stiffness();
    return m_diagonal;
}

void ContactPotential::add_active_pairs() {
    const std::span<const std::uint32_t> close = parallel_collect(
        pair_count(), PAIR_GRAIN, m_close,
        [&](std::size_t begin, std::size_t end, std::uint32_t* out) {
            std::uint32_t* next = out;
            for (std::size_t i = begin; i < end; ++i) {
                const Stencil stencil = candidate(i);
                if (may_be_nearer(stencil, m_positions, thickness_of(stencil) + reach_of(stencil)))
                    *next++ = static_cast<std::uint32_t>(i);
            }
            return static_cast<std::size_t>(next - out);
        });
    const std::size_t near =
        parallel_collect(close.size(), PAIR_GRAIN, m_active_list,
                         [&](std::size_t begin, std::size_t end, ActivePair* out) {
                             ActivePair* next = out;
                             for (std::size_t i = begin; i < end; ++i) {
                                 const Stencil stencil = candidate(close[i]);
                                 const ContactPair pair = pair_of(stencil);
                                 if (pair.is_active(gather(m_positions, stencil.points)))
                                     *next++ = {pair, stencil.points};
                             }
                             return static_cast<std::size_t>(next - out);
                         })
            .size();
    if (near == 0) return;
    diagonal();
    parallel_for(near, PAIR_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            ActivePair& active = m_active_list[k];
            active.pair.stiffness = stiffness_of(active.pair, active.points);
        }
    });
    const auto begin = m_active_list.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(near);
    m_active_count =
        std::remove_if(begin, end,
                       [](const ActivePair& active) { return !(active.pair.stiffness > 0.0); }) -
        begin;
}

double ContactPotential::max_step(const VectorXd& x, const VectorXd& dx) {
    if (!m_search) return 1.0;
    positions(x, m_positions);
    motions(dx, 1.0 - m_travelled, m_motions);
    double largest = 0.0;
    for (std::size_t i = 0; i < m_motions.size(); ++i) {
        if (m_mesh.is_hidden[i] == 0) largest = std::max(largest, m_motions[i].squaredNorm());
    }
    largest = std::sqrt(largest);
    const double longest = LONGEST_MOTION * m_size;
    const double bound = largest > longest ? longest / largest : 1.0;
    m_ends = m_positions;
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        m_motions[i] *= bound;
        m_ends[i] += m_motions[i];
    }
    if (!candidates_cover(m_positions) || !candidates_cover(m_ends))
        find_candidates(m_positions, m_ends);
    return bound * std::min(m_impacts.earliest(m_candidates, m_positions, m_motions),
                            longest_step_of_near_pairs());
}

std::vector<ContactMeasures> ContactPotential::measure(const VectorXd& x) {
    constexpr double NONE = std::numeric_limits<double>::quiet_NaN();
    std::vector<ContactMeasures> measures(m_surfaces.size(), {0.0, NONE});
    update_active_set(x);
    for (std::size_t k = 0; k < m_active_count; ++k) {
        const ActivePair& active = m_active_list[k];
        const Vec p = gather(x, active.points);
        const double energy = active.pair.value(p);
        const bool is_plane = active.pair.kind == PairKind::PointPlane;
        const double gap = is_plane ? NONE : active.pair.gap(p);
        for (const int point : {active.points[0], active.points[3]}) {
            ContactMeasures& of = measures[surface_of(point)];
            of.energy += 0.5 * energy;
            of.smallest_gap = std::fmin(of.smallest_gap, gap);
        }
    }
    measure_planes(measures);
    return measures;
}

}  // namespace sinew
