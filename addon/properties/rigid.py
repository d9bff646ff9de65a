"""Settings of a rigid body: what moves it, its mass, what it touches, how it starts."""

import bpy

from .fields import choice, velocity_vector
from .implicit import touches
from .material import material

MOTION_ITEMS = [
    ("FREE", "Free", "Falls, slides and is pushed. It starts where the object is at the first frame", 0),
    ("ANIMATED", "Animated", "Follows the animation of the object and pushes others, but nothing pushes it", 1),
    ("FIXED", "Fixed", "Stays where the object is at the first frame", 2),
]


class SINEW_PG_rigid(material("rigid_body"), touches("rigid body", itself=False), bpy.types.PropertyGroup):
    motion: choice("Motion", "What moves the body", MOTION_ITEMS)
    velocity: velocity_vector("Velocity", "Speed at the first frame, along the axes of the world", "VELOCITY")
    spin: velocity_vector(
        "Spin", "How far the body turns in a second, at the first frame, about the axes of the world", "EULER"
    )


classes = (SINEW_PG_rigid,)
