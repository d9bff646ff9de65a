#include "joints/attachment_body.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/saved_numbers.hpp"
#include "body/live_input.hpp"
#include "implicit/node_pinning.hpp"
#include "mesh/nearest_triangle.hpp"

namespace sinew::joints {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::Vector3i;
using Eigen::VectorXd;

namespace {

/// Heights below this share of an edge are none.
constexpr double FLAT = 1e-12;

TriangleMesh mesh_of(const ContactSurface& surface) {
    TriangleMesh mesh;
    mesh.vertices = surface.rest;
    for (const auto& t : surface.triangles)
        mesh.triangles.emplace_back(t[0], t[1], t[2]);
    return mesh;
}

/// A point of a surface, with its nodes counted as blocks of the total.
NodePoint carried_by(const ContactSurface& surface, int point) {
    if (surface.is_kinematic()) return {.weights = {0.0, 0.0, 0.0, 0.0}};
    NodePoint carried = surface.points[point];
    for (int& node : carried.nodes)
        node = surface.range.block(node);
    return carried;
}

NodePoint carried_by(const FrameRide& ride, const Vector3d& rest) {
    if (!ride.is_free()) return {.weights = {0.0, 0.0, 0.0, 0.0}};
    const Vector3d w = (rest - ride.centre) / ride.length;
    return {.nodes = {ride.first, ride.first + 1, ride.first + 2, ride.first + 3},
            .weights = {1.0, w.x(), w.y(), w.z()}};
}

/// At the start of a step; what animation moves, at its end.
std::vector<Vector3d> surface_positions(const ImplicitBody& body, const ContactSurface& surface) {
    std::vector<Vector3d> positions(surface.rest.size());
    if (surface.is_kinematic()) {
        body.contact_end_positions(positions);
    } else {
        body.contact_positions(positions);
    }
    return positions;
}

}  // namespace

Attachment::Attachment(const AttachmentDef& def, ImplicitSystem& system, const ImplicitBody& body,
                       const ImplicitBody* to, const Mover* mover)
    : ImplicitBody(def.name),
      m_def(def),
      m_body(body),
      m_to(to),
      m_carrier(dynamic_cast<const FrameCarrier*>(to)),
      m_mover(mover) {
    find_holds();
    if (m_def.stiffness > 0.0) m_error = BodyMeasures::NONE;
    system.add(*this);
}

void Attachment::find_holds() {
    const ContactSurface surface = m_body.contact_surface();
    for (const int vertex : m_def.vertices) {
        const int point = m_body.surface_point(vertex);
        if (point < 0 || point >= static_cast<int>(surface.rest.size())) {
            throw Error(Problem{.code = ErrorCode::InvalidArgument,
                                .object = m_def.name,
                                .field = "vertices",
                                .value = fmt::format("{}", vertex),
                                .remedy = "is not a vertex on the surface of " + m_def.body});
        }
        m_holds.push_back({.point = point, .rest = surface.rest[point]});
    }
    if (holds_with_triangles()) hold_to_triangles(m_to->contact_surface());
}

void Attachment::hold_to_triangles(const ContactSurface& target) {
    const TriangleMesh mesh = mesh_of(target);
    if (mesh.triangles.empty()) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = m_def.name,
                            .field = "to",
                            .value = '"' + m_def.to + '"',
                            .remedy = "has no triangles to hold a vertex to"});
    }
    const NearestTriangle nearest(mesh);
    for (Hold& hold : m_holds) {
        const SurfacePlace place = nearest.find(hold.rest);
        hold.target = place.vertices;
        hold.coordinates = place.coordinates;
        const Vector3d& corner = mesh.vertices[place.vertices[0]];
        const Vector3d e1 = mesh.vertices[place.vertices[1]] - corner;
        const Vector3d e2 = mesh.vertices[place.vertices[2]] - corner;
        const Vector3d normal = e1.cross(e2);
        const double area = normal.norm();
        if (area == 0.0) continue;
        // Below the vertex, also where that is beside the triangle: so it is nowhere but above it.
        const Vector3d p = hold.rest - corner;
        const double second = p.cross(e2).dot(normal) / (area * area);
        const double third = e1.cross(p).dot(normal) / (area * area);
        hold.coordinates = {1.0 - second - third, second, third};
        hold.height = p.dot(normal) / area;
        if (std::abs(hold.height) < FLAT * e1.norm()) hold.height = 0.0;
    }
}

std::vector<NodePoint> Attachment::carried_points() const {
    const ContactSurface surface = m_body.contact_surface();
    const ContactSurface target =
        holds_with_triangles() ? m_to->contact_surface() : ContactSurface{};
    const FrameRide ride = holds_with_frame() ? m_carrier->ride() : FrameRide{};
    std::vector<NodePoint> points;
    for (const Hold& hold : m_holds) {
        points.push_back(carried_by(surface, hold.point));
        for (int corner = 0; corner < 3; ++corner) {
            points.push_back(holds_with_triangles() ? carried_by(target, hold.target[corner])
                             : corner == 0          ? carried_by(ride, hold.rest)
                                                    : carried_by(FrameRide{}, hold.rest));
        }
    }
    return points;
}

Vector3d Attachment::held_place(const Vector3d& rest) const {
    if (!holds_with_frame()) return m_mover ? Vector3d(m_place * rest) : rest;
    return m_carrier->ride().is_free() ? m_carrier->place() * rest : m_carrier->end_place() * rest;
}

std::vector<Vector3d> Attachment::positions() const {
    const std::vector<Vector3d> own = surface_positions(m_body, m_body.contact_surface());
    std::vector<Vector3d> others;
    if (holds_with_triangles()) others = surface_positions(*m_to, m_to->contact_surface());
    std::vector<Vector3d> positions;
    for (const Hold& hold : m_holds) {
        positions.push_back(own[hold.point]);
        for (int corner = 0; corner < 3; ++corner)
            positions.push_back(holds_with_triangles() ? others[hold.target[corner]]
                                                       : held_place(hold.rest));
    }
    return positions;
}

void Attachment::add_terms(TotalPotential& total) {
    std::vector<std::array<int, 4>> stencils;
    stencils.reserve(m_holds.size());
    for (int i = 0; i < static_cast<int>(m_holds.size()); ++i)
        stencils.push_back({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
    m_potential = std::make_unique<AttachmentPotential>(carried_points(), std::move(stencils));
    if (m_potential->range().count == 0) {
        m_potential.reset();
        return;
    }
    total.add(*m_potential);
}

void Attachment::begin_step(const StepInfo& step) {
    if (!m_potential) return;
    if (m_mover) m_place = m_mover->at(step.frame_1);
    m_strength = 1.0;
    if (!m_def.strength.empty()) m_def.strength.sample(step.frame_1, {&m_strength, 1});
    m_elements.clear();
    for (std::size_t i = 0; i < m_holds.size(); ++i)
        m_elements.push_back({.stiffness = m_strength * weight_of(i) * m_def.stiffness,
                              .coordinates = m_holds[i].coordinates,
                              .height = m_holds[i].height});
    m_potential->set_positions(positions());
    m_potential->set_elements(m_elements);
}

void Attachment::note_resistance(std::span<const Matrix3d> diagonal) {
    if (!m_potential) return;
    for (std::size_t i = 0; i < m_holds.size(); ++i) {
        const double weight = weight_of(i);
        const double grip = weight / (1.0 - weight + 1.0 / GRIP);
        const double compliance = m_potential->compliance(i, false, diagonal) +
                                  m_potential->compliance(i, true, diagonal);
        m_elements[i].stiffness = compliance > 0.0 ? m_strength * grip / compliance : 0.0;
    }
    m_potential->set_elements(m_elements);
}

void Attachment::accept_step(const StepInfo& /*step*/, const VectorXd& x) {
    if (!m_potential) return;
    m_energy = 0.0;
    const bool is_firm = m_def.stiffness == 0.0 && m_strength > NodePinning::FIRM_WEIGHT;
    m_error = is_firm ? 0.0 : BodyMeasures::NONE;
    for (std::size_t i = 0; i < m_holds.size(); ++i) {
        const double offset = m_potential->offset(x, i).norm();
        if (m_def.stiffness > 0.0) m_energy += 0.5 * m_elements[i].stiffness * offset * offset;
        if (is_firm && weight_of(i) > NodePinning::FIRM_WEIGHT) m_error = std::max(m_error, offset);
    }
}

void Attachment::follow(double frame) {
    if (m_mover) m_place = m_mover->at(frame);
}

void Attachment::output_positions(std::span<double> out) const {
    std::vector<Vector3d> others;
    if (holds_with_triangles()) {
        others.resize(m_to->contact_surface().rest.size());
        m_to->contact_positions(others);
    }
    for (std::size_t i = 0; i < m_holds.size(); ++i) {
        const Hold& hold = m_holds[i];
        Vector3d place = held_place(hold.rest);
        if (holds_with_frame()) place = m_carrier->place() * hold.rest;
        if (holds_with_triangles()) {
            const Vector3d& a = others[hold.target[0]];
            const Vector3d& b = others[hold.target[1]];
            const Vector3d& c = others[hold.target[2]];
            place = hold.coordinates[0] * a + hold.coordinates[1] * b + hold.coordinates[2] * c;
            if (hold.height != 0.0) place += hold.height * (b - a).cross(c - a).normalized();
        }
        Eigen::Map<Vector3d>(out.data() + 3 * i) = place;
    }
}

BodyMeasures Attachment::measure(const StepInfo& /*last_step*/) const {
    BodyMeasures measures;
    measures.energy.elastic = m_energy;
    measures.pins.distance = m_error;
    return measures;
}

std::vector<BodyPair> Attachment::apart() const {
    if (m_def.contact || !m_to) return {};
    return {{&m_body, m_to}};
}

void Attachment::list_inputs(LiveInputs& inputs) {
    inputs.add("strength", m_def.strength, {.least = 0.0});
}

void Attachment::save_state(ByteWriter& out) const {
    out.put(m_error);
    out.put(m_energy);
}

void Attachment::load_state(ByteReader& in) {
    const double error = in.get<double>();
    m_energy = in.get<double>();
    m_error = error;
}

}  // namespace sinew::joints
