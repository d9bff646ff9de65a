// All kinematic colliders of a world: planes, pills such as bones, meshes, and for implicit bodies those that are solved before them.
//
// World::step moves them once a step, before anything looks at them; they stay as they are while the step is solved.
#pragma once

#include <memory>
#include <vector>

#include "contact/half_plane.hpp"
#include "contact/mesh_collider.hpp"
#include "contact/pill_collider.hpp"

namespace sinew {

class KinematicSource;

struct Colliders {
    std::vector<HalfPlane> planes;
    std::vector<PillCollider> pills;
    std::vector<std::unique_ptr<MeshCollider>> meshes;
    std::vector<const KinematicSource*> sources;

    /// Takes meshes from where they are at `frame_0` to where they are at `frame_1`. Pills are asked for their place at a frame.
    void move(double frame_0, double frame_1);
};

}  // namespace sinew
