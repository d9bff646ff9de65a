"""Settings of a muscle, in the order in which they are made: rods, ends, activation, material."""

import bpy

from ..bridge import current_filling
from ..export.attachments import ENDS
from ..export.viper_rod import KIND
from ..operators.viperize import progress_text
from .body_panel import BodyPanel, draw_purpose
from .material import draw_material, numbers, split
from .presets import preset_classes
from .text import draw_wrapped

presets_menu, add_preset = preset_classes(
    "muscle",
    "muscle",
    KIND,
    ("shortening", "bundling_stiffness", "bundling_matching"),
)


class MusclePanel(BodyPanel):
    body_type = "MUSCLE"


class SINEW_PT_muscle(MusclePanel, bpy.types.Panel):
    bl_label = "Muscle"

    def draw_header_preset(self, _context):
        presets_menu.draw_panel_header(self.layout)

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        muscle = obj.sinew.muscle
        draw_purpose(layout, context)
        column = layout.column()
        column.prop_search(muscle, "source_group", obj, "vertex_groups")
        column.prop_search(muscle, "sink_group", obj, "vertex_groups")
        column.prop(muscle, "rods")
        column = layout.column(align=True)
        column.operator("sinew.viperize", icon="MOD_SKIN")
        column.operator("sinew.mirror_muscle", icon="MOD_MIRROR")
        if current_filling.name == obj.name:
            draw_wrapped(layout, context, progress_text(), "SORTTIME")
        layout.prop(context.scene.sinew, "show_muscles", text="Show in View")


class SINEW_PT_muscle_ends(MusclePanel, bpy.types.Panel):
    bl_label = "Attachments"
    bl_parent_id = "SINEW_PT_muscle"

    def draw(self, context):
        layout, muscle = split(self.layout), context.object.sinew.muscle
        for end, _ in ENDS:
            settings = getattr(muscle, end)
            column = layout.column()
            column.prop(settings, "object", text=end.title())
            carrier = settings.object
            if carrier and carrier.type == "ARMATURE":
                column.prop_search(settings, "bone", carrier.data, "bones")
                if settings.bone not in carrier.data.bones:
                    column.label(text=f"No bone '{settings.bone}'", icon="ERROR")
            row = column.row()
            row.active = carrier is not None
            row.prop(settings, "mode", expand=True)
            if carrier and settings.mode == "FIXED":
                column.prop(settings, "hinge", slider=True)
        layout.prop(muscle, "follow")
        layout.operator("sinew.attach_ends", icon="BONE_DATA")


class SINEW_PT_muscle_activation(MusclePanel, bpy.types.Panel):
    bl_label = "Activation"
    bl_parent_id = "SINEW_PT_muscle"

    def draw(self, context):
        layout, obj = split(self.layout), context.object
        muscle = obj.sinew.muscle
        row = layout.row()
        row.use_property_decorate = True
        row.prop(muscle, "activation")
        layout.prop_search(muscle, "activation_map", obj, "vertex_groups", text="Map")
        layout.prop(muscle, "shortening")
        layout.operator("sinew.auto_activation", icon="GRAPH")


class SINEW_PT_muscle_material(MusclePanel, bpy.types.Panel):
    bl_label = "Material"
    bl_parent_id = "SINEW_PT_muscle"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, muscle = split(self.layout), context.object.sinew.muscle
        numbers(layout).prop(muscle, "bundling_stiffness", text="Bundling [Pa]")
        layout.prop(muscle, "bundling_matching")
        draw_material(layout, muscle, KIND, "material", "line", "radius", "damping")


class SINEW_PT_muscle_contact(MusclePanel, bpy.types.Panel):
    bl_label = "Contact"
    bl_parent_id = "SINEW_PT_muscle"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, muscle = split(self.layout), context.object.sinew.muscle
        layout.prop(muscle, "collides")
        column = layout.column()
        column.active = muscle.collides
        column.prop(muscle, "collision_group", text="Group")
        column.prop(muscle, "bones_collide")
        column.prop(muscle, "friction")


classes = (
    presets_menu,
    add_preset,
    SINEW_PT_muscle,
    SINEW_PT_muscle_ends,
    SINEW_PT_muscle_activation,
    SINEW_PT_muscle_material,
    SINEW_PT_muscle_contact,
)
