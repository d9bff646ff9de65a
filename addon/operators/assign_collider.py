"""Marks objects that stop bodies: endless floors and meshes."""

import bpy

from ..properties import migrate
from .selection import changeable


class SINEW_OT_toggle_floor(bpy.types.Operator):
    bl_idname = "sinew.toggle_floor"
    bl_label = "Sinew Floor"
    bl_description = (
        "Bodies stay on the side of this object to which its Z axis points. The plane is endless, whatever the object's size"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type in {"MESH", "EMPTY"}

    def execute(self, context):
        return _toggle(self, context, "is_floor", "is_collider")


class SINEW_OT_toggle_collider(bpy.types.Operator):
    bl_idname = "sinew.toggle_collider"
    bl_label = "Sinew Collider"
    bl_description = "Nothing passes through the surface of this mesh: it stops every kind of body, with its animation and modifiers"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "MESH"

    def execute(self, context):
        return _toggle(self, context, "is_collider", "is_floor")


def _toggle(operator, context, wanted, other):
    """An object is one kind of collider at a time."""
    obj = context.object
    if not changeable(operator, [obj]):
        return {"CANCELLED"}
    setattr(obj.sinew, wanted, not getattr(obj.sinew, wanted))
    setattr(obj.sinew, other, False)
    migrate.stamp(context.scene)
    return {"FINISHED"}


classes = (SINEW_OT_toggle_floor, SINEW_OT_toggle_collider)
