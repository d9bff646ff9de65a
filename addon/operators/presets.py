"""Adding and removing material presets, as Blender's own physics does it."""

import bpy
from bl_operators.presets import AddPresetBase

from ..export import shell, solid, viper_rod
from ..materials import parameters

ROD_FOLDER = "sinew/viper_rod"
MUSCLE_FOLDER = "sinew/muscle"
SOLID_FOLDER = "sinew/micropolar_solid"
SHELL_FOLDER = "sinew/cosserat_shell"
# What a muscle preset sets beside the material.
MUSCLE_VALUES = ("shortening", "bundling_stiffness", "bundling_matching")
# And a preset of a solid.
SOLID_VALUES = ("law", "use_fiber_stiffness", "fiber_bend", "fiber_twist", "fiber_across")
# And one of a shell.
SHELL_VALUES = ("area_law",)


def preset_values(group, kind, *others):
    """What a preset sets: the parameters of the material and some other settings."""
    names = (*(row.property_name for row in parameters(kind)), *others)
    return tuple(f"{group}.{name}" for name in names)


class SINEW_OT_add_rod_preset(AddPresetBase, bpy.types.Operator):
    bl_idname = "sinew.add_rod_preset"
    bl_label = "Add Rod Preset"
    bl_description = "Add or remove a preset of the rod's material"

    preset_menu = "SINEW_PT_rod_presets"
    preset_subdir = ROD_FOLDER
    preset_defines = ("rod = bpy.context.object.sinew.rod",)
    preset_values = preset_values("rod", viper_rod.KIND)


class SINEW_OT_add_muscle_preset(AddPresetBase, bpy.types.Operator):
    bl_idname = "sinew.add_muscle_preset"
    bl_label = "Add Muscle Preset"
    bl_description = "Add or remove a preset of the muscle's material"

    preset_menu = "SINEW_PT_muscle_presets"
    preset_subdir = MUSCLE_FOLDER
    preset_defines = ("muscle = bpy.context.object.sinew.muscle",)
    preset_values = preset_values("muscle", viper_rod.KIND, *MUSCLE_VALUES)


class SINEW_OT_add_solid_preset(AddPresetBase, bpy.types.Operator):
    bl_idname = "sinew.add_solid_preset"
    bl_label = "Add Solid Preset"
    bl_description = "Add or remove a preset of the solid's material"

    preset_menu = "SINEW_PT_solid_presets"
    preset_subdir = SOLID_FOLDER
    preset_defines = ("solid = bpy.context.object.sinew.solid",)
    preset_values = preset_values("solid", solid.KIND, *SOLID_VALUES)


class SINEW_OT_add_shell_preset(AddPresetBase, bpy.types.Operator):
    bl_idname = "sinew.add_shell_preset"
    bl_label = "Add Shell Preset"
    bl_description = "Add or remove a preset of the shell's material"

    preset_menu = "SINEW_PT_shell_presets"
    preset_subdir = SHELL_FOLDER
    preset_defines = ("shell = bpy.context.object.sinew.shell",)
    preset_values = preset_values("shell", shell.KIND, *SHELL_VALUES)


classes = (
    SINEW_OT_add_rod_preset,
    SINEW_OT_add_muscle_preset,
    SINEW_OT_add_solid_preset,
    SINEW_OT_add_shell_preset,
)
