"""Settings of a Cosserat shell: thickness, pins, material, the curvatures that it wants to have, growth."""

import bpy

from ..export.shell import KIND
from .body_panel import BodyPanel, draw_purpose
from .implicit import draw_contact, draw_cost, draw_directors, draw_frames
from .material import draw_material, numbers, split
from .presets import preset_classes

presets_menu, add_preset = preset_classes("shell", "cosserat_shell", KIND, ("area_law",))


class ShellPanel(BodyPanel):
    body_type = "COSSERAT_SHELL"


class SINEW_PT_shell(ShellPanel, bpy.types.Panel):
    bl_label = "Cosserat Shell"

    def draw_header_preset(self, _context):
        presets_menu.draw_panel_header(self.layout)

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        shell = obj.sinew.shell
        draw_purpose(layout, context)
        draw_material(layout, shell, KIND, "thickness")
        layout.prop_search(shell, "thickness_group", obj, "vertex_groups", text="Map")
        if shell.thickness_group:
            numbers(layout).prop(shell, "map_thickness_mm", text="Painted [mm]")
        keys = obj.data.shape_keys
        if keys:
            layout.prop_search(shell, "rest_key", keys, "key_blocks")
        elif shell.rest_key:
            layout.prop(shell, "rest_key")  # the keys are gone: it can be cleared
        layout.prop(shell, "rider")
        row = layout.row()
        row.active = shell.rider is None
        row.prop(shell, "surface", text="Front and Back")
        draw_cost(layout, context)


class SINEW_PT_shell_pins(ShellPanel, bpy.types.Panel):
    bl_label = "Pins"
    bl_parent_id = "SINEW_PT_shell"

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        shell = obj.sinew.shell
        for group, axes, label in (("pin_group", "pin_axes", "Position"), ("turn_group", "turn_axes", "Rotation")):
            column = layout.column(align=True)
            column.prop_search(shell, group, obj, "vertex_groups", text=label)
            row = column.row(align=True)
            row.active = bool(getattr(shell, group))
            row.prop(shell, axes, text="Axes", expand=True)
        draw_frames(layout.column(), shell)


class SINEW_PT_shell_contact(ShellPanel, bpy.types.Panel):
    bl_label = "Contact"
    bl_parent_id = "SINEW_PT_shell"

    def draw(self, context):
        draw_contact(split(self.layout), context.object, context.object.sinew.shell)


class SINEW_PT_shell_material(ShellPanel, bpy.types.Panel):
    bl_label = "Material"
    bl_parent_id = "SINEW_PT_shell"

    def draw(self, context):
        draw_material(split(self.layout), context.object.sinew.shell, KIND, "material", "damping")


class SINEW_UL_curvatures(bpy.types.UIList):
    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0, _flags=0):
        row = layout.row()
        row.prop(item, "name", text="", emboss=False, icon="FORCE_VORTEX" if item.kind == "TWIST" else "SPHERECURVE")
        row.prop(item, "strength", text="", emboss=False)


class SINEW_PT_shell_curvature(ShellPanel, bpy.types.Panel):
    bl_label = "Curvature"
    bl_parent_id = "SINEW_PT_shell"

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        shell = obj.sinew.shell
        row = layout.row(align=True)
        for operator in ("sinew.roll_up", "sinew.curl_edges", "sinew.twist"):
            row.operator(operator)
        row = layout.row()
        row.template_list("SINEW_UL_curvatures", "", shell, "curvatures", shell, "active_curvature", rows=3)
        buttons = row.column(align=True)
        buttons.operator("sinew.add_curvature", text="", icon="ADD")
        buttons.operator("sinew.remove_curvature", text="", icon="REMOVE")
        if shell.active_curvature < len(shell.curvatures):
            self._draw_curvature(layout, obj, shell.curvatures[shell.active_curvature])
        layout.prop(context.scene.sinew, "show_curvatures", text="Show in View")

    @staticmethod
    def _draw_curvature(layout, obj, curvature):
        layout.row().prop(curvature, "kind", expand=True)
        column = layout.column()
        column.use_property_decorate = True
        column.prop(curvature, "strength")
        column = layout.column(align=True)
        column.prop_search(curvature, "group", obj, "vertex_groups")
        column.prop_search(curvature, "other_group", obj, "vertex_groups")
        column = layout.column(align=True)
        column.prop(curvature, "direction")
        if curvature.direction == "AXIS":
            column.row().prop(curvature, "axis")
        column.prop(curvature, "angle")


class SINEW_PT_shell_growth(ShellPanel, bpy.types.Panel):
    bl_label = "Growth"
    bl_parent_id = "SINEW_PT_shell"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        shell = obj.sinew.shell
        column = layout.column()
        column.use_property_decorate = True
        column.prop(shell, "growth")
        layout.prop_search(shell, "growth_group", obj, "vertex_groups", text="Map")


class SINEW_PT_shell_advanced(ShellPanel, bpy.types.Panel):
    bl_label = "Advanced"
    bl_parent_id = "SINEW_PT_shell"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, shell = split(self.layout), context.object.sinew.shell
        column = layout.column()
        column.prop(shell, "model")
        column.prop(shell, "area_law")
        column.prop(shell, "mass")
        column.prop(shell, "smooth")
        draw_material(layout, shell, KIND, "advanced")
        draw_directors(layout, context, shell)


classes = (
    presets_menu,
    add_preset,
    SINEW_PT_shell,
    SINEW_PT_shell_pins,
    SINEW_PT_shell_contact,
    SINEW_PT_shell_material,
    SINEW_UL_curvatures,
    SINEW_PT_shell_curvature,
    SINEW_PT_shell_growth,
    SINEW_PT_shell_advanced,
)
