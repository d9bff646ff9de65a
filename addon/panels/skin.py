"""Settings of a skin."""

import bpy

from .body_panel import BodyPanel, draw_purpose
from .material import split


class SINEW_PT_skin(BodyPanel, bpy.types.Panel):
    bl_label = "Skin"
    body_type = "SKIN"

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        skin = obj.sinew.skin
        draw_purpose(layout, context)
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
