// JointElement: the energy of one joint between two sides, a and b. A side is a body with four blocks (implicit/frame_carrier.hpp) or goes
// where animation takes it. Points and directions of both sides are linear in the unknowns q, so a joint is a sum of
//
//   VectorTerm    ½ k |v|²             v  the way from a point or direction of b to that of a
//   ProductTerm   F(u · v)             how far a point is along a direction of b
//   AngleTerm     F(θ)                 θ = atan2(a·b₂, a·b₁): how far a has turned about the axis b₁ × b₂, from b
//   LengthTerm    F(|v|)
//
// F is a law of one number (axis_law.hpp). All depend on what both sides are to each other alone: they exchange momentum and angular
// momentum without loss. Where v is that of a pivot, three terms ½ k |v|² of directions hold a rotation, one holds an axis.
//
// θ is that of its whole turns which is nearest to `centre`: where the sides are on their way to, but within the stops. So a
// stop cannot be jumped over within a step.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

#include "joints/axis_law.hpp"

namespace sinew::joints {

/// Sides of a joint.
inline constexpr int SIDES = 2;

/// A vector of each side, and their difference.
struct JointVector {
    using Vec = Eigen::Matrix<double, 24, 1>;

    std::array<double, 8>
        weights{};  ///< of the blocks of a, then of b with the sign that they have in the difference
    std::array<Eigen::Vector3d, SIDES> start{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};

    /// The vector of one side.
    Eigen::Vector3d of_side(const Vec& q, int side) const;
    /// That of a without that of b.
    Eigen::Vector3d at(const Vec& q) const { return of_side(q, 0) - of_side(q, 1); }
};

struct VectorTerm {
    JointVector v;
    double stiffness = 0.0;  ///< k
};

struct ProductTerm {
    JointVector u, v;
    AxisLaw law;
};

struct AngleTerm {
    JointVector a, b1, b2;
    double centre = 0.0;
    AxisLaw law;

    double at(const JointVector::Vec& q) const;
};

struct LengthTerm {
    JointVector v;
    AxisLaw law;
};

struct JointElement {
    static constexpr int BLOCKS = 8;
    using Vec = JointVector::Vec;
    using Mat = Eigen::Matrix<double, 24, 24>;

    std::vector<VectorTerm> vectors;
    std::vector<ProductTerm> products;
    std::optional<AngleTerm> angle;
    std::optional<LengthTerm> length;

    double value(const Vec& q) const;
    double gradient(const Vec& q, Vec& g) const;
    double hessian(const Vec& q, Vec& g, Mat& H) const;
};

}  // namespace sinew::joints
