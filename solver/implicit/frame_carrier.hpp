// FrameCarrier: a body that joints hold. Its points and directions ride on its unknowns as those of an affine body, or go where animation
// takes it.
//
//   X  ↦  c + A (X − C)      moves by   x₀ + Σ_k (X − C)_k/ℓ x_k       C  centre at rest;  x  the four blocks of the body
//   d  ↦  A d                moves by   Σ_k d_k/ℓ x_k
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace sinew {

/// How a carrier rides on its blocks, and how much of it there is to move.
struct FrameRide {
    int first = -1;  ///< of its four blocks in the total; −1: nothing but animation moves it
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< C [m]
    double length = 1.0;                               ///< ℓ [m]
    double mass = 0.0;                                 ///< [kg]

    bool is_free() const { return first >= 0; }
};

class FrameCarrier {
public:
    virtual ~FrameCarrier() = default;

    /// After the unknowns were declared.
    virtual FrameRide ride() const = 0;
    /// Takes rest positions to where they are now.
    virtual Eigen::Affine3d place() const = 0;
    /// Of one that only animation moves: at the end of the step that was begun.
    virtual Eigen::Affine3d end_place() const = 0;
    /// Of a free one [rad/s].
    virtual Eigen::Vector3d angular_velocity() const = 0;
};

}  // namespace sinew
