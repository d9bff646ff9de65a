#include "implicit/implicit_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "contact/colliders.hpp"
#include "contact/kinematic_source.hpp"
#include "contact/pill_surface.hpp"
#include "contact/way_out.hpp"

namespace sinew {

namespace {

/// Pressures that change by less, relative to the largest of the scene, need no further solve.
constexpr double LAG_TOLERANCE = 0.05;

std::size_t mesh_count(const Colliders* colliders) {
    return colliders ? colliders->meshes.size() : 0;
}

std::size_t pill_count(const Colliders* colliders) {
    return colliders ? colliders->pills.size() : 0;
}

std::size_t source_count(const Colliders* colliders) {
    return colliders ? colliders->sources.size() : 0;
}

std::size_t plane_count(const Colliders* colliders) {
    return colliders ? colliders->planes.size() : 0;
}

ContactSurface surface_of(const HalfPlane& plane) {
    ContactSurface surface{.name = plane.name};
    surface.filter = plane.contact_filter;
    surface.rest = {plane.offset * plane.normal};
    surface.radii = {0.0};
    surface.friction = surface.sliding_friction = {plane.friction};
    surface.normal = plane.normal;
    return surface;
}

ContactSurface surface_of(const MeshCollider& collider) {
    const TriangleMesh& mesh = collider.def().mesh;
    ContactSurface surface{.name = collider.def().name};
    surface.filter = collider.def().contact_filter;
    surface.rest = mesh.vertices;
    for (const Eigen::Vector3i& t : mesh.triangles)
        surface.triangles.push_back({t[0], t[1], t[2]});
    surface.radii.assign(surface.rest.size(), 0.0);
    surface.friction.assign(surface.rest.size(), collider.def().friction);
    surface.sliding_friction = surface.friction;
    surface.reach = contact_reach(surface);
    return surface;
}

std::vector<Eigen::Matrix3d> pin_stiffness_at_start(const TotalPotential& total) {
    BlockMatrix matrix(total.pattern());
    if (!total.pin_hessian(Eigen::VectorXd::Zero(total.size()), matrix)) return {};
    return diagonal_of(matrix);
}

/// Surfaces of bodies that do not meet.
std::vector<std::array<int, 2>> surfaces_apart(std::span<ImplicitBody* const> bodies,
                                               const std::vector<ImplicitBody*>& with_surfaces) {
    const auto surface_of = [&](const ImplicitBody* body) {
        return static_cast<int>(std::ranges::find(with_surfaces, body) - with_surfaces.begin());
    };
    const int count = static_cast<int>(with_surfaces.size());
    std::vector<std::array<int, 2>> pairs;
    for (const ImplicitBody* const body : bodies) {
        for (const auto& [first, second] : body->apart()) {
            const std::array<int, 2> pair{surface_of(first), surface_of(second)};
            if (pair[0] < count && pair[1] < count) pairs.push_back(pair);
        }
    }
    return pairs;
}

}  // namespace

void ImplicitContact::lay_out(std::span<ImplicitBody* const> bodies, const Colliders* colliders,
                              TotalPotential& total) {
    m_friction.reset();
    m_untangle.reset();
    m_tangles.reset();
    m_potential.reset();
    m_bodies.clear();
    m_meshes = mesh_count(colliders);
    m_pills = pill_count(colliders);
    m_planes = plane_count(colliders);
    m_all_sources = source_count(colliders);
    m_sources.clear();
    std::vector<ContactSurface> surfaces;
    for (ImplicitBody* const body : bodies) {
        ContactSurface surface = body->contact_surface();
        const bool is_stopped = m_planes + m_pills > 0 && !surface.is_kinematic();
        if (surface.rest.empty() || !(surface.meets_others || is_stopped)) continue;
        surfaces.push_back(std::move(surface));
        m_bodies.push_back(body);
    }
    for (std::size_t i = 0; i < m_meshes; ++i)
        surfaces.push_back(surface_of(*colliders->meshes[i]));
    for (std::size_t i = 0; i < m_pills; ++i)
        surfaces.push_back(pill_surface(colliders->pills[i].def));
    for (std::size_t i = 0; i < m_all_sources; ++i) {
        ContactSurface surface = colliders->sources[i]->kinematic_surface();
        if (surface.rest.empty()) continue;
        surfaces.push_back(std::move(surface));
        m_sources.push_back(colliders->sources[i]);
    }
    for (std::size_t i = 0; i < m_planes; ++i)
        surfaces.push_back(surface_of(colliders->planes[i]));
    if (!ContactPotential::is_needed(surfaces)) {
        m_anchors.reset({});
        return;
    }
    const bool rubs = FrictionPotential::is_needed(surfaces);
    m_potential = std::make_unique<ContactPotential>(std::move(surfaces), total.dofs().blocks(),
                                                     surfaces_apart(bodies, m_bodies));
    m_potential->set_stiffness([&total] { return total.resistance_at_start(); });
    m_potential->set_pin_stiffness([&total] { return pin_stiffness_at_start(total); });
    total.add(*m_potential);
    if (!m_anchors.fits(m_potential->mesh().surfaces))
        m_anchors.reset(m_potential->mesh().surfaces);
    if (!m_potential->mesh().triangles.empty()) {
        m_tangles = std::make_unique<Tangles>(m_potential->mesh());
        m_potential->set_tangles(m_tangles.get());
        m_untangle = std::make_unique<UntanglePotential>(*m_potential);
        total.add(*m_untangle);
    }
    if (!rubs) return;
    m_friction = std::make_unique<FrictionPotential>(*m_potential, m_anchors);
    total.add(*m_friction);
}

bool ImplicitContact::fits(const Colliders* colliders) const {
    return mesh_count(colliders) == m_meshes && pill_count(colliders) == m_pills &&
           plane_count(colliders) == m_planes && source_count(colliders) == m_all_sources;
}

void ImplicitContact::set_start(double frame, const Colliders* colliders) {
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_bodies[i]->contact_positions(m_potential->start_positions(i));
        m_bodies[i]->contact_radii(m_potential->radii(i));
    }
    for (std::size_t i = 0; i < m_meshes; ++i)
        colliders->meshes[i]->vertices_at(frame, m_potential->start_positions(m_bodies.size() + i));
    for (std::size_t i = 0; i < m_pills; ++i) {
        const std::size_t surface = first_pill() + i;
        place_pills(colliders->pills[i], frame, m_potential->surfaces()[surface].rest,
                    m_potential->start_positions(surface));
        set_pill_radii(i, pill_growth(colliders->pills[i], frame));
    }
    for (std::size_t i = 0; i < m_sources.size(); ++i)
        m_sources[i]->surface_at_start(m_potential->start_positions(first_source() + i));
    for (std::size_t i = 0; i < m_planes; ++i) {
        const HalfPlane& plane = colliders->planes[i];
        const std::size_t surface = first_source() + m_sources.size() + i;
        m_potential->start_positions(surface)[0] = plane.offset * plane.normal;
        m_potential->end_positions(surface)[0] = plane.offset * plane.normal;
    }
}

void ImplicitContact::set_pill_radii(std::size_t pill, double growth) {
    const std::vector<double>& rest = m_potential->surfaces()[first_pill() + pill].radii;
    std::ranges::transform(rest, m_potential->radii(first_pill() + pill).begin(),
                           [growth](double radius) { return growth * radius; });
}

void ImplicitContact::warn_of_sunken(const Log& log) const {
    for (const ContactPotential::Sunken& sunken : m_potential->find_sunken()) {
        log(LogLevel::Warning,
            fmt::format(
                "{} begins below {}: {} points, the deepest by {:.3g} m near ({:.4g}, "
                "{:.4g}, {:.4g}). It is pushed out little by little, but for what pins hold",
                m_potential->surfaces()[sunken.surface].name,
                m_potential->surfaces()[sunken.plane].name, sunken.points, sunken.depth,
                sunken.place.x(), sunken.place.y(), sunken.place.z()));
    }
}

void ImplicitContact::check_start(double frame, const Colliders* colliders, const Log& log) {
    if (!m_potential) return;
    m_potential->set_frames(frame, frame);
    set_start(frame, colliders);
    warn_of_sunken(log);
    if (!m_tangles) return;
    // Only to see what touches: no step is taken.
    for (std::size_t i = 0; i < m_potential->surfaces().size(); ++i) {
        const auto start = m_potential->start_positions(i);
        std::copy(start.begin(), start.end(), m_potential->end_positions(i).begin());
    }
    m_tangles->look_again();
    m_tangles->begin_step(m_potential->start_positions());
    m_potential->set_motion(Eigen::VectorXd::Zero(3L * m_potential->range().count));
    m_tangles->note_touching(m_potential->touching());
    note_tangled();
    warn_of_tangled(log);
}

void ImplicitContact::warn_of_tangled(const Log& log) const {
    const auto warn = [&](const std::string& who, std::size_t places, const Eigen::Vector3d& at,
                          std::string_view happens) {
        log(LogLevel::Warning,
            fmt::format("{}, in {} places, one of them near ({:.4g}, {:.4g}, {:.4g}). {}", who,
                        places, at.x(), at.y(), at.z(), happens));
    };
    for (const TangledSurfaces& rest : m_tangles->at_rest())
        warn(
            fmt::format("{} goes through itself at rest", m_potential->surfaces()[rest.first].name),
            rest.places, rest.place, "It does not meet itself there");
    for (const TangledPair& pair : m_tangled)
        warn(pair.first == pair.second
                 ? fmt::format("{} goes through itself at the start", pair.first)
                 : fmt::format("{} and {} stand in each other at the start", pair.first,
                               pair.second),
             pair.places, pair.place,
             "They are drawn apart little by little, but for what pins hold");
}

void ImplicitContact::note_tangled() {
    m_tangled.clear();
    for (const TangledSurfaces& pair : m_tangles->measure(m_potential->start_positions()))
        m_tangled.push_back({.first = m_potential->surfaces()[pair.first].name,
                             .second = m_potential->surfaces()[pair.second].name,
                             .places = pair.places,
                             .place = pair.place});
}

void ImplicitContact::begin_step(const StepInfo& step, const Colliders* colliders,
                                 const Eigen::VectorXd& predicted) {
    if (!m_potential) return;
    set_start(step.frame_0, colliders);
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        if (m_potential->surfaces()[i].is_kinematic())
            m_bodies[i]->contact_end_positions(m_potential->end_positions(i));
    }
    for (std::size_t i = 0; i < m_meshes; ++i)
        colliders->meshes[i]->vertices_at(step.frame_1,
                                          m_potential->end_positions(m_bodies.size() + i));
    for (std::size_t i = 0; i < m_pills; ++i) {
        const PillCollider& collider = colliders->pills[i];
        place_pills(collider, step.frame_1, m_potential->surfaces()[first_pill() + i].rest,
                    m_potential->end_positions(first_pill() + i));
        set_pill_radii(
            i, std::max(pill_growth(collider, step.frame_0), pill_growth(collider, step.frame_1)));
    }
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        m_sources[i]->surface_at_end(m_potential->end_positions(first_source() + i));
        m_sources[i]->surface_radii(m_potential->radii(first_source() + i));
    }
    m_passing.clear();
    const bool opens = m_potential->set_frames(step.frame_0, step.frame_1);
    if (m_tangles) {
        if (opens) m_tangles->look_again();
        m_untangle->clear();
        m_tangles->begin_step(m_potential->start_positions());
    }
    m_potential->set_motion(predicted);
    if (m_tangles) m_tangles->note_touching(m_potential->touching());
    if (m_friction) m_friction->begin_contacts();
}

void ImplicitContact::begin_untangling(double dt) {
    if (!m_tangles || m_tangles->all().empty()) return;
    m_untangle->set_ways(
        find_ways_out(*m_tangles, m_potential->start_positions(), m_potential->reaches(), dt));
}

bool ImplicitContact::let_through(const Eigen::VectorXd& x, const Eigen::VectorXd& predicted,
                                  double dt) {
    if (!m_tangles) return false;
    std::vector<PairForce> pairs;
    m_potential->forces(x, pairs);
    const auto is_with_collider = [&](const PairForce& pair) {
        const auto is_kinematic = [&](int point) {
            return m_potential->surfaces()[m_potential->mesh().surface(point)].is_kinematic();
        };
        return pair.kind != PairKind::PointPlane &&
               is_kinematic(pair.points[0]) != is_kinematic(pair.points[3]);
    };
    std::erase_if(pairs, [&](const PairForce& pair) { return !is_with_collider(pair); });
    // Of equal forces the first pair, whatever the order in the list.
    std::sort(pairs.begin(), pairs.end(), [](const PairForce& a, const PairForce& b) {
        return a.force != b.force ? a.force > b.force : a.comes_before(b);
    });
    for (const PairForce& pair : pairs) {
        if (!m_tangles->let_through(pair.points[0], pair.points[3])) continue;
        const auto name = [&](int point) {
            return m_potential->surfaces()[m_potential->mesh().surface(point)].name;
        };
        m_passing.push_back({.first = name(pair.points[0]),
                             .second = name(pair.points[3]),
                             .places = 1,
                             .place = m_potential->start_positions()[pair.points[0]]});
        m_untangle->clear();
        m_potential->set_motion(predicted);
        begin_untangling(dt);
        return true;
    }
    return false;
}

std::vector<TangledPair> ImplicitContact::tangled() const {
    std::vector<TangledPair> all = m_tangled;
    for (const TangledPair& pair : m_let_through) {
        const auto is_same = [&](const TangledPair& other) {
            return (other.first == pair.first && other.second == pair.second) ||
                   (other.first == pair.second && other.second == pair.first);
        };
        if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(pair);
    }
    return all;
}

bool ImplicitContact::lag_friction(const Eigen::VectorXd& x) {
    return m_friction && m_friction->lag(x) > LAG_TOLERANCE;
}

void ImplicitContact::accept_step(const Eigen::VectorXd& x, double frame,
                                  const Colliders* colliders) {
    if (!m_potential) return;
    if (m_friction) m_friction->accept(x);
    const std::vector<ContactMeasures> measures = m_potential->measure(x);
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        m_bodies[i]->note_contact(measures[i]);
    m_let_through.insert(m_let_through.end(), m_passing.begin(), m_passing.end());
    m_tangled.clear();
    if (!m_tangles || m_tangles->all().empty()) return;
    set_start(frame, colliders);
    note_tangled();
}

void ImplicitContact::save(ByteWriter& out) const {
    m_anchors.save(out);
    if (m_tangles) m_tangles->save(out);
    if (!m_potential || !m_potential->has_windows()) return;
    const std::vector<char> present = m_potential->present();
    out.put_array(std::span<const char>(present));
}

void ImplicitContact::load(ByteReader& in) {
    m_anchors.load(in);
    if (m_tangles) m_tangles->load(in);
    if (!m_potential || !m_potential->has_windows()) return;
    std::vector<char> present(m_potential->surfaces().size());
    in.get_array(std::span<char>(present));
    m_potential->set_present(present);
}

}  // namespace sinew
