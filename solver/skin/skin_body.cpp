#include "skin/skin_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/parallel.hpp"
#include "body/live_input.hpp"

namespace sinew::skin {

namespace {

constexpr std::size_t BASE_GRAIN = 2048;

PillChains pills_of(const SkinBone& bone) {
    return {bone.points, bone.radii, {static_cast<int>(bone.points.size())}};
}

}  // namespace

SkinBody::SkinBody(const SkinDef& def, std::vector<const PillSource*> drivers,
                   std::vector<const Mover*> movers, const Log& log)
    : Body(def.name),
      m_bones(def.bones),
      m_mask(def.mask),
      m_drivers(std::move(drivers)),
      m_movers(std::move(movers)),
      m_positions(3 * def.mesh.vertices.size()) {
    if (!m_mask.empty()) {
        m_rest = def.mesh.vertices;
        m_base = def.base;
    }
    if (!def.offsets.empty()) {
        m_offsets = def.offsets;
        m_offsets_now.assign(m_positions.size(), 0.0);
    }
    PillChains pills;
    for (const PillSource* driver : m_drivers) {
        const std::size_t before = pills.centres.size();
        pills.append(driver->pills());
        m_driver_spheres.push_back(pills.centres.size() - before);
    }
    for (const SkinBone& bone : def.bones) {
        pills.append(pills_of(bone));
    }
    m_binding = SkinBinding(def.mesh, pills, def.settings);
    m_poses.resize(pills.centres.size());
    if (const LooseVertices& loose = m_binding.loose(); loose.count > 0) {
        log(LogLevel::Warning,
            fmt::format(
                "{}: {} of {} vertices, the first is {}, are farther from all muscles and bones "
                "than {} radii and follow the nearest; add bones there, or make reach larger",
                name(), loose.count, m_binding.size(), loose.first, def.settings.reach));
    }
}

void SkinBody::output_positions(std::span<double> out) const {
    std::copy(m_positions.begin(), m_positions.end(), out.begin());
}

void SkinBody::pose_bones(double frame, std::span<SpherePose> out) const {
    std::size_t sphere = 0;
    for (std::size_t i = 0; i < m_bones.size(); ++i) {
        const Eigen::Affine3d transform = m_movers[i]->at(frame);
        const Similarity similarity = similarity_of(transform);
        for (const Eigen::Vector3d& point : m_bones[i].points) {
            out[sphere++] =
                SpherePose(transform * point - point, similarity.scale - 1.0, similarity.turn);
        }
    }
}

void SkinBody::follow(double frame) {
    std::span<SpherePose> left(m_poses);
    for (std::size_t i = 0; i < m_drivers.size(); ++i) {
        m_drivers[i]->pill_poses(left.first(m_driver_spheres[i]));
        left = left.subspan(m_driver_spheres[i]);
    }
    pose_bones(frame, left);
    take_offsets(frame);
    m_binding.deform(m_poses, m_offsets_now, m_positions);
    if (!m_mask.empty()) blend_with_base(frame);
}

void SkinBody::take_offsets(double frame) {
    if (m_offsets.empty()) return;
    const AnimatedArray::Span at = m_offsets.values.locate(frame);
    for (std::size_t i = 0; i < m_offsets.vertices.size(); ++i) {
        const std::size_t vertex = static_cast<std::size_t>(m_offsets.vertices[i]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            m_offsets_now[3 * vertex + axis] = m_offsets.values.blended(at, 3 * i + axis);
    }
}

void SkinBody::blend_with_base(double frame) {
    const AnimatedArray::Span at = m_base.empty() ? AnimatedArray::Span{} : m_base.locate(frame);
    const auto base_of = [&](std::size_t i) {
        if (m_base.empty()) return m_rest[i / 3][static_cast<int>(i % 3)];
        return m_base.blended(at, i);
    };
    parallel_for(m_mask.size(), BASE_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t v = begin; v < end; ++v) {
            const double mask = m_mask[v];
            if (mask == 1.0) continue;  // exactly what the pills say
            for (std::size_t i = 3 * v; i < 3 * v + 3; ++i) {
                const double base = base_of(i);
                m_positions[i] = base + mask * (m_positions[i] - base);
            }
        }
    });
}

void SkinBody::list_inputs(LiveInputs& inputs) {
    inputs.add("base", m_base);
    inputs.add("offsets.values", m_offsets.values);
}

}  // namespace sinew::skin
