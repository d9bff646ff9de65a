#include "shells/shell_body.hpp"

#include "base/saved_numbers.hpp"
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

/// Obstacles push ten times as firmly as a sheet of the material resists stretching, E h, after half of its thickness.
constexpr double SHELL_OBSTACLE_RATIO = 10.0;
constexpr double SHELL_OBSTACLE_WIDTH = 0.5;

/// In steps that are tried again, directors are held back by this share of the rotary inertia that the matter around a
/// vertex has about it, ρ h A · A, over dt². They have none by default, so where a shell buckles they may have to jump
/// to another minimum, and a shorter step would find the same jump; see also solids/solid_body.cpp.
constexpr double SHELL_DRAG_SHARE = 1e-3;

MassMatrix shell_drag(const ShellDef& def) {
    const std::vector<double> areas = vertex_areas(def.mesh);
    std::vector<double> inertias;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const double mass = def.params.density * def.thickness_at(static_cast<int>(i)) * areas[i];
        inertias.push_back(SHELL_DRAG_SHARE * mass * areas[i]);
    }
    return MassMatrix::lumped(inertias);
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

ShellBody::ShellBody(const ShellDef& def, ImplicitSystem& system, std::vector<const Mover*> movers,
                     NodeColliders colliders)
    : ImplicitBody(def.name),
      m_def(def),
      m_mesh(m_def.mesh, m_def.edges, m_def.edge_points),
      m_elements(m_def, m_mesh),
      m_state(start_state(m_def, m_mesh, m_elements)),
      m_surface(m_def, m_mesh, m_def.surface),
      m_mass(shell_mass(m_def, m_mesh)),
      m_rotary(shell_rotary_inertia(m_def, m_mesh)),
      m_drag(shell_drag(m_def)),
      m_pinning(m_def, m_mesh, m_state, std::move(movers)),
      m_colliders(colliders),
      m_pin_error(m_pinning.holds_positions() ? 0.0 : BodyMeasures::NONE) {
    m_elements.set_state(m_mesh, m_state);
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

void ShellBody::declare_unknowns(DofMap& dofs) {
    m_unknowns.positions = dofs.add(name(), BlockKind::Position, nodes(), shell_diameter(m_mesh));
    m_unknowns.rotations =
        dofs.add(name(), BlockKind::Rotation, static_cast<int>(m_mesh.vertices), 1.0);
}

template <int NODES>
void ShellBody::add_elastic_term(const std::vector<ShellTriangle<NODES>>& triangles) {
    std::vector<std::array<std::int32_t, NODES + 3>> blocks;
    for (const std::array<int, 6>& triangle : m_mesh.triangles) {
        auto& b = blocks.emplace_back();
        for (int a = 0; a < NODES; ++a)
            b[a] = m_unknowns.positions.block(triangle[a]);
        for (int k = 0; k < 3; ++k)
            b[NODES + k] = m_unknowns.rotations.block(triangle[k]);
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
    add_mass_terms(total);
    add_obstacle_term(total);
    m_gravity = std::make_unique<GravityPotential>(m_unknowns.positions, m_mass.row_sums());
    total.add(*m_gravity);
    m_pinning.make_terms(m_unknowns);
    total.add(m_pinning.position_term());
    total.add(m_pinning.rotation_term());
    if (!m_def.forces.empty() || !m_def.loads.empty()) {
        m_forces = std::make_unique<LoadPotential>("forces", m_unknowns.positions);
        total.add(*m_forces);
    }
    if (!m_def.torques.empty() || !m_def.loads.empty()) {
        m_torques = std::make_unique<LoadPotential>("torques", m_unknowns.rotations);
        total.add(*m_torques);
    }
}

void ShellBody::add_mass_terms(TotalPotential& total) {
    const auto add = [&total](std::unique_ptr<MassPotential>& term, std::string_view name,
                              const MassMatrix& mass, const BlockRange& range) {
        term = std::make_unique<MassPotential>(name, mass, range);
        total.add(*term);
    };
    const bool damped = m_def.params.damping > 0.0;
    add(m_inertia, "inertia", m_mass, m_unknowns.positions);
    if (damped) add(m_damping, "damping", m_mass, m_unknowns.positions);
    add(m_rotary_drag, "rotary drag", m_drag, m_unknowns.rotations);
    if (m_def.params.rotary_inertia == 0.0) return;
    add(m_rotary_inertia, "rotary inertia", m_rotary, m_unknowns.rotations);
    if (damped) add(m_rotary_damping, "rotary damping", m_rotary, m_unknowns.rotations);
}

void ShellBody::add_obstacle_term(TotalPotential& total) {
    if (!m_colliders.planes || !m_colliders.pills) return;
    std::vector<ObstaclePotential::Node> terms;
    for (int i = 0; i < nodes(); ++i) {
        const int edge = i - static_cast<int>(m_mesh.vertices);
        const double h = m_def.thickness_at(edge < 0 ? i : m_mesh.edges[edge][0]);
        terms.push_back({.stiffness = SHELL_OBSTACLE_RATIO * m_def.params.young_modulus * h,
                         .width = SHELL_OBSTACLE_WIDTH * h});
    }
    m_obstacles = std::make_unique<ObstaclePotential>(m_unknowns.positions, std::move(terms));
    total.add(*m_obstacles);
}

void ShellBody::begin_mass_terms(const StepInfo& step) {
    const auto begin = [this](const BlockRange& range, MassPotential* inertia,
                              MassPotential* drag) {
        if (inertia)
            inertia->set_target(motion().inertia_weight(), part_of(motion().predicted(), range));
        if (drag) {
            drag->set_target(motion().damping_weight(m_def.params.damping),
                             part_of(motion().resting(), range));
        }
    };
    begin(m_unknowns.positions, m_inertia.get(), m_damping.get());
    begin(m_unknowns.rotations, m_rotary_inertia.get(), m_rotary_damping.get());
    const double drag = step.halvings > 0 ? 1.0 / (step.dt * step.dt) : 0.0;
    m_rotary_drag->set_target(drag, VectorXd::Zero(3L * m_unknowns.rotations.count));
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
    for (const ShellLoad& load : m_def.loads) {
        std::vector<int> at = load.vertices;
        if (m_elements.linear.empty()) {
            for (const EdgeBetween& edge : edges_between(m_mesh, load.vertices))
                at.push_back(edge.node);
        }
        const Vector3d force = sampled(load.force, 1)[0] / static_cast<double>(at.size());
        for (const int node : at)
            forces[node] += force;
        const Vector3d torque =
            sampled(load.torque, 1)[0] / static_cast<double>(load.vertices.size());
        for (const int vertex : load.vertices)
            torques[vertex] += torque;
    }
    if (m_forces) m_forces->set_loads(std::move(forces));
    if (m_torques) m_torques->set_loads(std::move(torques));
}

void ShellBody::begin_step(const StepInfo& step) {
    begin_mass_terms(step);
    m_pinning.begin_step(step, m_state, motion(), unknowns().first);
    m_elements.set_rest_fields(m_def, step.frame_1);
    set_loads(step.frame_1);
    if (m_obstacles) {
        m_obstacles->set_step(m_state.positions,
                              obstacles_at(*m_colliders.planes, *m_colliders.pills, step.frame_1));
    }
}

void ShellBody::accept_step(const StepInfo& /*step*/, const VectorXd& x) {
    m_pin_error = m_pinning.position_error(x);
    if (m_obstacles) {
        m_contact_energy = m_obstacles->value(x);
        m_min_distance = m_obstacles->smallest_distance(x);
    }
    std::vector<Vector3d> turns(m_mesh.vertices);
    for (std::size_t i = 0; i < turns.size(); ++i)
        turns[i] = block_of(x, m_unknowns.rotations.block(static_cast<int>(i)));
    m_elements.turn_directors(m_mesh, turns, m_state.directors);
    for (std::size_t i = 0; i < turns.size(); ++i)
        m_state.rotations[i] = updated_quaternion(m_state.rotations[i], turns[i], 1.0);
    for (int i = 0; i < nodes(); ++i)
        m_state.positions[i] += block_of(x, m_unknowns.positions.block(i));
    m_elements.set_state(m_mesh, m_state);
}

BodyMeasures ShellBody::measure(const StepInfo& last_step) const {
    BodyMeasures measures;
    const VectorXd& rates = motion().rates();
    measures.energy.kinetic =
        m_mass.kinetic_energy(rates.head(3L * nodes())) +
        m_rotary.kinetic_energy(rates.tail(3L * static_cast<long>(m_mesh.vertices)));
    const ShellEnergies elastic = m_elements.energies();
    measures.energy.elastic = elastic.membrane + elastic.bending;
    const std::vector<double> masses = m_mass.row_sums();
    for (std::size_t i = 0; i < masses.size(); ++i)
        measures.energy.gravity -= masses[i] * last_step.gravity.dot(m_state.positions[i]);
    measures.energy.contact = m_contact_energy;
    measures.min_distance = m_min_distance;
    measures.pin_error = m_pin_error;
    return measures;
}

void ShellBody::save_state(ByteWriter& out) const {
    for (const double number : {m_pin_error, m_contact_energy, m_min_distance})
        out.put(number);
    ShellState state = m_state;
    out.put_array(std::span<const double>(as_numbers(state.positions)));
    out.put_array(std::span<const double>(as_numbers(state.rotations)));
    out.put_array(std::span<const double>(as_numbers(state.directors)));
}

void ShellBody::load_state(ByteReader& in) {
    const auto pin_error = in.get<double>();
    const auto contact_energy = in.get<double>();
    const auto min_distance = in.get<double>();
    ShellState state = m_state;
    for (const std::span<double> part :
         {as_numbers(state.positions), as_numbers(state.rotations), as_numbers(state.directors)}) {
        get_finite_array(in, name(), part);
    }
    m_pin_error = pin_error;
    m_contact_energy = contact_energy;
    m_min_distance = min_distance;
    m_state = std::move(state);
    m_elements.set_state(m_mesh, m_state);
}

}  // namespace sinew::shells
