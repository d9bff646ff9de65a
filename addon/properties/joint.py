"""Settings of a joint, which is an empty: what it holds together, how that may move, what moves it."""

import math

import bpy

from . import changes
from .fields import OVERRIDABLE, animated, choice, group_name, once, other_object, switch

TYPE_ITEMS = [
    ("FIXED", "Fixed", "Both move as one body", 0),
    ("BALL", "Ball", "Turns freely about the place of the empty", 1),
    ("HINGE", "Hinge", "Turns about the Z axis of the empty", 2),
    ("SLIDER", "Slider", "Moves along the Z axis of the empty, without turning", 3),
    ("SPRING", "Spring", "Pulls the origin of the body to a distance from the empty", 4),
]
MOTOR_ITEMS = [
    ("NONE", "None", "Moves freely", 0),
    ("SPEED", "Speed", "Keeps a speed", 1),
    ("TARGET", "Place", "Goes to an angle or a distance from the start", 2),
]


def is_rigid(_group, obj):
    return obj.type == "MESH" and obj.sinew.body_type == "RIGID_BODY"


def is_other(group, obj):
    return obj not in (group.id_data, group.first)


def _angle(label, description, default):
    return once(label, description, default=default, soft_min=-4 * math.pi, soft_max=4 * math.pi, subtype="ANGLE")


def _distance(label, description, default, **limits):
    return once(label, description, default=default, subtype="DISTANCE", step=1, precision=3, **limits)


def _strength(label, description, **limits):
    return once(label, description, default=0.0, min=0.0, soft_max=1e4, step=100, precision=2, **limits)


class SINEW_PG_joint(bpy.types.PropertyGroup):
    type: choice("Type", "How the body can move", TYPE_ITEMS, default="HINGE")
    first: other_object("Body", "Rigid body that the joint holds", poll=is_rigid)
    second: other_object(
        "To",
        "Another rigid body, an armature or an animated object that holds it. Empty: the world",
        poll=is_other,
    )
    bone: group_name("Bone", "Bone of the armature that holds the body")
    contact: switch("Touch Each Other", "The two bodies also touch each other, away from the joint", False)

    use_limits: switch("Limits", "The joint moves only between two stops", False)
    lower_angle: _angle("Lower", "Lowest angle from the start", -math.pi / 4)
    upper_angle: _angle("Upper", "Highest angle from the start", math.pi / 4)
    lower_distance: _distance("Shortest", "Shortest way from the start; of a spring its shortest length", 0.0)
    upper_distance: _distance("Longest", "Longest way from the start; of a spring its longest length", 1.0)

    motor: choice("Motor", "What moves the joint", MOTOR_ITEMS)
    angular_speed: animated(
        "Speed", "How far the hinge turns in a second. Can be animated and driven", default=math.pi, subtype="ANGLE"
    )
    angle: animated("Angle", "Angle from the start. Can be animated and driven", default=0.0, subtype="ANGLE")
    speed: animated(
        "Speed", "How far the slider moves in a second. Can be animated and driven", default=1.0, subtype="DISTANCE"
    )
    distance: animated("Distance", "Way from the start. Can be animated and driven", default=0.0, subtype="DISTANCE")
    torque: _strength("Torque", "Most that the motor can do [N m]. 0: as much as it needs")
    force: _strength("Force", "Most that the motor can do [N]. 0: as much as it needs")

    stiffness: once(
        "Stiffness", "Force of the spring per length [N/m]", default=100.0, min=0.0, soft_max=1e5, step=1000, precision=1
    )
    damping: _strength("Damping", "Resistance to the speed of a spring or slider [N s/m]")
    angular_damping: _strength("Damping", "Resistance to the speed of a hinge [N m s/rad]")
    use_length: switch("Own Length", "The spring has another length without load than at the start", False)
    length: animated(
        "Length", "Length of the spring without load. Can be animated and driven", default=1.0, min=0.0, subtype="DISTANCE"
    )
    break_force: _strength("Break Force", "Force above which the joint breaks, for good [N]. 0: never")


def is_holder(group, obj):
    return obj != group.id_data


class SINEW_PG_attachment(bpy.types.PropertyGroup):
    """Vertices of a body that another object holds."""

    group: bpy.props.StringProperty(
        name="Vertices",
        description="Vertex group of the vertices that are held: 1 as firmly as possible, 0 not at all. Empty: all of them",
        options=set(), override=OVERRIDABLE, update=changes.note("Attachments"),
    )  # fmt: skip
    target: other_object(
        "Held By",
        "Solid, shell or rigid body, or an armature or animated object. Empty: the vertices stay where they start",
        poll=is_holder, update=changes.note("Attachments"),
    )  # fmt: skip
    bone: group_name("Bone", "Bone of the armature that holds the vertices")
    stiffness: once(
        "Stiffness",
        "Force per length of the spring at each vertex [N/m]. 0: as firm as possible",
        default=0.0, min=0.0, soft_max=1e5, step=1000, precision=1, update=changes.note("Attachments"),
    )  # fmt: skip
    strength: animated(
        "Strength",
        "Factor of the stiffness: 0 lets go. Can be animated and driven",
        default=1.0, min=0.0, soft_max=1.0, step=1, precision=3, update=changes.note("Attachments"),
    )  # fmt: skip
    contact: switch("Touch Each Other", "The two bodies also touch each other", False)


classes = (SINEW_PG_joint, SINEW_PG_attachment)
