#include "solids/solid_body.hpp"

#include <cmath>

#include "base/parallel.hpp"
#include "base/saved_numbers.hpp"
#include "math/rotation.hpp"
#include "math/spherical_average.hpp"

namespace sinew::solids {

using Eigen::VectorXd;

namespace {

constexpr std::size_t POINT_GRAIN = 128;
constexpr double OBSTACLE_RATIO = 100.0;
constexpr double OBSTACLE_WIDTH = 0.05;

SolidState rest_state(const SolidDef& def) {
    SolidState state;
    state.positions = def.tets.vertices;
    if (def.law == SolidLaw::ClassicNeoHookean) return state;
    state.rotations.assign(def.tets.vertices.size(), Quaterniond::Identity());
    state.point_rotations.assign(def.tets.tetrahedra.size(), Quatp{1.0, {}});
    return state;
}

double diameter(const SolidDef& def) {
    Eigen::AlignedBox3d box;
    for (const Vector3d& x : def.tets.vertices)
        box.extend(x);
    return box.diagonal().norm();
}

Eigen::Map<const VectorXd> as_vector(const std::vector<Vector3d>& vectors) {
    return {vectors.empty() ? nullptr : vectors.front().data(),
            static_cast<Eigen::Index>(3 * vectors.size())};
}

/// In steps that are tried again, microrotations are held back by this share of the rotary inertia that the matter around
/// a node has about it: ρ V h², h = ∛V.
///
/// By default they have no inertia, so where soft matter is torn about or turned inside out they may have to jump to
/// another minimum, too far for one step, and a shorter step finds the same jump. With something that holds them back in proportion
/// to 1/dt², a short enough step always ends; 10⁻³ is too little to be seen where steps do not fail.
constexpr double DRAG_SHARE = 1e-3;

MassMatrix drag_matrix(const SolidDef& def, const MassMatrix& mass) {
    std::vector<double> inertias;
    for (const double m : mass.row_sums()) {
        const double h = std::cbrt(m / def.params.density);
        inertias.push_back(DRAG_SHARE * m * h * h);
    }
    return MassMatrix::lumped(inertias);
}

}  // namespace

SolidBody::SolidBody(const SolidDef& def, ImplicitSystem& system, std::vector<const Mover*> movers,
                     NodeColliders colliders)
    : ImplicitBody(def.name),
      m_def(def),
      m_elements(m_def),
      m_state(rest_state(m_def)),
      m_surface(m_def.tets, m_def.surface),
      m_mass(mass_matrix(m_def, m_elements, &SolidParams::density)),
      m_rotary(mass_matrix(m_def, m_elements, &SolidParams::rotary_inertia)),
      m_drag(drag_matrix(m_def, m_mass)),
      m_pinning(m_def, m_elements, std::move(movers)),
      m_colliders(colliders),
      m_pin_error(m_pinning.holds_positions() ? 0.0 : BodyMeasures::NONE) {
    m_elements.set_state(m_def, m_state);
    system.add(*this);
    VectorXd rates = VectorXd::Zero(motion().rates().size());
    const Eigen::Index n = 3L * static_cast<Eigen::Index>(m_def.tets.vertices.size());
    if (!m_def.initial_velocities.empty()) rates.head(n) = as_vector(m_def.initial_velocities);
    if (!m_def.initial_angular_velocities.empty())
        rates.tail(n) = as_vector(m_def.initial_angular_velocities);
    set_rates(rates);
}

std::size_t SolidBody::output_count() const {
    return m_surface.size() > 0 ? m_surface.size() : m_state.positions.size();
}

void SolidBody::output_positions(std::span<double> out) const {
    if (m_surface.size() > 0) {
        m_surface.deform(m_state.positions, out);
        return;
    }
    Eigen::Map<VectorXd>(out.data(), static_cast<Eigen::Index>(out.size())) =
        as_vector(m_state.positions);
}

void SolidBody::declare_unknowns(DofMap& dofs) {
    const int nodes = static_cast<int>(m_state.positions.size());
    m_unknowns.positions = dofs.add(name(), BlockKind::Position, nodes, diameter(m_def));
    m_unknowns.rotations = {};
    if (has_rotations()) m_unknowns.rotations = dofs.add(name(), BlockKind::Rotation, nodes, 1.0);
}

void SolidBody::add_terms(TotalPotential& total) {
    add_elastic_terms(total);
    add_mass_terms(total);
    m_gravity = std::make_unique<GravityPotential>(m_unknowns.positions, m_mass.row_sums());
    total.add(*m_gravity);
    m_pinning.make_terms(m_unknowns);
    total.add(m_pinning.position_term());
    total.add(m_pinning.rotation_term());
    add_obstacle_term(total);
    if (!m_def.forces.empty()) {
        m_forces = std::make_unique<LoadPotential>("forces", m_unknowns.positions);
        total.add(*m_forces);
    }
    if (!m_def.torques.empty()) {
        m_torques = std::make_unique<LoadPotential>("torques", m_unknowns.rotations);
        total.add(*m_torques);
    }
}

void SolidBody::add_elastic_terms(TotalPotential& total) {
    if (has_rotations()) {
        std::vector<std::array<std::int32_t, 8>> blocks;
        for (const Eigen::Vector4i& tet : m_def.tets.tetrahedra) {
            auto& b = blocks.emplace_back();
            for (int a = 0; a < 4; ++a) {
                b[a] = m_unknowns.positions.block(tet[a]);
                b[a + 4] = m_unknowns.rotations.block(tet[a]);
            }
        }
        m_elastic = std::make_unique<ElementPotential<std::vector<MicropolarTet>>>(
            "micropolar solid", m_elements.micropolar, blocks);
    } else {
        std::vector<std::array<std::int32_t, 4>> blocks;
        for (const Eigen::Vector4i& tet : m_def.tets.tetrahedra) {
            auto& b = blocks.emplace_back();
            for (int a = 0; a < 4; ++a)
                b[a] = m_unknowns.positions.block(tet[a]);
        }
        m_elastic = std::make_unique<ElementPotential<std::vector<NeoHookeanTet>>>(
            "Neo-Hookean solid", m_elements.classic, blocks);
    }
    if (m_def.params.material_damping > 0.0) {
        m_damped = std::make_unique<DampedPotential>(*m_elastic, m_def.params.material_damping);
        total.add(*m_damped);
    } else {
        total.add(*m_elastic);
    }
}

void SolidBody::add_mass_terms(TotalPotential& total) {
    const auto add = [&total](std::unique_ptr<MassPotential>& term, std::string_view name,
                              const MassMatrix& mass, const BlockRange& range) {
        term = std::make_unique<MassPotential>(name, mass, range);
        total.add(*term);
    };
    add(m_inertia, "inertia", m_mass, m_unknowns.positions);
    const bool damped = m_def.params.damping > 0.0;
    if (damped) add(m_damping, "damping", m_mass, m_unknowns.positions);
    if (!has_rotations()) return;
    add(m_rotary_drag, "rotary drag", m_drag, m_unknowns.rotations);
    if (m_def.params.rotary_inertia == 0.0) return;
    add(m_rotary_inertia, "rotary inertia", m_rotary, m_unknowns.rotations);
    if (damped) add(m_rotary_damping, "rotary damping", m_rotary, m_unknowns.rotations);
}

/// Obstacles push a hundred times as firmly as the material around a node holds it, after a twentieth of its size.
void SolidBody::add_obstacle_term(TotalPotential& total) {
    if (!m_colliders.planes || !m_colliders.pills) return;
    std::vector<ObstaclePotential::Node> nodes;
    for (const VertexMaterial& material : vertex_materials(m_def, m_elements))
        nodes.push_back({.stiffness = OBSTACLE_RATIO * material.stiffness(),
                         .width = OBSTACLE_WIDTH * material.size()});
    m_obstacles = std::make_unique<ObstaclePotential>(m_unknowns.positions, std::move(nodes));
    total.add(*m_obstacles);
}

void SolidBody::begin_mass_terms(const StepInfo& step) {
    const double weight = motion().inertia_weight();
    const double damping = motion().damping_weight(m_def.params.damping);
    const auto begin = [&](const BlockRange& range, MassPotential* inertia, MassPotential* drag) {
        if (inertia) inertia->set_target(weight, part_of(motion().predicted(), range));
        if (drag) drag->set_target(damping, part_of(motion().resting(), range));
    };
    begin(m_unknowns.positions, m_inertia.get(), m_damping.get());
    begin(m_unknowns.rotations, m_rotary_inertia.get(), m_rotary_damping.get());
    if (m_rotary_drag) {
        const double drag = step.halvings > 0 ? 1.0 / (step.dt * step.dt) : 0.0;
        m_rotary_drag->set_target(drag, VectorXd::Zero(3L * m_unknowns.rotations.count));
    }
}

void SolidBody::set_loads(const AnimatedArray& loads, double frame, LoadPotential& term) const {
    std::vector<Vector3d> sampled(m_state.positions.size());
    loads.sample(frame, as_numbers(sampled));
    term.set_loads(std::move(sampled));
}

void SolidBody::begin_step(const StepInfo& step) {
    begin_mass_terms(step);
    m_pinning.begin_step(step, m_state, motion(), unknowns().first);
    m_elements.set_rest_curvature(m_def, step.frame_1);
    if (m_obstacles) {
        m_obstacles->set_step(m_state.positions,
                              obstacles_at(*m_colliders.planes, *m_colliders.pills, step.frame_1));
    }
    if (m_forces) set_loads(m_def.forces, step.frame_1, *m_forces);
    if (m_torques) set_loads(m_def.torques, step.frame_1, *m_torques);
}

void SolidBody::accept_step(const StepInfo& step, const VectorXd& x) {
    m_pin_error = m_pinning.position_error(x);
    if (m_obstacles) {
        m_contact_energy = m_obstacles->value(x);
        m_min_distance = m_obstacles->smallest_distance(x);
    }
    const std::size_t nodes = m_state.positions.size();
    if (has_rotations()) {
        parallel_for(m_elements.size(), POINT_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                MicropolarTet::Vec q = MicropolarTet::Vec::Zero();
                for (int a = 0; a < 4; ++a) {
                    const int block = m_unknowns.rotations.block(m_def.tets.tetrahedra[i][a]);
                    q.segment<3>(12 + 3L * a) = block_of(x, block);
                }
                m_state.point_rotations[i] = normalized(m_elements.micropolar[i].turned_points(q));
            }
        });
        for (std::size_t i = 0; i < nodes; ++i) {
            const Vector3d theta = block_of(x, m_unknowns.rotations.block(static_cast<int>(i)));
            m_state.rotations[i] = updated_quaternion(m_state.rotations[i], theta, 1.0);
        }
    }
    for (std::size_t i = 0; i < nodes; ++i)
        m_state.positions[i] += block_of(x, m_unknowns.positions.block(static_cast<int>(i)));
    const int every = m_def.reset_rotations_every;
    if (every > 0 && std::floor(step.frame_1 / every) > std::floor(step.frame_0 / every))
        reset_point_rotations();
    m_elements.set_state(m_def, m_state);
}

/// [micropolar section 5.1]: on very long bakes the rotations at the points drift away from those of the nodes.
void SolidBody::reset_point_rotations() {
    parallel_for(
        m_state.point_rotations.size(), POINT_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                std::array<Quaterniond, 4> corners;
                for (int a = 0; a < 4; ++a)
                    corners[a] = m_state.rotations[m_def.tets.tetrahedra[i][a]];
                Quatp& points = m_state.point_rotations[i];
                for (int p = 0; p < 4; ++p) {
                    const Quaterniond q = spherical_average(corners, TET_QUADRATURE.points[p]);
                    points.w.set(p, q.w());
                    points.v.x.set(p, q.x());
                    points.v.y.set(p, q.y());
                    points.v.z.set(p, q.z());
                }
            }
        });
}

BodyMeasures SolidBody::measure(const StepInfo& last_step) const {
    BodyMeasures measures;
    const Eigen::Index n = 3L * static_cast<Eigen::Index>(m_state.positions.size());
    const VectorXd& rates = motion().rates();
    measures.energy.kinetic = m_mass.kinetic_energy(rates.head(n));
    if (has_rotations()) measures.energy.kinetic += m_rotary.kinetic_energy(rates.tail(n));
    const MicropolarEnergies elastic = m_elements.energies();
    measures.energy.elastic = elastic.stretch + elastic.curvature;
    const std::vector<double> masses = m_mass.row_sums();
    for (std::size_t i = 0; i < masses.size(); ++i)
        measures.energy.gravity -= masses[i] * last_step.gravity.dot(m_state.positions[i]);
    double rest_volume = 0.0;
    double volume = 0.0;
    for (std::size_t i = 0; i < m_elements.size(); ++i) {
        rest_volume += m_elements.rest(i).volume;
        volume += m_elements.rest(i).volume * m_elements.deformation_gradient(i).determinant();
    }
    measures.volume_change = std::abs(volume / rest_volume - 1.0);
    measures.energy.contact = m_contact_energy;
    measures.min_distance = m_min_distance;
    measures.pin_error = m_pin_error;
    return measures;
}

void SolidBody::save_state(ByteWriter& out) const {
    for (const double measure : {m_pin_error, m_contact_energy, m_min_distance})
        out.put(measure);
    SolidState state = m_state;
    out.put_array(std::span<const double>(as_numbers(state.positions)));
    out.put_array(std::span<const double>(as_numbers(state.rotations)));
    out.put_array(std::span<const double>(as_numbers(state.point_rotations)));
}

void SolidBody::load_state(ByteReader& in) {
    const auto pin_error = in.get<double>();
    const auto contact_energy = in.get<double>();
    const auto min_distance = in.get<double>();
    SolidState state = m_state;
    for (const std::span<double> part : {as_numbers(state.positions), as_numbers(state.rotations),
                                         as_numbers(state.point_rotations)}) {
        get_finite_array(in, name(), part);
    }
    m_pin_error = pin_error;
    m_contact_energy = contact_energy;
    m_min_distance = min_distance;
    m_state = std::move(state);
    m_elements.set_state(m_def, m_state);
}

}  // namespace sinew::solids
