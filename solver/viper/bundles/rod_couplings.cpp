#include "viper/bundles/rod_couplings.hpp"

#include <algorithm>
#include <cmath>

namespace sinew::viper {

std::vector<Section> make_rod_sections(const RodSet& set, std::span<const RodBatch> batches) {
    const RodsDef& def = set.def();
    std::vector<Section> sections;
    for (const std::vector<int>& points : def.bundling.sections) {
        std::vector<SectionMember> members;
        double volume = 0.0;
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (const int j : points) {
            SectionMember member;
            member.at = set.ref(j);
            member.frame = set.ref(set.frame_point(j));
            member.rest_offset = def.points[j];
            member.rest_frame = set.rest_frames()[set.frame_point(j)];
            const double r = def.radii[j];
            member.disc = 0.25 * r * r;
            const RodPoint& point = batches[member.at.batch].point[member.at.point];
            member.weight = M_PI * r * r * point.dual_length[member.at.lane];
            volume += member.weight;
            centre += member.weight * member.rest_offset;
            members.push_back(std::move(member));
        }
        centre /= volume;
        double gyration = 0.0;
        for (const SectionMember& member : members) {
            gyration +=
                member.weight * ((member.rest_offset - centre).squaredNorm() + 2.0 * member.disc);
        }
        gyration /= volume;
        for (SectionMember& member : members)
            member.weight *= def.bundling.stiffness / gyration;
        sections.emplace_back(std::move(members), def.bundling.matching);
    }
    return sections;
}

void append_rod_pills(const RodSet& set, int body, std::vector<DynamicPill>& pills) {
    const RodsDef& def = set.def();
    const RodCollision& collision = def.collision;
    if (!collision.enabled) return;
    for (std::size_t i = 0; i < set.rods().size(); ++i) {
        const RodSet::Rod& rod = set.rods()[i];
        for (int j = rod.first; j + 1 < rod.first + rod.points; ++j) {
            pills.push_back(
                {.first = set.ref(j),
                 .rest_radius_0 = def.radii[j],
                 .rest_radius_1 = def.radii[j + 1],
                 .group = collision.group_of(i, body),
                 .friction = collision.friction,
                 .stiffness = std::max(def.params.volume_stiffness, def.params.stretch_stiffness) *
                              0.5 * (def.radii[j] + def.radii[j + 1])});
        }
    }
}

}  // namespace sinew::viper
