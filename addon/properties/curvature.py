"""One of the curvatures that a shell wants to have: where, along which direction, and how much."""

import math

import bpy

from . import changes
from .fields import animated, choice, direction_vector, group_name, once

KIND_ITEMS = [
    ("BEND", "Bend", "Curls along the direction, to the side to which the faces look (their normals)", 0),
    ("TWIST", "Twist", "Turns about the direction, along it: like a strip that is twisted at its end", 1),
]
DIRECTION_ITEMS = [
    ("AXIS", "Object Axis", "A direction in the axes of the object, laid onto the surface", 0),
    ("UV", "UVs", "The direction in which U grows, of the active UV map", 1),
    ("SLOPE", "Slope of the Map", "From where the map is 0 to where it is 1: across a border that was painted", 2),
]


class SINEW_PG_curvature(bpy.types.PropertyGroup):
    kind: choice(
        "Kind",
        "Whether the surface bends or twists along the direction",
        KIND_ITEMS, update=changes.note("Curvature"),
    )  # fmt: skip
    strength: animated(
        "Strength",
        "Curvature where the map is 1, per unit of length: 1 / radius of a bend, angle in radians of a "
        "twist. Negative curls to the other side. Can be animated and driven",
        default=1.0, soft_min=-100.0, soft_max=100.0, step=10, precision=3, update=changes.note("Curvature"),
    )  # fmt: skip
    group: group_name("Map", "Vertex group: how much of the strength each place has. Empty: all of it everywhere")
    other_group: group_name(
        "Opposite Map", "Vertex group that is subtracted from the first: where it is painted, the curvature is opposite"
    )
    direction: choice(
        "Direction",
        "Where the direction of the curvature comes from",
        DIRECTION_ITEMS, update=changes.note("Curvature"),
    )  # fmt: skip
    axis: direction_vector("Axis", "Direction of the curvature in the axes of the object", update=changes.note("Curvature"))
    angle: once(
        "Angle",
        "Turns the direction in the surface, to the left as seen from the front",
        default=0.0, soft_min=-math.pi, soft_max=math.pi, subtype="ANGLE", update=changes.note("Curvature"),
    )  # fmt: skip


classes = (SINEW_PG_curvature,)
