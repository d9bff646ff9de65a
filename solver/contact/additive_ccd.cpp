#include "contact/additive_ccd.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/parallel.hpp"
#include "contact/separation_lanes.hpp"

namespace sinew {

using Eigen::Vector3d;

namespace {

using MovingPoint = ImpactSearch::MovingPoint;

constexpr int LANES = Pack::LANES;
/// Pairs of one chunk.
constexpr std::size_t PAIR_GRAIN = 4096;
constexpr double NEVER = 2.0;
/// Positions x + t dx are rounded on both sides in three coordinates, and so are the dot products here: 16 units in the
/// last place of the largest number are more than all of them.
constexpr double ROUND_OFF = 16.0 * std::numeric_limits<double>::epsilon();

/// Four pairs that move.
template <int FIRST, int SECOND>
struct MotionLanes {
    PairLanes<FIRST, SECOND> x;
    PairLanes<FIRST, SECOND> dx;
    Pack min_distance;
    Pack slack;  ///< round-off of a separation [m]
};

MovingPoint moving_point(const Vector3d& x, const Vector3d& dx, double radius) {
    return {{x.x(), x.y(), x.z()},
            radius,
            {dx.x(), dx.y(), dx.z()},
            x.cwiseAbs().maxCoeff() + dx.cwiseAbs().maxCoeff()};
}

Pack load(const double* from) {
    return Pack(Pack::Vector(_mm256_load_pd(from)));
}

/// corner(pair, k) is the k-th corner of one of four pairs.
template <int FIRST, int SECOND, class Corner>
MotionLanes<FIRST, SECOND> gather_lanes(const Corner& corner) {
    MotionLanes<FIRST, SECOND> lanes;
    Pack size(0.0);
    std::array<Pack, 2> radius{Pack(0.0), Pack(0.0)};
    for (int k = 0; k < FIRST + SECOND; ++k) {
        const std::array<const MovingPoint*, LANES> points{&corner(0, k), &corner(1, k),
                                                           &corner(2, k), &corner(3, k)};
        std::array<Pack, LANES> still;
        std::array<Pack, LANES> moving;
        for (int lane = 0; lane < LANES; ++lane) {
            still[lane] = load(points[lane]->position);
            moving[lane] = load(points[lane]->displacement);
        }
        transpose(still[0], still[1], still[2], still[3]);
        transpose(moving[0], moving[1], moving[2], moving[3]);
        lanes.x.corners[k] = {still[0], still[1], still[2]};
        lanes.dx.corners[k] = {moving[0], moving[1], moving[2]};
        radius[k < FIRST ? 0 : 1] = max(radius[k < FIRST ? 0 : 1], still[3]);
        size = max(size, moving[3]);
    }
    for (int k = 0; k < FIRST + SECOND; ++k) {
        if (k == FIRST) continue;
        lanes.x.corners[k] -= lanes.x.corners[FIRST];
        lanes.dx.corners[k] -= lanes.dx.corners[FIRST];
    }
    lanes.x.corners[FIRST] = lanes.dx.corners[FIRST] = {Pack(0.0), Pack(0.0), Pack(0.0)};
    lanes.min_distance = radius[0] + radius[1];
    lanes.slack = Pack(ROUND_OFF) * size;
    return lanes;
}

/// The longest step during which no two corners come nearer than `kept` along the direction.
template <int FIRST, int SECOND>
Pack safe_step(const std::array<Pack, FIRST + SECOND>& height,
               const std::array<Pack, FIRST + SECOND>& rate, Pack kept) {
    Pack step(NEVER);
    for (int i = 0; i < FIRST; ++i)
        for (int k = FIRST; k < FIRST + SECOND; ++k) {
            const Pack approach = rate[k] - rate[i];
            const Pack room = height[i] - height[k] - kept;
            const Pack::Mask is_coming = approach > Pack(0.0);
            step = min(step, select(is_coming, room / select(is_coming, approach, Pack(1.0)),
                                    Pack(NEVER)));
        }
    return step;
}

/// The distance that a pair keeps, from that at the start.
struct KeptDistance {
    Pack distance;
    Pack enough;  ///< a remainder that ends the search
};

KeptDistance kept_distance(Pack start, Pack min_distance, Pack slack, const CcdSettings& settings) {
    const Pack gap = start - min_distance - slack;
    const Pack::Mask is_apart = gap > Pack(0.0);
    const Pack kept_gap = min(Pack(settings.kept_gap) * gap, Pack(settings.largest_kept_gap));
    return {select(is_apart, min_distance + slack + kept_gap, start),
            select(is_apart, Pack(settings.tolerance) * kept_gap, Pack(-1.0))};
}

/// Whether parts that touch move apart or slide: in some direction all corners of A are above those of B and go on rising. One lane.
template <int FIRST, int SECOND>
bool moves_apart(const MotionLanes<FIRST, SECOND>& lanes, int lane) {
    const auto is_still = [&](const Vec3<Pack>& dx) { return dot(dx, dx)[lane] == 0.0; };
    if (std::all_of(lanes.dx.corners.begin(), lanes.dx.corners.end(), is_still)) return true;
    const SeparatingDirections tried = directions(lanes.x);
    const Vec3<Pack> normal = unit_or_zero(tried.normal);
    const Vec3<Pack> corner = unit_or_zero(tried.corner);
    const Vec3<Pack> motion = unit_or_zero(lanes.dx.corners[0]);
    for (const Vec3<Pack>& n : {normal, -normal, corner, -corner, motion, -motion}) {
        if (dot(n, n)[lane] == 0.0) continue;
        const Pack apart = separation<FIRST, SECOND>(heights(n, lanes.x));
        const Pack rising = separation<FIRST, SECOND>(heights(n, lanes.dx));
        if (apart[lane] >= -lanes.slack[lane] && rising[lane] >= 0.0) return true;
    }
    return false;
}

/// Pairs at the start of their motion.
template <int FIRST, int SECOND>
struct StartLanes {
    std::array<Pack, FIRST + SECOND> height;  ///< along the direction that separates them
    std::array<Pack, FIRST + SECOND> rate;
    KeptDistance kept;
    Pack::Mask is_touching;  ///< nothing separates the parts
};

template <int FIRST, int SECOND>
StartLanes<FIRST, SECOND> start_lanes(const MotionLanes<FIRST, SECOND>& lanes,
                                      const CcdSettings& settings) {
    const auto start = largest_separation<FIRST, SECOND>(lanes.x);
    return {start.height, heights(start.direction, lanes.dx),
            kept_distance(start.distance, lanes.min_distance, lanes.slack, settings),
            ~(start.distance > lanes.slack)};
}

/// Pairs for which the first step may end before `limit`. Divides nothing; says no only where `impact_times` is at the limit or later.
template <int FIRST, int SECOND>
Pack::Mask may_end_before(const MotionLanes<FIRST, SECOND>& lanes, const CcdSettings& settings,
                          double limit) {
    const StartLanes<FIRST, SECOND> start = start_lanes(lanes, settings);
    // More than the round-off of the quotient that this is compared with.
    const Pack time((1.0 + 1e-12) * limit);
    Pack::Mask may_end = start.is_touching;
    for (int i = 0; i < FIRST; ++i)
        for (int k = FIRST; k < FIRST + SECOND; ++k) {
            const Pack room = start.height[i] - start.height[k] - start.kept.distance;
            may_end |= room < max(start.rate[k] - start.rate[i], Pack(0.0)) * time;
        }
    return may_end;
}

/// Time of each pair. A lane stops when its time is at `limit` too.
template <int FIRST, int SECOND>
Pack impact_times(const MotionLanes<FIRST, SECOND>& lanes, const CcdSettings& settings,
                  double limit) {
    const StartLanes<FIRST, SECOND> start = start_lanes(lanes, settings);
    Pack time =
        max(safe_step<FIRST, SECOND>(start.height, start.rate, start.kept.distance), Pack(0.0));
    if (Pack::any(start.is_touching))
        for (int lane = 0; lane < LANES; ++lane)
            if (start.is_touching[lane] != 0)
                time.set(lane, moves_apart(lanes, lane) ? NEVER : 0.0);
    Pack::Mask is_going = (time > Pack(0.0)) & (time < Pack(limit));
    for (int i = 1; i < settings.max_steps && Pack::any(is_going); ++i) {
        PairLanes<FIRST, SECOND> x;
        for (int k = 0; k < FIRST + SECOND; ++k)
            x.corners[k] = lanes.x.corners[k] + time * lanes.dx.corners[k];
        const auto now = largest_separation<FIRST, SECOND>(x);
        const Pack step = safe_step<FIRST, SECOND>(now.height, heights(now.direction, lanes.dx),
                                                   start.kept.distance);
        is_going &= step > Pack(0.0);
        time = select(is_going, time + step, time);
        is_going &= (now.distance - start.kept.distance > start.kept.enough) & (time < Pack(limit));
    }
    return min(time, Pack(1.0));
}

template <int FIRST, int SECOND>
double single_toi(const std::array<Vector3d, FIRST + SECOND>& x,
                  const std::array<Vector3d, FIRST + SECOND>& dx, double min_distance,
                  const CcdSettings& settings) {
    std::array<MovingPoint, FIRST + SECOND> points;
    for (int k = 0; k < FIRST + SECOND; ++k)
        points[k] = moving_point(x[k], dx[k], k < FIRST ? min_distance : 0.0);
    const auto lanes =
        gather_lanes<FIRST, SECOND>([&](int, int k) -> const MovingPoint& { return points[k]; });
    return impact_times(lanes, settings, 1.0)[0];
}

/// Four pairs from a list of indices; the last one fills the lanes that are left.
template <std::size_t COUNT>
auto corners_of(std::span<const MovingPoint> points, std::span<const std::array<int, COUNT>> pairs,
                std::span<const std::uint32_t> indices, std::size_t begin) {
    return [=](int lane, int k) -> const MovingPoint& {
        return points[pairs[indices[std::min(begin + lane, indices.size() - 1)]][k]];
    };
}

/// The least time that any thread has found so far. Pairs that are safe until then need not be followed further: the least of all
/// is the same in whichever order they come.
class LeastTime {
public:
    double value() const { return m_value.load(std::memory_order_relaxed); }
    void lower(double time) {
        double seen = value();
        while (time < seen && !m_value.compare_exchange_weak(seen, time, std::memory_order_relaxed))
            ;
    }

private:
    std::atomic<double> m_value = 1.0;
};

/// Pairs of a chunk that may end before the least time. Most pairs do not: the others are gathered, so that all lanes have work.
class OpenPairs {
public:
    template <int FIRST, int SECOND>
    void find(std::span<const MovingPoint> points,
              std::span<const std::array<int, FIRST + SECOND>> pairs, std::size_t begin,
              std::size_t end, const CcdSettings& settings, const LeastTime& least) {
        m_count = 0;
        for (std::size_t i = begin; i < end; i += LANES) {
            std::array<std::uint32_t, LANES> four;
            for (std::size_t lane = 0; lane < LANES; ++lane)
                four[lane] = static_cast<std::uint32_t>(std::min(i + lane, end - 1));
            const Pack::Mask may_end = may_end_before(
                gather_lanes<FIRST, SECOND>(corners_of<FIRST + SECOND>(points, pairs, four, 0)),
                settings, least.value());
            if (!Pack::any(may_end)) continue;
            for (std::size_t lane = 0; lane < LANES && i + lane < end; ++lane)
                if (may_end[lane] != 0) m_indices[m_count++] = four[lane];
        }
    }
    std::span<const std::uint32_t> indices() const { return {m_indices.data(), m_count}; }

private:
    std::array<std::uint32_t, PAIR_GRAIN> m_indices;
    std::size_t m_count = 0;
};

/// Calls take(index of a pair, time) for the pairs of a chunk that may end before the least time.
template <int FIRST, int SECOND, class Take>
void follow_pairs(std::span<const MovingPoint> points,
                  std::span<const std::array<int, FIRST + SECOND>> pairs, std::size_t begin,
                  std::size_t end, const CcdSettings& settings, const LeastTime& least,
                  const Take& take) {
    OpenPairs open;
    open.find<FIRST, SECOND>(points, pairs, begin, end, settings, least);
    const std::span<const std::uint32_t> indices = open.indices();
    for (std::size_t i = 0; i < indices.size(); i += LANES) {
        const Pack time = impact_times(
            gather_lanes<FIRST, SECOND>(corners_of<FIRST + SECOND>(points, pairs, indices, i)),
            settings, least.value());
        for (std::size_t lane = 0; lane < LANES && i + lane < indices.size(); ++lane)
            take(indices[i + lane], time[static_cast<int>(lane)]);
    }
}

template <int FIRST, int SECOND>
void lower_to_earliest(std::span<const MovingPoint> points,
                       std::span<const std::array<int, FIRST + SECOND>> pairs,
                       const CcdSettings& settings, LeastTime& least) {
    parallel_for(pairs.size(), PAIR_GRAIN, [&](std::size_t begin, std::size_t end) {
        follow_pairs<FIRST, SECOND>(points, pairs, begin, end, settings, least,
                                    [&](std::size_t, double time) { least.lower(time); });
    });
}

template <int FIRST, int SECOND>
void all_times(std::span<const MovingPoint> points,
               std::span<const std::array<int, FIRST + SECOND>> pairs, const CcdSettings& settings,
               std::vector<double>& times) {
    times.assign(pairs.size(), 1.0);
    const LeastTime whole_step;
    parallel_for(pairs.size(), PAIR_GRAIN, [&](std::size_t begin, std::size_t end) {
        follow_pairs<FIRST, SECOND>(points, pairs, begin, end, settings, whole_step,
                                    [&](std::size_t i, double time) { times[i] = time; });
    });
}

}  // namespace

double point_triangle_toi(const std::array<Vector3d, 4>& x, const std::array<Vector3d, 4>& dx,
                          double min_distance, const CcdSettings& settings) {
    return single_toi<1, 3>(x, dx, min_distance, settings);
}

double edge_edge_toi(const std::array<Vector3d, 4>& x, const std::array<Vector3d, 4>& dx,
                     double min_distance, const CcdSettings& settings) {
    return single_toi<2, 2>(x, dx, min_distance, settings);
}

double point_edge_toi(const std::array<Vector3d, 3>& x, const std::array<Vector3d, 3>& dx,
                      double min_distance, const CcdSettings& settings) {
    return single_toi<1, 2>(x, dx, min_distance, settings);
}

double point_point_toi(const std::array<Vector3d, 2>& x, const std::array<Vector3d, 2>& dx,
                       double min_distance, const CcdSettings& settings) {
    return single_toi<1, 1>(x, dx, min_distance, settings);
}

void ImpactSearch::gather(std::span<const Vector3d> x, std::span<const Vector3d> dx) {
    assert(static_cast<int>(x.size()) == m_mesh->points && x.size() == dx.size());
    m_points.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        m_points[i] = moving_point(x[i], dx[i], m_mesh->radius(static_cast<int>(i)));
}

double ImpactSearch::earliest(const ContactCandidates& candidates, std::span<const Vector3d> x,
                              std::span<const Vector3d> dx) {
    gather(x, dx);
    LeastTime least;
    lower_to_earliest<1, 3>(m_points, candidates.point_triangles, m_settings, least);
    lower_to_earliest<2, 2>(m_points, candidates.edge_edges, m_settings, least);
    lower_to_earliest<1, 2>(m_points, candidates.point_edges, m_settings, least);
    lower_to_earliest<1, 1>(m_points, candidates.point_points, m_settings, least);
    return least.value();
}

void ImpactSearch::all(const ContactCandidates& candidates, std::span<const Vector3d> x,
                       std::span<const Vector3d> dx, ImpactTimes& times) {
    gather(x, dx);
    all_times<1, 3>(m_points, candidates.point_triangles, m_settings, times.point_triangles);
    all_times<2, 2>(m_points, candidates.edge_edges, m_settings, times.edge_edges);
    all_times<1, 2>(m_points, candidates.point_edges, m_settings, times.point_edges);
    all_times<1, 1>(m_points, candidates.point_points, m_settings, times.point_points);
}

}  // namespace sinew
