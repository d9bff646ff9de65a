#include "math/nearest_rotation.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "math/rotation.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

Eigen::Matrix3d random_matrix(test::Random& random) {
    Eigen::Matrix3d A;
    for (int i = 0; i < 3; ++i)
        A.col(i) = random.vector3(1.0);
    return A;
}

TEST(NearestRotation, IsThePolarFactor) {
    test::Random random(7);
    for (int i = 0; i < 200; ++i) {
        Eigen::Matrix3d A = random_matrix(random);
        if (A.determinant() < 0.1) continue;
        const Eigen::JacobiSVD<Eigen::Matrix3d> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
        const Eigen::Matrix3d expected = svd.matrixU() * svd.matrixV().transpose();
        const Eigen::Quaterniond start =
            exp_quaternion(random.vector3(0.5)) * Eigen::Quaterniond(expected);
        const Eigen::Matrix3d R = nearest_rotation(A, start).toRotationMatrix();
        EXPECT_LT((R - expected).norm(), 1e-9) << A;
    }
}

TEST(NearestRotation, StaysWhereTheMatrixSaysNothing) {
    const Eigen::Quaterniond start = exp_quaternion({0.3, -0.2, 0.5});
    EXPECT_EQ(nearest_rotation(Eigen::Matrix3d::Zero(), start).coeffs(), start.coeffs());
    // A line only: the turn about it is the start's.
    const Eigen::Vector3d axis = start * Eigen::Vector3d::UnitX();
    const Eigen::Matrix3d line = axis * Eigen::Vector3d::UnitX().transpose();
    EXPECT_LT(angular_distance(nearest_rotation(line, start), start), 1e-7);
}

TEST(NearestRotation, KeepsTheBranchOfTheStart) {
    Eigen::Quaterniond start = exp_quaternion({0.1, 0.0, 0.0});
    start.coeffs() = -start.coeffs();
    const Eigen::Quaterniond q = nearest_rotation(Eigen::Matrix3d::Identity(), start);
    EXPECT_LT(q.w(), 0.0);
}

TEST(NearestRotation, FindsHalfTurns) {
    for (const Eigen::Vector3d& axis :
         {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(0.6, 0.0, 0.8)}) {
        const Eigen::Matrix3d half = Eigen::AngleAxisd(M_PI, axis).toRotationMatrix();
        const Eigen::Matrix3d A = half * Eigen::Vector3d(1.0, 2.0, 0.5).asDiagonal();
        EXPECT_LT((nearest_rotation(A).toRotationMatrix() - half).norm(), 1e-9);
    }
}

TEST(NearestRotation, IsTheBestForMirroredAndSingularMatrices) {
    test::Random random(8);
    for (int i = 0; i < 300; ++i) {
        Eigen::Matrix3d A = random_matrix(random);
        if (i % 2 == 0) A.col(0) = -A.col(0);
        if (i % 3 == 0) A.col(1) = A.col(2);
        if (i % 15 == 0) A.col(0) = 2.0 * A.col(2);  // a line
        const Eigen::Quaterniond q = nearest_rotation(A, random.rotation());
        EXPECT_NEAR(q.norm(), 1.0, 1e-12);
        // The largest tr(Rᵀ A) over all rotations: the smallest singular value counts against where A is mirrored.
        const Eigen::Vector3d values = A.jacobiSvd().singularValues();
        const double best = values[0] + values[1] + std::copysign(values[2], A.determinant());
        EXPECT_NEAR(q.toRotationMatrix().cwiseProduct(A).sum(), best, 1e-6 * values[0])
            << i << ": " << A;
    }
}

}  // namespace
}  // namespace sinew
