#include "viper/rod_measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "viper/rod_pinning.hpp"

namespace sinew::viper {

BodyMeasures measure_rods(const RodSet& set, const StepInfo& last_step,
                          std::span<const RodBatch> batches, std::span<const HalfPlane> planes) {
    const RodsDef& def = set.def();
    const RodSetState state = set.gather(batches);
    BodyMeasures out;
    double worst_volume = 0.0;
    double smallest_gap = std::numeric_limits<double>::infinity();
    for (const RodSet::Rod& rod : set.rods()) {
        const RodBatch& batch = batches[rod.batch];
        double volume = 0.0;
        double rest_volume = 0.0;
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            out.energy.gravity -= batch.point[i].mass[rod.lane] * last_step.gravity.dot(state.c[j]);
            for (const HalfPlane& plane : planes) {
                smallest_gap = std::min(smallest_gap, plane.normal.dot(state.c[j]) - plane.offset -
                                                          def.radii[j] * state.s[j]);
            }
            if (i + 1 == rod.points) break;
            const double r = 0.5 * (def.radii[j] + def.radii[j + 1]);
            const double s = 0.5 * (state.s[j] + state.s[j + 1]);
            volume += r * r * s * s * (state.c[j + 1] - state.c[j]).norm();
            rest_volume += r * r * (def.points[j + 1] - def.points[j]).norm();
        }
        worst_volume = std::max(worst_volume, std::abs(volume / rest_volume - 1.0));
    }
    for (const Section& section : set.sections())
        out.energy.elastic += section.energy(batches);
    out.volume_change = worst_volume;
    if (!planes.empty()) out.min_distance = smallest_gap;
    out.pins.distance = worst_pin_distance(set, last_step, state);
    return out;
}

}  // namespace sinew::viper
