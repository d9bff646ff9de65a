#include "solids/micropolar_stretch.hpp"

#include <gtest/gtest.h>

#include "support/finite_differences.hpp"
#include "tet_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::eigen;
using test::mat3;

double energy(const StretchModuli& moduli, const Matrix3d& F, const Matrix3d& R) {
    return MicropolarStretch<double>(moduli, mat3(F), mat3(R)).value();
}

// [micropolar eq. 11] with Ē = Rᵀ F − I, as it is written.
TEST(MicropolarStretch, IsEquationEleven) {
    test::Random random(1);
    const Matrix3d F = Matrix3d::Identity() + test::random_matrix(random, 0.8);
    const Matrix3d R = random.rotation().toRotationMatrix();
    const Matrix3d E = R.transpose() * F - Matrix3d::Identity();
    const Matrix3d sym = 0.5 * (E + E.transpose());
    const Matrix3d skew = 0.5 * (E - E.transpose());
    EXPECT_NEAR(energy({1, 0, 0}, F, R), sym.squaredNorm(), 1e-13);
    EXPECT_NEAR(energy({0, 1, 0}, F, R), skew.squaredNorm(), 1e-13);
    EXPECT_NEAR(energy({0, 0, 1}, F, R), 0.5 * E.trace() * E.trace(), 1e-13);
}

// By hand: F = diag(1.1, 1, 1), R = I: µ·0.01 + λ/2·0.01. A quarter turn of R about z alone: Ē = Rᵀ − I has
// symmetric part diag(−1, −1, 0) and skew part with two entries of size 1: 2µ + 2µ_c + λ/2·4.
TEST(MicropolarStretch, HasKnownValues) {
    const Matrix3d F = Vector3d(1.1, 1.0, 1.0).asDiagonal();
    EXPECT_NEAR(energy({3, 5, 7}, F, Matrix3d::Identity()), 3 * 0.01 + 3.5 * 0.01, 1e-15);
    Matrix3d quarter;
    quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    EXPECT_NEAR(energy({3, 5, 7}, Matrix3d::Identity(), quarter), 6 + 10 + 14, 1e-14);
}

TEST(MicropolarStretch, StressMatchesFiniteDifferences) {
    test::Random random(2);
    const Matrix3d R = random.rotation().toRotationMatrix();
    const Matrix3d F = Matrix3d::Identity() + test::random_matrix(random, 0.5);
    const StretchModuli moduli{1.3, 0.4, 2.1};
    const MicropolarStretch<double> stretch(moduli, mat3(F), mat3(R));
    const Matrix3d P = eigen(stretch.stress()) * R;  // ∂Ψ/∂F = τ R
    const auto value = [&](const VectorXd& f) {
        return energy(moduli, Eigen::Map<const Matrix3d>(f.data()), R);
    };
    EXPECT_TRUE(test::gradient_matches(value, Eigen::Map<const VectorXd>(P.data(), 9),
                                       Eigen::Map<const VectorXd>(F.data(), 9)));
}

TEST(MicropolarStretch, SpinDerivativesMatchFiniteDifferences) {
    test::Random random(3);
    const Quaterniond q = random.rotation();
    const Matrix3d F = Matrix3d::Identity() + test::random_matrix(random, 0.5);
    const Vector3d G = random.vector3();
    for (const StretchModuli moduli :
         {StretchModuli{1, 0, 0}, StretchModuli{0, 1, 0}, StretchModuli{0, 0, 1}}) {
        const auto rotation = [&](const VectorXd& phi) {
            return (exp_quaternion(phi) * q).toRotationMatrix();
        };
        const MicropolarStretch<double> stretch(moduli, mat3(F), mat3(q.toRotationMatrix()));
        const Mat3<double> M = stretch.torque_matrix(stretch.stress());
        const Vec3<double> m = axial(M);
        const VectorXd zero = VectorXd::Zero(3);
        const auto value = [&](const VectorXd& phi) { return energy(moduli, F, rotation(phi)); };
        EXPECT_TRUE(test::gradient_matches(value, Vector3d(m.x, m.y, m.z), zero));

        const auto force = [&](const VectorXd& phi) -> VectorXd {
            const Matrix3d R = rotation(phi);
            return eigen(MicropolarStretch<double>(moduli, mat3(F), mat3(R)).stress()) * R * G;
        };
        const Vector3d r = q * G;
        EXPECT_TRUE(test::jacobian_matches(
            force, eigen(stretch.force_by_spin({r.x(), r.y(), r.z()})), zero));

        // Second differences along spins.
        const Matrix3d H = eigen(stretch.spin_hessian(M));
        for (int i = 0; i < 10; ++i) {
            const Vector3d phi = random.vector3();
            constexpr double STEP = 1e-4;
            const double second =
                (value(STEP * phi) - 2.0 * value(zero) + value(-STEP * phi)) / (STEP * STEP);
            EXPECT_NEAR(phi.dot(H * phi), second, 1e-6);
        }
    }
}

}  // namespace
}  // namespace sinew::solids
