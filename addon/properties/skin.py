"""Settings of a skin: the muscles and bones that it follows."""

import bpy

from . import changes
from .material import OVERRIDABLE, once
from .muscle import group_name


class SINEW_PG_skin_muscle(bpy.types.PropertyGroup):
    """One of the muscles that a skin follows."""

    object: bpy.props.PointerProperty(
        name="Muscle",
        description="A muscle that the skin follows",
        type=bpy.types.Object, override=OVERRIDABLE, update=changes.note("Muscles"),
    )  # fmt: skip


class SINEW_PG_skin(bpy.types.PropertyGroup):
    muscles: bpy.props.CollectionProperty(
        type=SINEW_PG_skin_muscle, override={"LIBRARY_OVERRIDABLE", "USE_INSERTION"}
    )
    armature: bpy.props.PointerProperty(
        name="Armature",
        description="Armature whose deforming bones carry the skin where no muscle is near",
        type=bpy.types.Object,
        poll=lambda _, obj: obj.type == "ARMATURE",
        override=OVERRIDABLE,
        update=changes.note("Armature"),
    )
    mask: group_name(
        "Mask",
        "Vertex group: 1 follows the muscles, 0 keeps the mesh as its own modifiers deform it. Empty: 1 everywhere",
    )
    smoothing: bpy.props.IntProperty(
        name="Smoothing",
        description="Rounds of smoothing of the weights with which the skin follows muscles and bones",
        default=10, min=0, max=1000, soft_max=100,
        options=set(), override=OVERRIDABLE, update=changes.note("Smoothing"),
    )  # fmt: skip
    reach: once(
        "Reach",
        "Places that are farther from all muscles and bones than this many radii of the nearest follow that one alone",
        default=10.0, min=0.1, max=1e6, soft_max=100.0, step=100, precision=1,
    )  # fmt: skip


classes = (SINEW_PG_skin_muscle, SINEW_PG_skin)
