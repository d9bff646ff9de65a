#include "viperize/level_slices.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"

namespace sinew::viperize {

namespace {

using Eigen::Vector3d;

constexpr int BINS = 1024;
/// Where the field is this much flatter than the flow at the same level, the muscle has a dead end.
constexpr double DEAD_END = 0.05;

/// What the cells between two values of the field have together.
struct FlowBin {
    double flux = 0.0;          ///< Σ |∇φ| volume
    double flux_squared = 0.0;  ///< Σ |∇φ|² volume
    /// Mean of |∇φ| weighted by the flux, so that dead ends do not count [1/m].
    double slope() const { return flux > 0.0 ? flux_squared / flux : 0.0; }
};

int bin_of(double value) {
    return std::clamp(static_cast<int>(value * BINS), 0, BINS - 1);
}

std::vector<FlowBin> make_bins(const VoxelDomain& domain, const HarmonicField& field) {
    std::vector<FlowBin> bins(BINS);
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        const double slope = field.gradients[cell].norm();
        // A voxel spans a range of values; it counts for all bins of that range alike.
        const double half = 0.5 * slope * domain.grid.size;
        const int first = bin_of(field.values[cell] - half);
        const int last = bin_of(field.values[cell] + half);
        const double part = 1.0 / (last - first + 1);
        for (int bin = first; bin <= last; ++bin) {
            bins[bin].flux += part * slope;
            bins[bin].flux_squared += part * slope * slope;
        }
    }
    // A bin that no voxel reaches is like the one before it.
    for (int bin = 1; bin < BINS; ++bin) {
        if (bins[bin].flux <= 0.0) bins[bin] = bins[bin - 1];
    }
    for (int bin = BINS - 2; bin >= 0; --bin) {
        if (bins[bin].flux <= 0.0) bins[bin] = bins[bin + 1];
    }
    return bins;
}

/// Cuts voxels near a level into pieces and puts those onto it.
class Slicer {
public:
    Slicer(const VoxelDomain& domain, const HarmonicField& field, const volume::SolidVoxels& solid,
           double flat)
        : m_domain(domain), m_field(field), m_solid(solid), m_flat(flat) {}

    /// Voxels in `divisions`³ pieces.
    Slice slice(double level, int divisions) const {
        Slice slice;
        slice.level = level;
        const double piece = m_domain.grid.size / divisions;
        const double reach = 0.5 * std::sqrt(3.0) * (m_domain.grid.size - piece) + piece;
        for (std::size_t cell = 0; cell < m_domain.count(); ++cell) {
            const double slope = m_field.gradients[cell].norm();
            const double away = std::abs(level - m_field.values[cell]);
            if (slope <= m_flat || away >= reach * slope) continue;
            add_pieces(cell, slope, piece, divisions, slice);
        }
        for (const SliceSample& sample : slice.samples)
            slice.area += sample.area;
        return slice;
    }

private:
    void add_pieces(std::size_t cell, double slope, double piece, int divisions,
                    Slice& slice) const {
        const Vector3d centre = m_domain.centre(cell);
        const Vector3d normal = m_field.gradients[cell] / slope;
        const double ahead = (slice.level - m_field.values[cell]) / slope;
        const double first = -0.5 * (divisions - 1) * piece;
        for (int z = 0; z < divisions; ++z) {
            for (int y = 0; y < divisions; ++y) {
                for (int x = 0; x < divisions; ++x) {
                    const Vector3d offset =
                        Vector3d(first + x * piece, first + y * piece, first + z * piece);
                    const double distance = ahead - normal.dot(offset);
                    // A hat function as wide as two pieces: along any normal the pieces of a
                    // slab of space add up to its area.
                    const double weight = 1.0 - std::abs(distance) / piece;
                    if (weight <= 0.0) continue;
                    const Vector3d start = centre + offset;
                    const Vector3d moved = start + distance * normal;
                    const bool inside = m_solid.distance_at(moved) < 0.0;
                    if (!inside && !(m_solid.distance_at(start) < 0.0)) continue;
                    slice.samples.push_back({.position = inside ? moved : start,
                                             .normal = normal,
                                             .area = weight * piece * piece});
                }
            }
        }
    }

    const VoxelDomain& m_domain;
    const HarmonicField& m_field;
    const volume::SolidVoxels& m_solid;
    double m_flat;  ///< smaller slopes are dead ends [1/m]
};

}  // namespace

std::vector<double> choose_levels(const VoxelDomain& domain, const HarmonicField& field,
                                  int count) {
    const std::vector<FlowBin> bins = make_bins(domain, field);
    // Length along the muscle at the borders of the bins: dφ / |∇φ|.
    std::vector<double> length(BINS + 1, 0.0);
    for (int bin = 0; bin < BINS; ++bin) {
        const double slope = bins[bin].slope();
        length[bin + 1] = length[bin] + (slope > 0.0 ? 1.0 / (BINS * slope) : 0.0);
    }
    const double whole = length.back();
    const double end = std::min(domain.grid.size, 0.25 * whole / count);
    std::vector<double> levels;
    int bin = 0;
    for (int i = 0; i < count; ++i) {
        const double wanted = end + (whole - 2.0 * end) * i / (count - 1);
        while (bin + 1 < BINS && length[bin + 1] < wanted)
            ++bin;
        const double step = length[bin + 1] - length[bin];
        const double part = step > 0.0 ? (wanted - length[bin]) / step : 0.5;
        levels.push_back((bin + std::clamp(part, 0.0, 1.0)) / BINS);
    }
    return levels;
}

std::vector<Slice> make_slices(const VoxelDomain& domain, const HarmonicField& field,
                               const volume::SolidVoxels& solid, const std::vector<double>& levels,
                               int samples) {
    constexpr int MOST_DIVISIONS = 16;
    const std::vector<FlowBin> bins = make_bins(domain, field);
    std::vector<Slice> slices(levels.size());
    parallel_for(levels.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const double flat = DEAD_END * bins[bin_of(levels[i])].slope();
            const Slicer slicer(domain, field, solid, flat);
            for (int divisions = 1; divisions <= MOST_DIVISIONS; divisions *= 2) {
                slices[i] = slicer.slice(levels[i], divisions);
                if (slices[i].samples.size() >= static_cast<std::size_t>(samples)) break;
            }
        }
    });
    return slices;
}

}  // namespace sinew::viperize
