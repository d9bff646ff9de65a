#include "viper/contact/pill_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "contact/contact_law.hpp"
#include "viper/rods/rod_solver_settings.hpp"

namespace sinew::viper {

namespace {

constexpr std::size_t MESH_CONTACTS_AT_ONCE = 128;

/// From the centre of sphere b to that of sphere a, and the sum of their radii, with centres and scales of points as
/// centre(ref) and scale(ref) tell [m].
template <class Centre, class Scale>
std::pair<Eigen::Vector3d, double> spheres_apart(const PillContact& contact, Centre&& centre,
                                                 Scale&& scale) {
    Eigen::Vector3d away = Eigen::Vector3d::Zero();
    double radii = 0.0;
    for (int k = 0; k < contact.points(); ++k) {
        const PointRef ref = contact.point(k);
        const double w = contact.weight(k);
        away += (k < 2 ? w : -w) * centre(ref);
        radii += w * contact.rest_radius(k) * scale(ref);
    }
    if (contact.is_kinematic()) {
        away -= contact.b_centre;
        radii += contact.b_radius;
    }
    return {away, radii};
}

std::pair<Eigen::Vector3d, double> spheres_at_iterate(std::span<const RodBatch> batches,
                                                      const PillContact& contact) {
    return spheres_apart(
        contact,
        [&](const PointRef& ref) {
            return lane_of(batches[ref.batch].current.c[ref.point], ref.lane);
        },
        [&](const PointRef& ref) { return batches[ref.batch].current.s[ref.point][ref.lane]; });
}

/// Where they would be if nothing held them.
std::pair<Eigen::Vector3d, double> spheres_in_free_motion(std::span<const RodBatch> batches,
                                                          const PillContact& contact) {
    return spheres_apart(
        contact,
        [&](const PointRef& ref) {
            return lane_of(batches[ref.batch].point_step[ref.point].c_predicted, ref.lane);
        },
        [&](const PointRef& ref) {
            return batches[ref.batch].point_step[ref.point].s_predicted[ref.lane];
        });
}

}  // namespace

void PillContacts::begin_step(std::span<const RodBatch> batches,
                              std::span<const KinematicPill> kinematic, double dt) {
    m_dt = dt;
    m_touches.begin_step(batches, kinematic);
    if (!m_meshes.empty()) m_mesh_touches.begin_step(batches);
}

void PillContacts::find_touches(std::span<const RodBatch> batches) {
    m_on_pills = m_touches.find(batches);
    m_deepest = 0.0;
    std::size_t count = 0;
    for (const TouchChunk& chunk : m_on_pills) {
        m_deepest = std::max(m_deepest, chunk.deepest);
        count += chunk.touches.size();
    }
    m_on_meshes = {};
    if (!m_meshes.empty()) {
        m_on_meshes = m_mesh_touches.find(batches, m_meshes);
        m_deepest = std::max(m_deepest, m_mesh_touches.deepest());
        count += m_on_meshes.size();
    }
    m_contacts.resize(count);
    m_batches.resize(count);
    m_active.resize(count);
}

void PillContacts::update_contacts(std::span<const RodBatch> batches, bool first) {
    find_touches(batches);
    const auto index = [&](std::size_t, std::size_t) { index_by_batch(batches.size()); };
    const auto make_contacts = [&](std::size_t begin, std::size_t end) {
        for (const TouchChunk& chunk : m_on_pills.subspan(begin, end - begin)) {
            for (std::size_t i = 0; i < chunk.touches.size(); ++i)
                make(batches, chunk.touches[i], first, m_contacts[chunk.first + i]);
        }
    };
    parallel_for_both(1, 1, index, m_on_pills.size(), 1, make_contacts);
    PillContact* const on_meshes = m_contacts.data() + m_contacts.size() - m_on_meshes.size();
    parallel_for(m_on_meshes.size(), MESH_CONTACTS_AT_ONCE,
                 [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i)
                         make(batches, m_on_meshes[i], first, on_meshes[i]);
                 });
}

void PillContacts::make(std::span<const RodBatch> batches, const PillTouch& touch, bool first,
                        PillContact& contact) const {
    const auto& [pair, alpha, beta] = touch;
    const DynamicPill& a = m_touches.dynamic_pill(pair.first);
    contact = {};
    contact.a = a.first;
    contact.alpha = alpha;
    contact.beta = beta;
    contact.radius_a[0] = a.rest_radius_0;
    contact.radius_a[1] = a.rest_radius_1;
    const PillStart& a_start = m_touches.start(pair.first);
    const PillStart& b_start = m_touches.start(pair.second);
    double m = a_start.mass(alpha);
    double stiffness = a.stiffness;
    contact.friction = a.friction;
    if (m_touches.is_dynamic(pair.second)) {
        const DynamicPill& b = m_touches.dynamic_pill(pair.second);
        contact.b = b.first;
        contact.radius_b[0] = b.rest_radius_0;
        contact.radius_b[1] = b.rest_radius_1;
        m = std::min(m, b_start.mass(beta));
        stiffness = a.stiffness * b.stiffness / (a.stiffness + b.stiffness);  // one after the other
        contact.friction = std::sqrt(a.friction * b.friction);
    } else {
        const KinematicPill& b = m_touches.kinematic_pill(pair.second);
        contact.b_centre = eigen(b.end.centre(beta));
        contact.b_radius = b.end.radius(beta);
        contact.friction = std::sqrt(a.friction * b.friction);
    }
    contact.stiffness = std::min(stiffness, CONTACT_FACTOR * m / (m_dt * m_dt));
    contact.start_away = eigen(a_start.pill.centre(alpha) - b_start.pill.centre(beta));
    const double distance = contact.start_away.norm();
    contact.start_normal = distance > PILL_EPSILON ? Eigen::Vector3d(contact.start_away / distance)
                                                   : Eigen::Vector3d(Eigen::Vector3d::UnitZ());
    const double radii = a_start.pill.radius(alpha) + b_start.pill.radius(beta);
    contact.softness = CONTACT_SOFTNESS * radii;
    if (first)
        fit_friction_to_free_motion(batches, distance - radii, m, contact);
    else
        fit_friction_to_iterate(batches, contact);
}

void PillContacts::make(std::span<const RodBatch> batches, const MeshTouch& touch, bool first,
                        PillContact& contact) const {
    const PointRef& ref = touch.first;
    const RodBatch& batch = batches[ref.batch];
    const RodPoint& one = batch.point[ref.point];
    const RodPoint& other = batch.point[ref.point + 1];
    contact = {};
    contact.a = ref;
    contact.b.batch = PillContact::TANGENT_PLANE;
    contact.alpha = touch.alpha;
    contact.radius_a[0] = one.radius[ref.lane];
    contact.radius_a[1] = other.radius[ref.lane];
    contact.b_centre = touch.foot;
    contact.start_normal = touch.surface.normal;
    contact.start_away = touch.start_centre - (touch.foot - touch.surface.drift);
    const auto between = [&](double a, double b) { return a + touch.alpha * (b - a); };
    const double mass = between(one.mass[ref.lane], other.mass[ref.lane]);
    // Among others as bones that are pills.
    const double factor = batch.coupled ? CONTACT_FACTOR : HARD_PLANES.factor;
    contact.stiffness = touch.share * factor * mass / (m_dt * m_dt);
    contact.softness = CONTACT_SOFTNESS * between(contact.radius_a[0], contact.radius_a[1]);
    contact.friction = touch.friction;
    // Distances at the start and at the end are not sampled so alike that their difference were a force: no gap is told.
    if (first)
        fit_friction_to_free_motion(batches, 0.0, mass, contact);
    else
        fit_friction_to_iterate(batches, contact);
}

void PillContacts::index_by_batch(std::size_t batches) {
    m_first.assign(batches + 1, 0);
    for (const TouchChunk& chunk : m_on_pills) {
        for (std::size_t i = 0; i < chunk.touches.size(); ++i) {
            const CandidatePair& pair = chunk.touches[i].pair;
            const bool dynamic = m_touches.is_dynamic(pair.second);
            const int a = m_touches.dynamic_pill(pair.first).first.batch;
            const int b = dynamic ? m_touches.dynamic_pill(pair.second).first.batch : -1;
            m_batches[chunk.first + i] = {a, b};
            ++m_first[a + 1];
            if (dynamic) ++m_first[b + 1];
        }
    }
    for (std::size_t i = 0; i < m_on_meshes.size(); ++i) {
        const int a = m_on_meshes[i].first.batch;
        m_batches[m_batches.size() - m_on_meshes.size() + i] = {a, -1};
        ++m_first[a + 1];
    }
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
    m_sides.resize(m_first[batches]);
    m_next.assign(m_first.begin(), m_first.end() - 1);
    for (std::size_t i = 0; i < m_batches.size(); ++i) {
        const auto contact = static_cast<std::int32_t>(i);
        m_sides[m_next[m_batches[i].a]++] = {contact, 0};
        if (m_batches[i].b >= 0) m_sides[m_next[m_batches[i].b]++] = {contact, 2};
    }
}

void PillContacts::fit_friction_to_free_motion(std::span<const RodBatch> batches, double start_gap,
                                               double mass, PillContact& contact) const {
    const auto [away, radii] = spheres_in_free_motion(batches, contact);
    // The force at the start: of the gap there, but at least what it takes to stop the free motion, up to the weight.
    const Eigen::Vector3d pull = lane_of(batches[contact.a.batch].gravity, contact.a.lane);
    const double gravity = pull.norm();
    const double pushed = contact_response(start_gap, contact.stiffness, contact.softness).force;
    const double stopping = (radii - contact.distance(away)) / (m_dt * m_dt);
    const double pressing = std::max(pushed, mass * std::min(stopping, gravity));
    // What presses is more than the pill's own weight where it carries the rest of its rod.
    const double weighs = std::max(std::abs(contact.start_normal.dot(pull)), 0.5 * gravity);
    const double braked = gravity > 0.0 ? std::max(mass, pressing / weighs) : mass;
    const double friction_force = contact.friction * std::max(pressing, 0.0);
    const double taken_off = friction_force * m_dt * m_dt / braked;
    contact.fit_slip(away, friction_force, taken_off, m_dt);
}

void PillContacts::fit_friction_to_iterate(std::span<const RodBatch> batches,
                                           PillContact& contact) const {
    const auto [away, radii] = spheres_at_iterate(batches, contact);
    const double force =
        contact_response(contact.distance(away) - radii, contact.stiffness, contact.softness).force;
    contact.fit_slip(away, contact.friction * force, 0.0, m_dt);
}

void PillContact::fit_slip(const Eigen::Vector3d& away, double resisting, double taken_off,
                           double dt) {
    Eigen::Vector3d slip = away - start_away;
    slip -= start_normal * start_normal.dot(slip);
    slip_stiffness = resisting / std::max(slip.norm() - taken_off, STICKING_SPEED * dt);
}

void PillContacts::evaluate(std::span<const RodBatch> batches, std::span<const int> some) {
    for (const int i : some) {
        PillContact& contact = m_contacts[i];
        const auto [away, radii] = spheres_at_iterate(batches, contact);
        const double distance = contact.distance(away);
        contact.normal = contact.is_flat() || distance <= PILL_EPSILON
                             ? contact.start_normal
                             : Eigen::Vector3d(away / distance);
        contact.gap = distance - radii;
        const ContactResponse<double> response =
            contact_response(contact.gap, contact.stiffness, contact.softness);
        contact.force = response.force;
        contact.press_stiffness = response.stiffness;
        const Eigen::Vector3d slip = away - contact.start_away;
        contact.slip_force = contact.resist_slip(slip);
        contact.energy = response.energy + 0.5 * contact.slip_force.dot(slip);
        m_active[i] = contact.press_stiffness != 0.0 || contact.slip_stiffness != 0.0 ? 1 : 0;
    }
}

}  // namespace sinew::viper
