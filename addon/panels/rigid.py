"""Settings of a rigid body: what moves it, its mass, what it touches and how it starts."""

import bpy

from ..export.rigid import KIND
from .body_panel import BodyPanel, draw_purpose
from .implicit import draw_contact
from .material import draw_material, numbers, split
from .presets import preset_classes
from .text import draw_wrapped

presets_menu, add_preset = preset_classes("rigid", "rigid_body", KIND, ("friction", "sliding_friction"))


class RigidPanel(BodyPanel):
    body_type = "RIGID_BODY"


class SINEW_PT_rigid(RigidPanel, bpy.types.Panel):
    bl_label = "Sinew Rigid Body"

    def draw_header_preset(self, _context):
        presets_menu.draw_panel_header(self.layout)

    def draw(self, context):
        layout, rigid = split(self.layout), context.object.sinew.rigid
        draw_purpose(layout, context)
        layout.row().prop(rigid, "motion", expand=True)
        column = layout.column()
        column.active = rigid.motion == "FREE"
        draw_material(column, rigid, KIND, "material", "damping")
        if context.object.rigid_body is not None:
            draw_wrapped(layout, context, "Blender's own Rigid Body moves it too.", "ERROR")
            layout.operator("sinew.convert_rigid_body")


class SINEW_PT_rigid_contact(RigidPanel, bpy.types.Panel):
    bl_label = "Contact"
    bl_parent_id = "SINEW_PT_rigid"

    def draw(self, context):
        draw_contact(split(self.layout), context.object, context.object.sinew.rigid)


class SINEW_PT_rigid_start(RigidPanel, bpy.types.Panel):
    bl_label = "Start"
    bl_parent_id = "SINEW_PT_rigid"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, rigid = self.layout, context.object.sinew.rigid
        layout.active = rigid.motion == "FREE"
        numbers(layout).prop(rigid, "velocity")
        numbers(layout).prop(rigid, "spin")


classes = (presets_menu, add_preset, SINEW_PT_rigid, SINEW_PT_rigid_contact, SINEW_PT_rigid_start)
