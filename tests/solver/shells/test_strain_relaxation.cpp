#include "shells/strain_relaxation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "linear_shell.hpp"
#include "math/rotation.hpp"
#include "shell_cases.hpp"
#include "support/dense_algebra.hpp"

namespace sinew::shells {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using test::LinearShell;

/// All shares far from one, and different.
RelaxationShares some_shares() {
    RelaxationShares shares;
    shares.along = 0.04;
    shares.across = 0.3;
    shares.skew = 0.01;
    shares.transverse = 0.09;
    return shares;
}

SurfaceTensor<Pack> random_tensor(test::Random& random) {
    SurfaceTensor<Pack> t;
    for (auto& row : t.X) {
        for (Pack& entry : row) {
            entry = 0.0;
            for (int p = 0; p < TRIANGLE_POINTS; ++p)
                entry.set(p, random.vector3().x());
        }
    }
    return t;
}

struct RelaxationTest : testing::Test {
    test::Random random{1};
    Eigen::Vector2d chords[3] = {{1.0, 0.2}, {-0.7, 0.9}, {-0.3, -1.1}};
    Pack volumes = [] {
        Pack v(0.0);
        v.set(0, 0.2);
        v.set(1, 0.5);
        v.set(2, 0.4);
        return v;
    }();
    StrainRelaxation relaxation{chords, volumes, some_shares()};
    SurfaceTensor<Pack> rest{{{1.2, 0.1}, {0.1, 0.9}, {0.0, 0.0}}};

    /// Ẽ of small strains.
    SurfaceTensor<Pack> linear(const SurfaceTensor<Pack>& E) const {
        return RelaxedStrain(relaxation, {}, rest).derivative(E);
    }
};

TEST_F(RelaxationTest, KeepsUniformStrains) {
    SurfaceTensor<Pack> E;
    for (int n = 0; n < 6; ++n)
        E.X[n / 2][n % 2] = random.vector3().x();
    const SurfaceTensor<Pack> relaxed = RelaxedStrain(relaxation, E, rest).strain();
    for (int n = 0; n < 6; ++n) {
        for (int p = 0; p < TRIANGLE_POINTS; ++p)
            EXPECT_NEAR(relaxed.X[n / 2][n % 2][p], E.X[n / 2][n % 2][p], 1e-14);
    }
}

TEST_F(RelaxationTest, KeepsTheMeanOverTheVolumeAndWeakensTheRest) {
    const SurfaceTensor<Pack> E = random_tensor(random);
    const SurfaceTensor<Pack> relaxed = linear(E);
    for (int n = 0; n < 6; ++n) {
        const Pack before = E.X[n / 2][n % 2];
        const Pack after = relaxed.X[n / 2][n % 2];
        EXPECT_NEAR(sum(volumes * after), sum(volumes * before), 1e-14);
    }
    const Pack skew = E.X[0][1] - E.X[1][0];
    const Pack skew_after = relaxed.X[0][1] - relaxed.X[1][0];
    EXPECT_NEAR(skew_after[1] - skew_after[0], 0.1 * (skew[1] - skew[0]), 1e-14);
    EXPECT_NEAR(relaxed.X[2][0][2] - relaxed.X[2][0][1], 0.3 * (E.X[2][0][2] - E.X[2][0][1]),
                1e-14);
    // Along the edge from corner 0 to corner 1.
    const Eigen::Vector2d c = chords[0].normalized();
    const auto stretch = [&c](const SurfaceTensor<Pack>& t, int p) {
        return c.x() * c.x() * t.X[0][0][p] + c.y() * c.y() * t.X[1][1][p] +
               c.x() * c.y() * (t.X[0][1][p] + t.X[1][0][p]);
    };
    EXPECT_NEAR(stretch(relaxed, 1) - stretch(relaxed, 0), 0.2 * (stretch(E, 1) - stretch(E, 0)),
                1e-14);
}

TEST_F(RelaxationTest, StressIsOfTheTransposed) {
    const SurfaceTensor<Pack> E = random_tensor(random);
    const SurfaceTensor<Pack> S = random_tensor(random);
    const RelaxedStrain relaxed(relaxation, random_tensor(random), rest);
    EXPECT_NEAR(sum(contracted(S, relaxed.derivative(E))), sum(contracted(relaxed.stress(S), E)),
                1e-13);
}

/// E of directors that are turned by ψ against a stretch that is F₀ and no strain.
SurfaceTensor<Pack> strain_of_turn(const SurfaceTensor<Pack>& rest, const Vector3d (&psi)[3]) {
    SurfaceTensor<Pack> E;
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        Matrix3d F = Matrix3d::Zero();
        for (int n = 0; n < 4; ++n)
            F(n / 2, n % 2) = rest.X[n / 2][n % 2][p];
        const Matrix3d turned = exp_quaternion(psi[p]).conjugate().toRotationMatrix() * F - F;
        for (int n = 0; n < 6; ++n)
            E.X[n / 2][n % 2].set(p, turned(n / 2, n % 2));
    }
    return E;
}

// Directors that lean by θ see tangents that are shorter by θ²/2. Where the lean is taken out of the strain, that goes with it: what is
// left are the shares of both.
TEST_F(RelaxationTest, LeaningDirectorsDoNotShortenTheSheet) {
    const SurfaceTensor<Pack> round{{{1.2, 0.0}, {0.0, 1.2}, {0.0, 0.0}}};
    const double size = 1e-3;
    for (const bool across : {false, true}) {
        Vector3d psi[3];
        for (Vector3d& v : psi)
            v = across ? Vector3d(size * random.vector3().x(), size * random.vector3().y(), 0.0)
                       : Vector3d(0.0, 0.0, size * random.vector3().z());
        // Without a mean: all of the lean is relaxed.
        Vector3d mean = Vector3d::Zero();
        for (int p = 0; p < TRIANGLE_POINTS; ++p)
            mean += volumes[p] / sum(volumes) * psi[p];
        for (Vector3d& v : psi)
            v -= mean;
        RelaxationShares shares = some_shares();
        shares.along = shares.across = 1.0;
        const StrainRelaxation only_lean(chords, volumes, shares);
        const SurfaceTensor<Pack> E = strain_of_turn(round, psi);
        const SurfaceTensor<Pack> relaxed = RelaxedStrain(only_lean, E, round).strain();
        const double share = across ? shares.transverse : shares.skew;
        for (int p = 0; p < TRIANGLE_POINTS; ++p) {
            for (const int n : {0, 1})
                EXPECT_NEAR(relaxed.X[n][n][p], share * E.X[n][n][p], 1e-3 * size * size);
            EXPECT_NEAR(relaxed.X[0][1][p] + relaxed.X[1][0][p],
                        share * (E.X[0][1][p] + E.X[1][0][p]), 1e-3 * size * size);
        }
    }
}

/// What the forces of a triangle change by when its strains are not relaxed, by their size.
double change_of_forces(const ShellTriangle<6>& element) {
    ShellTriangle<6> stiff = element;
    stiff.relaxation = {};
    ShellTriangle<6>::Vec g[2];
    element.gradient(ShellTriangle<6>::Vec::Zero(), g[0]);
    stiff.gradient(ShellTriangle<6>::Vec::Zero(), g[1]);
    return (g[1] - g[0]).norm() / g[1].norm();
}

ShellMaterial thin(double thickness, double couple_ratio) {
    return {{1.3, couple_ratio * 1.3, 0.7}, 1.7, 0.0, thickness, 1.0};
}

// The patch test, triangle by triangle: in a uniform strain the forces are those of a triangle that is not relaxed. On curved triangles
// that strain is the same stretch in all directions; on flat ones, whose edges may be curved in the plane, it is any.
TEST(StrainRelaxation, UniformStrainHasTheForcesOfTheElementAsItIs) {
    test::Random random(2);
    for (int i = 0; i < 20; ++i) {
        TriangleNodes<6> X = test::random_triangle<6>(random);
        ShellMaterial materials[3] = {thin(0.01, 1.0), thin(0.013, 1.0), thin(0.008, 1.0)};
        ShellTriangle<6> curved(X, {materials[0], materials[1], materials[2]}, AreaLaw::Linear);
        TriangleNodes<6> changed = X + 0.01 * TriangleNodes<6>::Random();
        curved.set_positions(changed);
        EXPECT_GT(change_of_forces(curved), 0.1);
        curved.set_positions(1.01 * X);
        EXPECT_LT(change_of_forces(curved), 1e-12);

        X.row(2).setZero();
        ShellTriangle<6> flat(X, {materials[0], materials[1], materials[2]}, AreaLaw::Nonlinear,
                              1.0);
        Matrix3d F = Matrix3d::Identity() + 0.1 * test::random_matrix(random, 1.0);
        F.row(2).setZero();
        flat.set_positions(F * X);
        EXPECT_LT(change_of_forces(flat), 1e-12);
    }
}

/// A curved or flat patch of 2 × 2 squares, its vertices moved.
ShellDef irregular_patch(bool curved, double thickness, double couple_ratio) {
    test::Random random(3);
    Vector3d moved[25];
    for (Vector3d& m : moved)
        m = random.vector3(0.1);
    ShellDef def = test::surface_of(2, 2, true, [&](double u, double v) {
        const Vector3d& m = moved[static_cast<int>(4 * u) + 5 * static_cast<int>(4 * v)];
        const double x = u + m.x();
        const double y = v + m.y();
        return Vector3d(x, y, curved ? 0.3 * x * x - 0.2 * y * y + 0.1 * x * y : 0.0);
    });
    def.params.thickness = thickness;
    def.params.couple_ratio = couple_ratio;
    return def;
}

TEST(StrainRelaxation, OnlyRigidMotionCostsNothing) {
    for (const bool curved : {false, true}) {
        for (const double thickness : {0.01, 1.0}) {
            for (const double couple_ratio : {0.01, 1.0, 100.0}) {
                SCOPED_TRACE(thickness);
                SCOPED_TRACE(couple_ratio);
                const LinearShell shell(irregular_patch(curved, thickness, couple_ratio));
                Eigen::MatrixXd K = shell.stiffness();
                const Eigen::VectorXd scale = K.diagonal().cwiseSqrt().cwiseInverse();
                K = (scale.asDiagonal() * K * scale.asDiagonal()).eval();
                const Eigen::VectorXd all = test::eigenvalues_of(K);
                EXPECT_LT(std::abs(all[5]), 1e-13 * all[all.size() - 1]);
                EXPECT_GT(all[6], 1e-9 * all[all.size() - 1]);
            }
        }
    }
}

// If directors could lean against the surface for less than the tension gives back, they would.
TEST(StrainRelaxation, ThinSheetsUnderTensionAreStable) {
    for (const double strain : {0.01, 0.1}) {
        SCOPED_TRACE(strain);
        for (const double across : {1.0, -0.3}) {
            LinearShell shell(irregular_patch(false, 0.001, 1.0));
            shell.stretch(
                Vector3d(1.0 + strain, 1.0 + across * strain, 1.0).asDiagonal().toDenseMatrix());
            Eigen::MatrixXd K = shell.stiffness();
            const Eigen::VectorXd scale = K.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
            K = (scale.asDiagonal() * K * scale.asDiagonal()).eval();
            EXPECT_GT(test::eigenvalues_of(K)[0], -1e-12);
        }
    }
}

}  // namespace
}  // namespace sinew::shells
