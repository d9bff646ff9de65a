#include "shells/shell_body.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/saved_numbers.hpp"
#include "body/live_input.hpp"
#include "implicit/node_state.hpp"
#include "math/rotation.hpp"
#include "shells/shell_start.hpp"

namespace sinew::shells {

using Eigen::VectorXd;

namespace {

double shell_diameter(const ShellMesh& mesh) {
    Eigen::AlignedBox3d box;
    for (const Vector3d& x : mesh.nodes)
        box.extend(x);
    return box.diagonal().norm();
}

/// What directors are held back by in steps that are tried again: of ρ h A · A.
MassMatrix shell_drag(const ShellDef& def) {
    const std::vector<double> areas = vertex_areas(def.mesh);
    std::vector<double> inertias;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const double mass = def.params.density * def.thickness_at(static_cast<int>(i)) * areas[i];
        inertias.push_back(NodeTerms::DRAG_SHARE * mass * areas[i]);
    }
    return MassMatrix::lumped(inertias);
}

NodeMasses shell_masses(const ShellDef& def, const ShellMesh& mesh) {
    return {.mass = shell_mass(def, mesh),
            .rotary = shell_rotary_inertia(def, mesh),
            .drag = shell_drag(def),
            .damping = def.params.damping,
            .has_rotary_inertia = def.params.rotary_inertia != 0.0};
}

/// Rates of nodes: those of the vertices, and their means on edges.
void set_node_rates(const ShellMesh& mesh, const std::vector<Vector3d>& of_vertices, int nodes,
                    VectorXd& rates) {
    for (int i = 0; i < nodes; ++i) {
        const int edge = i - static_cast<int>(mesh.vertices);
        rates.segment<3>(3L * i) = edge < 0 ? of_vertices[i]
                                            : Vector3d(0.5 * (of_vertices[mesh.edges[edge][0]] +
                                                              of_vertices[mesh.edges[edge][1]]));
    }
}

}  // namespace

ShellBody::ShellBody(const ShellDef& def, ImplicitSystem& system, std::vector<const Mover*> movers)
    : ImplicitBody(def.name),
      m_def(def),
      m_mesh(m_def.mesh, m_def.edges, m_def.edge_points),
      m_elements(m_def, m_mesh),
      m_state(start_state(m_def, m_mesh, m_elements)),
      m_surface(m_def, m_mesh, m_def.surface),
      m_terms(shell_masses(m_def, m_mesh)),
      m_pinning(m_def, m_mesh, m_state, std::move(movers)),
      m_pin_errors(m_pinning.errors_at_start()) {
    m_elements.set_state(m_mesh, m_state);
    for (const ShellLoad& load : m_def.loads) {
        std::vector<int>& nodes = m_load_nodes.emplace_back(load.vertices);
        if (!m_elements.linear.empty()) continue;
        for (const EdgeBetween& edge : edges_between(m_mesh, load.vertices))
            nodes.push_back(edge.node);
    }
    system.add(*this);
    VectorXd rates = VectorXd::Zero(motion().rates().size());
    if (!m_def.initial_velocities.empty())
        set_node_rates(m_mesh, m_def.initial_velocities, nodes(), rates);
    for (std::size_t i = 0; i < m_def.initial_angular_velocities.size(); ++i) {
        rates.segment<3>(3L * (nodes() + static_cast<long>(i))) =
            m_def.initial_angular_velocities[i];
    }
    set_rates(rates);
}

void ShellBody::output_positions(std::span<double> out) const {
    if (m_surface.size() > 0) {
        m_surface.deform(m_state, out);
        return;
    }
    for (std::size_t i = 0; i < m_mesh.vertices; ++i) {
        for (int axis = 0; axis < 3; ++axis)
            out[3 * i + axis] = m_state.positions[i][axis];
    }
}

std::vector<BodyResult> ShellBody::results() const {
    std::vector<BodyResult> results = Body::results();
    add_node_results(m_state.positions, m_state.rotations, m_mesh.vertices, results);
    return results;
}

void ShellBody::list_inputs(LiveInputs& inputs) {
    for (std::size_t i = 0; i < m_def.pins.size(); ++i)
        m_def.pins[i].list_inputs(fmt::format("pins[{}]", i), inputs);
    const bool one_curvature = m_def.rest_curvature.width == 9;
    inputs.add(one_curvature ? "rest_curvature" : "rest_curvature_map", m_def.rest_curvature);
    inputs.add("triangle_rest_curvature", m_def.triangle_rest_curvature);
    const LiveRange positive{.above = 0.0};
    const bool one_stretch = m_def.rest_stretch.width == 1;
    inputs.add(one_stretch ? "rest_stretch" : "rest_stretch_map", m_def.rest_stretch, positive);
    inputs.add("triangle_rest_stretch", m_def.triangle_rest_stretch, positive);
    for (std::size_t i = 0; i < m_def.loads.size(); ++i) {
        inputs.add(fmt::format("loads[{}].force", i), m_def.loads[i].force);
        inputs.add(fmt::format("loads[{}].torque", i), m_def.loads[i].torque);
    }
    inputs.add("forces", m_def.forces);
    inputs.add("torques", m_def.torques);
}

void ShellBody::declare_unknowns(DofMap& dofs) {
    NodeUnknowns unknowns;
    unknowns.positions = dofs.add(name(), BlockKind::Position, nodes(), shell_diameter(m_mesh));
    unknowns.rotations =
        dofs.add(name(), BlockKind::Rotation, static_cast<int>(m_mesh.vertices), 1.0);
    m_terms.set_unknowns(unknowns);
}

template <int NODES>
void ShellBody::add_elastic_term(const std::vector<ShellTriangle<NODES>>& triangles) {
    const auto& [positions, rotations] = m_terms.unknowns();
    std::vector<std::array<std::int32_t, NODES + 3>> blocks;
    for (const std::array<int, 6>& triangle : m_mesh.triangles) {
        auto& b = blocks.emplace_back();
        for (int a = 0; a < NODES; ++a)
            b[a] = positions.block(triangle[a]);
        for (int k = 0; k < 3; ++k)
            b[NODES + k] = rotations.block(triangle[k]);
    }
    m_elastic = std::make_unique<ElementPotential<std::vector<ShellTriangle<NODES>>>>(
        "Cosserat shell", triangles, blocks);
}

void ShellBody::add_terms(TotalPotential& total) {
    if (m_elements.linear.empty()) {
        add_elastic_term(m_elements.quadratic);
    } else {
        add_elastic_term(m_elements.linear);
    }
    if (m_def.params.material_damping > 0.0) {
        m_damped = std::make_unique<DampedPotential>(*m_elastic, m_def.params.material_damping);
        total.add(*m_damped);
    } else {
        total.add(*m_elastic);
    }
    m_terms.add_mass_terms(total);
    m_terms.add_gravity_term(total);
    m_pinning.make_terms(m_terms.unknowns());
    total.add(m_pinning.position_term());
    total.add(m_pinning.rotation_term());
    m_terms.add_load_terms(total, !m_def.forces.empty() || !m_def.loads.empty(),
                           !m_def.torques.empty() || !m_def.loads.empty());
}

ContactSurface ShellBody::contact_surface() const {
    ContactSurface surface{.name = name(), .range = m_terms.unknowns().positions};
    const bool through_edges = m_surface.size() > 0 && m_elements.linear.empty();
    surface.samples = through_edges ? 0 : nodes() - static_cast<int>(m_mesh.vertices);
    for (int i = 0; i < nodes(); ++i) {
        const int edge = i - static_cast<int>(m_mesh.vertices);
        surface.rest.push_back(m_mesh.nodes[i]);
        surface.points.push_back(NodePoint::at(i));
        surface.radii.push_back(0.5 * m_def.thickness_at(edge < 0 ? i : m_mesh.edges[edge][0]));
        const SurfaceFriction& friction = m_def.friction;
        const double mu =
            edge < 0
                ? friction.at(i)
                : 0.5 * (friction.at(m_mesh.edges[edge][0]) + friction.at(m_mesh.edges[edge][1]));
        surface.friction.push_back(mu);
        surface.sliding_friction.push_back(friction.sliding_share * mu);
    }
    for (const auto& [a, b, c, ab, bc, ca] : m_mesh.triangles) {
        if (through_edges) {
            surface.triangles.insert(surface.triangles.end(),
                                     {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        } else {
            surface.triangles.push_back({a, b, c});
        }
    }
    surface.reach = contact_reach(surface);
    surface.meets_itself = m_def.contact == ContactPartners::All;
    surface.meets_others = m_def.contact != ContactPartners::None;
    surface.filter = m_def.contact_filter;
    return surface;
}

void ShellBody::contact_positions(std::span<Vector3d> out) const {
    std::copy_n(m_state.positions.begin(), out.size(), out.begin());
}

void ShellBody::set_loads(double frame) {
    const auto sampled = [frame](const AnimatedArray& array, std::size_t items) {
        std::vector<Vector3d> values(items, Vector3d::Zero());
        if (!array.empty()) array.sample(frame, as_numbers(values));
        return values;
    };
    std::vector<Vector3d> forces = sampled(m_def.forces, m_mesh.vertices);
    std::vector<Vector3d> torques = sampled(m_def.torques, m_mesh.vertices);
    forces.resize(nodes(), Vector3d::Zero());
    for (std::size_t i = 0; i < m_def.loads.size(); ++i) {
        const ShellLoad& load = m_def.loads[i];
        const std::vector<int>& at = m_load_nodes[i];
        const Vector3d force = sampled(load.force, 1)[0] / static_cast<double>(at.size());
        for (const int node : at)
            forces[node] += force;
        const Vector3d torque =
            sampled(load.torque, 1)[0] / static_cast<double>(load.vertices.size());
        for (const int vertex : load.vertices)
            torques[vertex] += torque;
    }
    if (m_terms.forces()) m_terms.forces()->set_loads(std::move(forces));
    if (m_terms.torques()) m_terms.torques()->set_loads(std::move(torques));
}

void ShellBody::begin_step(const StepInfo& step) {
    m_terms.begin_step(step, motion(), unknowns().first);
    m_pinning.begin_step(step, m_state.positions, m_state.rotations, motion(), unknowns().first);
    // The stress at the start of the step is that of the fields there: what grows in the step is no stress yet.
    m_elements.set_rest_fields(m_def, m_mesh, step.frame_0);
    m_elastic->take_stress();
    m_elements.set_rest_fields(m_def, m_mesh, step.frame_1);
    set_loads(step.frame_1);
}

void ShellBody::accept_step(const StepInfo& /*step*/, const VectorXd& x) {
    m_pin_errors = m_pinning.errors(x);
    m_terms.accept_step();
    const auto& [positions, rotations] = m_terms.unknowns();
    std::vector<Vector3d> turns(m_mesh.vertices);
    for (std::size_t i = 0; i < turns.size(); ++i)
        turns[i] = block_of(x, rotations.block(static_cast<int>(i)));
    m_elements.turn_directors(m_mesh, turns, m_state.directors);
    for (std::size_t i = 0; i < turns.size(); ++i)
        m_state.rotations[i] = updated_quaternion(m_state.rotations[i], turns[i], 1.0);
    for (int i = 0; i < nodes(); ++i)
        m_state.positions[i] += block_of(x, positions.block(i));
    m_elements.set_state(m_mesh, m_state);
}

BodyMeasures ShellBody::measure(const StepInfo& last_step) const {
    BodyMeasures measures;
    m_terms.measure(motion(), m_state.positions, last_step.gravity, measures);
    const ShellEnergies elastic = m_elements.energies();
    measures.energy.elastic = elastic.membrane + elastic.bending;
    measures.pins = m_pin_errors;
    return measures;
}

void ShellBody::save_state(ByteWriter& out) const {
    save_node_state(out, {m_pin_errors, m_terms.contact()},
                    {as_numbers(m_state.positions), as_numbers(m_state.rotations),
                     as_numbers(m_state.directors)});
}

void ShellBody::load_state(ByteReader& in) {
    ShellState state = m_state;
    const LastStepMeasures measures = load_node_state(
        in, name(),
        {as_numbers(state.positions), as_numbers(state.rotations), as_numbers(state.directors)});
    m_pin_errors = measures.pins;
    m_terms.set_contact(measures.contact);
    m_state = std::move(state);
    m_elements.set_state(m_mesh, m_state);
}

}  // namespace sinew::shells
