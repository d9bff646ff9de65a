"""Baking the scene, from the Physics tab of any of its bodies."""

import bpy

from .. import body_types
from ..bake import running_bake
from ..operators.bake import progress_text
from ..properties.preferences import draw_manual
from .bake_status import status_lines
from .body_panel import PhysicsPanel
from .findings import draw_findings
from .material import numbers, split
from .text import draw_wrapped


class SINEW_PT_bake(PhysicsPanel, bpy.types.Panel):
    bl_label = "Sinew Bake"

    @classmethod
    def poll(cls, context):
        obj = context.object
        if obj is None:
            return False
        return body_types.type_of(obj) is not None or obj.sinew.is_floor or obj.sinew.is_collider

    def draw(self, context):
        layout = self.layout
        if running_bake.job.active:
            _draw_running(layout, context)
            draw_findings(layout, context)
            return
        _draw_buttons(layout, context.scene.sinew)
        if running_bake.checking:
            draw_wrapped(layout, context, f"{running_bake.checking}, Esc cancels", "SORTTIME")
        _draw_status(layout, context)


class SINEW_PT_bake_settings(PhysicsPanel, bpy.types.Panel):
    bl_label = "Settings"
    bl_parent_id = "SINEW_PT_bake"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, settings = split(self.layout), context.scene.sinew
        layout.enabled = not running_bake.job.active
        layout.prop(settings, "cache_folder", text="Cache")
        if not settings.cache_folder and not bpy.data.is_saved:
            draw_wrapped(layout, context, "Save the file to keep the bake.", "INFO")
        if any(body_types.type_of(obj).export.is_implicit for obj in body_types.bodies_of(context.scene)):
            layout.prop(settings, "integrator")
        column = numbers(layout)
        for name in ("substeps", "samples_per_frame", "preroll", "threads"):
            column.prop(settings, name)
        draw_manual(layout)


def _draw_running(layout, context):
    column = layout.column(align=True)
    column.prop(context.window_manager.sinew_progress, "percent", slider=True)
    draw_wrapped(column, context, progress_text(running_bake.job), "SORTTIME")
    column.operator("sinew.cancel_bake", icon="CANCEL")


def _draw_buttons(layout, settings):
    row = layout.row(align=True)
    row.scale_y = 1.3
    if settings.status == "FOREIGN":
        row.operator("sinew.copy_cache", icon="DUPLICATE")
        row.operator("sinew.begin_cache", icon="FILE_NEW")
    elif settings.status == "STALE":
        row.operator("sinew.bake_again", icon="FILE_REFRESH")
    elif settings.status in {"PARTIAL", "FAILED"}:
        row.operator("sinew.bake", text="Resume", icon="PLAY")
    else:
        row.operator("sinew.bake", icon="REC")
    row.operator("sinew.check", icon="CHECKMARK")
    row = layout.row(align=True)
    row.operator("sinew.play_live", icon="PLAY")
    if settings.status not in {"NONE", "FOREIGN"}:
        row.operator("sinew.free_bake", icon="TRASH")


def _draw_status(layout, context):
    box = layout.box()
    for text, icon in status_lines(context.scene, context.object):
        draw_wrapped(box, context, text, icon)
    draw_findings(layout, context)


classes = (SINEW_PT_bake, SINEW_PT_bake_settings)
