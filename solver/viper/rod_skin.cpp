#include "viper/rod_skin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "math/rotation.hpp"
#include "viper/segment_grid.hpp"

namespace sinew::viper {

namespace {

constexpr std::size_t GRAIN = 1024;

}  // namespace

RodSkin::RodSkin(std::span<const Eigen::Vector3d> vertices, const RodSet& set)
    : m_bindings(vertices.size()) {
    if (vertices.empty()) return;
    const RodsDef& def = set.def();
    std::vector<SegmentGrid::Segment> segments;
    std::vector<int> rod_of_segment;
    for (std::size_t rod = 0; rod < set.rods().size(); ++rod) {
        const RodSet::Rod& r = set.rods()[rod];
        for (int j = r.first; j + 1 < r.first + r.points; ++j) {
            segments.push_back(
                {def.points[j], def.points[j + 1], def.radii[j], def.radii[j + 1], j});
            rod_of_segment.push_back(static_cast<int>(rod));
        }
    }
    const SegmentGrid grid(segments);
    parallel_for(vertices.size(), GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const SegmentGrid::Nearest nearest = grid.nearest(vertices[i]);
            const RodSet::Rod& rod = set.rods()[rod_of_segment[nearest.segment]];
            Binding& binding = m_bindings[i];
            binding.point = segments[nearest.segment].point;
            binding.t = nearest.t;
            // Frames live at the middles of the segments; blend with the neighbour on this side.
            const int side = nearest.t < 0.5 ? binding.point - 1 : binding.point + 1;
            binding.neighbour = std::clamp(side, rod.first, rod.first + rod.points - 2);
            binding.blend = std::abs(nearest.t - 0.5);
            const Eigen::Vector3d centre =
                def.points[binding.point] +
                binding.t * (def.points[binding.point + 1] - def.points[binding.point]);
            binding.local = frame(binding, set.rest_frames()).conjugate() * (vertices[i] - centre);
        }
    });
}

Eigen::Quaterniond RodSkin::frame(const Binding& binding,
                                  const std::vector<Eigen::Quaterniond>& q) const {
    const Eigen::Quaterniond& own = q[binding.point];
    const Eigen::Quaterniond other = on_branch_of(q[binding.neighbour], own);
    return Eigen::Quaterniond(own.coeffs() + binding.blend * (other.coeffs() - own.coeffs()))
        .normalized();
}

void RodSkin::deform(const RodSetState& state, std::span<double> out) const {
    parallel_for(m_bindings.size(), GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Binding& b = m_bindings[i];
            const Eigen::Vector3d centre =
                state.c[b.point] + b.t * (state.c[b.point + 1] - state.c[b.point]);
            const double s = state.s[b.point] + b.t * (state.s[b.point + 1] - state.s[b.point]);
            Eigen::Map<Eigen::Vector3d>(out.data() + 3 * i) =
                centre + s * (frame(b, state.q) * b.local);
        }
    });
}

}  // namespace sinew::viper
