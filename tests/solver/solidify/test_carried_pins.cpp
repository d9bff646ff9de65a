#include "solidify/carried_pins.hpp"

#include <gmock/gmock.h>

#include "math/rotation.hpp"
#include "mesh/box_tets.hpp"
#include "support/shapes.hpp"

namespace sinew::solidify {
namespace {

using Eigen::Vector3d;
using solids::SolidPins;

/// A tube along z, from −0.5 to 0.5 m, around a coarse bar of tetrahedra.
struct TubeAroundBar {
    TriangleMesh surface = test::tube_mesh(41, 24, [](double t) {
        return test::TubeSection{{0, 0, t - 0.5}, {0.2, 0, 0}, {0, 0.2, 0}};
    });
    TetMesh tets = box_tets({-0.14, -0.14, -0.5}, {0.28, 0.28, 1}, {3, 3, 10});
    NodeTransfer transfer{surface, tets};
    PinCarrier carrier{surface, tets, transfer};

    /// All vertices above this height.
    SolidPins above(double z) const {
        SolidPins pins;
        for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
            if (surface.vertices[v].z() > z) pins.vertices.push_back(static_cast<int>(v));
        }
        return pins;
    }
    /// Where these vertices are after a motion.
    AnimatedArray moved(const SolidPins& pins, const Eigen::Isometry3d& motion) const {
        AnimatedArray positions{3 * pins.vertices.size(), {1.0, 2.0}, {}};
        for (const auto& at : {Eigen::Isometry3d::Identity(), motion}) {
            for (const int vertex : pins.vertices) {
                const Vector3d x = at * surface.vertices[vertex];
                positions.values.insert(positions.values.end(), x.begin(), x.end());
            }
        }
        return positions;
    }
};

TEST(PinCarrier, HoldsTheBorderNearWhatWasPainted) {
    const TubeAroundBar bar;
    const SolidPins held = bar.carrier.carried(bar.above(0.21));
    ASSERT_FALSE(held.vertices.empty());
    const std::vector<bool> border = border_vertices(bar.tets);
    std::size_t expected = 0;
    for (std::size_t n = 0; n < bar.tets.vertices.size(); ++n)
        expected += border[n] && bar.tets.vertices[n].z() > 0.25 ? 1 : 0;
    EXPECT_GE(held.vertices.size(), expected);
    for (std::size_t i = 0; i < held.vertices.size(); ++i) {
        EXPECT_TRUE(border[held.vertices[i]]);
        EXPECT_GT(bar.tets.vertices[held.vertices[i]].z(), 0.19);
        EXPECT_GT(held.weights[i], 0.0);
        EXPECT_LE(held.weights[i], 1.0);
    }
}

TEST(PinCarrier, FadesWithThePaint) {
    const TubeAroundBar bar;
    SolidPins pins = bar.above(-1.0);
    for (const int vertex : pins.vertices)
        pins.weights.push_back(std::clamp(bar.surface.vertices[vertex].z() + 0.5, 0.0, 1.0));
    const SolidPins held = bar.carrier.carried(pins);
    for (std::size_t i = 0; i < held.vertices.size(); ++i) {
        const Vector3d& x = bar.tets.vertices[held.vertices[i]];
        if (std::abs(x.z()) < 0.3) {
            EXPECT_NEAR(held.weights[i], x.z() + 0.5, 0.03);
        }
    }
}

TEST(PinCarrier, ASingleVertexHoldsItsNearestNode) {
    const TubeAroundBar bar;
    SolidPins pins;
    pins.vertices = {24 * 20};
    pins.weights = {0.7};
    const SolidPins held = bar.carrier.carried(pins);
    EXPECT_GE(held.vertices.size(), 1U);
    EXPECT_LE(held.vertices.size(), 4U);
    pins.weights = {0.0};
    EXPECT_TRUE(bar.carrier.carried(pins).vertices.empty());
}

TEST(PinCarrier, RigidMotionCarriesNodesExactly) {
    const TubeAroundBar bar;
    SolidPins pins = bar.above(0.2);
    pins.rotation = true;
    Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
    motion.rotate(Eigen::AngleAxisd(2.5, Vector3d(1, 2, 3).normalized()));
    motion.pretranslate(Vector3d(1, -2, 3));
    pins.positions = bar.moved(pins, motion);
    const SolidPins held = bar.carrier.carried(pins);
    ASSERT_EQ(held.positions.width, 3 * held.vertices.size());
    ASSERT_EQ(held.rotations.width, 4 * held.vertices.size());
    const Eigen::Quaterniond turn(motion.rotation());
    const std::vector<double> start = held.positions.read_key(0);
    const std::vector<double> end = held.positions.read_key(1);
    const std::vector<double> turned = held.rotations.read_key(1);
    for (std::size_t i = 0; i < held.vertices.size(); ++i) {
        const Vector3d& rest = bar.tets.vertices[held.vertices[i]];
        const Eigen::Map<const Vector3d> first(start.data() + 3 * i);
        const Eigen::Map<const Vector3d> second(end.data() + 3 * i);
        EXPECT_LT((first - rest).norm(), 1e-12);
        EXPECT_LT((second - motion * rest).norm(), 1e-10);
        const double* const q = turned.data() + 4 * i;
        EXPECT_LT(Eigen::Quaterniond(q[0], q[1], q[2], q[3]).angularDistance(turn), 1e-7);
    }
}

TEST(PinCarrier, VerticesWithoutAWholeTriangleCarryByTheirDisplacement) {
    const TubeAroundBar bar;
    SolidPins pins;
    pins.vertices = {24 * 20};
    Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
    motion.pretranslate(Vector3d(0, 0, 2));
    pins.positions = bar.moved(pins, motion);
    const SolidPins held = bar.carrier.carried(pins);
    const std::vector<double> end = held.positions.read_key(1);
    for (std::size_t i = 0; i < held.vertices.size(); ++i) {
        const Vector3d& rest = bar.tets.vertices[held.vertices[i]];
        const Eigen::Map<const Vector3d> second(end.data() + 3 * i);
        EXPECT_LT((second - rest - Vector3d(0, 0, 2)).norm(), 1e-12);
    }
}

TEST(PinCarrier, QuaternionsOfEitherSignCarryTheSameTurn) {
    const TubeAroundBar bar;
    SolidPins pins = bar.above(0.2);
    pins.rotation = true;
    const Eigen::Quaterniond turn = exp_quaternion({0.3, -0.2, 0.1});
    std::vector<double> values;
    for (std::size_t i = 0; i < pins.vertices.size(); ++i) {
        for (const double number : to_wxyz(turn))
            values.push_back(i % 2 == 0 ? number : -number);
    }
    pins.rotations = AnimatedArray::constant(values);
    const SolidPins held = bar.carrier.carried(pins);
    ASSERT_EQ(held.rotations.width, 4 * held.vertices.size());
    for (std::size_t i = 0; i < held.vertices.size(); ++i)
        EXPECT_LT(angular_distance(held.rotations.at(0.0, i, held.vertices.size()), turn), 1e-7);
}

TEST(PinCarrier, KeepsTheRest) {
    const TubeAroundBar bar;
    SolidPins pins = bar.above(0.2);
    pins.axes = {true, false, true};
    pins.mover = "bone";
    pins.release_frame = 7;
    pins.angular_velocities =
        AnimatedArray::constant(std::vector<double>(3 * pins.vertices.size(), 2.0));
    const SolidPins held = bar.carrier.carried(pins);
    EXPECT_EQ(held.axes, pins.axes);
    EXPECT_EQ(held.mover, "bone");
    EXPECT_EQ(held.release_frame, 7.0);
    EXPECT_THAT(held.angular_velocities.values, testing::Each(testing::DoubleNear(2.0, 1e-13)));
    EXPECT_TRUE(held.positions.empty());
}

}  // namespace
}  // namespace sinew::solidify
