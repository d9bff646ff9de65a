#include "contact/mesh_collider.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "body/def_checker.hpp"
#include "body/live_input.hpp"
#include "volume/face_sides.hpp"
#include "volume/surface_check.hpp"

namespace sinew {

void MeshColliderDef::collect_problems(std::vector<Problem>& problems) const {
    contact_filter.collect_problems(name, problems);
    DefChecker checker(name, problems);
    try {
        volume::require_surface(mesh, name);
    } catch (const Error& error) {
        problems.push_back(error.problem());
    }
    if (!std::isfinite(friction) || friction < 0.0)
        checker.report("friction", fmt::format("{}", friction), "must be 0 or more");
    if (!std::isfinite(voxel_size) || voxel_size < 0.0)
        checker.report("voxel_size", fmt::format("{}", voxel_size),
                       "must be 0 (chosen) or more [m]");
    if (vertices.empty()) return;
    if (!mover.empty())
        checker.report("vertices", "and a mover",
                       "a collider deforms or goes with a mover, not both");
    if (vertices.width != 3 * mesh.vertices.size()) {
        checker.report("vertices", fmt::format("{} numbers", vertices.width),
                       fmt::format("must have {} at each time", 3 * mesh.vertices.size()));
    }
    if (!vertices.all_of([](double value) { return std::isfinite(value); })) {
        checker.report("vertices", "not a finite number",
                       "every coordinate must be a finite number");
    }
}

MeshCollider::MeshCollider(MeshColliderDef def, const Mover* mover)
    : m_def(std::move(def)), m_mover(mover) {
    // Faces that disagree which side is outside would make holes in the distance.
    if (!volume::is_closed(m_def.mesh)) volume::make_sides_agree(m_def.mesh);
    m_field.emplace(m_def.mesh, m_def.voxel_size, m_def.name);
    m_start_frame = m_field_frame = std::numeric_limits<double>::quiet_NaN();
}

void MeshCollider::list_inputs(LiveInputs& inputs) {
    if (m_def.vertices.empty()) return;
    inputs.add("vertices", m_def.vertices.width,
               [this](double frame, std::span<const double> values) {
                   go_to(m_def.vertices, frame, values);
                   // A step that failed may have left the field of a frame that is another one now.
                   m_start_frame = m_field_frame = std::numeric_limits<double>::quiet_NaN();
               });
}

void MeshCollider::begin_step(double frame_0, double frame_1) {
    if (m_mover) {
        m_start = m_mover->at(frame_0);
        m_end = m_mover->at(frame_1);
        m_start_inverse = m_start.inverse();
        m_end_inverse = m_end.inverse();
    }
    if (m_def.vertices.empty()) return;
    if (m_start_frame == frame_0 && m_field_frame == frame_1) return;
    TriangleMesh now = mesh_at(frame_1);
    // The new field first: making it may be cancelled, and there is always a whole one.
    if (m_field_frame != frame_1)
        m_field = volume::DistanceField(now, m_def.voxel_size, m_def.name);
    m_start_frame = m_field_frame = std::numeric_limits<double>::quiet_NaN();
    m_motion.emplace(std::move(now), mesh_at(frame_0).vertices, m_field->voxel_size());
    m_start_frame = frame_0;
    m_field_frame = frame_1;
}

void MeshCollider::vertices_at(double frame, std::span<Eigen::Vector3d> out) const {
    const TriangleMesh mesh = m_def.vertices.empty() ? m_def.mesh : mesh_at(frame);
    const Eigen::Affine3d place = m_mover ? m_mover->at(frame) : Eigen::Affine3d::Identity();
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = m_mover ? place * mesh.vertices[i] : mesh.vertices[i];
}

TriangleMesh MeshCollider::mesh_at(double frame) const {
    TriangleMesh mesh = m_def.mesh;
    std::vector<double> positions(m_def.vertices.width);
    m_def.vertices.sample(frame, positions);
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        mesh.vertices[i] = Eigen::Map<const Eigen::Vector3d>(positions.data() + 3 * i);
    return mesh;
}

SurfaceSample MeshCollider::sample(const Eigen::Vector3d& point,
                                   const Eigen::Affine3d& to_rest) const {
    const volume::DistanceField::Sample rest = m_field->sample(to_rest * point);
    SurfaceSample result;
    // A normal goes with the inverse transpose; its length is how much the distance is stretched.
    const Eigen::Vector3d normal = to_rest.linear().transpose() * rest.gradient;
    const double length = normal.norm();
    if (length > 1e-12) {
        result.normal = normal / length;
        result.distance = rest.distance * rest.gradient.norm() / length;
    } else {
        result.distance = rest.distance;
    }
    return result;
}

Eigen::Vector3d MeshCollider::drift_below(const Eigen::Vector3d& point,
                                          const SurfaceSample& sample) const {
    if (m_mover != nullptr) return point - m_start * (m_end_inverse * point);
    if (m_motion) return m_motion->at(point - sample.distance * sample.normal);
    return Eigen::Vector3d::Zero();
}

SurfaceSample MeshCollider::sample(const Eigen::Vector3d& point) const {
    SurfaceSample result = sample(point, m_end_inverse);
    result.drift = drift_below(point, result);
    return result;
}

SurfaceSample MeshCollider::sample_at_start(const Eigen::Vector3d& point) const {
    SurfaceSample result = sample(point, m_start_inverse);
    if (!m_motion) return result;
    // The field is that of the end: the point goes there with the surface.
    return sample(point + drift_below(point, result), m_end_inverse);
}

}  // namespace sinew
