#include "viper/rods/rod_inputs.hpp"

#include <cmath>

namespace sinew::viper {

void apply_activation(const RodSet& set, const StepInfo& step, std::span<RodBatch> batches) {
    const RodActivation& activation = set.def().activation;
    if (activation.level.empty()) return;
    std::vector<double> level(set.rods().size());
    activation.level.sample(step.frame_1, level);
    for (std::size_t i = 0; i < set.rods().size(); ++i) {
        const RodSet::Rod& rod = set.rods()[i];
        RodBatch& batch = batches[rod.batch];
        const auto length = [&](int j) {
            const double felt = activation.map.empty() ? 1.0 : activation.map[j];
            return 1.0 - activation.shortening * felt * level[i];
        };
        for (int k = 0; k < rod.points; ++k) {
            const int j = rod.first + k;
            // At constant volume, s² × length = 1.
            batch.point_step[k].rest_scale.set(rod.lane, 1.0 / std::sqrt(length(j)));
            if (k + 1 == rod.points) break;
            batch.segment_step[k].rest_stretch.set(rod.lane, 0.5 * (length(j) + length(j + 1)));
        }
    }
}

void apply_radial_force(const RodSet& set, const StepInfo& step, std::span<RodBatch> batches) {
    const RodsDef& def = set.def();
    if (def.radial_force.empty()) return;
    std::vector<double> force(set.point_count());
    def.radial_force.sample(step.frame_1, force);
    for (const RodSet::Rod& rod : set.rods()) {
        for (int i = 0; i < rod.points; ++i) {
            RodBatch& batch = batches[rod.batch];
            const RodPoint& point = batch.point[i];
            // Work on a change of scale: force per length × L × r.
            const double load =
                force[rod.first + i] * point.dual_length[rod.lane] * point.radius[rod.lane];
            batch.point_step[i].radial_load.set(rod.lane, load);
        }
    }
}

}  // namespace sinew::viper
