"""Settings of a VIPER rod."""

import bpy

from ..export.viper_rod import KIND
from .body_panel import BodyPanel, draw_purpose
from .material import draw_material, numbers, split
from .presets import preset_classes

presets_menu, add_preset = preset_classes("rod", "viper_rod", KIND)


class RodPanel(BodyPanel):
    body_type = "VIPER_ROD"


class SINEW_PT_rod(RodPanel, bpy.types.Panel):
    bl_label = "VIPER Rod"

    def draw_header_preset(self, _context):
        presets_menu.draw_panel_header(self.layout)

    def draw(self, context):
        layout, rod = split(self.layout), context.object.sinew.rod
        data = context.object.data
        draw_purpose(layout, context)
        column = numbers(layout)
        if data.bevel_mode == "ROUND" and data.bevel_depth > 0.0:
            column.prop(data, "bevel_depth", text="Radius (Bevel)")
        else:
            column.prop(rod, "radius")
        column.prop(rod, "segments")
        column.prop(rod, "ring_vertices")
        row = layout.row(heading="Rest Frame")
        row.prop(rod, "use_rest_frame", text="")
        sub = row.row()
        sub.active = rod.use_rest_frame
        sub.prop(rod, "rest_frame", text="")


class SINEW_PT_rod_pins(RodPanel, bpy.types.Panel):
    bl_label = "Pins"
    bl_parent_id = "SINEW_PT_rod"

    def draw(self, context):
        layout, rod = split(self.layout), context.object.sinew.rod
        for end, label in (("start", "Start"), ("end", "End")):
            column = layout.column()
            column.label(text=f"{label} holds")
            held = column.row(align=True)
            held.use_property_split = False  # three words need the whole width
            held.prop(rod, f"pin_{end}", expand=True)
            row = column.row(heading="Let Go after")
            row.active = bool(getattr(rod, f"pin_{end}"))
            row.prop(rod, f"use_release_{end}", text="")
            sub = row.row()
            sub.active = getattr(rod, f"use_release_{end}")
            sub.prop(rod, f"release_{end}", text="")


class SINEW_PT_rod_contact(RodPanel, bpy.types.Panel):
    bl_label = "Contact"
    bl_parent_id = "SINEW_PT_rod"

    def draw(self, context):
        numbers(split(self.layout)).prop(context.object.sinew.rod, "friction")


class SINEW_PT_rod_material(RodPanel, bpy.types.Panel):
    bl_label = "Material"
    bl_parent_id = "SINEW_PT_rod"

    def draw(self, context):
        layout, rod = split(self.layout), context.object.sinew.rod
        draw_material(layout, rod, KIND, "material", "line", "radius", "damping")


class SINEW_PT_rod_forces(RodPanel, bpy.types.Panel):
    bl_label = "Forces"
    bl_parent_id = "SINEW_PT_rod"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout = split(self.layout)
        layout.use_property_decorate = True
        layout.prop(context.object.sinew.rod, "radial_force", text="Inflate [N/m]")


classes = (
    presets_menu,
    add_preset,
    SINEW_PT_rod,
    SINEW_PT_rod_pins,
    SINEW_PT_rod_contact,
    SINEW_PT_rod_material,
    SINEW_PT_rod_forces,
)
