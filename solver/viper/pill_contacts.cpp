#include "viper/pill_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.hpp"
#include "viper/contact_law.hpp"
#include "viper/rod_solver_settings.hpp"

namespace sinew::viper {

namespace {

/// Pairs farther apart than this part of their radii get no contact.
constexpr double MARGIN = 0.25;
constexpr std::size_t PILL_GRAIN = 256;

void set_pill(Pill<Pack>& to, int lane, const Pill<double>& from) {
    set_lane(to.c0, lane, eigen(from.c0));
    set_lane(to.c1, lane, eigen(from.c1));
    to.r0.set(lane, from.r0);
    to.r1.set(lane, from.r1);
}

/// From the centre of sphere b to that of sphere a, and the sum of their radii, at the iterate [m].
std::pair<Eigen::Vector3d, double> spheres_apart(std::span<const RodBatch> batches,
                                                 const PillContact& contact) {
    Eigen::Vector3d away = Eigen::Vector3d::Zero();
    double radii = 0.0;
    for (int k = 0; k < contact.points(); ++k) {
        const PointRef ref = contact.point(k);
        const RodState& x = batches[ref.batch].current;
        const double w = contact.weight(k);
        away += (k < 2 ? w : -w) * lane_of(x.c[ref.point], ref.lane);
        radii += w * contact.rest_radius(k) * x.s[ref.point][ref.lane];
    }
    if (contact.is_kinematic()) {
        away -= contact.b_centre;
        radii += contact.b_radius;
    }
    return {away, radii};
}

/// How deep the spheres of a contact would be in each other if nothing held them [m].
double depth_of_free_motion(std::span<const RodBatch> batches, const PillContact& contact) {
    Eigen::Vector3d away = Eigen::Vector3d::Zero();
    double radii = 0.0;
    for (int k = 0; k < contact.points(); ++k) {
        const PointRef ref = contact.point(k);
        const RodPointStep& step = batches[ref.batch].point_step[ref.point];
        const double w = contact.weight(k);
        away += (k < 2 ? w : -w) * lane_of(step.c_predicted, ref.lane);
        radii += w * contact.rest_radius(k) * step.s_predicted[ref.lane];
    }
    if (contact.is_kinematic()) {
        away -= contact.b_centre;
        radii += contact.b_radius;
    }
    return radii - away.norm();
}

}  // namespace

Pill<double> PillContacts::pill(std::span<const RodBatch> batches, std::size_t i,
                                bool at_start) const {
    if (i >= m_pills.size()) {
        const KinematicPill& kinematic = m_kinematic[i - m_pills.size()];
        return at_start ? kinematic.start : kinematic.end;
    }
    const DynamicPill& dynamic = m_pills[i];
    const PointRef& ref = dynamic.first;
    const RodBatch& batch = batches[ref.batch];
    const RodState& x = at_start ? batch.state : batch.current;
    const int j = ref.point;
    return {plain(lane_of(x.c[j], ref.lane)), plain(lane_of(x.c[j + 1], ref.lane)),
            dynamic.rest_radius_0 * x.s[j][ref.lane], dynamic.rest_radius_1 * x.s[j + 1][ref.lane]};
}

void PillContacts::begin_step(std::span<const RodBatch> batches,
                              std::span<const KinematicPill> kinematic, double dt) {
    m_kinematic = kinematic;
    m_dt = dt;
    const std::size_t n = m_pills.size() + kinematic.size();
    m_spheres.resize(n);
    parallel_for(n, PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            m_spheres[i] = sphere_around(pill(batches, i, true), pill(batches, i, false));
            m_spheres[i].radius *= 1.0 + MARGIN;
            m_spheres[i].dynamic = i < m_pills.size();
            m_spheres[i].group =
                m_spheres[i].dynamic ? m_pills[i].group : kinematic[i - m_pills.size()].group;
        }
    });
    m_candidates = m_grid.find_pairs(m_spheres);
}

void PillContacts::drop_distant_candidates(std::span<const RodBatch> batches) {
    parallel_for(m_spheres.size(), PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Pill<double> now = pill(batches, i, false);
            const BoundingSphere sphere = sphere_around(now, now);
            m_spheres[i].centre = sphere.centre;
            m_spheres[i].radius = sphere.radius + MARGIN * std::max(now.r0, now.r1);
        }
    });
    m_close.clear();
    for (const CandidatePair& pair : m_candidates) {
        const BoundingSphere& a = m_spheres[pair.first];
        const BoundingSphere& b = m_spheres[pair.second];
        const double reach = a.radius + b.radius;
        if ((a.centre - b.centre).squaredNorm() < reach * reach) m_close.push_back(pair);
    }
    m_found.resize(m_close.size());
    m_near.resize(m_close.size());
}

void PillContacts::detect(std::span<const RodBatch> batches) {
    drop_distant_candidates(batches);
    constexpr std::size_t PACKS = PILL_GRAIN / Pack::LANES;
    const std::size_t packs = (m_close.size() + Pack::LANES - 1) / Pack::LANES;
    parallel_for(packs, PACKS, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            Pill<Pack> a;
            Pill<Pack> b;
            const std::size_t first = k * Pack::LANES;
            const std::size_t count = std::min<std::size_t>(Pack::LANES, m_close.size() - first);
            for (std::size_t lane = 0; lane < Pack::LANES; ++lane) {
                const CandidatePair& pair = m_close[first + std::min(lane, count - 1)];
                set_pill(a, static_cast<int>(lane), pill(batches, pair.first, false));
                set_pill(b, static_cast<int>(lane), pill(batches, pair.second, false));
            }
            const PillPair<Pack> nearest = nearest_spheres(a, b);
            const Pack margin = Pack(MARGIN) * (max(a.r0, a.r1) + max(b.r0, b.r1));
            const Pack::Mask near = nearest.gap < margin;
            for (std::size_t lane = 0; lane < count; ++lane) {
                const int l = static_cast<int>(lane);
                m_found[first + lane] = {nearest.alpha[l], nearest.beta[l], nearest.gap[l]};
                m_near[first + lane] = near[l] ? 1 : 0;
            }
        }
    });
    m_touching.clear();
    for (std::size_t i = 0; i < m_close.size(); ++i) {
        if (m_near[i]) m_touching.push_back(i);
    }
    m_contacts.resize(m_touching.size());
    parallel_for(m_touching.size(), PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const std::size_t i = m_touching[k];
            m_contacts[k] = make(batches, m_close[i], m_found[i].alpha, m_found[i].beta);
        }
    });
    index_by_batch(batches.size());
}

PillContact PillContacts::make(std::span<const RodBatch> batches, const CandidatePair& pair,
                               double alpha, double beta) const {
    // The first of a pair is dynamic: kinematic pills come last and do not meet each other.
    const DynamicPill& a = m_pills[pair.first];
    PillContact contact;
    contact.a = a.first;
    contact.alpha = alpha;
    contact.beta = beta;
    contact.radius_a[0] = a.rest_radius_0;
    contact.radius_a[1] = a.rest_radius_1;
    const auto mass = [&](const DynamicPill& pill, double t) {
        const RodBatch& batch = batches[pill.first.batch];
        const int j = pill.first.point;
        return (1.0 - t) * batch.point[j].mass[pill.first.lane] +
               t * batch.point[j + 1].mass[pill.first.lane];
    };
    double m = mass(a, alpha);
    double friction = a.friction;
    double stiffness = a.stiffness;
    if (static_cast<std::size_t>(pair.second) < m_pills.size()) {
        const DynamicPill& b = m_pills[pair.second];
        contact.b = b.first;
        contact.radius_b[0] = b.rest_radius_0;
        contact.radius_b[1] = b.rest_radius_1;
        m = std::min(m, mass(b, beta));
        stiffness = a.stiffness * b.stiffness / (a.stiffness + b.stiffness);  // one after the other
        friction = std::sqrt(friction * b.friction);
    } else {
        const KinematicPill& b = m_kinematic[pair.second - m_pills.size()];
        contact.b_centre = eigen(b.end.centre(beta));
        contact.b_radius = b.end.radius(beta);
        friction = std::sqrt(friction * b.friction);
    }
    contact.mass = m;
    contact.stiffness = std::min(stiffness, CONTACT_FACTOR * m / (m_dt * m_dt));
    const Pill<double> a_start = pill(batches, pair.first, true);
    const Pill<double> b_start = pill(batches, pair.second, true);
    contact.start_away = eigen(a_start.centre(alpha) - b_start.centre(beta));
    const double distance = contact.start_away.norm();
    contact.start_normal = distance > PILL_EPSILON ? Eigen::Vector3d(contact.start_away / distance)
                                                   : Eigen::Vector3d(Eigen::Vector3d::UnitZ());
    const double radii = a_start.radius(alpha) + b_start.radius(beta);
    contact.softness = CONTACT_SOFTNESS * radii;
    const double pushed =
        contact_response(distance - radii, contact.stiffness, contact.softness).force;
    // The force at the start: of the gap there, but at least what it takes to stop the free motion, up to the weight.
    const double gravity = lane_of(batches[contact.a.batch].gravity, contact.a.lane).norm();
    const double stopping = depth_of_free_motion(batches, contact) / (m_dt * m_dt);
    const double pressing = std::max(pushed, m * std::min(stopping, gravity));
    contact.friction_force = friction * std::max(pressing, 0.0);
    return contact;
}

void PillContacts::index_by_batch(std::size_t batches) {
    m_first.assign(batches + 1, 0);
    for (const PillContact& contact : m_contacts) {
        m_first[contact.a.batch + 1] += 2;
        if (!contact.is_kinematic()) m_first[contact.b.batch + 1] += 2;
    }
    for (std::size_t i = 0; i < batches; ++i)
        m_first[i + 1] += m_first[i];
    m_incidence.resize(m_first[batches]);
    std::vector<std::size_t> next(m_first.begin(), m_first.end() - 1);
    for (std::size_t i = 0; i < m_contacts.size(); ++i) {
        const PillContact& contact = m_contacts[i];
        for (int k = 0; k < contact.points(); ++k)
            m_incidence[next[contact.point(k).batch]++] = static_cast<std::int32_t>(4 * i) + k;
    }
}

void PillContacts::update_friction(std::span<const RodBatch> batches, bool first) {
    const double sticking = STICKING_SPEED * m_dt;
    parallel_for(m_contacts.size(), PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            PillContact& contact = m_contacts[i];
            Eigen::Vector3d slip = spheres_apart(batches, contact).first - contact.start_away;
            slip -= contact.start_normal * contact.start_normal.dot(slip);
            const double taken_off =
                first ? contact.friction_force * m_dt * m_dt / contact.mass : 0.0;
            contact.slip_stiffness =
                contact.friction_force / std::max(slip.norm() - taken_off, sticking);
        }
    });
}

double PillContacts::evaluate(std::span<const RodBatch> batches, std::span<const int> some) {
    parallel_for(some.size(), PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            PillContact& contact = m_contacts[some[k]];
            const auto [away, radii] = spheres_apart(batches, contact);
            const double distance = away.norm();
            contact.normal =
                distance > PILL_EPSILON ? Eigen::Vector3d(away / distance) : contact.start_normal;
            contact.gap = distance - radii;
            const ContactResponse<double> response =
                contact_response(contact.gap, contact.stiffness, contact.softness);
            contact.force = response.force;
            contact.press_stiffness = response.stiffness;
            const Eigen::Vector3d slip = away - contact.start_away;
            contact.slip_force = contact.resist_slip(slip);
            contact.energy = response.energy + 0.5 * contact.slip_force.dot(slip);
        }
    });
    double energy = 0.0;
    for (const PillContact& contact : m_contacts)
        energy += contact.energy;
    return energy;
}

}  // namespace sinew::viper
