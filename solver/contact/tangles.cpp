#include "contact/tangles.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "contact/surface_crossings.hpp"

namespace sinew {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

namespace {

/// Share of the size of a part: what is nearer touches exactly.
constexpr double SAME_PLACE = 1e-9;

bool comes_before(const Tangle& tangle, const std::pair<int, int>& parts) {
    return std::tie(tangle.first, tangle.second) < std::tie(parts.first, parts.second);
}

template <class List>
auto find_in(List& tangles, int part, int other) {
    const std::pair<int, int> wanted(std::min(part, other), std::max(part, other));
    const auto at = std::lower_bound(tangles.begin(), tangles.end(), wanted, comes_before);
    const bool is_it =
        at != tangles.end() && at->first == wanted.first && at->second == wanted.second;
    return std::pair(at, is_it);
}

AlignedBox3d box_of(const SurfacePart& part, std::span<const Vector3d> positions) {
    AlignedBox3d box;
    for (const int point : part.points)
        box.extend(positions[point]);
    return box;
}

template <class T>
void sort_once(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

std::array<int, 2> in_order(int a, int b) {
    return {std::min(a, b), std::max(a, b)};
}

template <class T>
bool has(const std::vector<T>& sorted, const T& item) {
    return std::binary_search(sorted.begin(), sorted.end(), item);
}

/// Whether nothing keeps these points apart.
bool is_free_in(const Tangle& tangle, PairKind kind, const std::array<int, 4>& points) {
    if (tangle.passes) return true;
    if (kind == PairKind::PointTriangle) return has(tangle.free_points, points[0]);
    const auto is_edge_free = [&](int a, int b) {
        return has(tangle.free_points, a) || has(tangle.free_points, b) ||
               has(tangle.free_edges, in_order(a, b));
    };
    return is_edge_free(points[0], points[1]) || is_edge_free(points[2], points[3]);
}

double distance(const TouchingPair& pair, std::span<const Vector3d> positions) {
    Eigen::Matrix<double, 12, 1> p;
    for (int a = 0; a < 4; ++a)
        p.segment<3>(3L * a) = positions[pair.points[a]];
    return ContactPair{.kind = pair.kind}.closest(p).between.norm();
}

}  // namespace

Tangles::Tangles(const ContactMesh& mesh) : m_mesh(&mesh) {}
Tangles::~Tangles() = default;

const SurfaceParts& Tangles::parts() const {
    if (!m_parts) m_parts = std::make_unique<SurfaceParts>(*m_mesh);
    return *m_parts;
}

Tangle& Tangles::tangle_of(int part, int other) {
    const auto [at, is_there] = find_in(m_tangles, part, other);
    if (is_there) return *at;
    Tangle tangle{.first = std::min(part, other), .second = std::max(part, other)};
    return *m_tangles.insert(at, std::move(tangle));
}

void Tangles::find_at_rest() {
    m_knows_rest = true;
    ContactMesh at_rest = *m_mesh;
    for (int a = 0; a < at_rest.rules.surfaces(); ++a)
        at_rest.rules.set_absent(a, false);
    bool any = false;
    for (int a = 0; a < at_rest.rules.surfaces(); ++a) {
        any = any || at_rest.rules.meets(a, a);
        for (int b = 0; b < a; ++b)
            at_rest.rules.set_meets(a, b, false);
    }
    if (!any || at_rest.triangles.empty()) return;
    for (const SurfaceCrossing& crossing : find_crossings(at_rest, at_rest.rest_positions)) {
        m_rest_places.push_back({.first = crossing.first,
                                 .second = crossing.second,
                                 .places = crossing.places,
                                 .place = crossing.place});
        for (int a = 0; a < parts().count(); ++a) {
            if (parts()[a].surface != crossing.first) continue;
            for (int b = a; b < parts().count(); ++b) {
                if (parts()[b].surface != crossing.first) continue;
                Tangle tangle{.first = a, .second = b};
                update(tangle, at_rest.rest_positions, false);
                if (tangle.piercings.empty()) continue;
                tangle.passes = a != b;
                for (const Piercing& piercing : tangle.piercings) {
                    const auto& corners = m_mesh->triangles[piercing.triangle];
                    tangle.free_points.insert(tangle.free_points.end(), corners.begin(),
                                              corners.end());
                }
                sort_once(tangle.free_points);
                m_at_rest.push_back(std::move(tangle));
            }
        }
    }
}

void Tangles::find_new(std::span<const Vector3d> positions) {
    m_knows_all = true;
    if (m_mesh->triangles.empty()) return;
    const std::vector<SurfaceCrossing> crossings = find_crossings(*m_mesh, positions);
    if (crossings.empty()) return;
    std::vector<AlignedBox3d> boxes;
    std::map<int, std::vector<int>> of_surface;
    for (int part = 0; part < parts().count(); ++part) {
        boxes.push_back(box_of(parts()[part], positions));
        of_surface[parts()[part].surface].push_back(part);
    }
    for (const SurfaceCrossing& crossing : crossings) {
        for (const int a : of_surface[crossing.first]) {
            for (const int b : of_surface[crossing.second]) {
                if (crossing.first == crossing.second && b < a) continue;
                if (!boxes[a].intersects(boxes[b])) continue;
                if (find_in(m_tangles, a, b).second) continue;
                if (const auto [rest, is_there] = find_in(m_at_rest, a, b);
                    is_there && rest->passes)
                    continue;
                Tangle tangle{.first = std::min(a, b), .second = std::max(a, b)};
                update(tangle, positions, false);
                if (!tangle.piercings.empty()) tangle_of(a, b) = std::move(tangle);
            }
        }
    }
}

void Tangles::begin_step(std::span<const Vector3d> positions) {
    if (!m_knows_rest) find_at_rest();
    for (Tangle& tangle : m_tangles) {
        update(tangle, positions, true);
        tangle.passes = false;
    }
    std::erase_if(m_tangles, [&](const Tangle& tangle) {
        return (tangle.is_apart() && !tangle.touches) ||
               !m_mesh->rules.meets(parts()[tangle.first].surface, parts()[tangle.second].surface);
    });
    if (!m_knows_all) find_new(positions);
}

void Tangles::note_touching(std::vector<TouchingPair> touching) {
    m_touching = std::move(touching);
    for (Tangle& tangle : m_tangles)
        tangle.touches = false;
    for (const TouchingPair& pair : m_touching) {
        const int a = parts().of_point(pair.points[0]);
        const int b = parts().of_point(pair.points[3]);
        if (a >= 0 && b >= 0) tangle_of(a, b).touches = true;
    }
    std::erase_if(m_tangles,
                  [](const Tangle& tangle) { return tangle.is_apart() && !tangle.touches; });
}

bool Tangles::let_through(int point, int other) {
    const int a = parts().of_point(point);
    const int b = parts().of_point(other);
    if (a < 0 || b < 0) return false;
    return !std::exchange(tangle_of(a, b).passes, true);
}

void Tangles::update(Tangle& tangle, std::span<const Vector3d> positions, bool was_tangled) const {
    tangle.piercings.clear();
    find_piercings(parts(), tangle.first, tangle.second, positions, tangle.piercings);
    tangle.of_first = tangle.piercings.size();
    if (tangle.first != tangle.second)
        find_piercings(parts(), tangle.second, tangle.first, positions, tangle.piercings);
    if (const auto rest = find_in(m_at_rest, tangle.first, tangle.second); rest.second) {
        // What pierces at rest is nobody's fault.
        const std::vector<Piercing>& at_rest = rest.first->piercings;
        const auto is_old = [&](const Piercing& piercing) {
            return std::any_of(at_rest.begin(), at_rest.end(), [&](const Piercing& old) {
                return old.edge == piercing.edge && old.triangle == piercing.triangle;
            });
        };
        const std::size_t before = tangle.of_first;
        for (std::size_t i = 0; i < before; ++i)
            tangle.of_first -= is_old(tangle.piercings[i]) ? 1 : 0;
        std::erase_if(tangle.piercings, is_old);
    }
    tangle.windings = {};
    for (int side = 0; side < 2; ++side) {
        const int part = side == 0 ? tangle.first : tangle.second;
        if (tangle.first == tangle.second || !parts()[part].is_closed) continue;
        if (tangle.piercings.empty() && !was_tangled) continue;
        if (box_of(parts()[part], positions).sizes().minCoeff() > 0.0)
            tangle.windings[side] =
                std::make_shared<volume::WindingNumber>(parts().mesh_of(part, positions));
    }
    for (int side = 0; side < 2; ++side)
        tangle.lost[side] = lost_points(tangle, side, positions);
    set_free(tangle);
}

std::vector<int> Tangles::lost_points(const Tangle& tangle, int side,
                                      std::span<const Vector3d> positions) const {
    const int own = side == 0 ? tangle.first : tangle.second;
    const int other = side == 0 ? tangle.second : tangle.first;
    if (!tangle.windings[1 - side]) return {};
    const volume::WindingNumber& winding = *tangle.windings[1 - side];
    const AlignedBox3d box = box_of(parts()[other], positions);
    std::vector<int> inside;
    for (const int point : parts()[own].points) {
        if (box.contains(positions[point]) && winding.inside(positions[point]))
            inside.push_back(point);
    }
    if (tangle.piercings.empty() || inside.empty()) return inside;
    // Those that hang together with a piercing: the others may lie in a cavity rightfully.
    std::vector<char> is_reached(m_mesh->points, 0);
    for (const Piercing& piercing : tangle.piercings) {
        for (const int end : m_mesh->edges[piercing.edge])
            is_reached[end] = 1;
        for (const int corner : m_mesh->triangles[piercing.triangle])
            is_reached[corner] = 1;
    }
    const auto is_inside = [&](int point) { return has(inside, point); };
    for (bool grows = true; grows;) {
        grows = false;
        for (const int e : parts()[own].edges) {
            const auto& [a, b] = m_mesh->edges[e];
            if (is_reached[a] == is_reached[b] || !is_inside(a) || !is_inside(b)) continue;
            is_reached[a] = is_reached[b] = 1;
            grows = true;
        }
    }
    std::erase_if(inside, [&](int point) { return is_reached[point] == 0; });
    return inside;
}

void Tangles::set_free(Tangle& tangle) const {
    tangle.free_points = tangle.lost[0];
    tangle.free_points.insert(tangle.free_points.end(), tangle.lost[1].begin(),
                              tangle.lost[1].end());
    tangle.free_edges.clear();
    for (std::size_t i = 0; i < tangle.piercings.size(); ++i) {
        const auto& [a, b] = m_mesh->edges[tangle.piercings[i].edge];
        tangle.free_edges.push_back(in_order(a, b));
        const int other = i < tangle.of_first ? tangle.second : tangle.first;
        if (tangle.first != tangle.second && parts()[other].is_closed) continue;
        tangle.free_points.push_back(a);
        tangle.free_points.push_back(b);
    }
    sort_once(tangle.free_points);
    sort_once(tangle.free_edges);
}

const Tangle* Tangles::find(int point, int other) const {
    if (m_tangles.empty()) return nullptr;
    const auto [at, is_there] =
        find_in(m_tangles, parts().of_point(point), parts().of_point(other));
    return is_there ? &*at : nullptr;
}

bool Tangles::is_free(PairKind kind, const std::array<int, 4>& points) const {
    if (is_empty()) return false;
    const int a = parts().of_point(points[0]);
    const int b = parts().of_point(points[3]);
    const auto [now, is_tangled] = find_in(m_tangles, a, b);
    if (is_tangled && is_free_in(*now, kind, points)) return true;
    const auto [rest, is_at_rest] = find_in(m_at_rest, a, b);
    if (!is_at_rest) return false;
    if (rest->passes) return true;
    const std::vector<int>& marked = rest->free_points;
    // Only where both sides intersect at rest.
    const auto split = points.begin() + (kind == PairKind::PointTriangle ? 1 : 2);
    const auto is_marked = [&](int point) { return has(marked, point); };
    return std::any_of(points.begin(), split, is_marked) &&
           std::any_of(split, points.end(), is_marked);
}

bool Tangles::is_wrong_side(const std::array<int, 2>& points,
                            const std::array<Vector3d, 2>& places) const {
    const Tangle* const tangle = find(points[0], points[1]);
    if (!tangle) return false;
    const bool is_in_order = parts().of_point(points[0]) == tangle->first;
    for (int side = 0; side < 2; ++side) {
        const auto& winding = tangle->windings[side];
        if (winding && winding->inside(places[(side == 0) == is_in_order ? 1 : 0])) return true;
    }
    return false;
}

std::vector<TangledSurfaces> Tangles::measure(std::span<const Vector3d> positions) const {
    std::map<std::pair<int, int>, TangledSurfaces> found;
    const auto add = [&](int first, int second, std::size_t places, const Vector3d& place) {
        const auto [low, high] = std::minmax(parts()[first].surface, parts()[second].surface);
        TangledSurfaces& pair = found[{low, high}];
        if (pair.places == 0) pair = {.first = low, .second = high, .places = 0, .place = place};
        pair.places += places;
    };
    for (const Tangle& known : m_tangles) {
        Tangle tangle{.first = known.first, .second = known.second};
        update(tangle, positions, true);
        if (!tangle.piercings.empty())
            add(tangle.first, tangle.second, tangle.piercings.size(),
                place_of(*m_mesh, positions, tangle.piercings[0]).place);
        for (const std::vector<int>& lost : tangle.lost) {
            if (!lost.empty()) add(tangle.first, tangle.second, lost.size(), positions[lost[0]]);
        }
    }
    for (const TouchingPair& pair : m_touching) {
        const int a = parts().of_point(pair.points[0]);
        const int b = parts().of_point(pair.points[3]);
        if (a < 0 || b < 0 || distance(pair, positions) > SAME_PLACE * parts()[a].size) continue;
        add(a, b, 1, positions[pair.points[0]]);
    }
    std::vector<TangledSurfaces> list;
    list.reserve(found.size());
    for (const auto& [surfaces, pair] : found)
        list.push_back(pair);
    return list;
}

void Tangles::save(ByteWriter& out) const {
    out.put(static_cast<std::uint8_t>(m_knows_all));
    std::vector<int> numbers;
    for (const Tangle& tangle : m_tangles)
        numbers.insert(numbers.end(), {tangle.first, tangle.second, tangle.touches ? 1 : 0});
    out.put(static_cast<std::uint64_t>(numbers.size()));
    out.put_array(std::span<const int>(numbers));
}

void Tangles::load(ByteReader& in) {
    m_knows_all = in.get<std::uint8_t>() != 0;
    m_tangles.clear();
    m_touching.clear();
    const auto count = in.get<std::uint64_t>();
    const auto fail = [] {
        throw Error(ErrorCode::File, "the saved state does not match this scene");
    };
    const std::uint64_t most = m_mesh->points;
    if (count % 3 != 0 || count / 3 > most * (most + 1)) fail();
    if (count == 0) {
        in.get_array(std::span<int>());
        return;
    }
    const int last = parts().count();
    // One after the other, so that a wrong count asks for no memory.
    if (in.get<std::uint64_t>() != count) fail();
    for (std::uint64_t i = 0; i < count; i += 3) {
        const auto first = in.get<std::int32_t>();
        const auto second = in.get<std::int32_t>();
        const bool touches = in.get<std::int32_t>() != 0;
        if (first < 0 || second < first || second >= last) fail();
        tangle_of(first, second).touches = touches;
    }
}

}  // namespace sinew
