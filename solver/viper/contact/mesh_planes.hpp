// Which mesh colliders the rods of a batch are near in a step.
//
// Each point gets the tangent plane of the mesh that it is deepest in, where it is predicted to be; it is held during the step
// (rod_planes.hpp). Segments that may come near a mesh between their points are listed for mesh_touches.hpp.
#pragma once

#include "viper/contact/mesh_touches.hpp"
#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

/// Sets batch.point_plane and batch.near_meshes; after the motion of the step was predicted and the meshes were moved.
void find_tangent_planes(RodBatch& batch, MeshColliders meshes);

}  // namespace sinew::viper
