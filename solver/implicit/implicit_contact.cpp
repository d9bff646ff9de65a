#include "implicit/implicit_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "contact/colliders.hpp"
#include "contact/kinematic_source.hpp"
#include "contact/pill_surface.hpp"
#include "contact/surface_crossings.hpp"

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
    surface.rest = {plane.offset * plane.normal};
    surface.radii = {0.0};
    surface.friction = surface.sliding_friction = {plane.friction};
    surface.normal = plane.normal;
    return surface;
}

ContactSurface surface_of(const MeshCollider& collider) {
    const TriangleMesh& mesh = collider.def().mesh;
    ContactSurface surface{.name = collider.def().name};
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
    set_start(frame, colliders);
    warn_of_sunken(log);
    if (m_potential->mesh().triangles.empty()) return;
    for (const SurfaceCrossing& crossing :
         find_crossings(m_potential->mesh(), m_potential->start_positions())) {
        const std::string& first = m_potential->surfaces()[crossing.first].name;
        const std::string& second = m_potential->surfaces()[crossing.second].name;
        const std::string who = crossing.first == crossing.second
                                    ? fmt::format("{} goes through itself", first)
                                    : fmt::format("{} and {} stand in each other", first, second);
        log(LogLevel::Warning,
            fmt::format("{} at the start, in {} places, one of them near ({:.4g}, {:.4g}, {:.4g}). "
                        "They stay hooked there: move them apart, or turn their contact off",
                        who, crossing.places, crossing.place.x(), crossing.place.y(),
                        crossing.place.z()));
    }
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
    m_potential->set_motion(predicted);
    if (m_friction) m_friction->begin_contacts();
}

bool ImplicitContact::lag_friction(const Eigen::VectorXd& x) {
    return m_friction && m_friction->lag(x) > LAG_TOLERANCE;
}

void ImplicitContact::accept_step(const Eigen::VectorXd& x) {
    if (!m_potential) return;
    if (m_friction) m_friction->accept(x);
    const std::vector<ContactMeasures> measures = m_potential->measure(x);
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        m_bodies[i]->note_contact(measures[i]);
}

}  // namespace sinew
