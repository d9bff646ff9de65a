#include "viper/contact/mesh_touches.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "contact/contact_law.hpp"

namespace sinew::viper {

namespace {

/// A pill is searched in at most this many pieces, each halved so often where the gap has a minimum.
constexpr double MOST_PIECES = 32.0;
constexpr int DIP_HALVINGS = 8;
/// Of the way of a sphere: where it went into a surface is found to this.
constexpr double WAY_GRAIN = 0.02;
/// A pill that moves by more than its radius is looked at on the way, at most so often.
constexpr double MOST_STRIDES = 16.0;
constexpr std::size_t PILLS_AT_ONCE = 16;

/// The gap of a pill to a mesh, along its axis.
class GapAlongPill {
public:
    struct Sample {
        double t = 0.0;
        double gap = 0.0;    ///< [m]
        double slope = 0.0;  ///< its derivative by t [m]
    };

    GapAlongPill(const Pill<double>& pill, const MeshCollider& mesh, GapMinima& minima,
                 double least)
        : m_pill(pill),
          m_mesh(mesh),
          m_axis(eigen(pill.c1 - pill.c0)),
          m_way(m_axis.norm() + std::abs(pill.r1 - pill.r0)),
          m_reach(MESH_MARGIN * std::max(pill.r0, pill.r1)),
          m_finest(std::max(0.5 * (pill.r0 + pill.r1), m_way / MOST_PIECES)),
          m_least(least),
          m_minima(minima) {}

    void search() {
        m_first = at(0.0);
        m_last = at(1.0);
        search(m_first, m_last);
    }

private:
    Sample at(double t) const {
        const SurfaceSample sample = m_mesh.sample_shape(eigen(m_pill.centre(t)));
        return {t, sample.distance - m_pill.radius(t),
                sample.normal.dot(m_axis) - (m_pill.r1 - m_pill.r0)};
    }

    void search(const Sample& a, const Sample& b) {
        const double way = (b.t - a.t) * m_way;
        if (0.5 * (a.gap + b.gap - way) > m_reach) return;
        if (way > m_finest) {
            const Sample middle = at(0.5 * (a.t + b.t));
            search(a, middle);
            search(middle, b);
        } else if (a.slope < 0.0 && b.slope >= 0.0) {
            keep(lowest_between(a, b));
        }
    }

    Sample lowest_between(Sample a, Sample b) const {
        for (int i = 0; i < DIP_HALVINGS; ++i) {
            const Sample middle = at(0.5 * (a.t + b.t));
            (middle.slope < 0.0 ? a : b) = middle;
        }
        return a.gap < b.gap ? a : b;
    }

    void keep(const Sample& minimum) {
        if (minimum.gap > m_reach) return;
        const double relief =
            (1.0 - minimum.t) * m_first.gap + minimum.t * m_last.gap - minimum.gap;
        if (!(relief > m_least)) return;
        GapMinimum& last = m_minima.deepest[1];
        if (m_minima.count < 2)
            m_minima.deepest[m_minima.count++] = {minimum.t, minimum.gap, relief};
        else if (minimum.gap < last.gap)
            last = {minimum.t, minimum.gap, relief};
        if (m_minima.count == 2 && last.gap < m_minima.deepest[0].gap)
            std::swap(m_minima.deepest[0], last);
    }

    const Pill<double>& m_pill;
    const MeshCollider& m_mesh;
    Eigen::Vector3d m_axis;
    double m_way;     ///< how far centre and radius change from one end to the other [m]
    double m_reach;   ///< farther away nothing is found [m]
    double m_finest;  ///< shorter pieces are not halved [m]
    double m_least;
    GapMinima& m_minima;
    Sample m_first, m_last;
};

Pill<double> pill_of(const RodBatch& batch, const RodState& x, int j, int lane) {
    return {plain(lane_of(x.c[j], lane)), plain(lane_of(x.c[j + 1], lane)),
            batch.point[j].radius[lane] * x.s[j][lane],
            batch.point[j + 1].radius[lane] * x.s[j + 1][lane]};
}

Pill<double> blend(const Pill<double>& a, const Pill<double>& b, double t) {
    return {a.c0 + t * (b.c0 - a.c0), a.c1 + t * (b.c1 - a.c1), a.r0 + t * (b.r0 - a.r0),
            a.r1 + t * (b.r1 - a.r1)};
}

/// A pill in a step, against one mesh.
struct MovingPill {
    const MeshCollider& mesh;
    Pill<double> start, now;

    double softness() const { return CONTACT_SOFTNESS * std::min(now.r0, now.r1); }

    /// For a minimum along the pill where it is `seen`.
    MeshTouch touch(const GapMinimum& minimum, const Pill<double>& seen) const {
        MeshTouch touch;
        touch.alpha = minimum.alpha;
        touch.start_centre = eigen(start.centre(minimum.alpha));
        const Eigen::Vector3d place = eigen(seen.centre(minimum.alpha));
        const SweptHit hit = swept_hit(mesh, touch.start_centre, place, mesh.sample(place));
        touch.surface = hit.surface;
        touch.foot = hit.place - hit.surface.distance * hit.surface.normal;
        touch.share = std::clamp(minimum.relief / softness() - 1.0, 0.0, 1.0);
        touch.friction = mesh.def().friction;
        return touch;
    }

    /// In the plane of a touch, relative to the radius [1].
    double depth(const MeshTouch& touch) const {
        const Eigen::Vector3d above = eigen(now.centre(touch.alpha)) - touch.foot;
        return 1.0 - touch.surface.normal.dot(above) / now.radius(touch.alpha);
    }

    bool moved_since(const Pill<double>& seen) const {
        const double way = std::max((eigen(now.c0 - seen.c0)).squaredNorm(),
                                    (eigen(now.c1 - seen.c1)).squaredNorm());
        const double margin = MESH_MARGIN * std::min(now.r0, now.r1);
        return !(way < margin * margin);
    }

    /// At most two; returns how many.
    std::size_t find_touches(MeshTouch* out) const {
        Pill<double> seen = now;
        GapMinima minima = find_gap_minima(seen, mesh, softness());
        if (minima.count == 0) {
            // It may be past what it went through.
            const Pill<double> from = carried_along();
            const double way =
                std::max(eigen(now.c0 - from.c0).norm(), eigen(now.c1 - from.c1).norm());
            const double stride = std::max(std::min(now.r0, now.r1), way / MOST_STRIDES);
            const auto strides = static_cast<int>(std::ceil(way / stride));
            for (int i = 1; i < strides && minima.count == 0; ++i) {
                seen = blend(from, now, static_cast<double>(i) / strides);
                minima = find_gap_minima(seen, mesh, softness());
            }
        }
        for (int i = 0; i < minima.count; ++i)
            out[i] = touch(minima.deepest[i], seen);
        return static_cast<std::size_t>(minima.count);
    }

    /// Where it would be if it had gone with the surface.
    Pill<double> carried_along() const {
        const Vec3<double> drift = plain(mesh.sample(eigen(now.centre(0.5))).drift);
        return {start.c0 + drift, start.c1 + drift, start.r0, start.r1};
    }
};

}  // namespace

GapMinima find_gap_minima(const Pill<double>& pill, const MeshCollider& mesh, double least) {
    GapMinima minima;
    GapAlongPill(pill, mesh, minima, least).search();
    return minima;
}

SweptHit swept_hit(const MeshCollider& mesh, const Eigen::Vector3d& start,
                   const Eigen::Vector3d& end, const SurfaceSample& at_end) {
    const SurfaceSample before = mesh.sample_at_start(start);
    SweptHit at_the_end{at_end, end, before.distance};
    const bool faces_it = before.normal.dot(at_end.normal) > 0.0;
    if (before.distance <= 0.0 || (at_end.distance <= 0.0 && faces_it)) return at_the_end;
    const Eigen::Vector3d carried = start + at_end.drift;
    const double way = (end - carried).norm();
    if (way < before.distance + at_end.distance) return at_the_end;
    for (double t = 0.0; t < 1.0;) {
        const Eigen::Vector3d place = carried + t * (end - carried);
        SurfaceSample sample = mesh.sample_shape(place);
        if (sample.distance <= 0.0) {
            sample.drift = at_end.drift;
            return {sample, place, before.distance};
        }
        t += std::max(sample.distance / way, WAY_GRAIN);
    }
    return at_the_end;
}

void MeshTouches::begin_step(std::span<const RodBatch> batches) {
    m_candidates.clear();
    for (std::size_t b = 0; b < batches.size(); ++b) {
        for (const NearMesh& near : batches[b].near_meshes) {
            Candidate& candidate = m_candidates.emplace_back();
            candidate.first = {static_cast<int>(b), near.point, near.lane};
            candidate.mesh = near.mesh;
        }
    }
}

std::span<const MeshTouch> MeshTouches::find(std::span<const RodBatch> batches,
                                             MeshColliders meshes) {
    parallel_for(m_candidates.size(), PILLS_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        for (Candidate& candidate : std::span(m_candidates).subspan(begin, end - begin)) {
            const auto& [batch, point, lane] = candidate.first;
            const RodBatch& rods = batches[batch];
            const MovingPill pill{*meshes[candidate.mesh], pill_of(rods, rods.state, point, lane),
                                  pill_of(rods, rods.current, point, lane)};
            if (!candidate.searched || pill.moved_since(candidate.seen)) {
                candidate.count = pill.find_touches(candidate.touches);
                candidate.seen = pill.now;
                candidate.searched = true;
            }
            for (MeshTouch& touch : std::span(candidate.touches, candidate.count)) {
                touch.first = candidate.first;
                touch.depth = pill.depth(touch);
            }
        }
    });
    m_touches.clear();
    m_deepest = 0.0;
    for (const Candidate& candidate : m_candidates) {
        for (const MeshTouch& touch : std::span(candidate.touches, candidate.count)) {
            m_touches.push_back(touch);
            m_deepest = std::max(m_deepest, touch.depth);
        }
    }
    return m_touches;
}

}  // namespace sinew::viper
