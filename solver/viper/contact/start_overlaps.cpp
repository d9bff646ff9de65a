#include "viper/contact/start_overlaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "contact/collider_pills.hpp"
#include "math/pill.hpp"
#include "viper/contact/pill_grid.hpp"
#include "viper/rods/point_ref.hpp"

namespace sinew::viper {

namespace {

/// Muscles that were modelled side by side touch; this much of the thinner radius is no overlap.
constexpr double TOLERATED = 0.1;
/// All kinematic pills are of this group; they do not meet each other anyway.
constexpr std::int32_t COLLIDER_GROUP = std::numeric_limits<std::int32_t>::min();

/// A pill with what it belongs to.
struct OwnedPill {
    Pill<double> pill;
    int owner = 0;  ///< a body, or a collider counted from the number of bodies on
    std::int32_t group = 0;
    bool held = false;  ///< it cannot move
};

class Finder {
public:
    Finder(std::span<const RodsDef* const> bodies, const Colliders& colliders, double frame)
        : m_bodies(bodies), m_colliders(colliders), m_frame(frame) {}

    std::vector<StartOverlap> run() {
        for (std::size_t i = 0; i < m_bodies.size(); ++i)
            m_held.push_back(held_points(*m_bodies[i]));
        collect_pills();
        compare_pills();
        for (std::size_t i = 0; i < m_bodies.size(); ++i)
            compare_points(static_cast<int>(i));
        std::vector<StartOverlap> found;
        for (auto& [owners, overlap] : m_found)
            found.push_back(std::move(overlap));
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.depth > b.depth; });
        return found;
    }

private:
    std::vector<char> held_points(const RodsDef& def) const {
        std::vector<char> held(def.points.size(), 0);
        for (const RodAttachment& attachment : def.attachments) {
            for (const int j : attachment.points)
                held[j] = 1;
        }
        for (const RodPins& pins : def.pins) {
            if (!pins.position || pins.release_frame <= m_frame) continue;
            for (const int j : pins.points)
                held[j] = 1;
        }
        return held;
    }

    static Eigen::Vector3d centre(const RodsDef& def, int j) {
        return def.initial_positions.empty() ? def.points[j] : def.initial_positions[j];
    }
    static double radius(const RodsDef& def, int j) {
        return def.radii[j] * (def.initial_scales.empty() ? 1.0 : def.initial_scales[j]);
    }

    /// The pill from point `j` of a body to the next. Of one that is held at an end the half at the other: the end lies
    /// in what holds it.
    Pill<double> free_part(int body, int j) const {
        const RodsDef& def = *m_bodies[body];
        Pill<double> pill{plain(centre(def, j)), plain(centre(def, j + 1)), radius(def, j),
                          radius(def, j + 1)};
        const Vec3<double> middle = pill.centre(0.5);
        const double middle_radius = pill.radius(0.5);
        if (m_held[body][j]) {
            pill.c0 = middle;
            pill.r0 = middle_radius;
        } else if (m_held[body][j + 1]) {
            pill.c1 = middle;
            pill.r1 = middle_radius;
        }
        return pill;
    }

    void collect_pills() {
        for (int i = 0; i < static_cast<int>(m_bodies.size()); ++i) {
            const RodsDef& def = *m_bodies[i];
            if (!def.collision.enabled) continue;
            int first = 0;
            for (std::size_t rod = 0; rod < def.counts.size(); first += def.counts[rod++]) {
                const std::int32_t group = def.collision.group_of(rod, i);
                for (int j = first; j + 1 < first + def.counts[rod]; ++j) {
                    m_pills.push_back(
                        {free_part(i, j), i, group, m_held[i][j] && m_held[i][j + 1]});
                }
            }
        }
        m_dynamic = m_pills.size();
        for (std::size_t i = 0; i < m_colliders.pills.size(); ++i) {
            std::vector<Pill<double>> pills;
            append_collider_pills(m_colliders.pills[i], m_frame, pills);
            for (const Pill<double>& pill : pills)
                m_pills.push_back(
                    {pill, static_cast<int>(m_bodies.size() + i), COLLIDER_GROUP, true});
        }
    }

    void compare_pills() {
        if (m_dynamic == 0) return;
        std::vector<BoundingSphere> spheres;
        for (std::size_t i = 0; i < m_pills.size(); ++i) {
            BoundingSphere& sphere =
                spheres.emplace_back(sphere_around(m_pills[i].pill, m_pills[i].pill));
            sphere.group = m_pills[i].group;
            sphere.dynamic = i < m_dynamic;
        }
        PillGrid grid;
        for (const CandidatePair& pair : grid.find_pairs(spheres)) {
            const OwnedPill& a = m_pills[pair.first];
            const OwnedPill& b = m_pills[pair.second];
            if (a.held && b.held) continue;
            const PillPair<double> nearest = nearest_spheres(a.pill, b.pill);
            const double thinner =
                std::min(a.pill.radius(nearest.alpha), b.pill.radius(nearest.beta));
            note(a.owner, b.owner, -nearest.gap, thinner, eigen(a.pill.centre(nearest.alpha)));
        }
    }

    /// Planes and meshes stop the points of all rods, also of those that do not collide with others.
    void compare_points(int body) {
        const RodsDef& def = *m_bodies[body];
        const int first_plane = static_cast<int>(m_bodies.size() + m_colliders.pills.size());
        const int first_mesh = first_plane + static_cast<int>(m_colliders.planes.size());
        for (int j = 0; j < static_cast<int>(def.points.size()); ++j) {
            if (m_held[body][j]) continue;
            const Eigen::Vector3d c = centre(def, j);
            const double r = radius(def, j);
            for (std::size_t i = 0; i < m_colliders.planes.size(); ++i) {
                const HalfPlane& plane = m_colliders.planes[i];
                note(body, first_plane + static_cast<int>(i),
                     r - plane.normal.dot(c) + plane.offset, r, c);
            }
            for (std::size_t i = 0; i < m_colliders.meshes.size(); ++i) {
                const double distance = m_colliders.meshes[i]->sample(c).distance;
                note(body, first_mesh + static_cast<int>(i), r - distance, r, c);
            }
        }
    }

    void note(int body, int other, double depth, double radius, const Eigen::Vector3d& place) {
        if (!(depth > TOLERATED * radius)) return;
        StartOverlap& overlap = m_found[{body, other}];
        ++overlap.places;
        if (depth <= overlap.depth) return;
        overlap.body = m_bodies[body]->name;
        overlap.other = name_of(other);
        overlap.other_is_collider = other >= static_cast<int>(m_bodies.size());
        overlap.depth = depth;
        overlap.place = place;
    }

    /// Bodies, then colliders in the order pills, planes, meshes.
    const std::string& name_of(int owner) const {
        auto index = static_cast<std::size_t>(owner);
        if (index < m_bodies.size()) return m_bodies[index]->name;
        index -= m_bodies.size();
        if (index < m_colliders.pills.size()) return m_colliders.pills[index].def.name;
        index -= m_colliders.pills.size();
        if (index < m_colliders.planes.size()) return m_colliders.planes[index].name;
        return m_colliders.meshes[index - m_colliders.planes.size()]->def().name;
    }

    std::span<const RodsDef* const> m_bodies;
    const Colliders& m_colliders;
    double m_frame;
    std::vector<std::vector<char>> m_held;  ///< points of each body
    std::vector<OwnedPill> m_pills;
    std::size_t m_dynamic = 0;  ///< the first pills: those of rods
    std::map<std::pair<int, int>, StartOverlap> m_found;
};

}  // namespace

std::string StartOverlap::message() const {
    constexpr double MILLIMETRES = 1e3;
    const std::string where =
        fmt::format("starts {:.1f} mm inside {} near ({:.3f}, {:.3f}, {:.3f}) m, in {} {}",
                    MILLIMETRES * depth, body == other ? "itself" : other, place.x(), place.y(),
                    place.z(), places, places == 1 ? "place" : "places");
    const char* const remedy =
        other_is_collider
            ? "it is pushed out in the first frames; move one of them, make the collider (of a "
              "bone: its envelope) thinner, or start at rest with a preroll"
            : "they push each other apart in the first frames; move them apart, make the rods "
              "thinner, or give them one collision group";
    return fmt::format("{}: {}: {}", body, where, remedy);
}

std::vector<StartOverlap> find_start_overlaps(std::span<const RodsDef* const> bodies,
                                              const Colliders& colliders, double frame) {
    return Finder(bodies, colliders, frame).run();
}

}  // namespace sinew::viper
