// Fields of joints, see body/fields.hpp.
#include "body/fields.hpp"
#include "joints/joint_def.hpp"

namespace sinew::joints {

namespace {

constexpr std::string_view TYPES[] = {"fixed", "ball", "hinge", "slider", "spring"};

void visit_strengths(FieldVisitor& visitor, JointDef& def) {
    const auto strength = [&](const Field& field, double& value) {
        visitor.number(field, value, {.least = 0.0});
    };
    strength({.name = "stiffness",
              .meaning = "Of a spring, or of what holds the point of another joint.",
              .unit = "N/m",
              .details = "0: as firm as possible. A spring needs one, or `distance_limits`."},
             def.stiffness);
    strength({.name = "angular_stiffness",
              .meaning = "How firmly the body is turned back to where it started.",
              .unit = "N m/rad",
              .details = "Of a hinge about its axis, of a ball about all axes; 0: not at all. Of a "
                         "fixed joint; 0: as firm as possible."},
             def.angular_stiffness);
    strength({"damping", "Resistance of a slider or a spring to its speed.", "N s/m"}, def.damping);
    strength({"angular_damping", "Resistance of a hinge to its speed.", "N m s/rad"},
             def.angular_damping);
    strength({.name = "break_force",
              .meaning = "Force above which the joint breaks, for good.",
              .unit = "N",
              .details = "0: never. It is looked at after each step. The bodies of a broken joint "
                         "meet only with `contact`."},
             def.break_force);
}

void visit_motor(FieldVisitor& visitor, JointMotor& motor) {
    const AnimatedShape number{.items = 1, .rest = rest_at(0.0)};
    AnimatedShape way = number;
    way.scale = FieldScale::Length;
    visitor.animated({"angular_speed", "Speed of a hinge.", "rad/s"}, motor.angular_speed, number);
    visitor.animated({"angle", "Angle of a hinge from the start, instead of a speed.", "rad"},
                     motor.angle, number);
    visitor.animated({"speed", "Speed of a slider.", "m/s"}, motor.speed, number);
    visitor.animated({"distance", "Way of a slider from the start, instead of a speed.", "m"},
                     motor.distance, way);
    visitor.number({"torque", "Most that the motor of a hinge can do; 0: any.", "N m"},
                   motor.torque, {.least = 0.0});
    visitor.number({"force", "Most that the motor of a slider can do; 0: any.", "N"}, motor.force,
                   {.least = 0.0});
}

}  // namespace

void JointDef::visit_fields(FieldVisitor& visitor) {
    visitor.choice({"type", "How the bodies can move against each other."}, TYPES, type);
    visitor.bodies({.name = "bodies",
                    .meaning = "One or two rigid bodies.",
                    .required = true,
                    .details = "Angles and distances are those of the first, seen from the second, "
                               "the mover or the world."},
                   bodies, {.name = OFFER});
    visitor.mover({.name = "mover",
                   .meaning = "Mover that carries the other side of a single body.",
                   .details = "Absent: the world."},
                  mover);
    const NumbersShape place{.items = 1, .scale = FieldScale::Length};
    visitor.vectors({.name = "point",
                     .meaning = "Place of the joint at rest.",
                     .unit = "m",
                     .required = true,
                     .details = "Of a spring: its end on the first body."},
                    point, place);
    visitor.vectors({"other_point", "The other end of a spring; absent: the same place.", "m"},
                    other_point, place);
    visitor.vectors({"axis", "Axis of a hinge or slider at rest; absent: z.", "1"}, axis,
                    {.items = 1});
    visitor.flag({"contact", "Whether the two bodies meet each other."}, contact);
    visit_strengths(visitor, *this);
    visitor.animated({"length", "Of a spring without load; absent: as at the start.", "m"}, length,
                     {.items = 1, .scale = FieldScale::Length});
    visitor.numbers({.name = "angle_limits",
                     .meaning = "Lowest and highest angle of a hinge, from the start.",
                     .unit = "rad"},
                    angle_limits, {.items = 2});
    visitor.numbers({.name = "distance_limits",
                     .meaning = "Shortest and longest way of a slider, from the start.",
                     .unit = "m",
                     .details = "Of a spring: its shortest and longest length. Without a "
                                "`stiffness` it is a rope."},
                    distance_limits, {.items = 2, .scale = FieldScale::Length});
    visitor.group({"motor", "Moves a hinge or a slider."}, [&] { visit_motor(visitor, motor); });
}

}  // namespace sinew::joints
