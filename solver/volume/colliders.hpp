// All that bodies of a world collide with and that moves as it is told.
#pragma once

#include <memory>
#include <vector>

#include "body/half_plane.hpp"
#include "body/pill_collider.hpp"
#include "volume/mesh_collider.hpp"

namespace sinew {

struct Colliders {
    std::vector<HalfPlane> planes;
    std::vector<PillCollider> pills;
    std::vector<std::unique_ptr<volume::MeshCollider>> meshes;
};

}  // namespace sinew
