#include "viperize/rod_layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/parallel.hpp"
#include "viperize/min_cost_matching.hpp"
#include "viperize/nearest_point.hpp"

namespace sinew::viperize {

namespace {

using Eigen::Vector3d;
using Points = std::vector<Vector3d>;

/// The points of one slice.
class SliceSites {
public:
    SliceSites(const Slice& slice, const volume::SolidVoxels& solid)
        : m_slice(slice),
          m_solid(solid),
          m_spacing(2.0 * std::sqrt(slice.area / static_cast<double>(slice.samples.size()))) {
        Points positions;
        for (const SliceSample& sample : slice.samples)
            positions.push_back(sample.position);
        m_nearest_sample.assign(positions);
    }

    const SliceSample& nearest_sample(const Vector3d& point) const {
        return m_slice.samples[m_nearest_sample.find(point)];
    }

    /// The point of the slice nearest to `point`: on the plane of a sample that is near enough, or the sample.
    Vector3d onto_slice(const Vector3d& point) const {
        const SliceSample& sample = nearest_sample(point);
        const Vector3d flat = point - sample.normal.dot(point - sample.position) * sample.normal;
        const bool near = (flat - sample.position).norm() <= m_spacing;
        return near && m_solid.distance_at(flat) < 0.0 ? flat : sample.position;
    }

    /// Each new site is the sample farthest from all sites so far.
    Points spread_out(int count) const {
        Vector3d mean = Vector3d::Zero();
        for (const SliceSample& sample : m_slice.samples)
            mean += sample.area * sample.position;
        Points sites{nearest_sample(mean / m_slice.area).position};
        std::vector<double> away(m_slice.samples.size(), std::numeric_limits<double>::infinity());
        while (sites.size() < static_cast<std::size_t>(count)) {
            std::size_t farthest = 0;
            for (std::size_t i = 0; i < away.size(); ++i) {
                away[i] =
                    std::min(away[i], (m_slice.samples[i].position - sites.back()).squaredNorm());
                if (away[i] > away[farthest]) farthest = i;
            }
            sites.push_back(m_slice.samples[farthest].position);
        }
        return sites;
    }

    /// One step of Lloyd's algorithm. `before` and `after` are the points of the rods on the slices next to
    /// this one, null where there is none; `weight` is the pull of the length.
    void relax(Points& sites, const Points* before, const Points* after, double weight) {
        assign(sites);
        // μ = weight × area × radius makes the pull independent of the size of things.
        const double cell_area = m_slice.area / static_cast<double>(sites.size());
        const double radius = std::sqrt(cell_area / std::numbers::pi);
        for (std::size_t k = 0; k < sites.size(); ++k) {
            if (m_area[k] <= 0.0) {
                sites[k] = worst_sample();
                continue;
            }
            // Minimum of Σ area |x − s|² + μ Σ |s − neighbour|, with 1/|s − neighbour| from the last step.
            Vector3d sum = m_sum[k];
            double divisor = m_area[k];
            for (const Points* next : {before, after}) {
                if (next == nullptr) continue;
                const double distance = ((*next)[k] - sites[k]).norm();
                const double pull = 0.5 * weight * cell_area * radius / std::max(distance, radius);
                sum += pull * (*next)[k];
                divisor += pull;
            }
            sites[k] = onto_slice(sum / divisor);
        }
    }

private:
    void assign(const Points& sites) {
        m_nearest_site.assign(sites);
        m_area.assign(sites.size(), 0.0);
        m_sum.assign(sites.size(), Vector3d::Zero());
        m_worst = 0;
        double worst = -1.0;
        for (std::size_t i = 0; i < m_slice.samples.size(); ++i) {
            const SliceSample& sample = m_slice.samples[i];
            double least = 0.0;
            const std::size_t nearest = m_nearest_site.find(sample.position, &least);
            m_area[nearest] += sample.area;
            m_sum[nearest] += sample.area * sample.position;
            if (least > worst) {
                worst = least;
                m_worst = i;
            }
        }
    }

    /// Farthest from its site: where a site without a cell is of most use.
    const Vector3d& worst_sample() const { return m_slice.samples[m_worst].position; }

    const Slice& m_slice;
    const volume::SolidVoxels& m_solid;
    double m_spacing;
    NearestPoint m_nearest_sample;
    NearestPoint m_nearest_site;
    std::vector<double> m_area;  ///< of each site's cell [m²]
    Points m_sum;                ///< Σ area position of each site's cell [m³]
    std::size_t m_worst = 0;
};

/// Points of a slice from those of the slice next to it, each ahead along its normal.
Points carried(const Points& from, const SliceSites& from_slice, const SliceSites& to_slice) {
    Points to;
    for (const Vector3d& point : from) {
        const Vector3d normal = from_slice.nearest_sample(point).normal;
        // The way to the other slice, first straight to it and then along the normal.
        const double way = normal.dot(to_slice.nearest_sample(point).position - point);
        to.push_back(to_slice.onto_slice(point + way * normal));
    }
    return to;
}

}  // namespace

RodLayout lay_out_rods(const std::vector<Slice>& slices, const volume::SolidVoxels& solid,
                       const LayoutSettings& settings) {
    constexpr int FIRST_SPREADINGS = 60;
    std::vector<SliceSites> sites;
    sites.reserve(slices.size());
    std::size_t widest = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        sites.emplace_back(slices[i], solid);
        if (slices[i].area > slices[widest].area) widest = i;
    }

    // From the widest slice to both ends, so that the branches of a fork keep their rods.
    RodLayout layout(slices.size());
    layout[widest] = sites[widest].spread_out(settings.rods);
    for (int i = 0; i < FIRST_SPREADINGS; ++i)
        sites[widest].relax(layout[widest], nullptr, nullptr, 0.0);
    const auto carry = [&](std::size_t from, std::size_t to) {
        layout[to] = carried(layout[from], sites[from], sites[to]);
        for (int i = 0; i < settings.spreadings; ++i)
            sites[to].relax(layout[to], nullptr, nullptr, 0.0);
    };
    for (std::size_t i = widest; i + 1 < slices.size(); ++i)
        carry(i, i + 1);
    for (std::size_t i = widest; i > 0; --i)
        carry(i, i - 1);

    comb(layout);
    for (int round = 0; round < settings.rounds; ++round) {
        const RodLayout last = layout;
        parallel_for(slices.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Points* before = i > 0 ? &last[i - 1] : nullptr;
                const Points* after = i + 1 < last.size() ? &last[i + 1] : nullptr;
                for (int step = 0; step < settings.spreadings; ++step)
                    sites[i].relax(layout[i], before, after, settings.length_weight);
            }
        });
        comb(layout);
    }
    return layout;
}

void comb(RodLayout& layout) {
    for (std::size_t level = 1; level < layout.size(); ++level) {
        const Points& before = layout[level - 1];
        const Points here = layout[level];
        const auto count = static_cast<Eigen::Index>(here.size());
        Eigen::MatrixXd costs(count, count);
        for (Eigen::Index k = 0; k < count; ++k) {
            for (Eigen::Index j = 0; j < count; ++j)
                costs(k, j) = (before[k] - here[j]).norm();
        }
        const std::vector<int> partner = min_cost_matching(costs);
        for (Eigen::Index k = 0; k < count; ++k)
            layout[level][k] = here[partner[k]];
    }
}

double total_length(const RodLayout& layout) {
    double length = 0.0;
    for (std::size_t level = 1; level < layout.size(); ++level) {
        for (std::size_t k = 0; k < layout[level].size(); ++k)
            length += (layout[level][k] - layout[level - 1][k]).norm();
    }
    return length;
}

}  // namespace sinew::viperize
