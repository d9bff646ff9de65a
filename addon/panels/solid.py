"""Settings of a micropolar solid: resolution with its cost, pins, material, grain and rest curvature."""

import bpy

from ..export.solid import KIND
from .body_panel import BodyPanel, draw_purpose
from .implicit import draw_contact, draw_cost, draw_directors, draw_frames
from .material import draw_material, numbers, split
from .presets import preset_classes
from .text import draw_wrapped

presets_menu, add_preset = preset_classes(
    "solid",
    "micropolar_solid",
    KIND,
    ("law", "use_fiber_stiffness", "fiber_bend", "fiber_twist", "fiber_across"),
)


class SolidPanel(BodyPanel):
    body_type = "MICROPOLAR_SOLID"


class SINEW_PT_solid(SolidPanel, bpy.types.Panel):
    bl_label = "Micropolar Solid"

    def draw_header_preset(self, _context):
        presets_menu.draw_panel_header(self.layout)

    def draw(self, context):
        layout, solid = split(self.layout), context.object.sinew.solid
        draw_purpose(layout, context)
        layout.row().prop(solid, "resolution", expand=True)
        layout.prop(solid, "tet_count" if solid.resolution == "COUNT" else "tet_size")
        row = layout.row(heading="Hollow", align=True)
        row.prop(solid, "hollow", text="")
        wall = row.row()
        wall.active = solid.hollow
        wall.prop(solid, "wall_thickness", text="")
        draw_cost(layout, context)


class SINEW_PT_solid_pins(SolidPanel, bpy.types.Panel):
    bl_label = "Pins"
    bl_parent_id = "SINEW_PT_solid"

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        solid = obj.sinew.solid
        layout.prop_search(solid, "pin_group", obj, "vertex_groups", text="Vertex Group")
        column = layout.column()
        column.active = bool(solid.pin_group)
        column.prop(solid, "pin_rotation")
        draw_frames(column, solid)


class SINEW_PT_solid_contact(SolidPanel, bpy.types.Panel):
    bl_label = "Contact"
    bl_parent_id = "SINEW_PT_solid"

    def draw(self, context):
        draw_contact(split(self.layout), context.object, context.object.sinew.solid)


class SINEW_PT_solid_material(SolidPanel, bpy.types.Panel):
    bl_label = "Material"
    bl_parent_id = "SINEW_PT_solid"

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        solid = obj.sinew.solid
        layout.prop(solid, "law")
        draw_material(layout, solid, KIND, "material", "damping")
        layout.prop_search(solid, "map_group", obj, "vertex_groups", text="Painted")
        column = numbers(layout)
        column.active = bool(solid.map_group)
        column.prop(solid, "map_young_modulus", text="Stiffness [Pa]")
        column.prop(solid, "map_density", text="Density [kg/m³]")
        column.prop(solid, "map_length_scale", text="Length Scale [m]")


class SINEW_PT_solid_structure(SolidPanel, bpy.types.Panel):
    bl_label = "Structure"
    bl_parent_id = "SINEW_PT_solid"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        solid = obj.sinew.solid
        layout.active = solid.law != "CLASSIC_NEO_HOOKEAN"
        draw_material(layout, solid, KIND, "advanced")
        layout.prop(solid, "grain")
        if solid.grain == "AXIS":
            layout.prop(solid, "grain_direction")
        elif solid.grain == "ATTRIBUTE":
            layout.prop_search(solid, "grain_attribute", obj.data, "attributes")
        layout.prop(solid, "use_fiber_stiffness")
        if solid.use_fiber_stiffness:
            column = numbers(layout)
            for name in ("fiber_bend", "fiber_twist", "fiber_across"):
                column.prop(solid, name)
        else:
            draw_material(layout, solid, KIND, "curvature parts")
        draw_directors(layout, context, solid)


class SINEW_PT_solid_curvature(SolidPanel, bpy.types.Panel):
    bl_label = "Rest Curvature"
    bl_parent_id = "SINEW_PT_solid"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        solid = obj.sinew.solid
        layout.active = solid.law != "CLASSIC_NEO_HOOKEAN"
        column = layout.column()
        column.use_property_decorate = True
        column.prop(solid, "rest_curvature", text="Curvature")
        layout.prop_search(solid, "curvature_group", obj, "vertex_groups", text="Map")
        if any(solid.rest_curvature) and not solid.length_scale and not solid.map_length_scale:
            draw_wrapped(layout, context, "Give the Structure a Length Scale, so that it can curve.", "ERROR")


classes = (
    presets_menu,
    add_preset,
    SINEW_PT_solid,
    SINEW_PT_solid_pins,
    SINEW_PT_solid_contact,
    SINEW_PT_solid_material,
    SINEW_PT_solid_structure,
    SINEW_PT_solid_curvature,
)
