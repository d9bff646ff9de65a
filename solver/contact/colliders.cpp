#include "contact/colliders.hpp"

namespace sinew {

void Colliders::move(double frame_0, double frame_1) {
    for (const std::unique_ptr<MeshCollider>& mesh : meshes)
        mesh->begin_step(frame_0, frame_1);
}

}  // namespace sinew
