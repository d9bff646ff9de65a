#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

namespace {

RodPoint padding_point() {
    RodPoint point{};
    point.radius = point.dual_length = Pack(1.0);
    point.mass = point.scale_inertia = Pack(0.0);
    point.section_weight = point.surface_weight = Pack(0.0);
    return point;
}

RodSegment padding_segment() {
    RodSegment segment{};
    segment.length = segment.inverse_length = Pack(1.0);
    segment.stretch_weight = segment.gradient_weight = segment.volume_weight = Pack(0.0);
    return segment;
}

}  // namespace

void RodBatch::resize(int count) {
    points = count;
    point.assign(count, padding_point());
    segment.assign(count, padding_segment());
    state.c.assign(count, Vec3p{});
    state.s.assign(count, Pack(1.0));
    state.q.assign(count, Quatp{Pack(1.0), {}});
    rates.c.assign(count, Vec3p{});
    rates.s.assign(count, Pack(0.0));
    rates.q.assign(count, Vec3p{});
    rates.free_fall_share.assign(count, Pack(0.0));
    current = state;
    RodPointStep relaxed_point{};
    relaxed_point.rest_scale = relaxed_point.bend_share = Pack(1.0);
    point_step.assign(count, relaxed_point);
    RodSegmentStep relaxed_segment{};
    relaxed_segment.rest_stretch = Pack(1.0);
    segment_step.assign(count, relaxed_segment);
    free.assign(static_cast<std::size_t>(count) * ROD_UNKNOWNS, Pack(0.0));
    pinned.assign(count, 1);
}

}  // namespace sinew::viper
