#include "joints/joint_body.hpp"

#include <algorithm>
#include <cmath>

#include "base/saved_numbers.hpp"
#include "body/live_input.hpp"
#include "math/rotation.hpp"

namespace sinew::joints {

using Eigen::Affine3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vec = JointElement::Vec;

namespace {

/// Three directions at right angles, the last along `axis`.
std::array<Vector3d, 3> frame_about(const Vector3d& axis) {
    const Vector3d along = axis.stableNormalized();
    const Vector3d across = along.unitOrthogonal();
    return {across, along.cross(across), along};
}

double value_at(const AnimatedArray& keys, double frame) {
    double value = 0.0;
    keys.sample(frame, {&value, 1});
    return value;
}

/// 1/(1/a + 1/b) of those that are free.
double reduced(const std::array<FrameRide, SIDES>& rides, double (*amount)(const FrameRide&)) {
    double sum = 0.0;
    for (const FrameRide& ride : rides)
        if (ride.is_free()) sum += 1.0 / amount(ride);
    return sum > 0.0 ? 1.0 / sum : 0.0;
}

double mass_of(const FrameRide& ride) {
    return ride.mass;
}

double inertia_of(const FrameRide& ride) {
    return ride.mass * ride.length * ride.length;
}

}  // namespace

Joint::Joint(const JointDef& def, ImplicitSystem& system, const std::array<Holder, SIDES>& holders)
    : ImplicitBody(def.name),
      m_def(def),
      m_all(system),
      m_holders(holders),
      m_points{def.point.front(),
               def.other_point.empty() ? def.point.front() : def.other_point.front()},
      m_axes(frame_about(def.axis.empty() ? Vector3d::UnitZ() : def.axis.front())) {
    if (m_def.type == JointType::Spring) m_coordinate = (m_points[0] - m_points[1]).norm();
    const bool holds = m_def.type != JointType::Spring;
    m_errors.distance = holds && is_firm() ? 0.0 : BodyMeasures::NONE;
    system.add(*this);
}

Joint::Place Joint::place_of(int side, const StepInfo& step) const {
    Place place;
    const Holder& holder = m_holders[side];
    if (holder.carrier) {
        place.now = holder.carrier->place();
        if (m_rides[side].is_free()) {
            place.next = place.now;
            place.turn = step.dt * holder.carrier->angular_velocity();
            return place;
        }
        place.next = holder.carrier->end_place();
    } else if (holder.mover) {
        place.now = holder.mover->at(step.frame_0);
        place.next = holder.mover->at(step.frame_1);
    }
    const Eigen::Quaterniond turned =
        similarity_of(place.next).turn * similarity_of(place.now).turn.conjugate();
    place.turn = log_quaternion(on_branch_of(turned, Eigen::Quaterniond::Identity()));
    return place;
}

void Joint::add_direction_weights(JointVector& v, int side, const Vector3d& d, double sign) const {
    const FrameRide& ride = m_rides[side];
    if (!ride.is_free()) return;
    for (int k = 0; k < 3; ++k)
        v.weights[4 * side + 1 + k] = sign * d[k] / ride.length;
}

JointVector Joint::pivot(const std::array<Place, SIDES>& places) const {
    JointVector v;
    for (int side = 0; side < SIDES; ++side) {
        const double sign = side == 0 ? 1.0 : -1.0;
        v.start[side] = places[side].next * m_points[side];
        add_direction_weights(v, side, m_points[side] - m_rides[side].centre, sign);
        if (m_rides[side].is_free()) v.weights[4 * side] = sign;
    }
    return v;
}

JointVector Joint::direction(const std::array<Place, SIDES>& places, const Vector3d& d) const {
    JointVector v;
    for (int side = 0; side < SIDES; ++side) {
        v.start[side] = places[side].next.linear() * d;
        add_direction_weights(v, side, d, side == 0 ? 1.0 : -1.0);
    }
    return v;
}

JointVector Joint::direction_of(const std::array<Place, SIDES>& places, int side,
                                const Vector3d& d) const {
    JointVector v;
    v.start[0] = places[side].next.linear() * d;
    add_direction_weights(v, side, d, 1.0);
    return v;
}

void Joint::add_terms(TotalPotential& /*total*/) {
    for (int side = 0; side < SIDES; ++side) {
        if (m_holders[side].carrier) m_rides[side] = m_holders[side].carrier->ride();
        m_part.sides[side].first = m_rides[side].first;
        m_part.sides[side].mass = m_rides[side].mass;
        m_part.sides[side].length = m_rides[side].length;
    }
    m_mass = reduced(m_rides, mass_of);
    m_inertia = reduced(m_rides, inertia_of);
    m_length = m_mass > 0.0 ? std::sqrt(m_inertia / m_mass) : 1.0;
    m_part.hold.pivot = m_def.type != JointType::Spring;
    if (m_mass > 0.0) m_all.shared_term<JointPotential>().add(m_part);
}

void Joint::begin_step(const StepInfo& step) {
    m_part.element = {};
    m_part.hold = {};
    if (m_broken || m_mass == 0.0) return;
    const std::array<Place, SIDES> places{place_of(0, step), place_of(1, step)};
    for (int side = 0; side < SIDES; ++side)
        m_part.sides[side].axes = places[side].next.linear();
    double w = 1.0 / (step.dt * step.dt);
    if (motion().inertia_weight() > 0.0) w = motion().inertia_weight();
    m_weight = w;
    set_element(places, step);
}

void Joint::set_element(const std::array<Place, SIDES>& places, const StepInfo& step) {
    m_part.hold.point = pivot(places);
    const double firm_turn = FIRMNESS * m_inertia * m_weight;
    switch (m_def.type) {
        case JointType::Fixed: {
            // A turn φ changes three directions by 2 φ² together.
            const bool is_soft = m_def.angular_stiffness > 0.0;
            add_directions(places, 3, is_soft ? 0.5 * m_def.angular_stiffness : firm_turn,
                           !is_soft);
            break;
        }
        case JointType::Ball:
            if (m_def.angular_stiffness > 0.0)
                add_directions(places, 3, 0.5 * m_def.angular_stiffness, false);
            break;
        case JointType::Hinge:
            add_directions(places, 1, firm_turn, true);
            add_hinge(places, step);
            break;
        case JointType::Slider: add_slider(places, step); return;
        case JointType::Spring: add_spring(places, step); return;
    }
    m_part.hold.pivot = true;
    const double k = is_firm() ? FIRMNESS * m_mass * m_weight : m_def.stiffness;
    m_part.element.vectors.push_back({m_part.hold.point, k});
}

void Joint::add_directions(const std::array<Place, SIDES>& places, int count, double stiffness,
                           bool is_firm) {
    // One: along the axis.
    for (int k = 0; k < count; ++k) {
        const JointVector v = direction(places, m_axes[2 - k]);
        m_part.element.vectors.push_back({v, stiffness});
        if (is_firm) m_part.hold.axes[k] = v;
    }
    if (is_firm) m_part.hold.directions = count;
}

void Joint::add_hinge(const std::array<Place, SIDES>& places, const StepInfo& step) {
    AngleTerm term{.a = direction_of(places, 0, m_axes[0]),
                   .b1 = direction_of(places, 1, m_axes[0]),
                   .b2 = direction_of(places, 1, m_axes[1]),
                   .centre = 0.0,
                   .law = {}};
    const Vector3d axis = places[1].now.linear() * m_axes[2];
    term.centre = m_coordinate + (places[0].turn - places[1].turn).dot(axis);
    set_stops(term.law, m_def.angle_limits, m_inertia, 1.0);
    term.centre = std::clamp(term.centre, std::min(term.law.lower, m_coordinate),
                             std::max(term.law.upper, m_coordinate));
    term.law.spring = {.stiffness = m_def.angular_stiffness};
    term.law.damper = {.stiffness = m_def.angular_damping / step.dt, .target = m_coordinate};
    set_motor(term.law, m_def.motor.turns(), m_def.motor.angle.empty(), m_def.motor.torque,
              m_inertia, 1.0, step);
    m_part.element.angle = term;
}

void Joint::add_slider(const std::array<Place, SIDES>& places, const StepInfo& step) {
    add_directions(places, 3, FIRMNESS * m_inertia * m_weight, true);
    JointHold& hold = m_part.hold;
    hold.pivot = hold.slides = true;
    for (int k = 0; k < 2; ++k) {
        hold.across[k] = direction_of(places, 1, m_axes[k]);
        AxisLaw held;
        held.spring = {.stiffness = is_firm() ? FIRMNESS * m_mass * m_weight : m_def.stiffness};
        m_part.element.products.push_back({hold.point, hold.across[k], held});
    }
    AxisLaw law;
    set_stops(law, m_def.distance_limits, m_mass, m_length);
    law.damper = {.stiffness = m_def.damping / step.dt, .target = m_coordinate};
    set_motor(law, m_def.motor.slides(), m_def.motor.distance.empty(), m_def.motor.force, m_mass,
              m_length, step);
    m_part.element.products.push_back({hold.point, direction_of(places, 1, m_axes[2]), law});
}

void Joint::add_spring(const std::array<Place, SIDES>& places, const StepInfo& step) {
    LengthTerm term{.v = pivot(places), .law = {}};
    const double at_start = (m_points[0] - m_points[1]).norm();
    const double length = m_def.length.empty() ? at_start : value_at(m_def.length, step.frame_1);
    term.law.spring = {.stiffness = m_def.stiffness, .target = length};
    term.law.damper = {.stiffness = m_def.damping / step.dt, .target = m_coordinate};
    set_stops(term.law, m_def.distance_limits, m_mass, m_length);
    m_part.element.length = term;
}

void Joint::set_stops(AxisLaw& law, const std::vector<double>& limits, double inertia,
                      double unit) const {
    if (limits.empty()) return;
    law.lower = limits[0];
    law.upper = limits[1];
    law.stop_stiffness = STOP_FIRMNESS * inertia * m_weight;
    law.onset = STOP_ONSET * unit;
}

void Joint::set_motor(AxisLaw& law, const AnimatedArray* keys, bool is_speed, double most,
                      double inertia, double unit, const StepInfo& step) const {
    if (!keys) return;
    const double asked = value_at(*keys, step.frame_1);
    AxisLaw::Pull& motor = law.motor;
    motor.target = is_speed ? m_coordinate + asked * step.dt : asked;
    motor.stiffness = FIRMNESS * inertia * m_weight;
    if (most == 0.0) return;
    motor.most = most;
    const double behind = std::max(SLIP * std::abs(motor.target - m_coordinate), 1e-5 * unit);
    motor.stiffness = std::min(motor.stiffness, most / behind);
}

double Joint::measured_coordinate(const Vec& q) const {
    const JointElement& element = m_part.element;
    if (element.angle) return element.angle->at(q);
    if (element.length) return element.length->v.at(q).norm();
    if (element.products.empty()) return m_coordinate;
    return element.products.back().u.at(q).dot(element.products.back().v.at(q));
}

PinErrors Joint::measured_errors(const Vec& q) const {
    PinErrors errors = m_errors;
    const JointHold& hold = m_part.hold;
    if (hold.pivot && is_firm()) {
        errors.distance = hold.point.at(q).norm();
        if (hold.slides)
            errors.distance = std::hypot(hold.point.at(q).dot(hold.across[0].at(q)),
                                         hold.point.at(q).dot(hold.across[1].at(q)));
    }
    for (int k = 0; k < hold.directions; ++k) {
        const double angle = hold.axes[k].at(q).norm();
        errors.angle = k == 0 ? angle : std::max(errors.angle, angle);
    }
    return errors;
}

void Joint::accept_step(const StepInfo& /*step*/, const VectorXd& x) {
    if (m_broken || m_mass == 0.0) return;
    const Vec q = gather(m_part, x);
    m_coordinate = measured_coordinate(q);
    m_errors = measured_errors(q);
    Vec g;
    m_part.element.gradient(q, g);
    m_force = m_rides[0].is_free() ? Vector3d(-g.segment<3>(0)) : Vector3d(g.segment<3>(12));
    m_energy = 0.0;
    if (m_part.element.angle) m_energy += m_part.element.angle->law.spring_energy(m_coordinate);
    if (m_part.element.length) m_energy += m_part.element.length->law.spring_energy(m_coordinate);
    if (m_def.break_force > 0.0 && m_force.norm() > m_def.break_force) {
        m_broken = true;
        m_errors = {.distance = BodyMeasures::NONE, .angle = BodyMeasures::NONE};
        m_energy = 0.0;
    }
}

void Joint::output_positions(std::span<double> out) const {
    for (int side = 0; side < SIDES; ++side) {
        const Holder& holder = m_holders[side];
        Vector3d place = m_points[side];
        if (holder.carrier) place = holder.carrier->place() * place;
        if (holder.mover) place = m_mover_place * place;
        Eigen::Map<Vector3d>(out.data() + 3 * static_cast<std::ptrdiff_t>(side)) = place;
    }
}

std::vector<BodyResult> Joint::results() const {
    std::vector<BodyResult> results = Body::results();
    results.push_back(
        {.name = "force",
         .unit = "N",
         .items = 1,
         .width = 3,
         .read = [this](std::span<double> out) { Eigen::Map<Vector3d>(out.data()) = m_force; }});
    const auto add = [&](std::string_view name, std::string_view unit) {
        results.push_back({.name = name,
                           .unit = unit,
                           .items = 1,
                           .width = 1,
                           .read = [this](std::span<double> out) { out[0] = m_coordinate; }});
    };
    if (m_def.type == JointType::Hinge) add("angle", "rad");
    if (m_def.type == JointType::Slider || m_def.type == JointType::Spring) add("distance", "m");
    return results;
}

void Joint::list_inputs(LiveInputs& inputs) {
    inputs.add("length", m_def.length);
    inputs.add("motor.angular_speed", m_def.motor.angular_speed);
    inputs.add("motor.angle", m_def.motor.angle);
    inputs.add("motor.speed", m_def.motor.speed);
    inputs.add("motor.distance", m_def.motor.distance);
}

BodyMeasures Joint::measure(const StepInfo& /*last_step*/) const {
    BodyMeasures measures;
    measures.energy.elastic = m_energy;
    measures.pins = m_errors;
    return measures;
}

std::vector<BodyPair> Joint::apart() const {
    if (m_def.contact || !m_holders[0].carrier || !m_holders[1].carrier) return {};
    return {{dynamic_cast<const ImplicitBody*>(m_holders[0].carrier),
             dynamic_cast<const ImplicitBody*>(m_holders[1].carrier)}};
}

void Joint::follow(double frame) {
    if (m_holders[1].mover) m_mover_place = m_holders[1].mover->at(frame);
}

void Joint::save_state(ByteWriter& out) const {
    out.put_array(std::span<const double>(&m_coordinate, 1));
    out.put(m_broken ? 1.0 : 0.0);
    out.put(m_energy);
    out.put(m_errors.distance);
    out.put(m_errors.angle);
    out.put_array(std::span<const double>(m_force.data(), 3));
}

void Joint::load_state(ByteReader& in) {
    double coordinate = 0.0;
    get_finite_array(in, name(), {&coordinate, 1});
    const bool broken = in.get<double>() != 0.0;
    const double energy = in.get<double>();
    PinErrors errors;
    errors.distance = in.get<double>();
    errors.angle = in.get<double>();
    Vector3d force;
    get_finite_array(in, name(), {force.data(), 3});
    m_coordinate = coordinate;
    m_broken = broken;
    m_energy = energy;
    m_errors = errors;
    m_force = force;
}

}  // namespace sinew::joints
