"""Settings of a VIPER rod. Names and defaults of the material are those of the solver (a test
compares)."""

import bpy

from . import changes

OVERRIDABLE = {"LIBRARY_OVERRIDABLE"}
STIFF_MAX = 1e12
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


def _once(label, description, **limits):
    """A number that the solver reads once: not animatable, so that nobody keys it in vain."""
    return bpy.props.FloatProperty(
        name=label,
        description=description,
        options=set(),
        override=OVERRIDABLE,
        update=changes.note(label),
        **limits,
    )


def _stiffness(label, description, default, minimum=0.0):
    return _once(
        label,
        description,
        default=default,
        min=minimum,
        max=STIFF_MAX,
        soft_max=1e7,
        step=10000,
        precision=1,
    )


def _held(label, default):
    return bpy.props.EnumProperty(
        name=label,
        description="What is held at this end; it follows the curve's animation, modifiers included",
        items=HELD_ITEMS,
        default=default,
        options={"ENUM_FLAG"},
        override=OVERRIDABLE,
        update=changes.note(label),
    )


def _use_release(label):
    return bpy.props.BoolProperty(
        name=label,
        description="Let this end go after a frame, for example to throw or to snap the rod",
        default=False,
        options=set(),
        override=OVERRIDABLE,
        update=changes.note(label),
    )


def _release(label):
    return bpy.props.IntProperty(
        name=label,
        description="Last frame at which this end is held; afterwards it is free",
        default=25,
        options=set(),
        override=OVERRIDABLE,
        update=changes.note(label),
    )


class SINEW_PG_viper_rod(bpy.types.PropertyGroup):
    radius: _once(
        "Radius",
        "Radius of the rod where the curve's own point radius is 1. A round bevel on the curve is used instead "
        "when there is one",
        default=0.05, min=1e-6, soft_max=10.0, unit="LENGTH", step=1, precision=4,
    )  # fmt: skip
    segments: bpy.props.IntProperty(
        name="Segments",
        description="Pieces along each spline. More bend more finely and take longer",
        default=32, min=1, max=10000, soft_max=200,
        options=set(), override=OVERRIDABLE, update=changes.note("Segments"),
    )  # fmt: skip
    ring_vertices: bpy.props.IntProperty(
        name="Ring Vertices",
        description="Vertices around the surface; they cost disk space, not simulation time",
        default=16, min=3, max=256, soft_max=64,
        options=set(), override=OVERRIDABLE, update=changes.note("Ring Vertices"),
    )  # fmt: skip
    use_rest_frame: bpy.props.BoolProperty(
        name="Rest Frame",
        description="Take the relaxed shape of the rod from another frame than the first one. A rod that starts "
        "in another shape starts under tension",
        default=False, options=set(), override=OVERRIDABLE, update=changes.note("Rest Frame"),
    )  # fmt: skip
    rest_frame: bpy.props.IntProperty(
        name="Rest Frame",
        description="Frame at which the curve has its relaxed shape",
        default=1, options=set(), override=OVERRIDABLE, update=changes.note("Rest Frame"),
    )  # fmt: skip

    pin_start: _held("Pin Start", {"POSITION"})
    pin_end: _held("Pin End", set())
    use_release_start: _use_release("Let Go of Start")
    release_start: _release("Let Go of Start")
    use_release_end: _use_release("Let Go of End")
    release_end: _release("Let Go of End")

    density: _once(
        "Density",
        "Mass per volume [kg/m³]. Water and flesh have 1000, rubber about 1100",
        default=1000.0, min=1e-3, max=1e6, soft_max=10000.0, step=1000, precision=1,
    )  # fmt: skip
    stretch_stiffness: _stiffness(
        "Stretch",
        "Resistance to getting longer or shorter [Pa]. Jelly 10⁴, rubber 10⁶, rope 10⁸",
        1e5,
        1e-3,
    )
    cross_section_stiffness: _stiffness(
        "Cross Section",
        "Resistance to getting thicker or thinner [Pa]. Low lets the volume decide",
        1e4,
    )
    scale_gradient_stiffness: _stiffness(
        "Evenness", "Resistance to a radius that differs between neighbouring places [Pa]", 1e5
    )
    bend_stiffness: _stiffness("Bend", "Resistance to bending [Pa]. 0 is a limp thread", 1e5)
    twist_stiffness: _stiffness("Twist", "Resistance to twisting [Pa]", 1e5)
    surface_bending_stiffness: _once(
        "Smoothness",
        "Resistance to bumps in the radius [N]; smooths waves that run along the rod",
        default=1.0, min=0.0, max=STIFF_MAX, soft_max=1000.0, step=10, precision=3,
    )  # fmt: skip
    volume_stiffness: _stiffness(
        "Volume",
        "How strictly the volume is kept [Pa]. High: a rod of double length has 0.707 of its radius",
        1e6,
    )
    damping: _once(
        "Air Drag",
        "How fast all motion dies out [1/s]. 1 takes away about two thirds of the speed in a second",
        default=0.1, min=0.0, max=1000.0, soft_max=10.0, step=1, precision=3,
    )  # fmt: skip
    material_damping: _once(
        "Inner Damping",
        "How fast vibrations inside the rod die out [s]; rigid motion is left alone",
        default=0.002, min=0.0, max=100.0, soft_max=0.1, step=0.1, precision=4,
    )  # fmt: skip

    radial_force: bpy.props.FloatProperty(
        name="Inflate",
        description="Outward force on the rod's wall per length [N/m]; negative squeezes. Can be animated and driven",
        default=0.0, soft_min=-1000.0, soft_max=1000.0, step=10, precision=3,
        options={"ANIMATABLE"}, override=OVERRIDABLE, update=changes.note("Inflate"),
    )  # fmt: skip

    surface: bpy.props.PointerProperty(
        name="Surface",
        description="The mesh object that shows the baked rod",
        type=bpy.types.Object, override=OVERRIDABLE,
    )  # fmt: skip


classes = (SINEW_PG_viper_rod,)
