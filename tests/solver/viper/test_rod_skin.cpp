#include "viper/rod_skin.hpp"

#include <gtest/gtest.h>

#include "solver/viper/rod_fixture.hpp"

namespace sinew::viper {
namespace {

using test::Random;

/// Points around a random rod.
struct Skinned {
    Skinned() : random(61), def(test::random_rod(8, random)), set(def) {
        for (int i = 0; i < 200; ++i) {
            const Eigen::Vector3d& c = def.points[random.index(def.points.size())];
            // Stored as floats in Blender.
            vertices.push_back((c + random.vector3(0.05)).cast<float>().cast<double>());
        }
    }
    std::vector<double> deform(const RodSetState& state) {
        std::vector<double> out(3 * vertices.size());
        RodSkin(vertices, set).deform(state, out);
        return out;
    }
    Random random;
    RodsDef def;
    RodSet set;
    std::vector<Eigen::Vector3d> vertices;
};

TEST(RodSkin, RestInRestOut) {
    Skinned skinned;
    const std::vector<double> out = skinned.deform(skinned.set.initial_state());
    for (std::size_t i = 0; i < skinned.vertices.size(); ++i) {
        for (int a = 0; a < 3; ++a) {
            EXPECT_EQ(static_cast<float>(out[3 * i + a]),
                      static_cast<float>(skinned.vertices[i][a]));
        }
    }
}

TEST(RodSkin, FollowsRigidMotionAndScale) {
    Skinned skinned;
    const Eigen::Quaterniond turn = skinned.random.rotation();
    const Eigen::Vector3d shift = skinned.random.vector3(2.0);
    RodSetState state = skinned.set.initial_state();
    for (std::size_t j = 0; j < state.c.size(); ++j) {
        // Twice as large about the origin, then turned and shifted.
        state.c[j] = turn * (2.0 * state.c[j]) + shift;
        state.q[j] = turn * state.q[j];
        state.s[j] = 2.0;
    }
    const std::vector<double> out = skinned.deform(state);
    for (std::size_t i = 0; i < skinned.vertices.size(); ++i) {
        const Eigen::Vector3d expected = turn * (2.0 * skinned.vertices[i]) + shift;
        EXPECT_NEAR((Eigen::Map<const Eigen::Vector3d>(out.data() + 3 * i) - expected).norm(), 0.0,
                    1e-13);
    }
}

}  // namespace
}  // namespace sinew::viper
