#include "solids/curved_tet.hpp"

#include <gtest/gtest.h>

#include "tet_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr FaceWeights INSIDE{};
constexpr FaceWeights ALONE{1.0, 1.0, 1.0, 1.0};
constexpr int EDGES[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

const TetCorners REST{Vector3d(0.1, 0, 0), Vector3d(1, 0.2, 0), Vector3d(0.2, 1, 0.1),
                      Vector3d(0, 0.1, 0.9)};

struct NodeTurns {
    Mat3p in_lanes;
    Matrix3d of_node[4];

    explicit NodeTurns(test::Random& random, double size) {
        const Quaterniond whole = random.rotation();
        for (int a = 0; a < 4; ++a) {
            of_node[a] = (exp_quaternion(random.vector3(size)) * whole).toRotationMatrix();
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j)
                    in_lanes.m[i][j].set(a, of_node[a](i, j));
            }
        }
    }
};

// The gradient of 4 N_a N_b, by which the middles of the edges move as those of Hermite cubics do.
TEST(CurvedTet, MovesTheMiddlesOfEdgesAsHermiteCubicsDo) {
    test::Random random(1);
    const TetGeometry rest(REST);
    const NodeTurns R(random, 0.8);
    const CurvedTet curved(rest, INSIDE, R.in_lanes);
    for (int p = 0; p < 4; ++p) {
        const auto& N = TET_QUADRATURE.points[p];
        Matrix3d expected = Matrix3d::Zero();
        for (const auto& [a, b] : EDGES) {
            const Vector3d edge = REST[b] - REST[a];
            const Vector3d middle = (R.of_node[a] * edge - R.of_node[b] * edge) / 8.0;
            expected += 4.0 * middle *
                        (N[a] * rest.gradients.col(b) + N[b] * rest.gradients.col(a)).transpose();
        }
        EXPECT_LT((lane(curved.added, p) - expected).norm(), 1e-14);
        Matrix3d sum = Matrix3d::Zero();
        for (const Mat3p& B : curved.B)
            sum += lane(B, p);
        EXPECT_LT((sum - expected).norm(), 1e-14);
    }
}

TEST(CurvedTet, IsStraightWhereAllNodesTurnAlike) {
    test::Random random(2);
    const TetGeometry rest(REST);
    const NodeTurns R(random, 0.0);
    for (const FaceWeights& border : {INSIDE, ALONE, FaceWeights{1.0, 0.0, 0.3, 0.0}}) {
        const CurvedTet curved(rest, border, R.in_lanes);
        for (int p = 0; p < 4; ++p)
            EXPECT_EQ(lane(curved.added, p).norm(), 0.0);
    }
}

/// ∫ of what the rotations add, as a motion of the face opposite to node k, ⊗ normal; three points of a triangle.
Matrix3d through_face(const TetGeometry& rest, const NodeTurns& R, int k) {
    const auto& corners = TET_FACES[k];
    Matrix3d sum = Matrix3d::Zero();
    for (const auto& N : TRIANGLE_QUADRATURE.points) {
        Vector3d X = Vector3d::Zero();
        for (int c = 0; c < 3; ++c)
            X += N[c] * REST[corners[c]];
        Vector3d u = Vector3d::Zero();
        for (int c = 0; c < 3; ++c)
            u += 0.5 * N[c] * (R.of_node[corners[c]] * (X - REST[corners[c]]));
        // Area times normal is −3 V ∇N_k.
        sum -= rest.volume * u * rest.gradients.col(k).transpose();
    }
    return sum;
}

// The mean of F does not see how faces on the border are curved, but sees the others.
TEST(CurvedTet, HasFacesOnTheBorderThatAreStraightInTheMean) {
    test::Random random(3);
    const TetGeometry rest(REST);
    const NodeTurns R(random, 0.8);
    for (int mask = 0; mask < 16; ++mask) {
        FaceWeights border{};
        Matrix3d expected = Matrix3d::Zero();
        for (int k = 0; k < 4; ++k) {
            border[k] = (mask >> k & 1) != 0 ? 1.0 : 0.0;
            if (border[k] == 0.0) expected += through_face(rest, R, k);
        }
        const Matrix3d mean = 0.25 * sum(CurvedTet(rest, border, R.in_lanes).added);
        EXPECT_LT((rest.volume * mean - expected).norm(), 1e-15) << mask;
    }
}

// Cells of a box keep their border straight in the mean, those of a thin sheet their edge only.
TEST(CurvedTet, HoldsTheBorderUnlessItIsFlat) {
    const auto weights = [](double height, const BorderFaces& border) {
        return border_weights(TetGeometry({Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(1, 1, 0),
                                           Vector3d(1, 1, height)}),
                              border);
    };
    EXPECT_EQ(weights(1.0, {true, false, false, true}), (FaceWeights{1.0, 0.0, 0.0, 1.0}));
    const FaceWeights flat = weights(0.1, {true, false, false, true});
    EXPECT_EQ(flat[0], 1.0);
    EXPECT_NEAR(flat[3], 0.0016, 1e-12);  // (2 · 0.1²/0.5)²
}

}  // namespace
}  // namespace sinew::solids
