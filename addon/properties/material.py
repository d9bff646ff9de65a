"""The material of rods, which muscles are made of too. Names and defaults are those of the solver (a
test compares)."""

import bpy

from . import changes

OVERRIDABLE = {"LIBRARY_OVERRIDABLE"}
STIFF_MAX = 1e12


def once(label, description, **limits):
    """A number that the solver reads once: not animatable, so that nobody keys it in vain."""
    return bpy.props.FloatProperty(
        name=label,
        description=description,
        options=set(),
        override=OVERRIDABLE,
        update=changes.note(label),
        **limits,
    )


def stiffness(label, description, default, minimum=0.0):
    return once(
        label,
        description,
        default=default,
        min=minimum,
        max=STIFF_MAX,
        soft_max=1e7,
        step=10000,
        precision=1,
    )


class RodMaterial:
    """What the property groups of rods and muscles share."""

    density: once(
        "Density",
        "Mass per volume [kg/m³]. Water and flesh have 1000, rubber about 1100",
        default=1000.0, min=1e-3, max=1e6, soft_max=10000.0, step=1000, precision=1,
    )  # fmt: skip
    stretch_stiffness: stiffness(
        "Stretch",
        "Resistance to getting longer or shorter [Pa]. Jelly 10⁴, rubber 10⁶, rope 10⁸",
        1e5,
        1e-3,
    )
    cross_section_stiffness: stiffness(
        "Cross Section",
        "Resistance to getting thicker or thinner [Pa]. Low lets the volume decide",
        1e4,
    )
    scale_gradient_stiffness: stiffness(
        "Evenness", "Resistance to a radius that differs between neighbouring places [Pa]", 1e5
    )
    bend_stiffness: stiffness("Bend", "Resistance to bending [Pa]. 0 is a limp thread", 1e5)
    twist_stiffness: stiffness("Twist", "Resistance to twisting [Pa]", 1e5)
    surface_bending_stiffness: once(
        "Smoothness",
        "Resistance to bumps in the radius [N]; smooths waves that run along the rod",
        default=1.0, min=0.0, max=STIFF_MAX, soft_max=1000.0, step=10, precision=3,
    )  # fmt: skip
    volume_stiffness: stiffness(
        "Volume",
        "How strictly the volume is kept [Pa]. High: a rod of double length has 0.707 of its radius",
        1e6,
    )
    damping: once(
        "Air Drag",
        "How fast all motion dies out [1/s]. 1 takes away about two thirds of the speed in a second",
        default=0.1, min=0.0, max=1000.0, soft_max=10.0, step=1, precision=3,
    )  # fmt: skip
    material_damping: once(
        "Inner Damping",
        "How fast vibrations inside the rod die out [s]; rigid motion is left alone",
        default=0.002, min=0.0, max=100.0, soft_max=0.1, step=0.1, precision=4,
    )  # fmt: skip
