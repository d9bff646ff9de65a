"""What the property groups of solids, shells and rigid bodies share, to be mixed in: pins, contact and directors. `what` is the
word for the body in descriptions."""

from . import changes
from .fields import choice, collection, group_name, once, switch, whole

CONTACT_ITEMS = [
    ("NONE", "Floors Only", "Passes through everything but floors", 0),
    ("OTHERS", "Others", "Touches other bodies and colliders", 1),
    ("ALL", "Others and Itself", "Also touches itself: folds and rolls stay apart. Takes longer", 2),
]


FILTER_ITEMS = [
    ("ANY", "All", "Touches all objects that it can touch", 0),
    ("ONLY", "Only", "Touches the objects of a collection and no others", 1),
    ("EXCEPT", "All But", "Touches all objects but those of a collection", 2),
]


def forget_cost(label):
    """An update callback for settings that the estimated cost depends on."""
    noted = changes.note(label)

    def update(group, context):
        group.id_data.sinew.cost_report = ""
        noted(group, context)

    return update


def held(what):
    class Held:
        pin_group: group_name(
            "Pins",
            f"Vertex group: weight 1 follows the animated mesh, less gives way. Empty: nothing holds the {what}",
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


def friction():
    return once(
        "Friction",
        "How hard it is to slide: 0 is ice, 1 rubber. Between two surfaces the geometric mean of theirs counts",
        default=0.3, min=0.0, max=100.0, soft_max=1.0, step=1, precision=2,
    )  # fmt: skip


def touches(what, itself=True):
    """Without `itself` the body has no folds that could touch."""
    frames_only = f"The {what} touches others during some frames only"
    first, last = (f"{which} frame in which the {what} touches others" for which in ("First", "Last"))

    class Touches:
        contact: choice(
            "Contact",
            f"What the {what} touches and cannot pass through",
            CONTACT_ITEMS if itself else CONTACT_ITEMS[:-1],
            default="OTHERS",
        )
        contact_filter: choice("Objects", f"Which bodies and colliders the {what} touches", FILTER_ITEMS)
        contact_collection: collection("Collection", "Objects that are touched, or are not")
        use_contact_frames: switch("Frames", frames_only, False)
        contact_first: whole("From", first, default=1)
        contact_last: whole("To", last, default=250)
        friction: friction()
        sliding_friction: once(
            "While Sliding",
            "Share of the friction that is left while the surface slides. Less than 1: once it slides, it slides more easily",
            default=1.0, min=0.0, max=1.0, step=1, precision=2,
        )  # fmt: skip
        friction_group: group_name(
            "Friction Map", "Vertex group that the friction is multiplied with. Empty: the same everywhere"
        )

    return Touches


def shows_directors(what):
    class ShowsDirectors:
        directors: switch(
            "Directors",
            f"Bake the rotations of some points of the {what}. The view can show them, coloured by curvature",
            False,
        )
        director_count: whole(
            "Count",
            f"Largest number of points of the {what} that show their directors",
            default=500, min=1, max=1_000_000, soft_max=5000, update=changes.note("Directors"),
        )  # fmt: skip

    return ShowsDirectors
