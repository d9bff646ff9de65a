#include "viper/step/rod_strains.hpp"

#include "viper/attachments/rod_clamps.hpp"
#include "viper/contact/rod_planes.hpp"

namespace sinew::viper {

PointStrains point_strains(const RodBatch& batch, const RodState& x, int j) {
    PointStrains strains{};
    strains.section = x.s[j] - Pack(1.0);
    strains.surface = Pack(0.0);
    if (j == 0 || j == batch.points - 1) return strains;
    const Quatp p = conjugate(x.q[j - 1]) * x.q[j];
    const Vec3p Omega = (Pack(2.0) / batch.point[j].dual_length) * p.v;  // Eq. (40)
    strains.bend = x.s[j] * Omega;
    strains.surface = laplacian_of_scale(laplacian(batch, j), x, j);
    return strains;
}

SegmentStrains segment_strains(const RodBatch& batch, const RodState& x, int j) {
    const Pack il = batch.segment[j].inverse_length;
    const Vec3p D = il * (x.c[j + 1] - x.c[j]);
    const Vec3p V = transposed_times(rotation_matrix(x.q[j]), D);
    const Pack s = Pack(0.5) * (x.s[j] + x.s[j + 1]);
    return {V, (s * s) * V, (x.s[j + 1] - x.s[j]) * il};
}

RodEnergies energies(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes) {
    const Pack half(0.5);
    const Pack zero(0.0);
    const Vec3p e{zero, zero, Pack(1.0)};
    RodEnergies total;
    for (int j = 0; j < batch.points; ++j) {
        const RodPoint& point = batch.point[j];
        const PointStrains strains = point_strains(batch, x, j);
        const Pack section = strains.section - (batch.point_step[j].rest_scale - Pack(1.0));
        total.section += half * point.section_weight * section * section;
        const Vec3p bend = strains.bend - point.rest_darboux;
        total.bend +=
            half * batch.point_step[j].bend_share * dot(scaled(point.bend_weight, bend), bend);
        total.surface += half * point.surface_weight * strains.surface * strains.surface;
        total.kinetic += half * (point.mass * dot(batch.rates.c[j], batch.rates.c[j]) +
                                 point.scale_inertia * batch.rates.s[j] * batch.rates.s[j]);
        total.contact += half_plane_energy(batch, x, planes, j);
    }
    for (int j = 0; j < batch.segments(); ++j) {
        const RodSegment& segment = batch.segment[j];
        const SegmentStrains strains = segment_strains(batch, x, j);
        const Vec3p stretch =
            strains.stretch - Vec3p{zero, zero, batch.segment_step[j].rest_stretch};
        const Vec3p volume = strains.volume - e;
        total.stretch += half * segment.stretch_weight * dot(stretch, stretch);
        total.volume += half * segment.volume_weight * dot(volume, volume);
        total.gradient += half * segment.gradient_weight * strains.gradient * strains.gradient;
        const Pack s = half * (x.s[j] + x.s[j + 1]);
        const Vec3p omega = transposed_times(rotation_matrix(x.q[j]), batch.rates.q[j]);
        total.kinetic += half * s * s * dot(scaled(segment.inertia, omega), omega);
    }
    total.bend += clamp_energy(batch, x);
    return total;
}

}  // namespace sinew::viper
