"""Makes selected objects into bodies, and takes that back."""

import bpy

from .. import body_types
from ..export.errors import ExportError
from ..export.scene import refuse_linked
from ..playback import surface_object
from ..properties import migrate


def _chosen_objects(context, object_types):
    """The selected objects that fit, and the active one in any case: the Physics tab shows it."""
    chosen = [obj for obj in context.selected_objects if obj.type in object_types]
    active = context.object
    if active and active.type in object_types and active not in chosen:
        chosen.append(active)
    return chosen


class SINEW_OT_add_body(bpy.types.Operator):
    bl_idname = "sinew.add_body"
    bl_label = "Add Sinew Body"
    bl_description = "Simulate the selected objects with Sinew"
    bl_options = {"REGISTER", "UNDO"}

    body_type: bpy.props.EnumProperty(name="Body Type", items=body_types.enum_items()[1:])

    @classmethod
    def description(cls, _context, properties):
        return next(item[2] for item in body_types.enum_items() if item[0] == properties.body_type)

    @classmethod
    def poll(cls, context):
        return context.object is not None and bool(body_types.types_for(context.object))

    def execute(self, context):
        wanted = next(
            entry for entry in body_types.BODY_TYPES if entry.identifier == self.body_type
        )
        chosen = _chosen_objects(context, wanted.object_types)
        try:
            for obj in chosen:
                refuse_linked(obj)
        except ExportError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        for obj in chosen:
            obj.sinew.body_type = self.body_type
        migrate.stamp(context.scene)
        return {"FINISHED"}


class SINEW_OT_remove_body(bpy.types.Operator):
    bl_idname = "sinew.remove_body"
    bl_label = "Remove Sinew Body"
    bl_description = (
        "Simulate the object no longer and delete its surface mesh. Settings and cache files stay"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and body_types.type_of(context.object) is not None

    def execute(self, context):
        obj = context.object
        try:
            refuse_linked(obj)
        except ExportError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if obj.sinew.rod.surface:
            surface_object.remove(obj)
        obj.sinew.body_type = "NONE"
        return {"FINISHED"}


classes = (SINEW_OT_add_body, SINEW_OT_remove_body)
