#include "viper/contact/pill_touches.hpp"

#include <algorithm>
#include <array>

#include "base/parallel.hpp"

namespace sinew::viper {

namespace {

/// Pairs farther apart than this part of their radii do not count.
constexpr double MARGIN = 0.25;
constexpr std::size_t PILL_GRAIN = 256;
constexpr std::size_t CANDIDATES_AT_ONCE = 256;

/// Lanes of four pills' end spheres.
void set_end(const Pack& s0, const Pack& s1, const Pack& s2, const Pack& s3, Vec3<Pack>& centre,
             Pack& radius) {
    centre.x = s0;
    centre.y = s1;
    centre.z = s2;
    radius = s3;
    transpose(centre.x, centre.y, centre.z, radius);
}

/// Farther apart, they do not count.
Pack widest_gap(const Pill<Pack>& a, const Pill<Pack>& b) {
    return Pack(MARGIN) * (max(a.r0, a.r1) + max(b.r0, b.r1));
}

Pack end_sphere(const Vec3<double>& c, double r) {
    return Pack(Pack::Vector{c.x, c.y, c.z, r});
}

}  // namespace

Pill<double> PillTouches::pill(std::span<const RodBatch> batches, std::size_t i,
                               bool at_start) const {
    if (!is_dynamic(i)) return at_start ? kinematic_pill(i).start : kinematic_pill(i).end;
    const DynamicPill& dynamic = m_pills[i];
    const PointRef& ref = dynamic.first;
    const RodBatch& batch = batches[ref.batch];
    const RodState& x = at_start ? batch.state : batch.current;
    const int j = ref.point;
    return {plain(lane_of(x.c[j], ref.lane)), plain(lane_of(x.c[j + 1], ref.lane)),
            dynamic.rest_radius_0 * x.s[j][ref.lane], dynamic.rest_radius_1 * x.s[j + 1][ref.lane]};
}

double PillTouches::point_mass(std::span<const RodBatch> batches, std::size_t i, int end) const {
    if (!is_dynamic(i)) return 0.0;
    const PointRef& ref = m_pills[i].first;
    return batches[ref.batch].point[ref.point + end].mass[ref.lane];
}

void PillTouches::begin_step(std::span<const RodBatch> batches,
                             std::span<const KinematicPill> kinematic) {
    m_kinematic = kinematic;
    const std::size_t n = m_pills.size() + kinematic.size();
    m_spheres.resize(n);
    m_starts.resize(n);
    parallel_for(n, PILL_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            m_starts[i] = {pill(batches, i, true), point_mass(batches, i, 0),
                           point_mass(batches, i, 1)};
            m_spheres[i] = sphere_around(m_starts[i].pill, pill(batches, i, false));
            m_spheres[i].radius *= 1.0 + MARGIN;
            m_spheres[i].dynamic = is_dynamic(i);
            m_spheres[i].group = is_dynamic(i) ? m_pills[i].group : kinematic_pill(i).group;
        }
    });
    m_candidates = m_grid.find_pairs(m_spheres);
}

void PillTouches::follow_pills(std::span<const RodBatch> batches) {
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

void PillTouches::gather(std::span<const CandidatePair> pairs, std::size_t from, Pill<Pack>& a,
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

std::size_t PillTouches::keep_close_pairs(std::span<const CandidatePair> candidates,
                                          CandidatePair* close) const {
    std::size_t count = 0;
    for (const CandidatePair& pair : candidates) {
        close[count] = pair;
        if (spheres_overlap(m_spheres[pair.first], m_spheres[pair.second])) ++count;
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

std::size_t PillTouches::touches_of(std::span<const CandidatePair> candidates, PillTouch* touches,
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

std::span<const TouchChunk> PillTouches::find(std::span<const RodBatch> batches) {
    follow_pills(batches);
    const std::size_t chunks = (m_candidates.size() + CANDIDATES_AT_ONCE - 1) / CANDIDATES_AT_ONCE;
    m_chunks.assign(chunks, {});
    if (m_touches.size() < m_candidates.size()) m_touches.resize(m_candidates.size());
    parallel_for(m_candidates.size(), CANDIDATES_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        TouchChunk& chunk = m_chunks[begin / CANDIDATES_AT_ONCE];
        PillTouch* touches = m_touches.data() + begin;
        const std::size_t count =
            touches_of(m_candidates.subspan(begin, end - begin), touches, chunk.deepest);
        chunk.touches = {touches, count};
    });
    std::size_t next = 0;
    for (TouchChunk& chunk : m_chunks) {
        chunk.first = next;
        next += chunk.touches.size();
    }
    return m_chunks;
}

}  // namespace sinew::viper
