#include "viper/step/rod_motion.hpp"

#include <utility>

#include "viper/step/rod_strains.hpp"

namespace sinew::viper {

namespace {

/// The first guess does not shrink a scale below this part of what it was.
constexpr double SMALLEST_GUESS = 0.3;

Vec3p mix(Pack blend, const Vec3p& rest, const Vec3p& strain) {
    return rest + blend * (strain - rest);
}

}  // namespace

void predict(RodBatch& batch, const StepInfo& step) {
    const Pack dt(step.dt);
    const Pack one(1.0);
    const Pack beta = batch.material_damping / dt;
    const Pack blend = beta / (one + beta);
    const Pack decay = one / (one + batch.damping * dt);
    Pack occupied(0.0);
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        occupied.set(lane, batch.lane_points[lane] > 0 ? 1.0 : 0.0);
    }
    const Pack dt2 = occupied * dt * dt;
    batch.inverse_dt2 = one / (dt * dt);
    batch.gravity = {Pack(step.gravity.x()), Pack(step.gravity.y()), Pack(step.gravity.z())};
    batch.stiffening = one + beta;
    const Vec3p fall = dt2 * batch.gravity;
    const RodState& x = batch.state;
    for (int j = 0; j < batch.points; ++j) {
        RodPointStep& point = batch.point_step[j];
        const PointStrains strains = point_strains(batch, x, j);
        const Vec3p& rest = batch.point[j].rest_darboux;
        point.c_predicted = x.c[j] + (dt * decay) * batch.rates.c[j] + fall;
        point.s_predicted = x.s[j] + dt * decay * batch.rates.s[j];
        point.radial_load = Pack(0.0);
        point.contact_weight =
            Pack(batch.plane_law().factor) * batch.inverse_dt2 * batch.point[j].mass;
        const Pack swollen = point.rest_scale - one;
        point.section_target = swollen + blend * (strains.section - swollen);
        point.bend_target = mix(blend, rest, strains.bend);
        point.bend_share = one;
        point.surface_target = blend * strains.surface;
        batch.current.c[j] = point.c_predicted;
        // The first guess among others: what held the point in the step before goes on holding it.
        if (batch.coupled) batch.current.c[j] -= (one - batch.rates.free_fall_share[j]) * fall;
        batch.current.s[j] = max(point.s_predicted, Pack(SMALLEST_GUESS) * x.s[j]);
    }
    const Vec3p e{Pack(0.0), Pack(0.0), one};
    for (int j = 0; j < batch.segments(); ++j) {
        RodSegmentStep& segment = batch.segment_step[j];
        const SegmentStrains strains = segment_strains(batch, x, j);
        const Pack s = Pack(0.5) * (x.s[j] + x.s[j + 1]);
        const Vec3p half_turn = (Pack(0.5) * dt * decay) * batch.rates.q[j];
        segment.q_predicted = normalized(Quatp{one, half_turn} * x.q[j]);
        segment.inertia = (s * s * batch.inverse_dt2) * batch.segment[j].inertia;  // Eq. (68)
        segment.stretch_target =
            mix(blend, {Pack(0.0), Pack(0.0), segment.rest_stretch}, strains.stretch);
        segment.volume_target = mix(blend, e, strains.volume);
        segment.gradient_target = blend * strains.gradient;
        batch.current.q[j] = segment.q_predicted;
    }
}

void accept(RodBatch& batch, double dt) {
    const Pack inverse_dt(1.0 / dt);
    const Pack one(1.0);
    const Pack pull = max(dot(batch.gravity, batch.gravity), Pack(1e-300));
    for (int j = 0; j < batch.points; ++j) {
        const Vec3p rate = inverse_dt * (batch.current.c[j] - batch.state.c[j]);
        const Vec3p gained = inverse_dt * (rate - batch.rates.c[j]);
        batch.rates.free_fall_share[j] =
            min(max(dot(gained, batch.gravity) / pull, Pack(0.0)), one);
        batch.rates.c[j] = rate;
        batch.rates.s[j] = inverse_dt * (batch.current.s[j] - batch.state.s[j]);
        const Quatp turn = batch.current.q[j] * conjugate(batch.state.q[j]);
        const Pack cosine =
            max(abs(turn.w), Pack(0.1));  // half a turn in a step has no sensible rate
        batch.rates.q[j] = (Pack(2.0) * inverse_dt / cosine) * turn.v;
    }
    std::swap(batch.state, batch.current);
}

}  // namespace sinew::viper
