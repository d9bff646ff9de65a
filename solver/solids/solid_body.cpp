#include "solids/solid_body.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/parallel.hpp"
#include "base/saved_numbers.hpp"
#include "body/live_input.hpp"
#include "implicit/node_state.hpp"
#include "math/rotation.hpp"
#include "math/spherical_average.hpp"
#include "solids/contact_points.hpp"

namespace sinew::solids {

using Eigen::VectorXd;

namespace {

constexpr std::size_t POINT_GRAIN = 128;
/// Over how many tetrahedra what pins move beyond the reach of the tetrahedra fades out.
constexpr double CORRECTION_REACH = 2.0;

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

/// What microrotations are held back by in steps that are tried again: of ρ V h², h = ∛V.
MassMatrix drag_matrix(const SolidDef& def, const MassMatrix& mass) {
    std::vector<double> inertias;
    for (const double m : mass.row_sums()) {
        const double h = std::cbrt(m / def.params.density);
        inertias.push_back(NodeTerms::DRAG_SHARE * m * h * h);
    }
    return MassMatrix::lumped(inertias);
}

NodeMasses solid_masses(const SolidDef& def, const SolidElements& elements) {
    MassMatrix mass = mass_matrix(def, elements, &SolidParams::density);
    MassMatrix drag = drag_matrix(def, mass);
    return {.mass = std::move(mass),
            .rotary = mass_matrix(def, elements, &SolidParams::rotary_inertia),
            .drag = std::move(drag),
            .damping = def.params.damping,
            .has_rotary_inertia = def.params.rotary_inertia != 0.0};
}

Vector3d at_nodes(const NodePoint& point, const std::vector<Vector3d>& positions) {
    Vector3d x = Vector3d::Zero();
    for (int a = 0; a < 4; ++a)
        x += point.weights[a] * positions[point.nodes[a]];
    return x;
}

/// Those from `begin` on, `count` of them; null where the list ends.
std::vector<const Mover*> part_of_movers(const std::vector<const Mover*>& movers, std::size_t begin,
                                         std::size_t count) {
    std::vector<const Mover*> part(count, nullptr);
    for (std::size_t i = 0; i < count && begin + i < movers.size(); ++i)
        part[i] = movers[begin + i];
    return part;
}

}  // namespace

SolidBody::SolidBody(const SolidDef& def, ImplicitSystem& system,
                     const std::vector<const Mover*>& movers)
    : ImplicitBody(def.name),
      m_def(def),
      m_elements(m_def),
      m_state(rest_state(m_def)),
      m_surface(m_def.tets, m_def.surface),
      m_terms(solid_masses(m_def, m_elements)),
      m_pinning(m_def, m_elements, part_of_movers(movers, 0, m_def.pins.size())),
      m_surface_pinning(m_def, m_elements, m_surface,
                        part_of_movers(movers, m_def.pins.size(), m_def.surface_pins.size())),
      m_corrections(m_def.surface, m_def.surface_triangles, m_surface_pinning.corrected(),
                    CORRECTION_REACH * mean_tet_size(m_def.tets)),
      m_pin_errors(pin_errors(m_pinning.errors_at_start())) {
    m_elements.set_state(m_def, m_state);
    if (m_def.surface_triangles.empty()) {
        m_border = BorderMesh(m_def.tets).vertices;
    } else {
        const std::vector<NodePoint> points = contact_points(m_def, m_surface).points;
        m_samples.assign(points.begin() + static_cast<std::ptrdiff_t>(m_def.surface.size()),
                         points.end());
    }
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
        m_corrections.add(m_surface_pinning.corrections(), out);
        return;
    }
    Eigen::Map<VectorXd>(out.data(), static_cast<Eigen::Index>(out.size())) =
        as_vector(m_state.positions);
}

std::vector<BodyResult> SolidBody::results() const {
    std::vector<BodyResult> results = Body::results();
    add_node_results(m_state.positions, m_state.rotations, m_state.positions.size(), results);
    return results;
}

void SolidBody::list_inputs(LiveInputs& inputs) {
    for (SolidPins& pins : m_def.surface_pins) {
        if (pins.painted_group >= 0)
            pins.list_inputs(fmt::format("pins[{}]", pins.painted_group), inputs);
    }
    const bool one_curvature = m_def.rest_curvature.width == 9;
    if (one_curvature) inputs.add("rest_curvature", m_def.rest_curvature);
    // The rest is by node, of which the caller knows nothing where the solid was filled.
    if (m_def.is_filled) return;
    for (std::size_t i = 0; i < m_def.pins.size(); ++i)
        m_def.pins[i].list_inputs(fmt::format("pins[{}]", i), inputs);
    if (!one_curvature) inputs.add("rest_curvature_map", m_def.rest_curvature);
    inputs.add("tet_rest_curvature", m_def.tet_rest_curvature);
    inputs.add("forces", m_def.forces);
    inputs.add("torques", m_def.torques);
}

void SolidBody::declare_unknowns(DofMap& dofs) {
    const int nodes = static_cast<int>(m_state.positions.size());
    NodeUnknowns unknowns;
    unknowns.positions = dofs.add(name(), BlockKind::Position, nodes, diameter(m_def));
    if (has_rotations()) unknowns.rotations = dofs.add(name(), BlockKind::Rotation, nodes, 1.0);
    m_terms.set_unknowns(unknowns);
}

void SolidBody::add_terms(TotalPotential& total) {
    add_elastic_terms(total);
    m_terms.add_mass_terms(total);
    m_terms.add_gravity_term(total);
    m_pinning.make_terms(m_terms.unknowns());
    total.add(m_pinning.position_term());
    total.add(m_pinning.rotation_term());
    if (!m_def.surface_pins.empty()) {
        m_surface_pinning.make_term(m_terms.unknowns().positions);
        total.add(m_surface_pinning.term());
    }
    m_terms.add_load_terms(total, !m_def.forces.empty(), !m_def.torques.empty());
}

void SolidBody::add_elastic_terms(TotalPotential& total) {
    const auto& [positions, rotations] = m_terms.unknowns();
    if (has_rotations()) {
        std::vector<std::array<std::int32_t, 8>> blocks;
        for (const Eigen::Vector4i& tet : m_def.tets.tetrahedra) {
            auto& b = blocks.emplace_back();
            for (int a = 0; a < 4; ++a) {
                b[a] = positions.block(tet[a]);
                b[a + 4] = rotations.block(tet[a]);
            }
        }
        m_elastic = std::make_unique<ElementPotential<std::vector<MicropolarTet>>>(
            "micropolar solid", m_elements.micropolar, blocks);
    } else {
        std::vector<std::array<std::int32_t, 4>> blocks;
        for (const Eigen::Vector4i& tet : m_def.tets.tetrahedra) {
            auto& b = blocks.emplace_back();
            for (int a = 0; a < 4; ++a)
                b[a] = positions.block(tet[a]);
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

PinErrors SolidBody::pin_errors(const PinErrors& of_nodes) const {
    // NaN where nothing is held.
    return {.distance = std::fmax(of_nodes.distance, m_surface_pinning.error()),
            .angle = of_nodes.angle};
}

ContactSurface SolidBody::contact_surface() const {
    ContactSurface surface{.name = name(), .range = m_terms.unknowns().positions};
    if (m_def.surface_triangles.empty()) {
        const BorderMesh border(m_def.tets);
        for (const int vertex : m_border) {
            surface.rest.push_back(m_def.tets.vertices[vertex]);
            surface.points.push_back(NodePoint::at(vertex));
            surface.friction.push_back(m_def.friction.at(m_def.surface.empty() ? vertex : -1));
        }
        surface.triangles = border.triangles;
    } else {
        surface.rest = m_def.surface;
        for (const TetEmbedding::Place& place : m_surface.places())
            surface.points.push_back(node_point(place));
        for (const Eigen::Vector3i& t : m_def.surface_triangles)
            surface.triangles.push_back({t[0], t[1], t[2]});
        for (std::size_t i = 0; i < surface.rest.size(); ++i)
            surface.friction.push_back(m_def.friction.at(static_cast<int>(i)));
    }
    for (const NodePoint& point : m_samples) {
        surface.rest.push_back(at_nodes(point, m_def.tets.vertices));
        surface.points.push_back(point);
        surface.friction.push_back(m_def.friction.coefficient);
    }
    surface.samples = static_cast<int>(m_samples.size());
    for (const double mu : surface.friction)
        surface.sliding_friction.push_back(m_def.friction.sliding_share * mu);
    surface.radii.assign(surface.rest.size(), m_def.surface_radius);
    surface.reach = contact_reach(surface);
    surface.meets_itself = m_def.contact == ContactPartners::All;
    surface.meets_others = m_def.contact != ContactPartners::None;
    surface.filter = m_def.contact_filter;
    return surface;
}

int SolidBody::surface_point(int vertex) const {
    if (!m_def.surface_triangles.empty()) return vertex;
    const auto found = std::ranges::lower_bound(m_border, vertex);
    return found != m_border.end() && *found == vertex ? static_cast<int>(found - m_border.begin())
                                                       : -1;
}

void SolidBody::contact_positions(std::span<Vector3d> out) const {
    if (!m_def.surface_triangles.empty()) {
        const std::size_t vertices = m_def.surface.size();
        output_positions({out.front().data(), 3 * vertices});
        for (std::size_t i = 0; i < m_samples.size(); ++i)
            out[vertices + i] = at_nodes(m_samples[i], m_state.positions);
        return;
    }
    for (std::size_t i = 0; i < m_border.size(); ++i)
        out[i] = m_state.positions[m_border[i]];
}

void SolidBody::set_loads(const AnimatedArray& loads, double frame, LoadPotential* term) const {
    if (!term) return;
    std::vector<Vector3d> sampled(m_state.positions.size());
    loads.sample(frame, as_numbers(sampled));
    term->set_loads(std::move(sampled));
}

bool SolidBody::is_held(double frame) const {
    return holds_position(m_def.pins, frame) || holds_position(m_def.surface_pins, frame);
}

void SolidBody::begin_step(const StepInfo& step) {
    m_terms.begin_step(step, motion(), unknowns().first);
    m_pinning.begin_step(step, m_state.positions, m_state.rotations, motion(), unknowns().first);
    if (!m_def.surface_pins.empty())
        m_surface_pinning.begin_step(step, m_state.positions, motion(), unknowns().first);
    m_elastic->take_stress();
    m_elements.set_rest_curvature(m_def, step.frame_1);
    set_loads(m_def.forces, step.frame_1, m_terms.forces());
    set_loads(m_def.torques, step.frame_1, m_terms.torques());
}

void SolidBody::accept_step(const StepInfo& step, const VectorXd& x) {
    if (!m_def.surface_pins.empty()) m_surface_pinning.accept_step(step, x);
    m_pin_errors = pin_errors(m_pinning.errors(x));
    m_terms.accept_step();
    const auto& positions = m_terms.unknowns().positions;
    const auto& rotations = m_terms.unknowns().rotations;
    const std::size_t nodes = m_state.positions.size();
    if (has_rotations()) {
        parallel_for(m_elements.size(), POINT_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                MicropolarTet::Vec q = MicropolarTet::Vec::Zero();
                for (int a = 0; a < 4; ++a) {
                    const int block = rotations.block(m_def.tets.tetrahedra[i][a]);
                    q.segment<3>(12 + 3L * a) = block_of(x, block);
                }
                m_state.point_rotations[i] = normalized(m_elements.micropolar[i].turned_points(q));
            }
        });
        for (std::size_t i = 0; i < nodes; ++i) {
            const Vector3d theta = block_of(x, rotations.block(static_cast<int>(i)));
            m_state.rotations[i] = updated_quaternion(m_state.rotations[i], theta, 1.0);
        }
    }
    for (std::size_t i = 0; i < nodes; ++i)
        m_state.positions[i] += block_of(x, positions.block(static_cast<int>(i)));
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
    m_terms.measure(motion(), m_state.positions, last_step.gravity, measures);
    const MicropolarEnergies elastic = m_elements.energies();
    measures.energy.elastic = elastic.stretch + elastic.curvature;
    double rest_volume = 0.0;
    double volume = 0.0;
    for (std::size_t i = 0; i < m_elements.size(); ++i) {
        rest_volume += m_elements.rest(i).volume;
        volume += m_elements.volume(i);
    }
    measures.volume_change = std::abs(volume / rest_volume - 1.0);
    measures.pins = m_pin_errors;
    return measures;
}

void SolidBody::save_state(ByteWriter& out) const {
    save_node_state(
        out, {m_pin_errors, m_terms.contact()},
        {as_numbers(m_state.positions), as_numbers(m_state.rotations),
         as_numbers(m_state.point_rotations), as_numbers(m_surface_pinning.corrections())});
}

void SolidBody::load_state(ByteReader& in) {
    SolidState state = m_state;
    std::vector<Vector3d> corrections = m_surface_pinning.corrections();
    const LastStepMeasures measures =
        load_node_state(in, name(),
                        {as_numbers(state.positions), as_numbers(state.rotations),
                         as_numbers(state.point_rotations), as_numbers(corrections)});
    m_surface_pinning.set_corrections(std::move(corrections));
    m_pin_errors = measures.pins;
    m_terms.set_contact(measures.contact);
    m_state = std::move(state);
    m_elements.set_state(m_def, m_state);
}

}  // namespace sinew::solids
