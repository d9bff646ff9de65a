#include "joints/attachment_element.hpp"

#include <gtest/gtest.h>

#include "support/element_checks.hpp"
#include "support/random.hpp"

namespace sinew::joints {
namespace {

using Eigen::Vector3d;
using Vec12 = AttachmentElement::Vec;

Vec12 points(const Vector3d& held, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    Vec12 y;
    y << held, a, b, c;
    return y;
}

TEST(AttachmentElement, HasTheValueOfItsFormula) {
    const AttachmentElement element{
        .stiffness = 4.0, .coordinates = {0.5, 0.25, 0.25}, .height = 0.3};
    // Above the place (0.5, 0.5, 0) of a triangle.
    const Vec12 y = points({0.5, 0.5, 1.3}, {0, 0, 0}, {2, 0, 0}, {0, 2, 0});
    EXPECT_DOUBLE_EQ(element.value(y), 0.5 * 4.0);
    EXPECT_LE((element.offset(y) - Vector3d(0, 0, 1)).norm(), 1e-15);
}

TEST(AttachmentElement, DerivativesMatchFiniteDifferences) {
    test::Random random(12);
    for (const double height : {0.0, 0.4, -0.2}) {
        for (int i = 0; i < 4; ++i) {
            const AttachmentElement element{
                .stiffness = 3.0, .coordinates = {0.2, 0.5, 0.3}, .height = height};
            test::check_element(element, random.vector(12));
        }
    }
}

TEST(AttachmentElement, DoesNotChangeWhenAllPointsAreMovedAndTurned) {
    test::Random random(13);
    const AttachmentElement element{
        .stiffness = 3.0, .coordinates = {0.2, 0.5, 0.3}, .height = 0.3};
    const Vec12 y = random.vector(12);
    const Eigen::Quaterniond R = random.rotation();
    const Vector3d u = random.vector3();
    Vec12 there;
    for (int i = 0; i < 4; ++i)
        there.segment<3>(3L * i) = R * y.segment<3>(3L * i) + u;
    EXPECT_NEAR(element.value(there), element.value(y), 1e-12 * element.value(y));
}

}  // namespace
}  // namespace sinew::joints
