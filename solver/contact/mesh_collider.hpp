// A kinematic mesh that bodies collide with, through a distance field.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "body/animated_array.hpp"
#include "body/mover.hpp"
#include "contact/contact_filter.hpp"
#include "mesh/triangle_mesh.hpp"
#include "volume/distance_field.hpp"
#include "volume/surface_motion.hpp"

namespace sinew {

class LiveInputs;

struct MeshColliderDef {
    std::string name;
    TriangleMesh mesh;        ///< at rest [m]
    std::string mover;        ///< that carries it; empty: it stands still or deforms
    AnimatedArray vertices;   ///< 3 per vertex [m], instead of a mover; empty: as in the mesh
    double friction = 0.3;    ///< Coulomb [1]
    double voxel_size = 0.0;  ///< of the distance field [m]; 0: chosen
    ContactFilter contact_filter{};  ///< which solids, shells and rigid bodies it meets

    /// Appends every problem, not just the first.
    void collect_problems(std::vector<Problem>& problems) const;
};

/// Where the surface is at the end of a step, as seen from a point.
struct SurfaceSample {
    double distance = 0.0;  ///< negative inside [m]
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    Eigen::Vector3d drift =
        Eigen::Vector3d::Zero();  ///< how far the surface there moves in the step [m]
};

class MeshCollider {
public:
    /// The definition must be valid. `mover` must outlive the collider; null: none.
    MeshCollider(MeshColliderDef def, const Mover* mover);

    const MeshColliderDef& def() const { return m_def; }
    /// As Body::list_inputs.
    void list_inputs(LiveInputs& inputs);
    /// Where its vertices are [m].
    void vertices_at(double frame, std::span<Eigen::Vector3d> out) const;
    /// To where it is at the end of the step. A mesh that deforms gets a new field.
    void begin_step(double frame_0, double frame_1);
    /// Of a point at the end of the step. From any thread.
    SurfaceSample sample(const Eigen::Vector3d& point) const;
    /// The same without the drift, which costs more than the rest where the mesh deforms.
    SurfaceSample sample_shape(const Eigen::Vector3d& point) const {
        return sample(point, m_end_inverse);
    }
    /// The same for a point at its start; without the drift.
    SurfaceSample sample_at_start(const Eigen::Vector3d& point) const;

private:
    SurfaceSample sample(const Eigen::Vector3d& point, const Eigen::Affine3d& to_rest) const;
    TriangleMesh mesh_at(double frame) const;
    /// How far the surface nearest to a point moves in the step.
    Eigen::Vector3d drift_below(const Eigen::Vector3d& point, const SurfaceSample& sample) const;

    MeshColliderDef m_def;
    const Mover* m_mover;
    std::optional<volume::DistanceField> m_field;
    std::optional<volume::SurfaceMotion> m_motion;  ///< of a deforming mesh
    double m_start_frame = 0.0;  ///< of the step that field and motion of a deforming mesh are for
    double m_field_frame = 0.0;  ///< its end
    Eigen::Affine3d m_start = Eigen::Affine3d::Identity();
    Eigen::Affine3d m_end = Eigen::Affine3d::Identity();
    Eigen::Affine3d m_start_inverse = Eigen::Affine3d::Identity();
    Eigen::Affine3d m_end_inverse = Eigen::Affine3d::Identity();
};

}  // namespace sinew
