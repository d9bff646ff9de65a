"""Settings of a skin."""

import bpy

from .. import body_types
from .material import split


class SINEW_PT_skin(bpy.types.Panel):
    bl_label = "Skin"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"

    @classmethod
    def poll(cls, context):
        if context.object is None:
            return False
        body_type = body_types.type_of(context.object)
        return body_type is not None and body_type.identifier == "SKIN"

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        skin = obj.sinew.skin
        box = layout.box()
        if not skin.muscles:
            box.label(text="Follows no muscle yet", icon="ERROR")
        for entry in skin.muscles:
            box.prop(entry, "object", text="")
        layout.prop(skin, "armature")
        layout.prop_search(skin, "mask", obj, "vertex_groups")
        layout.prop(skin, "smoothing")
        layout.prop(skin, "reach")
        layout.operator("sinew.bind_skin", icon="MOD_CLOTH")


classes = (SINEW_PT_skin,)
