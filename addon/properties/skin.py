"""Settings of a skin: the muscles and bones that it follows."""

import bpy

from . import changes
from .fields import group_name, once, other_object, whole


class SINEW_PG_skin_muscle(bpy.types.PropertyGroup):
    """One of the muscles that a skin follows."""

    object: other_object("Muscle", "A muscle that the skin follows", update=changes.note("Muscles"))


class SINEW_PG_skin(bpy.types.PropertyGroup):
    muscles: bpy.props.CollectionProperty(
        type=SINEW_PG_skin_muscle, override={"LIBRARY_OVERRIDABLE", "USE_INSERTION"}
    )
    armature: other_object(
        "Armature",
        "Armature whose deforming bones carry the skin where no muscle is near",
        poll=lambda _, obj: obj.type == "ARMATURE",
    )  # fmt: skip
    mask: group_name(
        "Mask",
        "Vertex group: 1 follows the muscles, 0 keeps the mesh as its own modifiers deform it. Empty: 1 everywhere",
    )
    smoothing: whole(
        "Smoothing",
        "Rounds of smoothing of the weights with which the skin follows muscles and bones",
        default=10, min=0, max=1000, soft_max=100,
    )  # fmt: skip
    reach: once(
        "Reach",
        "Places that are farther from all muscles and bones than this many radii of the nearest follow that one alone",
        default=10.0, min=0.1, max=1e6, soft_max=100.0, step=100, precision=1,
    )  # fmt: skip


classes = (SINEW_PG_skin_muscle, SINEW_PG_skin)
