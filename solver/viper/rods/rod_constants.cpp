#include "viper/rods/rod_constants.hpp"

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"

namespace sinew::viper {

namespace {

/// Forces below those of this strain do not count when convergence is judged [1].
constexpr double NEGLIGIBLE_STRAIN = 1e-4;

/// Weight of the second difference of the scales [J m⁴] that makes a zigzag s = 1 ± δ cost its volume.
///
/// The volume term sees the mean scale of a segment, in which a zigzag cancels; with the scales at the ends
/// instead, stretch could not vary along a rod of constant volume. So the zigzag alone is penalised: its
/// second difference is 4δ/L², its change of volume 2δ. For scales that vary smoothly the term is of fourth
/// order in L and does not touch the solution.
double zigzag_weight(double volume_stiffness, double radius, double L) {
    const double strain = 0.5 * L * L;
    return volume_stiffness * M_PI * radius * radius * L * strain * strain;
}

void fill_segments(const RodSet& set, const RodSet::Rod& rod, RodBatch& batch) {
    const RodsDef& def = set.def();
    const RodParams& k = def.params;
    const int lane = rod.lane;
    for (int i = 0; i + 1 < rod.points; ++i) {
        const int j = rod.first + i;
        RodSegment& segment = batch.segment[i];
        const double l = (def.points[j + 1] - def.points[j]).norm();
        const double r = 0.5 * (def.radii[j] + def.radii[j + 1]);
        const double area = M_PI * r * r;
        const double moment = 0.25 * M_PI * r * r * r * r;
        segment.length.set(lane, l);
        segment.inverse_length.set(lane, 1.0 / l);
        set_lane(segment.inertia, lane, k.density * l * moment * Eigen::Vector3d(1.0, 1.0, 2.0));
        segment.stretch_weight.set(lane, k.stretch_stiffness * area * l);
        segment.gradient_weight.set(lane, k.scale_gradient_stiffness * moment * l);
        segment.volume_weight.set(lane, k.volume_stiffness * area * l);
        for (const int end : {i, i + 1}) {
            RodPoint& point = batch.point[end];
            point.mass.set(lane, point.mass[lane] + 0.5 * k.density * area * l);
            point.scale_inertia.set(lane,
                                    point.scale_inertia[lane] + 0.5 * k.density * 2.0 * moment * l);
        }
    }
}

/// After the segments.
void fill_points(const RodSet& set, const RodSet::Rod& rod, RodBatch& batch) {
    const RodsDef& def = set.def();
    const RodParams& k = def.params;
    const int lane = rod.lane;
    for (int i = 0; i < rod.points; ++i) {
        const int j = rod.first + i;
        RodPoint& point = batch.point[i];
        const double r = def.radii[j];
        const double moment = 0.25 * M_PI * r * r * r * r;
        const bool first = i == 0;
        const bool last = i == rod.points - 1;
        const double L = 0.5 * ((first ? 0.0 : batch.segment[i - 1].length[lane]) +
                                (last ? 0.0 : batch.segment[i].length[lane]));
        point.radius.set(lane, r);
        point.dual_length.set(lane, L);
        point.section_weight.set(lane, k.cross_section_stiffness * M_PI * r * r * L);
        for (int t = 0; t < 4; ++t)
            batch.free[i * ROD_UNKNOWNS + t].set(lane, 1.0);
        if (last) continue;
        for (int t = 4; t < 7; ++t)
            batch.free[i * ROD_UNKNOWNS + t].set(lane, 1.0);
        if (first) continue;
        set_lane(point.bend_weight, lane, bend_weight(k, r, L));
        point.surface_weight.set(lane, k.surface_bending_stiffness * moment * L +
                                           zigzag_weight(k.volume_stiffness, r, L));
        set_lane(point.rest_darboux, lane,
                 darboux_vector(set.rest_frames()[j - 1], set.rest_frames()[j], L));
    }
}

}  // namespace

void fill_rod_constants(const RodSet& set, const RodSet::Rod& rod, RodBatch& batch) {
    const RodsDef& def = set.def();
    const RodParams& k = def.params;
    const int lane = rod.lane;
    batch.lane_points[lane] = rod.points;
    fill_segments(set, rod, batch);
    fill_points(set, rod, batch);
    double largest_radius = 0.0;
    for (int j = rod.first; j + 1 < rod.first + rod.points; ++j)
        largest_radius = std::max(largest_radius, 0.5 * (def.radii[j] + def.radii[j + 1]));
    batch.force_floor.set(
        lane, NEGLIGIBLE_STRAIN * k.stretch_stiffness * M_PI * largest_radius * largest_radius);
    batch.damping.set(lane, k.damping);
    batch.material_damping.set(lane, k.material_damping);
}

}  // namespace sinew::viper
