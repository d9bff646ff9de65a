// The checks that every element has to pass, in one place.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "math/psd_projection.hpp"
#include "potential/element_potential.hpp"
#include "support/dense_algebra.hpp"
#include "support/finite_differences.hpp"

namespace sinew::test {

/// At q: gradient and Hessian against central differences, the same value from all three functions, a symmetric
/// Hessian, and a projected one without negative eigenvalues.
template <Element E>
void check_element(const E& element, const typename E::Vec& q,
                   const DifferenceTolerance& tolerance = {}) {
    using Vec = typename E::Vec;
    using Mat = typename E::Mat;
    // Not zero before: both must be set, not added to.
    Vec g = Vec::Constant(7.0);
    Mat H = Mat::Constant(7.0);
    const double value = element.hessian(q, g, H);
    Vec g_alone = Vec::Constant(-3.0);
    EXPECT_NEAR(element.gradient(q, g_alone), value, 1e-12 * (1.0 + std::abs(value)));
    EXPECT_NEAR(element.value(q), value, 1e-12 * (1.0 + std::abs(value)));
    EXPECT_LE((g - g_alone).norm(), 1e-12 * (1.0 + g.norm()));

    const auto value_at = [&](const Eigen::VectorXd& at) { return element.value(Vec(at)); };
    const auto gradient_at = [&](const Eigen::VectorXd& at) -> Eigen::VectorXd {
        Vec result;
        element.gradient(Vec(at), result);
        return result;
    };
    EXPECT_TRUE(gradient_matches(value_at, g, q, tolerance));
    EXPECT_TRUE(jacobian_matches(gradient_at, H, q, tolerance));
    EXPECT_LE((H - H.transpose()).norm(), 1e-12 * (1.0 + H.norm()));

    Mat projected = H;
    clamp_to_psd(projected);
    EXPECT_GE(eigenvalues_of(projected)[0], -1e-12 * (1.0 + H.norm()));
}

/// Of an element whose stress can be an unknown, at q: with the stress at q the Hessian is the exact one, and the stress that
/// is promised along dq differs from the stress there in second order only.
template <StressElement E>
void check_stress(const E& element, const typename E::Vec& q, const typename E::Vec& dq) {
    using Vec = typename E::Vec;
    using Mat = typename E::Mat;
    const auto hessian_with = [&](const typename E::Stress& S) {
        Vec g;
        Mat H;
        element.hessian(q, S, g, H);
        return H;
    };
    Vec g;
    Mat exact;
    element.hessian(q, g, exact);
    EXPECT_LE((hessian_with(element.stress(q)) - exact).norm(), 1e-12 * (1.0 + exact.norm()));
    const double small = 1e-5;
    const Mat there = hessian_with(element.stress(q + small * dq));
    const Mat promised = hessian_with(element.promised(q, small * dq));
    EXPECT_LE((promised - there).norm(), 1e-3 * (there - exact).norm() + 1e-11 * exact.norm());
}

/// Without stress, the Hessian has no negative eigenvalues: it is Bᵀ C B.
template <StressElement E>
void check_unstressed(const E& element, const typename E::Vec& q) {
    typename E::Vec g;
    typename E::Mat H;
    element.hessian(q, typename E::Stress{}, g, H);
    EXPECT_GE(eigenvalues_of(H)[0], -1e-12 * (1.0 + H.norm()));
}

/// The increments that carry points from where they are by the same rotation and translation.
inline Eigen::VectorXd rigid_increments(const std::vector<Eigen::Vector3d>& points,
                                        const Eigen::Quaterniond& rotation,
                                        const Eigen::Vector3d& translation) {
    Eigen::VectorXd increments(3 * static_cast<Eigen::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i)
        increments.segment<3>(3 * static_cast<Eigen::Index>(i)) =
            rotation * points[i] + translation - points[i];
    return increments;
}

}  // namespace sinew::test
