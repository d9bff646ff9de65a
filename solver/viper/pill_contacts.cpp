#include "viper/pill_contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "viper/contact_law.hpp"
#include "viper/rod_solver_settings.hpp"

namespace sinew::viper {

namespace {

/// Pairs farther apart than this part of their radii get no contact.
constexpr double MARGIN = 0.25;
constexpr std::size_t PILL_GRAIN = 256;
constexpr std::size_t CANDIDATES_AT_ONCE = 256;
constexpr std::size_t MESH_CONTACTS_AT_ONCE = 128;

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

double PillContacts::point_mass(std::span<const RodBatch> batches, std::size_t i, int end) const {
    if (i >= m_pills.size()) return 0.0;
    const PointRef& ref = m_pills[i].first;
    return batches[ref.batch].point[ref.point + end].mass[ref.lane];
}

void PillContacts::begin_step(std::span<const RodBatch> batches,
                              std::span<const KinematicPill> kinematic, double dt) {
    m_kinematic = kinematic;
    m_dt = dt;
    const std::size_t n = m_pills.size() + kinematic.size();
    m_spheres.resize(n);
    m_starts.resize(n);
    parallel_for(n, PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            m_starts[i] = {pill(batches, i, true), point_mass(batches, i, 0),
                           point_mass(batches, i, 1)};
            m_spheres[i] = sphere_around(m_starts[i].pill, pill(batches, i, false));
            m_spheres[i].radius *= 1.0 + MARGIN;
            m_spheres[i].dynamic = i < m_pills.size();
            m_spheres[i].group =
                m_spheres[i].dynamic ? m_pills[i].group : kinematic[i - m_pills.size()].group;
        }
    });
    m_candidates = m_grid.find_pairs(m_spheres);
    if (!m_meshes.empty()) m_mesh_touches.begin_step(batches);
}

void PillContacts::follow_pills(std::span<const RodBatch> batches) {
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

std::size_t PillContacts::keep_close_pairs(std::span<const CandidatePair> candidates,
                                           CandidatePair* close) const {
    std::size_t count = 0;
    for (const CandidatePair& pair : candidates) {
        const BoundingSphere& a = m_spheres[pair.first];
        const BoundingSphere& b = m_spheres[pair.second];
        const double reach = a.radius + b.radius;
        close[count] = pair;
        if ((a.centre - b.centre).squaredNorm() < reach * reach) ++count;
    }
    std::size_t kept = 0;
    for (std::size_t from = 0; from < count; from += Pack::LANES) {
        Pill<Pack> a;
        Pill<Pack> b;
        gather({close, count}, from, a, b);
        // No sphere is larger than those at the ends; the rest is rounding.
        const Pack reach =
            widest_gap(a, b) + Pack(1.0 + 1e-9) * (max(a.r0, a.r1) + max(b.r0, b.r1));
        const Pack::Mask near = axis_distance_squared(a, b) < reach * reach;
        for (std::size_t i = from; i < std::min(from + Pack::LANES, count); ++i) {
            if (near[static_cast<int>(i - from)]) close[kept++] = close[i];
        }
    }
    return kept;
}

std::size_t PillContacts::touches_of(std::span<const CandidatePair> candidates, Touch* touches,
                                     double& deepest) const {
    CandidatePair close[CANDIDATES_AT_ONCE];
    const std::size_t count = keep_close_pairs(candidates, close);
    std::size_t kept = 0;
    Pack depth(0.0);
    constexpr std::size_t TWO_PACKS = 2 * Pack::LANES;
    for (std::size_t from = 0; from < count; from += TWO_PACKS) {
        std::array<Pill<Pack>, 2> a;
        std::array<Pill<Pack>, 2> b;
        for (std::size_t k = 0; k < 2; ++k)
            gather({close, count}, from + k * Pack::LANES, a[k], b[k]);
        const std::array<PillPair<Pack>, 2> found = nearest_spheres(a, b);
        std::array<Pack::Mask, 2> near;
        for (std::size_t k = 0; k < 2; ++k) {
            near[k] = found[k].gap < widest_gap(a[k], b[k]);
            depth = max(depth,
                        -found[k].gap / (a[k].radius(found[k].alpha) + b[k].radius(found[k].beta)));
        }
        for (std::size_t i = from; i < std::min(from + TWO_PACKS, count); ++i) {
            const std::size_t k = (i - from) / Pack::LANES;
            const auto lane = static_cast<int>((i - from) % Pack::LANES);
            if (near[k][lane])
                touches[kept++] = {close[i], found[k].alpha[lane], found[k].beta[lane]};
        }
    }
    for (int lane = 0; lane < Pack::LANES; ++lane)
        deepest = std::max(deepest, depth[lane]);
    return kept;
}

void PillContacts::find_touches(std::span<const RodBatch> batches) {
    const std::size_t chunks = (m_candidates.size() + CANDIDATES_AT_ONCE - 1) / CANDIDATES_AT_ONCE;
    m_chunks.assign(chunks, {});
    if (m_touches.size() < m_candidates.size()) m_touches.resize(m_candidates.size());
    parallel_for(m_candidates.size(), CANDIDATES_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        TouchChunk& chunk = m_chunks[begin / CANDIDATES_AT_ONCE];
        chunk.touches = m_touches.data() + begin;
        chunk.count =
            touches_of(m_candidates.subspan(begin, end - begin), chunk.touches, chunk.deepest);
    });
    m_deepest = 0.0;
    std::size_t next = 0;
    for (TouchChunk& chunk : m_chunks) {
        chunk.first = next;
        next += chunk.count;
        m_deepest = std::max(m_deepest, chunk.deepest);
    }
    if (!m_meshes.empty()) {
        m_on_meshes = m_mesh_touches.find(batches, m_meshes);
        m_deepest = std::max(m_deepest, m_mesh_touches.deepest());
        next += m_on_meshes.size();
    }
    m_contacts.resize(next);
    m_batches.resize(next);
    m_active.resize(next);
}

void PillContacts::fit(std::span<const RodBatch> batches, bool first) {
    follow_pills(batches);
    find_touches(batches);
    const auto index = [&](std::size_t, std::size_t) { index_by_batch(batches.size()); };
    const auto make_contacts = [&](std::size_t begin, std::size_t end) {
        for (const TouchChunk& chunk : std::span(m_chunks).subspan(begin, end - begin)) {
            for (std::size_t i = 0; i < chunk.count; ++i)
                make(batches, chunk.touches[i], first, m_contacts[chunk.first + i]);
        }
    };
    parallel_for_both(1, 1, index, m_chunks.size(), 1, make_contacts);
    PillContact* const on_meshes = m_contacts.data() + m_contacts.size() - m_on_meshes.size();
    parallel_for(m_on_meshes.size(), MESH_CONTACTS_AT_ONCE,
                 [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i)
                         make(batches, m_on_meshes[i], first, on_meshes[i]);
                 });
}

void PillContacts::make(std::span<const RodBatch> batches, const Touch& touch, bool first,
                        PillContact& contact) const {
    const auto& [pair, alpha, beta] = touch;
    // The first of a pair is dynamic: kinematic pills come last and do not meet each other.
    const DynamicPill& a = m_pills[pair.first];
    contact = {};
    contact.a = a.first;
    contact.alpha = alpha;
    contact.beta = beta;
    contact.radius_a[0] = a.rest_radius_0;
    contact.radius_a[1] = a.rest_radius_1;
    const PillStart& a_start = m_starts[pair.first];
    const PillStart& b_start = m_starts[pair.second];
    double m = a_start.mass(alpha);
    double stiffness = a.stiffness;
    contact.friction = a.friction;
    if (static_cast<std::size_t>(pair.second) < m_pills.size()) {
        const DynamicPill& b = m_pills[pair.second];
        contact.b = b.first;
        contact.radius_b[0] = b.rest_radius_0;
        contact.radius_b[1] = b.rest_radius_1;
        m = std::min(m, b_start.mass(beta));
        stiffness = a.stiffness * b.stiffness / (a.stiffness + b.stiffness);  // one after the other
        contact.friction = std::sqrt(a.friction * b.friction);
    } else {
        const KinematicPill& b = m_kinematic[pair.second - m_pills.size()];
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
    for (const TouchChunk& chunk : m_chunks) {
        for (std::size_t i = 0; i < chunk.count; ++i) {
            const CandidatePair& pair = chunk.touches[i].pair;
            const bool dynamic = static_cast<std::size_t>(pair.second) < m_pills.size();
            const int a = m_pills[pair.first].first.batch;
            const int b = dynamic ? m_pills[pair.second].first.batch : -1;
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
