#include "viper/attachments/rod_glides.hpp"

#include <algorithm>
#include <cmath>

#include "viper/rods/point_ref.hpp"

namespace sinew::viper {

void update_glides(RodBatch& batch, const RodState& x, bool first) {
    for (PointGlide& glide : batch.glides) {
        if (glide.held) continue;
        const double gap = glide.normal.dot(lane_of(x.c[glide.point], glide.lane)) - glide.offset;
        const double pull = first ? 0.0 : glide.weight * gap;
        for (int i = 0; i < 2; ++i)
            glide.bent_back[i] = std::max(pull * glide.curvature[i], 0.0);
    }
}

void add_glides(const RodBatch& batch, const RodState& x, RodExpansion& out) {
    for (const PointGlide& glide : batch.glides) {
        const int lane = glide.lane;
        const Eigen::Vector3d c = lane_of(x.c[glide.point], lane);
        const double force = glide.weight * (glide.normal.dot(c) - glide.offset);
        Eigen::Vector3d gradient = force * glide.normal;
        Eigen::Matrix3d hessian = glide.weight * glide.normal * glide.normal.transpose();
        double twice_energy = force * force / glide.weight;
        for (int i = 0; i < 2; ++i) {
            const Eigen::Vector3d& t = glide.direction[i];
            const double along = t.dot(c - glide.foot);
            gradient += glide.bent_back[i] * along * t;
            hessian += glide.bent_back[i] * t * t.transpose();
            twice_energy += glide.bent_back[i] * along * along;
        }
        const auto add_to = [lane](Pack& sum, double value) { sum.set(lane, sum[lane] + value); };
        add_to(out.value, 0.5 * twice_energy);
        out.force.set(lane, std::max(out.force[lane], std::abs(force)));
        Pack* g = out.gradient.data() + static_cast<std::size_t>(glide.point) * ROD_UNKNOWNS;
        for (int a = 0; a < 3; ++a) {
            add_to(g[a], gradient[a]);
            for (int b = 0; b <= a; ++b)
                add_to(out.hessian.at(glide.point, a, 0, b), hessian(a, b));
        }
    }
}

}  // namespace sinew::viper
