#include "contact/way_out.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "contact/inside_exit.hpp"
#include "contact/surface_crossings.hpp"

namespace sinew {

using Eigen::Vector3d;

namespace {

/// Bounds of a goal, for a step of 1/24 s: shares of the mean edge and of the size of the smaller part.
constexpr double MOST_OF_EDGE = 0.5;
constexpr double MOST_OF_SIZE = 0.05;
constexpr double USUAL_STEP = 1.0 / 24.0;
/// Share of the way that is left to go in a step.
constexpr double SHARE_OF_WAY = 0.5;
/// All points inside go one way if that is at most so many times as long as that of the deepest to its nearest place.
constexpr double ONE_WAY = 3.0;
/// Points that are asked for a common way.
constexpr std::size_t MOST_ASKED = 64;
/// Descents agree if their sum is so long, as a share of the sum of their lengths.
constexpr double AGREEMENT = 0.2;
/// Surfaces are layers if so many of the edges that pierce have faces this parallel to the triangle.
constexpr double NEARLY_PARALLEL = 0.8;
constexpr double MOSTLY = 0.6;
/// Doublings of the bound that are tried as shifts.
constexpr int MOST_DOUBLINGS = 7;

/// What hangs together of a tangle.
struct Group {
    std::vector<int> piercings;            ///< indices of Tangle::piercings
    std::array<std::vector<int>, 2> lost;  ///< points
};

int root_of(std::map<int, int>& parents, int point) {
    const auto [at, is_new] = parents.emplace(point, point);
    if (is_new || at->second == point) return point;
    const int root = root_of(parents, at->second);
    parents[point] = root;
    return root;
}

class Planner {
public:
    Planner(const Tangles& tangles, std::span<const Vector3d> positions,
            std::span<const double> reach, double dt, std::vector<WayOut>& out)
        : m_parts(tangles.parts()),
          m_mesh(m_parts.mesh()),
          m_positions(positions),
          m_reach(reach),
          m_dt(dt),
          m_out(out) {}

    void plan(const Tangle& tangle) {
        m_tangle = &tangle;
        m_longest = longest(tangle.first, tangle.second);
        for (const Group& group : groups()) {
            if (!group.lost[0].empty() || !group.lost[1].empty()) {
                leave_inside(group);
            } else {
                shorten_contour(group);
            }
        }
    }
    void plan(const TouchingPair& pair);

private:
    double longest(int a, int b) const {
        return std::min(MOST_OF_EDGE * std::min(m_parts[a].mean_edge, m_parts[b].mean_edge),
                        MOST_OF_SIZE * std::min(m_parts[a].size, m_parts[b].size)) *
               std::min(1.0, m_dt / USUAL_STEP);
    }
    bool is_of_first(int piercing) const { return piercing < static_cast<int>(m_tangle->of_first); }
    std::vector<Group> groups() const;
    void leave_inside(const Group& group);
    /// The way of the first part, with its length; the length is 0 where each point has a way by itself.
    Vector3d common_way(const Group& group, const std::array<InsideExit, 2>& exits) const;
    void shorten_contour(const Group& group);
    bool are_layers(const Group& group) const;
    Vector3d shortest_shift() const;
    std::size_t piercings_after(const Vector3d& shift) const;
    /// How far the end of the edge that is behind has to go along d of the first part until it is through the triangle [m].
    double depth_of(int piercing, const Vector3d& d) const;
    void push_piercing(int piercing, const Vector3d& d, double way);
    /// A point of a side against the surface of the other, along d of the first part.
    void push_point(int side, int point, const NearestExit& exit, const Vector3d& d, double goal);
    Vector3d layer_normal(int piercing);
    const Vector3d& normal_at(int point);

    const SurfaceParts& m_parts;
    const ContactMesh& m_mesh;
    std::span<const Vector3d> m_positions;
    std::span<const double> m_reach;
    double m_dt;
    std::vector<WayOut>& m_out;
    const Tangle* m_tangle = nullptr;
    double m_longest = 0.0;
    std::map<int, std::vector<Vector3d>> m_normals;  ///< of the points of parts
};

std::vector<Group> Planner::groups() const {
    std::map<int, int> parents;
    const auto join = [&](int a, int b) {
        const int first = root_of(parents, a);
        const int second = root_of(parents, b);
        parents[std::max(first, second)] = std::min(first, second);
    };
    for (const Piercing& piercing : m_tangle->piercings) {
        const auto& edge = m_mesh.edges[piercing.edge];
        for (const int point :
             {edge[1], m_mesh.triangles[piercing.triangle][0],
              m_mesh.triangles[piercing.triangle][1], m_mesh.triangles[piercing.triangle][2]})
            join(edge[0], point);
    }
    for (int side = 0; side < 2; ++side) {
        const std::vector<int>& lost = m_tangle->lost[side];
        for (const int point : lost)
            root_of(parents, point);
        for (const int e : m_parts[side == 0 ? m_tangle->first : m_tangle->second].edges) {
            const auto& [a, b] = m_mesh.edges[e];
            if (parents.contains(a) && parents.contains(b)) join(a, b);
        }
    }
    std::map<int, Group> groups;
    for (std::size_t i = 0; i < m_tangle->piercings.size(); ++i) {
        const int end = m_mesh.edges[m_tangle->piercings[i].edge][0];
        groups[root_of(parents, end)].piercings.push_back(static_cast<int>(i));
    }
    for (int side = 0; side < 2; ++side) {
        for (const int point : m_tangle->lost[side])
            groups[root_of(parents, point)].lost[side].push_back(point);
    }
    std::vector<Group> list;
    list.reserve(groups.size());
    for (auto& [root, group] : groups)
        list.push_back(std::move(group));
    return list;
}

Vector3d Planner::common_way(const Group& group, const std::array<InsideExit, 2>& exits) const {
    double deepest = 0.0;
    std::array<std::vector<int>, 2> asked;
    for (int side = 0; side < 2; ++side) {
        const std::vector<int>& lost = group.lost[side];
        for (const int point : lost)
            deepest = std::max(deepest, exits[side].nearest(m_positions[point]).way.norm());
        const std::size_t stride = 1 + lost.size() / MOST_ASKED;
        for (std::size_t i = 0; i < lost.size(); i += stride)
            asked[side].push_back(lost[i]);
    }
    Vector3d best = Vector3d::Zero();
    double shortest = ONE_WAY * deepest;
    for (const Vector3d& d : directions_to_try()) {
        double way = 0.0;
        for (int side = 0; side < 2; ++side) {
            for (const int point : asked[side])
                way = std::max(way, exits[side].along(m_positions[point], side == 0 ? d : -d));
        }
        if (way >= shortest) continue;
        shortest = way;
        best = way * d;
    }
    return best;
}

void Planner::leave_inside(const Group& group) {
    const std::array<InsideExit, 2> exits{InsideExit(m_parts, m_tangle->second, m_positions),
                                          InsideExit(m_parts, m_tangle->first, m_positions)};
    const Vector3d way = common_way(group, exits);
    const double length = way.norm();
    const Vector3d common = length > 0.0 ? Vector3d(way / length) : Vector3d::Zero();
    std::map<int, Vector3d> ways;  // of points: of the first part
    for (int side = 0; side < 2; ++side) {
        for (const int point : group.lost[side]) {
            const NearestExit exit = exits[side].nearest(m_positions[point]);
            const double depth = exit.way.norm();
            Vector3d d = common;
            if (length == 0.0) {
                if (depth == 0.0) continue;
                d = (side == 0 ? 1.0 : -1.0) / depth * exit.way;
            }
            ways[point] = d;
            const double left = length > 0.0 ? length : depth;
            push_point(side, point, exit, d, SHARE_OF_WAY * left + m_reach[point]);
        }
    }
    for (const int i : group.piercings) {
        Vector3d d = common;
        const auto& edge = m_mesh.edges[m_tangle->piercings[i].edge];
        for (const int end : edge) {
            const auto found = ways.find(end);
            if (length == 0.0 && found != ways.end()) d += found->second;
        }
        if (d.isZero(0.0)) {
            d = contour_descent(m_parts, m_positions, m_tangle->piercings[i], is_of_first(i));
        }
        if (d.isZero(0.0)) continue;
        d.normalize();
        push_piercing(i, d, length > 0.0 ? SHARE_OF_WAY * length : depth_of(i, d));
    }
}

double Planner::depth_of(int piercing, const Vector3d& d) const {
    const Piercing& at = m_tangle->piercings[piercing];
    const PiercingPlace place = place_of(m_mesh, m_positions, at);
    const double slope = (is_of_first(piercing) ? 1.0 : -1.0) * place.normal.dot(d);
    double depth = 0.0;
    for (const int end : m_mesh.edges[at.edge]) {
        const double way = place.normal.dot(place.place - m_positions[end]);
        if (way * slope > 0.0) depth = std::max(depth, std::abs(way / slope));
    }
    return depth;
}

void Planner::shorten_contour(const Group& group) {
    Vector3d sum = Vector3d::Zero();
    double lengths = 0.0;
    std::vector<Vector3d> descents;
    for (const int i : group.piercings) {
        descents.push_back(
            contour_descent(m_parts, m_positions, m_tangle->piercings[i], is_of_first(i)));
        sum += descents.back();
        lengths += descents.back().norm();
    }
    Vector3d common = Vector3d::Zero();
    const bool is_self = m_tangle->first == m_tangle->second;
    const bool layers = are_layers(group);
    if (!is_self && lengths > 0.0 && sum.norm() > AGREEMENT * lengths) {
        common = sum.normalized();
    } else if (!is_self && !layers) {
        common = shortest_shift();
    }
    for (std::size_t k = 0; k < group.piercings.size(); ++k) {
        const int i = group.piercings[k];
        Vector3d d = common;
        if (d.isZero(0.0) && !is_self && layers) d = layer_normal(i);
        if (d.isZero(0.0)) d = descents[k];
        if (d.isZero(0.0)) continue;
        d.normalize();
        push_piercing(i, d, depth_of(i, d));
    }
}

bool Planner::are_layers(const Group& group) const {
    std::size_t parallel = 0;
    for (const int i : group.piercings) {
        const Piercing& piercing = m_tangle->piercings[i];
        const Vector3d n = area_vector(m_mesh, m_positions, piercing.triangle).normalized();
        Vector3d mean = Vector3d::Zero();
        for (const int face : m_parts.triangles_of_edge(piercing.edge))
            mean += area_vector(m_mesh, m_positions, face);
        if (std::abs(n.dot(mean)) > NEARLY_PARALLEL * mean.norm()) ++parallel;
    }
    return static_cast<double>(parallel) >= MOSTLY * static_cast<double>(group.piercings.size());
}

std::size_t Planner::piercings_after(const Vector3d& shift) const {
    std::vector<Vector3d> shifted(m_positions.begin(), m_positions.end());
    for (const int point : m_parts[m_tangle->first].points)
        shifted[point] += shift;
    std::vector<Piercing> left;
    find_piercings(m_parts, m_tangle->first, m_tangle->second, shifted, left);
    find_piercings(m_parts, m_tangle->second, m_tangle->first, shifted, left);
    return left.size();
}

Vector3d Planner::shortest_shift() const {
    double way = MOST_OF_EDGE *
                 std::min(m_parts[m_tangle->first].mean_edge, m_parts[m_tangle->second].mean_edge);
    Vector3d best = Vector3d::Zero();
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (int k = 0; k < MOST_DOUBLINGS && fewest > 0; ++k, way *= 2.0) {
        for (const Vector3d& d : directions_to_try()) {
            const std::size_t left = piercings_after(way * d);
            if (left >= fewest) continue;
            fewest = left;
            best = d;
        }
    }
    return best;
}

void Planner::push_piercing(int piercing, const Vector3d& d, double way) {
    const Piercing& at = m_tangle->piercings[piercing];
    const PiercingPlace place = place_of(m_mesh, m_positions, at);
    const double sign = is_of_first(piercing) ? 1.0 : -1.0;
    const auto& edge = m_mesh.edges[at.edge];
    const auto& triangle = m_mesh.triangles[at.triangle];
    m_out.push_back(
        {.points = {edge[0], edge[1], triangle[0], triangle[1], triangle[2]},
         .weights = {sign * place.on_edge[0], sign * place.on_edge[1], -sign * place.on_triangle[0],
                     -sign * place.on_triangle[1], -sign * place.on_triangle[2]},
         .direction = d,
         .goal = std::min(way + m_reach[edge[0]], m_longest)});
}

void Planner::push_point(int side, int point, const NearestExit& exit, const Vector3d& d,
                         double goal) {
    const double sign = side == 0 ? 1.0 : -1.0;
    m_out.push_back({.points = {point, exit.corners[0], exit.corners[1], exit.corners[2], point},
                     .weights = {sign, -sign * exit.weights[0], -sign * exit.weights[1],
                                 -sign * exit.weights[2], 0.0},
                     .direction = d,
                     .goal = std::min(goal, m_longest)});
}

const Vector3d& Planner::normal_at(int point) {
    const int part = m_parts.of_point(point);
    const std::vector<int>& points = m_parts[part].points;
    const auto index = [&](int p) {
        return std::lower_bound(points.begin(), points.end(), p) - points.begin();
    };
    std::vector<Vector3d>& normals = m_normals[part];
    if (normals.empty()) {
        normals.assign(points.size(), Vector3d::Zero());
        for (const int t : m_parts[part].triangles) {
            const Vector3d area = area_vector(m_mesh, m_positions, t);
            for (const int corner : m_mesh.triangles[t])
                normals[index(corner)] += area;
        }
        for (Vector3d& n : normals)
            n = n.norm() > 0.0 ? Vector3d(n.normalized()) : Vector3d::Zero();
    }
    return normals[index(point)];
}

Vector3d Planner::layer_normal(int piercing) {
    const Piercing& at = m_tangle->piercings[piercing];
    const auto& edge = m_mesh.edges[at.edge];
    const auto& triangle = m_mesh.triangles[at.triangle];
    // The first part goes against its normals.
    if (is_of_first(piercing)) return -(normal_at(edge[0]) + normal_at(edge[1]));
    return -(normal_at(triangle[0]) + normal_at(triangle[1]) + normal_at(triangle[2]));
}

void Planner::plan(const TouchingPair& pair) {
    const auto& p = pair.points;
    const int a = m_parts.of_point(p[0]);
    const int b = m_parts.of_point(p[3]);
    if (a < 0 || b < 0) return;
    const bool is_triangle = pair.kind == PairKind::PointTriangle;
    const auto at = [&](int k) -> const Vector3d& { return m_positions[p[k]]; };
    const ClosestPoints closest = is_triangle ? closest_point_triangle(at(0), at(1), at(2), at(3))
                                              : closest_edge_edge(at(0), at(1), at(2), at(3));
    const double distance = closest.between.norm();
    const double reach = std::min(m_reach[p[0]], m_reach[p[3]]);
    Vector3d d = Vector3d::Zero();
    if (distance > 1e-6 * reach) {
        d = closest.between / distance;
    } else if (is_triangle && a != b) {
        // Against the normals of the lower part, as in layer_normal; weights are of the point against the triangle.
        if (a < b) {
            d = -normal_at(p[0]);
        } else {
            d = normal_at(p[1]) + normal_at(p[2]) + normal_at(p[3]);
            if (d.norm() > 0.0) d.normalize();
        }
    }
    if (d.isZero(0.0)) return;
    const double goal = std::min(SHARE_OF_WAY * reach, longest(a, b));
    m_out.push_back({.points = {p[0], p[1], p[2], p[3], p[0]},
                     .weights = {closest.weights[0], closest.weights[1], closest.weights[2],
                                 closest.weights[3], 0.0},
                     .direction = d,
                     .goal = goal});
}

}  // namespace

std::vector<WayOut> find_ways_out(const Tangles& tangles, std::span<const Vector3d> positions,
                                  std::span<const double> reach, double dt) {
    std::vector<WayOut> ways;
    if (tangles.all().empty()) return ways;
    Planner planner(tangles, positions, reach, dt, ways);
    for (const Tangle& tangle : tangles.all())
        planner.plan(tangle);
    for (const TouchingPair& pair : tangles.touching())
        planner.plan(pair);
    return ways;
}

}  // namespace sinew
