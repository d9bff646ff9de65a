"""Makes selected objects into bodies, and takes that back."""

import bpy

from .. import body_types
from ..properties import migrate
from .selection import changeable, chosen_objects


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
        chosen = chosen_objects(context, wanted.object_types)
        if not chosen:
            kinds = " or ".join(kind.lower() for kind in sorted(wanted.object_types))
            self.report({"ERROR"}, f"'{context.object.name}' cannot be a {wanted.label}. Select a {kinds}.")
            return {"CANCELLED"}
        if not changeable(self, chosen):
            return {"CANCELLED"}
        for obj in chosen:
            obj.sinew.body_type = self.body_type
        migrate.stamp(context.scene)
        return {"FINISHED"}


class SINEW_OT_remove_body(bpy.types.Operator):
    bl_idname = "sinew.remove_body"
    bl_label = "Remove Sinew Body"
    bl_description = (
        "Simulate the object no longer and delete the surface mesh of a rod. Settings, the rods of a muscle and cache "
        "files stay"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.object is not None and body_types.type_of(context.object) is not None

    def execute(self, context):
        obj = context.object
        if not changeable(self, [obj]):
            return {"CANCELLED"}
        body_types.type_of(obj).player.remove(obj)
        obj.sinew.body_type = "NONE"
        return {"FINISHED"}


classes = (SINEW_OT_add_body, SINEW_OT_remove_body)
