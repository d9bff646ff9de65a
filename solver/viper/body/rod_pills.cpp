#include "viper/body/rod_pills.hpp"

#include "math/rotation.hpp"
#include "viper/rods/point_ref.hpp"

namespace sinew::viper {

namespace {

/// From rest to now; exactly the identity where nothing has turned.
Quaterniond turn_since(const Quaterniond& rest, const Quaterniond& now) {
    return now.coeffs() == rest.coeffs() ? Quaterniond::Identity() : now * rest.conjugate();
}

Quaterniond mean(const Quaterniond& a, const Quaterniond& b) {
    return Quaterniond(a.coeffs() + on_branch_of(b, a).coeffs()).normalized();
}

}  // namespace

PillChains rod_pills(const RodsDef& def) {
    return {def.points, def.radii, def.counts};
}

void rod_pill_poses(const RodSet& set, std::span<const RodBatch> batches,
                    std::span<SpherePose> out) {
    const RodsDef& def = set.def();
    for (const RodSet::Rod& rod : set.rods()) {
        const RodState& state = batches[rod.batch].state;
        Quaterniond before = Quaterniond::Identity();
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            // The last point has no segment of its own.
            const Quaterniond after =
                i + 1 < rod.points ? turn_since(set.rest_frames()[j], lane_of(state.q[i], rod.lane))
                                   : before;
            out[j] = SpherePose(lane_of(state.c[i], rod.lane) - def.points[j],
                                state.s[i][rod.lane] - 1.0, i == 0 ? after : mean(before, after));
            before = after;
        }
    }
}

}  // namespace sinew::viper
