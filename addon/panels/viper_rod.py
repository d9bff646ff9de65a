"""Settings of a VIPER rod."""

import pathlib

import bpy
from bl_ui.utils import PresetPanel

from .. import body_types
from ..operators.presets import SUBFOLDER

# Presets that come with the add-on; the artist's own are where Blender keeps all presets.
SHIPPED_PRESETS = pathlib.Path(__file__).resolve().parent.parent / "presets" / "viper_rod"


class SINEW_PT_rod_presets(PresetPanel, bpy.types.Panel):
    bl_label = "Rod Presets"
    preset_subdir = SUBFOLDER
    preset_operator = "script.execute_preset"
    preset_add_operator = "sinew.add_rod_preset"

    def draw(self, _context):
        layout = self.layout
        layout.emboss = "PULLDOWN_MENU"
        layout.operator_context = "EXEC_DEFAULT"
        self.path_menu(
            [str(SHIPPED_PRESETS), *bpy.utils.preset_paths(self.preset_subdir)],
            self.preset_operator,
            filter_ext=lambda extension: extension == ".py",
            add_operator=self.preset_add_operator,
            display_name=lambda name: bpy.path.display_name(name, title_case=False),
        )


class RodPanel:
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"

    @classmethod
    def poll(cls, context):
        if context.object is None:
            return False
        body_type = body_types.type_of(context.object)
        return body_type is not None and body_type.identifier == "VIPER_ROD"


class SINEW_PT_rod(RodPanel, bpy.types.Panel):
    bl_label = "VIPER Rod"

    def draw_header_preset(self, _context):
        SINEW_PT_rod_presets.draw_panel_header(self.layout)

    def draw(self, context):
        layout, rod = _split(self.layout), context.object.sinew.rod
        data = context.object.data
        column = layout.column()
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
        layout, rod = _split(self.layout), context.object.sinew.rod
        for end, label in (("start", "Start"), ("end", "End")):
            column = layout.column()
            column.row(align=True).prop(rod, f"pin_{end}", text=label, expand=True)
            row = column.row(heading="Let Go after")
            row.active = bool(getattr(rod, f"pin_{end}"))
            row.prop(rod, f"use_release_{end}", text="")
            sub = row.row()
            sub.active = getattr(rod, f"use_release_{end}")
            sub.prop(rod, f"release_{end}", text="")


class SINEW_PT_rod_material(RodPanel, bpy.types.Panel):
    bl_label = "Material"
    bl_parent_id = "SINEW_PT_rod"

    def draw(self, context):
        layout, rod = _split(self.layout), context.object.sinew.rod
        layout.prop(rod, "density", text="Density [kg/m³]")
        column = layout.column(align=True)
        column.prop(rod, "stretch_stiffness", text="Stretch [Pa]")
        column.prop(rod, "bend_stiffness", text="Bend [Pa]")
        column.prop(rod, "twist_stiffness", text="Twist [Pa]")
        column = layout.column(align=True)
        column.prop(rod, "volume_stiffness", text="Volume [Pa]")
        column.prop(rod, "cross_section_stiffness", text="Cross Section [Pa]")
        column.prop(rod, "scale_gradient_stiffness", text="Evenness [Pa]")
        column.prop(rod, "surface_bending_stiffness", text="Smoothness [N]")
        column = layout.column(align=True)
        column.prop(rod, "damping", text="Air Drag [1/s]")
        column.prop(rod, "material_damping", text="Inner Damping [s]")


class SINEW_PT_rod_forces(RodPanel, bpy.types.Panel):
    bl_label = "Forces"
    bl_parent_id = "SINEW_PT_rod"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout = _split(self.layout)
        layout.use_property_decorate = True
        layout.prop(context.object.sinew.rod, "radial_force", text="Inflate [N/m]")


def _split(layout):
    layout.use_property_split = True
    layout.use_property_decorate = False  # the dots for keyframes, where nothing can be keyed
    return layout


classes = (
    SINEW_PT_rod_presets,
    SINEW_PT_rod,
    SINEW_PT_rod_pins,
    SINEW_PT_rod_material,
    SINEW_PT_rod_forces,
)
