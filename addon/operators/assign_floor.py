"""Marks an object as the floor of the simulation."""

import bpy

from ..export.errors import ExportError
from ..export.scene import refuse_linked
from ..properties import migrate


class SINEW_OT_toggle_floor(bpy.types.Operator):
    bl_idname = "sinew.toggle_floor"
    bl_label = "Sinew Floor"
    bl_description = (
        "Rods stay on the side of this object to which its Z axis points. The plane is endless, whatever the "
        "object's size"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type in {"MESH", "EMPTY"}

    def execute(self, context):
        obj = context.object
        try:
            refuse_linked(obj)
        except ExportError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        obj.sinew.is_floor = not obj.sinew.is_floor
        migrate.stamp(context.scene)
        return {"FINISHED"}


classes = (SINEW_OT_toggle_floor,)
