"""Settings of a VIPER rod."""

import bpy

from .fields import OVERRIDABLE, animated, choices, once, switch, whole
from .implicit import friction
from .material import material

HELD_ITEMS = [
    ("POSITION", "Position", "The end goes where the curve's end goes", 1),
    (
        "DIRECTION",
        "Direction",
        "The end points where the curve points, and twists with its tilt, rotation and modifiers",
        2,
    ),
    ("RADIUS", "Radius", "The end is as thick as the curve is drawn", 4),
]


def _held(label, default):
    return choices(
        label, "Parts of this end that the pin holds. They follow the curve's animation and modifiers", HELD_ITEMS, default
    )


def _use_release(label):
    return switch(label, "Let this end go after a frame, for example to throw or to snap the rod", False)


def _release(label):
    return whole(label, "Last frame at which this end is held; afterwards it is free", default=25)


class SINEW_PG_viper_rod(material("viper_rods"), bpy.types.PropertyGroup):
    radius: once(
        "Radius",
        "Radius of the rod where the curve's own point radius is 1. A round bevel on the curve is used instead "
        "when there is one",
        default=0.05, min=1e-6, soft_max=10.0, unit="LENGTH", step=1, precision=4,
    )  # fmt: skip
    segments: whole(
        "Segments",
        "Pieces along each spline. More bend more finely and take longer",
        default=32, min=1, max=10000, soft_max=200,
    )  # fmt: skip
    ring_vertices: whole(
        "Ring Vertices",
        "Vertices around the surface; they cost disk space, not simulation time",
        default=16, min=3, max=256, soft_max=64,
    )  # fmt: skip
    use_rest_frame: switch(
        "Rest Frame",
        "Take the relaxed shape of the rod from another frame than the first one. A rod that starts "
        "in another shape starts under tension",
        False,
    )
    rest_frame: whole("Rest Frame", "Frame at which the curve has its relaxed shape", default=1)

    friction: friction()

    pin_start: _held("Pin Start", {"POSITION"})
    pin_end: _held("Pin End", set())
    use_release_start: _use_release("Let Go of Start")
    release_start: _release("Let Go of Start")
    use_release_end: _use_release("Let Go of End")
    release_end: _release("Let Go of End")

    radial_force: animated(
        "Inflate",
        "Outward force on the rod's wall per length [N/m]; negative squeezes. Can be animated and driven",
        default=0.0, soft_min=-1000.0, soft_max=1000.0, step=10, precision=3,
    )  # fmt: skip

    surface: bpy.props.PointerProperty(
        name="Surface",
        description="The mesh object that shows the baked rod",
        type=bpy.types.Object, override=OVERRIDABLE,
    )  # fmt: skip


classes = (SINEW_PG_viper_rod,)
