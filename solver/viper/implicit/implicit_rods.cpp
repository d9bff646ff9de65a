#include "viper/implicit/implicit_rods.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "implicit/implicit_system.hpp"
#include "math/rotation.hpp"
#include "viper/body/rod_surface.hpp"

namespace sinew::viper {

using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// Pins are so much stiffer than what they hold.
constexpr double PIN_STIFFNESS = 1e4;

std::vector<double> masses_of(const RodSet& set, std::span<const RodBatch> batches) {
    std::vector<double> masses;
    for (int j = 0; j < static_cast<int>(set.point_count()); ++j) {
        const PointRef at = set.ref(j);
        masses.push_back(batches[at.batch].point[at.point].mass[at.lane]);
    }
    return masses;
}

}  // namespace

ImplicitRods::ImplicitRods(const RodsDef& def, ImplicitSystem& system,
                           std::vector<const Mover*> movers)
    : ImplicitBody(def.name),
      m_rods({}, m_no_colliders),
      m_body(def, m_rods, std::move(movers)),
      m_set(&m_body.set()) {
    m_mass = MassMatrix::lumped(masses_of(*m_set, m_rods.batches()));
    system.add(*this);
}

std::vector<BodyResult> ImplicitRods::results() const {
    return m_body.results();
}

BodyMeasures ImplicitRods::measure(const StepInfo& last_step) const {
    BodyMeasures measures = m_body.measure(last_step);
    measures.energy.contact = m_contact.energy;
    measures.min_distance = m_contact.smallest_gap;
    return measures;
}

void ImplicitRods::declare_unknowns(DofMap& dofs) {
    const int points = static_cast<int>(m_set->point_count());
    const double thinnest = *std::ranges::min_element(def().radii);
    m_ranges.positions = dofs.add(name(), BlockKind::Position, points, longest_rod(def()));
    m_ranges.rotations = dofs.add(name(), BlockKind::Rotation, points, 1.0);
    m_ranges.scales = dofs.add(name(), BlockKind::Thickness, points, thinnest);
}

void ImplicitRods::add_terms(TotalPotential& total) {
    m_energy = std::make_unique<RodPotential>(*m_set, m_ranges);
    m_inertia = std::make_unique<MassPotential>("inertia", m_mass, m_ranges.positions);
    m_gravity = std::make_unique<GravityPotential>(m_ranges.positions, m_mass.row_sums());
    make_pins();
    total.add(*m_energy);
    total.add(*m_inertia);
    total.add(*m_gravity);
    total.add(*m_pins);
}

void ImplicitRods::make_pins() {
    m_held_centres.clear();
    m_held_radii.clear();
    for (const RodPins& pins : def().pins) {
        if (pins.position)
            m_held_centres.insert(m_held_centres.end(), pins.points.begin(), pins.points.end());
        if (pins.scale)
            m_held_radii.insert(m_held_radii.end(), pins.points.begin(), pins.points.end());
    }
    for (const RodAttachment& attachment : def().attachments)
        m_held_centres.insert(m_held_centres.end(), attachment.points.begin(),
                              attachment.points.end());
    for (std::vector<int>* const held : {&m_held_centres, &m_held_radii}) {
        std::ranges::sort(*held);
        held->erase(std::unique(held->begin(), held->end()), held->end());
    }
    std::vector<Pin> pins;
    for (const int point : m_held_centres)
        pins.push_back({.block = m_ranges.positions.block(point)});
    for (const int point : m_held_radii)
        pins.push_back({.block = m_ranges.scales.block(point)});
    m_pins = std::make_unique<PinPotential>(std::move(pins));
}

void ImplicitRods::set_pins() {
    const std::span<const RodBatch> batches = m_rods.batches();
    std::vector<Vector3d> targets;
    std::vector<Vector3d> stiffness;
    for (const int point : m_held_centres) {
        const PointRef at = m_set->ref(point);
        const RodBatch& batch = batches[at.batch];
        const bool is_held = batch.free[at.block()][at.lane] == 0.0;
        const double mass = (batch.inverse_dt2 * batch.point[at.point].mass)[at.lane];
        const double k = PIN_STIFFNESS * (mass + m_energy->centre_stiffness(point));
        stiffness.push_back(Vector3d::Constant(is_held ? k : 0.0));
        targets.push_back(lane_of(batch.current.c[at.point], at.lane) -
                          lane_of(batch.state.c[at.point], at.lane));
    }
    for (const int point : m_held_radii) {
        const PointRef at = m_set->ref(point);
        const RodBatch& batch = batches[at.batch];
        const bool is_held = batch.free[at.block() + 3][at.lane] == 0.0;
        const double k = is_held ? PIN_STIFFNESS * m_energy->radius_stiffness(point) : 0.0;
        stiffness.emplace_back(k, 0.0, 0.0);
        const Pack growth =
            batch.point[at.point].radius * (batch.current.s[at.point] - batch.state.s[at.point]);
        targets.emplace_back(growth[at.lane], 0.0, 0.0);
    }
    m_pins->set_targets(std::move(targets));
    m_pins->set_stiffness(stiffness);
}

void ImplicitRods::begin_step(const StepInfo& step) {
    m_rods.begin_step(step);
    m_energy->set_step(m_rods.batches());
    // Where the centres go without their weight, which is a term of its own.
    const Vector3d fall = step.dt * step.dt * step.gravity;
    VectorXd target(3L * m_ranges.positions.count);
    for (int j = 0; j < m_ranges.positions.count; ++j) {
        const PointRef at = m_set->ref(j);
        const RodBatch& batch = m_rods.batches()[at.batch];
        target.segment<3>(3L * j) = lane_of(batch.point_step[at.point].c_predicted, at.lane) -
                                    lane_of(batch.state.c[at.point], at.lane) - fall;
    }
    m_inertia->set_target(1.0 / (step.dt * step.dt), target);
    set_pins();
}

VectorXd ImplicitRods::free_motion() const {
    const int points = m_ranges.positions.count;
    VectorXd motion = VectorXd::Zero(9L * points);
    for (int j = 0; j < points; ++j) {
        const PointRef at = m_set->ref(j);
        const RodBatch& batch = m_rods.batches()[at.batch];
        motion.segment<3>(3L * j) =
            lane_of(batch.current.c[at.point], at.lane) - lane_of(batch.state.c[at.point], at.lane);
        const Pack growth =
            batch.point[at.point].radius * (batch.current.s[at.point] - batch.state.s[at.point]);
        motion[6L * points + 3L * j] = growth[at.lane];
        if (m_set->frame_point(j) != j) continue;
        const Quaterniond turn = lane_of(batch.current.q[at.point], at.lane) *
                                 lane_of(batch.state.q[at.point], at.lane).conjugate();
        motion.segment<3>(3L * (points + j)) = log_quaternion(turn);
    }
    return motion;
}

void ImplicitRods::accept_step(const StepInfo& step, const VectorXd& x) {
    m_energy->write_state(x, m_rods.solved());
    m_rods.accept_step(step);
    m_contact = {0.0, BodyMeasures::NONE};
}

ContactSurface ImplicitRods::contact_surface() const {
    ContactSurface surface = rod_surface(def());
    surface.range = m_ranges.positions;
    surface.meets_itself = def().contact == ContactPartners::All;
    for (int j = 0; j < m_ranges.positions.count; ++j)
        surface.points.push_back(NodePoint::at(j));
    return surface;
}

void ImplicitRods::contact_positions(std::span<Vector3d> out) const {
    std::ranges::copy(state().c, out.begin());
}

void ImplicitRods::contact_radii(std::span<double> out) const {
    std::ranges::copy(m_body.radii(), out.begin());
}

void ImplicitRods::save_state(ByteWriter& out) const {
    out.put(m_contact.energy);
    out.put(m_contact.smallest_gap);
    m_body.save(out);
}

void ImplicitRods::load_state(ByteReader& in) {
    ContactMeasures contact{0.0, BodyMeasures::NONE};
    contact.energy = in.get<double>();
    contact.smallest_gap = in.get<double>();
    m_body.load(in);
    m_contact = contact;
}

}  // namespace sinew::viper
