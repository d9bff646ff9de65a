"""The material of rods, which muscles are made of too. Names and defaults are those of the solver (a
test compares)."""

from .fields import STIFF_MAX, once, stiffness


def rod_material(**defaults):
    """A class with the settings that the property groups of rods and muscles share, to be mixed in. All need a
    default."""

    class RodMaterial:
        density: once(
            "Density",
            "Mass per volume [kg/m³]. Water and flesh have 1000, rubber about 1100",
            default=defaults["density"], min=1e-3, max=1e6, soft_max=10000.0, step=1000, precision=1,
        )  # fmt: skip
        stretch_stiffness: stiffness(
            "Stretch",
            "Resistance to getting longer or shorter [Pa]. Jelly 10⁴, rubber 10⁶, rope 10⁸",
            defaults["stretch_stiffness"],
            1e-3,
        )
        cross_section_stiffness: stiffness(
            "Cross Section",
            "Resistance to getting thicker or thinner [Pa]. Low lets the volume decide",
            defaults["cross_section_stiffness"],
        )
        scale_gradient_stiffness: stiffness(
            "Evenness",
            "Resistance to a radius that differs between neighbouring places [Pa]",
            defaults["scale_gradient_stiffness"],
        )
        bend_stiffness: stiffness(
            "Bend",
            "Resistance to bending: Young's modulus [Pa]. Jelly 10⁴, rubber 10⁶, wood 10¹⁰, 0 is a limp thread",
            defaults["bend_stiffness"],
        )
        twist_stiffness: stiffness(
            "Twist",
            "Resistance to twisting: shear modulus [Pa]. A third of the bend stiffness for most materials",
            defaults["twist_stiffness"],
        )
        surface_bending_stiffness: once(
            "Smoothness",
            "Resistance to bumps in the radius [N]; smooths waves that run along the rod",
            default=defaults["surface_bending_stiffness"], min=0.0, max=STIFF_MAX, soft_max=1000.0, step=10, precision=3,
        )  # fmt: skip
        volume_stiffness: stiffness(
            "Volume",
            "How strictly the volume is kept [Pa]. High: a rod of double length has 0.707 of its radius",
            defaults["volume_stiffness"],
        )
        damping: once(
            "Air Drag",
            "How fast all motion dies out [1/s]. 1 takes away about two thirds of the speed in a second",
            default=defaults["damping"], min=0.0, max=1000.0, soft_max=10.0, step=1, precision=3,
        )  # fmt: skip
        material_damping: once(
            "Inner Damping",
            "How fast vibrations inside the rod die out [s]; rigid motion is left alone",
            default=defaults["material_damping"], min=0.0, max=100.0, soft_max=0.1, step=0.1, precision=4,
        )  # fmt: skip

    return RodMaterial
