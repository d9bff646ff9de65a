#include "fem/rotation_increment.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "support/finite_differences.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::Matrix3d;
using Eigen::VectorXd;

Vec3<double> lanes(const Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}
Vector3d vector(const Vec3<double>& v) {
    return {v.x, v.y, v.z};
}
Matrix3d matrix(const Mat3<double>& m) {
    Matrix3d out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out(i, j) = m.m[i][j];
    }
    return out;
}
Quaterniond turned(const Vector3d& theta, const Quaterniond& q0) {
    const Quat<double> q =
        RotationIncrement<double>(lanes(theta)).applied_to({q0.w(), {q0.x(), q0.y(), q0.z()}});
    return {q.w, q.v.x, q.v.y, q.v.z};
}

TEST(RotationIncrement, IsTheUpdateOfTheLibrary) {
    test::Random random(11);
    const Quaterniond q0 = random.rotation();
    const Vector3d theta = random.vector3(2.0);
    EXPECT_LT((turned(theta, q0).coeffs() - updated_quaternion(q0, theta, 1.0).coeffs()).norm(),
              1e-15);
}

TEST(RotationIncrement, SpinByUnknownMatchesFiniteDifferences) {
    test::Random random(12);
    const Quaterniond q0 = random.rotation();
    const Vector3d theta = random.vector3(1.5);
    const Quaterniond q = turned(theta, q0);
    const auto spin = [&](const VectorXd& t) -> VectorXd {
        return log_quaternion(turned(t, q0) * q.conjugate());
    };
    EXPECT_TRUE(test::jacobian_matches(
        spin, matrix(RotationIncrement<double>(lanes(theta)).spin_by_unknown()), theta));
}

// Ψ(R) = A : R has torque ax(R Aᵀ)… here by hand: δΨ = A : ([φ]× R) = (A Rᵀ) : [φ]×.
TEST(RotationIncrement, DerivativesOfALinearFunctionOfRMatchFiniteDifferences) {
    test::Random random(13);
    const Quaterniond q0 = random.rotation();
    Matrix3d A;
    A << random.vector3(), random.vector3(), random.vector3();
    const auto value = [&](const VectorXd& t) {
        return A.cwiseProduct(turned(t, q0).toRotationMatrix()).sum();
    };
    const auto torque = [&](const Matrix3d& R) {
        const Matrix3d B = A * R.transpose();
        return Vector3d(B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1));
    };
    const auto gradient = [&](const VectorXd& t) -> VectorXd {
        const RotationIncrement<double> turn(lanes(t));
        return vector(turn.gradient(lanes(torque(turned(t, q0).toRotationMatrix()))));
    };
    const Vector3d theta = random.vector3(1.5);
    EXPECT_TRUE(test::gradient_matches(value, gradient(theta), theta));

    // A : exp([φ]×) R to second order: A : ½[φ]×² R = ½ (φᵀ B φ − tr(B) |φ|²) with B = A Rᵀ.
    const Matrix3d B = A * turned(theta, q0).toRotationMatrix().transpose();
    const Matrix3d M = 0.5 * (B + B.transpose()) - B.trace() * Matrix3d::Identity();
    Mat3<double> spin_hessian;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            spin_hessian.m[i][j] = M(i, j);
    }
    const RotationIncrement<double> turn(lanes(theta));
    EXPECT_TRUE(test::jacobian_matches(
        gradient, matrix(turn.hessian(spin_hessian, lanes(gradient(theta)))), theta));
}

}  // namespace
}  // namespace sinew
