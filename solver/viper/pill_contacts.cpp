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
constexpr std::size_t PACK_GRAIN = 64;

/// Lanes of four pills' end spheres.
void set_end(const Pack& s0, const Pack& s1, const Pack& s2, const Pack& s3, Vec3<Pack>& centre,
             Pack& radius) {
    centre.x = s0;
    centre.y = s1;
    centre.z = s2;
    radius = s3;
    transpose(centre.x, centre.y, centre.z, radius);
}

/// Farther apart, no contact is made.
Pack widest_gap(const Pill<Pack>& a, const Pill<Pack>& b) {
    return Pack(MARGIN) * (max(a.r0, a.r1) + max(b.r0, b.r1));
}

Pack end_sphere(const Vec3<double>& c, double r) {
    return Pack(Pack::Vector{c.x, c.y, c.z, r});
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
    m_now.resize(m_spheres.size());
    parallel_for(m_spheres.size(), PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Pill<double> now = pill(batches, i, false);
            m_now[i] = {end_sphere(now.c0, now.r0), end_sphere(now.c1, now.r1)};
            const Eigen::Vector3d middle = 0.5 * eigen(now.c0 + now.c1);
            const double half = 0.5 * eigen(now.c1 - now.c0).norm();
            m_spheres[i].centre = middle;
            m_spheres[i].radius = half + (1.0 + MARGIN) * std::max(now.r0, now.r1);
        }
    });
    m_close.clear();
    for (const CandidatePair& pair : m_candidates) {
        const BoundingSphere& a = m_spheres[pair.first];
        const BoundingSphere& b = m_spheres[pair.second];
        const double reach = a.radius + b.radius;
        if ((a.centre - b.centre).squaredNorm() < reach * reach) m_close.push_back(pair);
    }
}

void PillContacts::gather(std::span<const CandidatePair> pairs, std::size_t from, Pill<Pack>& a,
                          Pill<Pack>& b) const {
    const auto pair = [&](std::size_t lane) -> const CandidatePair& {
        return pairs[std::min(from + lane, pairs.size() - 1)];
    };
    const auto load = [&](Pill<Pack>& pill, std::int32_t CandidatePair::*side) {
        const EndSpheres& p0 = m_now[pair(0).*side];
        const EndSpheres& p1 = m_now[pair(1).*side];
        const EndSpheres& p2 = m_now[pair(2).*side];
        const EndSpheres& p3 = m_now[pair(3).*side];
        set_end(p0.start, p1.start, p2.start, p3.start, pill.c0, pill.r0);
        set_end(p0.end, p1.end, p2.end, p3.end, pill.c1, pill.r1);
    };
    load(a, &CandidatePair::first);
    load(b, &CandidatePair::second);
}

void PillContacts::drop_distant_axes() {
    const std::size_t packs = (m_close.size() + Pack::LANES - 1) / Pack::LANES;
    m_near.resize(packs * Pack::LANES);
    parallel_for(packs, PACK_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            Pill<Pack> a;
            Pill<Pack> b;
            gather(m_close, k * Pack::LANES, a, b);
            // No sphere is larger than those at the ends; the rest is rounding.
            const Pack reach =
                widest_gap(a, b) + Pack(1.0 + 1e-9) * (max(a.r0, a.r1) + max(b.r0, b.r1));
            const Pack::Mask near = axis_distance_squared(a, b) < reach * reach;
            for (int lane = 0; lane < Pack::LANES; ++lane)
                m_near[k * Pack::LANES + lane] = near[lane] ? 1 : 0;
        }
    });
    m_close_axes.clear();
    for (std::size_t i = 0; i < m_close.size(); ++i) {
        if (m_near[i]) m_close_axes.push_back(m_close[i]);
    }
}

void PillContacts::detect(std::span<const RodBatch> batches) {
    drop_distant_candidates(batches);
    drop_distant_axes();
    const std::size_t packs = (m_close_axes.size() + Pack::LANES - 1) / Pack::LANES;
    m_found.resize(packs);
    m_near.resize(packs * Pack::LANES);
    parallel_for(packs, PACK_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            Pill<Pack> a;
            Pill<Pack> b;
            gather(m_close_axes, k * Pack::LANES, a, b);
            m_found[k] = nearest_spheres(a, b);
            const Pack::Mask near = m_found[k].gap < widest_gap(a, b);
            for (int lane = 0; lane < Pack::LANES; ++lane)
                m_near[k * Pack::LANES + lane] = near[lane] ? 1 : 0;
        }
    });
    m_touching.clear();
    for (std::size_t i = 0; i < m_close_axes.size(); ++i) {
        if (m_near[i]) m_touching.push_back(i);
    }
    m_contacts.resize(m_touching.size());
    parallel_for(m_touching.size(), PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const std::size_t i = m_touching[k];
            const PillPair<Pack>& found = m_found[i / Pack::LANES];
            const auto lane = static_cast<int>(i % Pack::LANES);
            m_contacts[k] = make(batches, m_close_axes[i], found.alpha[lane], found.beta[lane]);
        }
    });
    index_by_batch(batches.size());
}

double PillContacts::deepest() const {
    double deepest = 0.0;
    for (const std::size_t i : m_touching) {
        const PillPair<Pack>& found = m_found[i / Pack::LANES];
        const auto lane = static_cast<int>(i % Pack::LANES);
        const double depth = -found.gap[lane];
        if (depth <= 0.0) continue;
        const auto radius = [&](std::int32_t pill, double t) {
            return (1.0 - t) * m_now[pill].start[3] + t * m_now[pill].end[3];
        };
        deepest = std::max(deepest, depth / (radius(m_close_axes[i].first, found.alpha[lane]) +
                                             radius(m_close_axes[i].second, found.beta[lane])));
    }
    return deepest;
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
