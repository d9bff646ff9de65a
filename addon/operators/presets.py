"""Adding and removing material presets, as Blender's own physics does it."""

import bpy
from bl_operators.presets import AddPresetBase

from ..export.viper_rod import MATERIAL

SUBFOLDER = "sinew/viper_rod"


class SINEW_OT_add_rod_preset(AddPresetBase, bpy.types.Operator):
    bl_idname = "sinew.add_rod_preset"
    bl_label = "Add Rod Preset"
    bl_description = "Add or remove a preset of the rod's material"

    preset_menu = "SINEW_PT_rod_presets"
    preset_subdir = SUBFOLDER
    preset_defines = ("rod = bpy.context.object.sinew.rod",)
    preset_values = tuple(f"rod.{name}" for name in MATERIAL)


classes = (SINEW_OT_add_rod_preset,)
