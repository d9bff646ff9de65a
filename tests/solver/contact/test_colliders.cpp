#include "contact/colliders.hpp"

#include <gtest/gtest.h>

#include "support/shapes.hpp"

namespace sinew {
namespace {

/// A cube of 2 m that goes up by 1 m a frame.
Colliders rising_cube(const Mover& mover) {
    MeshColliderDef cube;
    cube.name = "Cube";
    cube.mesh = test::box_mesh({-1.0, -1.0, -1.0}, {2.0, 2.0, 2.0});
    cube.mover = mover.name();
    Colliders colliders;
    colliders.meshes.push_back(std::make_unique<MeshCollider>(cube, &mover));
    return colliders;
}

Mover rising() {
    MoverDef def;
    def.name = "Lift";
    def.transforms.width = 12;
    for (const double frame : {0.0, 10.0}) {
        def.transforms.frames.push_back(frame);
        def.transforms.values.insert(def.transforms.values.end(),
                                     {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, frame});
    }
    return Mover(def);
}

TEST(Colliders, StandAtTheEndOfTheStepAndRememberItsStart) {
    const Mover mover = rising();
    Colliders colliders = rising_cube(mover);
    colliders.move(2.0, 3.0);
    const Eigen::Vector3d above(0.0, 0.0, 4.5);
    EXPECT_NEAR(colliders.meshes[0]->sample(above).distance, 0.5, 0.05);
    EXPECT_NEAR(colliders.meshes[0]->sample_at_start(above).distance, 1.5, 0.05);
    EXPECT_NEAR(colliders.meshes[0]->sample(above).drift.z(), 1.0, 1e-9);
}

TEST(Colliders, MoveToAFrameWithoutMotion) {
    const Mover mover = rising();
    Colliders colliders = rising_cube(mover);
    colliders.move(2.0, 3.0);
    colliders.move(5.0, 5.0);
    const Eigen::Vector3d above(0.0, 0.0, 6.5);
    EXPECT_NEAR(colliders.meshes[0]->sample(above).distance, 0.5, 0.05);
    EXPECT_NEAR(colliders.meshes[0]->sample(above).drift.norm(), 0.0, 1e-12);
}

}  // namespace
}  // namespace sinew
