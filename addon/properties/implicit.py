"""What the property groups of solids and shells share, to be mixed in: parts of the material, pins and
directors. `what` is the word for the body in descriptions."""

from . import changes
from .fields import group_name, once, switch, whole


def forget_cost(label):
    """An update callback for settings that the estimated cost depends on."""
    noted = changes.note(label)

    def update(group, context):
        group.id_data.sinew.cost_report = ""
        noted(group, context)

    return update


def implicit_material(what):
    class ImplicitMaterial:
        density: once(
            "Density",
            "Mass per volume [kg/m³]. Water and flesh have 1000, rubber about 1100, foam 50, wood 600, aluminium 2700",
            default=1000.0, min=1e-3, max=1e6, soft_max=10000.0, step=1000, precision=1,
        )  # fmt: skip
        couple_ratio: once(
            "Coupling",
            "How strictly the turning of points follows that of the matter around them",
            default=1.0, min=1e-6, max=1e6, soft_max=10.0, step=10, precision=3,
        )  # fmt: skip
        length_scale: once(
            "Length Scale",
            f"Size of the structure that resists bending and twisting by itself [m]. 0: none, an ordinary {what}",
            default=0.0, min=0.0, max=1000.0, soft_max=0.1, step=0.1, precision=4,
        )  # fmt: skip
        rotary_inertia: once(
            "Rotary Inertia",
            "Inertia of the turning of points per volume [kg/m]. 0 lets them follow at once",
            default=0.0, min=0.0, max=1e6, soft_max=10.0, step=1, precision=4,
        )  # fmt: skip
        damping: once(
            "Air Drag",
            "How fast all motion dies out [1/s]. 1 takes away about two thirds of the speed in a second",
            default=0.0, min=0.0, max=1000.0, soft_max=10.0, step=1, precision=3,
        )  # fmt: skip
        material_damping: once(
            "Inner Damping",
            f"How fast vibrations inside the {what} die out [s]; rigid motion is left alone",
            default=0.0, min=0.0, max=100.0, soft_max=0.1, step=0.1, precision=4,
        )  # fmt: skip

    return ImplicitMaterial


def held(what):
    class Held:
        pin_group: group_name(
            "Pins",
            "Vertex group of what is held: weight 1 goes where the animated mesh goes, less gives way. Empty: it falls",
        )
        use_release: switch("Let Go", "Let go of the pins after a frame", False)
        release_frame: whole(
            "Let Go after",
            f"Last frame at which the pins hold the {what}; afterwards it is free",
            default=100,
        )
        use_rest_frame: switch(
            "Rest Frame", "Take the relaxed shape from another frame than the first one of the scene", False
        )
        rest_frame: whole(
            "Rest Frame",
            f"Frame at which the {what} is relaxed. Some frames of Preroll lead from there to the first one",
            default=1,
        )

    return Held


def shows_directors(what):
    class ShowsDirectors:
        directors: switch(
            "Directors",
            f"Bake how some points of the {what} turn, to be shown over the view coloured by curvature",
            False,
        )
        director_count: whole(
            "Count",
            f"How many points of the {what} show their directors, at most",
            default=500, min=1, max=1_000_000, soft_max=5000, update=changes.note("Directors"),
        )  # fmt: skip

    return ShowsDirectors
