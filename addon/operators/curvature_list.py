"""Adds curvatures to a shell and takes them away, with their animation."""

import re

import bpy

from ..export.fcurves import fcurves_of
from .selection import changeable, shell_poll

_PATH = re.compile(r"^sinew\.shell\.curvatures\[(\d+)\]")


def strength_path(index):
    return f"sinew.shell.curvatures[{index}].strength"


class SINEW_OT_add_curvature(bpy.types.Operator):
    bl_idname = "sinew.add_curvature"
    bl_label = "Add Curvature"
    bl_description = "Add a curvature to the shell; paint its places in a vertex group"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return shell_poll(cls, context)

    def execute(self, context):
        obj = context.object
        if not changeable(self, [obj]):
            return {"CANCELLED"}
        shell = obj.sinew.shell
        shell.curvatures.add().name = "Curvature"
        shell.active_curvature = len(shell.curvatures) - 1
        return {"FINISHED"}


class SINEW_OT_remove_curvature(bpy.types.Operator):
    bl_idname = "sinew.remove_curvature"
    bl_label = "Remove Curvature"
    bl_description = "Remove the curvature with its animation. The vertex group stays"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return shell_poll(cls, context) and bool(context.object.sinew.shell.curvatures)

    def execute(self, context):
        obj = context.object
        if not changeable(self, [obj]):
            return {"CANCELLED"}
        shell = obj.sinew.shell
        index = min(shell.active_curvature, len(shell.curvatures) - 1)
        shell.curvatures.remove(index)
        _follow_removal(obj, index)
        shell.active_curvature = max(0, min(index, len(shell.curvatures) - 1))
        return {"FINISHED"}


def _follow_removal(obj, removed):
    """Keys and drivers are found by number: those of the removed one go, those behind it move up."""
    drivers = obj.animation_data.drivers if obj.animation_data else ()
    for curves in (fcurves_of(obj), drivers):
        for curve in list(curves):
            match = _PATH.match(curve.data_path)
            number = int(match[1]) if match else -1
            if number == removed:
                curves.remove(curve)
            elif number > removed:
                curve.data_path = _PATH.sub(f"sinew.shell.curvatures[{number - 1}]", curve.data_path)


classes = (SINEW_OT_add_curvature, SINEW_OT_remove_curvature)
