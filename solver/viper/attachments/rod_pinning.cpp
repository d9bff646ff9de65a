#include "viper/attachments/rod_pinning.hpp"

#include <algorithm>
#include <cmath>

#include "viper/attachments/rod_clamps.hpp"

namespace sinew::viper {

namespace {

/// What an attachment holds: position and frame, or nothing when it slides.
RodPins as_pins(const RodAttachment& attachment) {
    RodPins pins{.points = attachment.points};
    pins.position = pins.frame = !attachment.sliding;
    return pins;
}

/// Takes the pinned unknowns out of the solve, or gives them back. Frames of points that are not bundled stay in it: they are clamped.
void hold(const RodSet& set, const RodPins& pins, bool held, std::span<RodBatch> batches) {
    for (const int j : pins.points) {
        const RodSet::Rod& rod = set.rod_of_point(j);
        RodBatch& batch = batches[rod.batch];
        const auto set_free = [&](int point, int unknown) {
            const int index = (point - rod.first) * ROD_UNKNOWNS + unknown;
            batch.free[index].set(rod.lane, held ? 0.0 : 1.0);
        };
        for (int t = 0; t < 3 && pins.position; ++t)
            set_free(j, t);
        if (pins.scale) set_free(j, 3);
        for (int t = 4; t < 7 && pins.frame && set.is_bundled(j); ++t)
            set_free(set.frame_point(j), t);
    }
}

void move_pins(const RodSet& set, const RodPins& pins, const StepInfo& step,
               std::span<RodBatch> batches) {
    const double frame = step.frame_1;
    const RodsDef& def = set.def();
    const std::size_t n = pins.points.size();
    std::vector<double> positions(3 * n);
    std::vector<double> scales(n, 1.0);
    if (!pins.positions.empty()) pins.positions.sample(frame, positions);
    if (!pins.scales.empty()) pins.scales.sample(frame, scales);
    for (std::size_t i = 0; i < n; ++i) {
        const int j = pins.points[i];
        if (pins.position) {
            const Eigen::Vector3d target =
                pins.positions.empty()
                    ? def.points[j]
                    : Eigen::Vector3d(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
            set.prescribe_position(j, target, batches);
        }
        if (pins.scale) {
            const PointRef at = set.ref(j);
            RodBatch& batch = batches[at.batch];
            batch.point_step[at.point].s_predicted.set(at.lane, scales[i]);
            batch.current.s[at.point].set(at.lane, scales[i]);
        }
        if (pins.frame) {
            hold_frame(set, j, pins.rotations.at(step.frame_0, i, n),
                       pins.rotations.at(frame, i, n), batches);
        }
    }
}

}  // namespace

void hold_all_pins(const RodSet& set, std::span<RodBatch> batches) {
    const RodsDef& def = set.def();
    for (const RodPins& pins : def.pins)
        hold(set, pins, true, batches);
    for (const RodAttachment& attachment : def.attachments)
        hold(set, as_pins(attachment), true, batches);
}

void apply_pins(const RodSet& set, const RodAttachments& attachments, const StepInfo& step,
                std::span<RodBatch> batches) {
    const RodsDef& def = set.def();
    const auto released = [&](const RodPins& pins) { return step.frame_1 > pins.release_frame; };
    for (const RodPins& pins : def.pins) {
        if (released(pins)) hold(set, pins, false, batches);
    }
    // After the releases: another pin or an attachment may still hold the same point.
    for (const RodAttachment& attachment : def.attachments)
        hold(set, as_pins(attachment), true, batches);
    attachments.apply(set, step, batches);
    for (const RodPins& pins : def.pins) {
        if (released(pins)) continue;
        hold(set, pins, true, batches);
        move_pins(set, pins, step, batches);
    }
}

double worst_pin_distance(const RodSet& set, const StepInfo& last_step, const RodSetState& state) {
    const RodsDef& def = set.def();
    double worst = BodyMeasures::NONE;
    for (const RodPins& pins : def.pins) {
        if (!pins.position || last_step.frame_1 > pins.release_frame) continue;
        std::vector<double> target(3 * pins.points.size());
        if (!pins.positions.empty()) pins.positions.sample(last_step.frame_1, target);
        if (std::isnan(worst)) worst = 0.0;
        for (std::size_t i = 0; i < pins.points.size(); ++i) {
            const int j = pins.points[i];
            const Eigen::Vector3d wanted =
                pins.positions.empty()
                    ? def.points[j]
                    : Eigen::Vector3d(target[3 * i], target[3 * i + 1], target[3 * i + 2]);
            worst = std::max(worst, (state.c[j] - wanted).norm());
        }
    }
    return worst;
}

}  // namespace sinew::viper
