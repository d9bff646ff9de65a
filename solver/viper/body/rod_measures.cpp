#include "viper/body/rod_measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "viper/attachments/rod_pinning.hpp"

namespace sinew::viper {

BodyMeasures measure_rods(const RodSet& set, std::span<const Section> sections,
                          const StepInfo& last_step, std::span<const RodBatch> batches,
                          std::span<const HalfPlane> planes) {
    const RodsDef& def = set.def();
    BodyMeasures out;
    double worst_volume = 0.0;
    double smallest_gap = std::numeric_limits<double>::infinity();
    for (const RodSet::Rod& rod : set.rods()) {
        const RodBatch& batch = batches[rod.batch];
        const auto centre = [&](int i) { return lane_of(batch.state.c[i], rod.lane); };
        const auto scale = [&](int i) { return batch.state.s[i][rod.lane]; };
        double volume = 0.0;
        double rest_volume = 0.0;
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            out.energy.gravity -= batch.point[i].mass[rod.lane] * last_step.gravity.dot(centre(i));
            for (const HalfPlane& plane : planes) {
                smallest_gap = std::min(smallest_gap, plane.normal.dot(centre(i)) - plane.offset -
                                                          def.radii[j] * scale(i));
            }
            if (i + 1 == rod.points) break;
            const double r = 0.5 * (def.radii[j] + def.radii[j + 1]);
            const double s = 0.5 * (scale(i) + scale(i + 1));
            volume += r * r * s * s * (centre(i + 1) - centre(i)).norm();
            rest_volume += r * r * (def.points[j + 1] - def.points[j]).norm();
        }
        worst_volume = std::max(worst_volume, std::abs(volume / rest_volume - 1.0));
    }
    for (const Section& section : sections)
        out.energy.elastic += section.energy(batches);
    out.volume_change = worst_volume;
    if (!planes.empty()) out.min_distance = smallest_gap;
    if (!def.pins.empty())
        out.pins.distance = worst_pin_distance(set, last_step, set.gather(batches));
    return out;
}

}  // namespace sinew::viper
