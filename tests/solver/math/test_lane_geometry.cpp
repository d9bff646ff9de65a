#include "math/lane_geometry.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

Vec3<double> from(const Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}
Quat<double> from(const Quaterniond& q) {
    return {q.w(), {q.x(), q.y(), q.z()}};
}
Vector3d to(const Vec3<double>& v) {
    return {v.x, v.y, v.z};
}

TEST(LaneGeometry, AgreesWithEigen) {
    test::Random random(1);
    for (int i = 0; i < 20; ++i) {
        const Quaterniond a = random.rotation();
        const Quaterniond b = random.rotation();
        const Vector3d u = random.vector3();
        const Vector3d v = random.vector3();
        const Quat<double> ab = from(a) * from(b);
        EXPECT_NEAR((Quaterniond(ab.w, ab.v.x, ab.v.y, ab.v.z).coeffs() - (a * b).coeffs()).norm(),
                    0, 1e-15);
        EXPECT_NEAR((to(rotation_matrix(from(a)) * from(v)) - a * v).norm(), 0, 1e-15);
        EXPECT_NEAR(
            (to(transposed_times(rotation_matrix(from(a)), from(v))) - a.conjugate() * v).norm(), 0,
            1e-15);
        EXPECT_NEAR((to(cross(from(u), from(v))) - u.cross(v)).norm(), 0, 1e-15);
        EXPECT_NEAR((to(cross_matrix(0.5, from(u)) * from(v)) - (0.5 * v + u.cross(v))).norm(), 0,
                    1e-15);
        EXPECT_DOUBLE_EQ(dot(from(u), from(v)), u.dot(v));
    }
}

TEST(LaneGeometry, TurningInMaterialAxesIsTheExponentialToThirdOrder) {
    test::Random random(2);
    const Quaterniond q = random.rotation();
    const Vector3d direction = random.vector3().normalized();
    double before = 0.0;
    for (const double angle : {0.1, 0.05, 0.025}) {
        const Quat<double> turned = turned_in_material_axes(from(q), from(angle * direction));
        const Quaterniond exact = q * exp_quaternion(angle * direction);
        const double error =
            angular_distance(Quaterniond(turned.w, turned.v.x, turned.v.y, turned.v.z), exact);
        if (before > 0.0) {
            EXPECT_NEAR(before / error, 8.0, 0.3);
        }
        before = error;
    }
}

}  // namespace
}  // namespace sinew
