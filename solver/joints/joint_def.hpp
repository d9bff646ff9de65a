// Definition of a joint between two rigid bodies, or between one and the world or a mover.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "body/animated_array.hpp"
#include "body/body.hpp"

namespace sinew::joints {

enum class JointType {
    Fixed,   ///< as one body
    Ball,    ///< turns about a point
    Hinge,   ///< turns about an axis
    Slider,  ///< moves along an axis
    Spring,  ///< pulls two points to a distance
};

/// To a place on the way, or at a speed.
struct JointMotor {
    AnimatedArray angular_speed;  ///< of a hinge [rad/s]
    AnimatedArray angle;          ///< of a hinge [rad]
    AnimatedArray speed;          ///< of a slider [m/s]
    AnimatedArray distance;       ///< of a slider, from the start [m]
    double torque = 0.0;          ///< most of a hinge [N m]; 0: any
    double force = 0.0;           ///< most of a slider [N]; 0: any

    /// The one of these that is given; null: none.
    const AnimatedArray* turns() const;
    const AnimatedArray* slides() const;
};

struct JointDef : BodyDef {
    static constexpr std::string_view KIND = "joint";
    /// Of bodies that it can hold (BodyKind::offers).
    static constexpr std::string_view OFFER = "frame";

    JointType type = JointType::Ball;
    std::vector<std::string> bodies;  ///< one or two
    std::string mover;                ///< that carries the other side of one body; empty: the world
    std::vector<Eigen::Vector3d> point;        ///< at rest [m], one
    std::vector<Eigen::Vector3d> other_point;  ///< of a spring on the other side, one; empty: point
    std::vector<Eigen::Vector3d> axis;         ///< at rest, one; empty: z
    bool contact = false;                      ///< whether both bodies meet

    double stiffness = 0.0;            ///< of what holds the point, or of a spring [N/m]; 0: firm
    double angular_stiffness = 0.0;    ///< [N m/rad]
    double damping = 0.0;              ///< along an axis or spring [N s/m]
    double angular_damping = 0.0;      ///< about the axis of a hinge [N m s/rad]
    AnimatedArray length;              ///< of a spring [m]; empty: that at the start
    std::vector<double> angle_limits;  ///< lowest and highest [rad]
    std::vector<double> distance_limits;  ///< the same [m]
    JointMotor motor;
    double break_force = 0.0;  ///< [N]; 0: never

    std::string_view kind() const override { return KIND; }
    bool follows_others() const override { return true; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;
};

const BodyKind& joint_kind();

}  // namespace sinew::joints
