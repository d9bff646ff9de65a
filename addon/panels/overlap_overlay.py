"""Draws in red where bodies stand in each other at the start, after Check or Bake has looked at the scene."""

import bpy

from ..playback import shown_overlaps
from .muscle_overlay import ViewDrawing

FACE, EDGE = (1.0, 0.05, 0.02, 0.45), (1.0, 0.1, 0.05, 1.0)
LINE_WIDTH = 1.5


def _draw():
    context = bpy.context
    if not context.scene.sinew.show_overlaps or not context.space_data.overlay.show_overlays:
        return
    faces, edges = shown_overlaps.shown(context.scene)
    if not faces:
        return
    import gpu
    from gpu_extras.batch import batch_for_shader

    # The names of the built-in shaders lost their prefix in Blender 4.0.
    shader = gpu.shader.from_builtin("3D_UNIFORM_COLOR" if bpy.app.version < (4, 0, 0) else "UNIFORM_COLOR")
    gpu.state.blend_set("ALPHA")
    gpu.state.line_width_set(LINE_WIDTH)
    for kind, places, colour in (("TRIS", faces, FACE), ("LINES", edges, EDGE)):
        shader.bind()
        shader.uniform_float("color", colour)
        batch_for_shader(shader, kind, {"pos": places}).draw(shader)
    gpu.state.line_width_set(1.0)
    gpu.state.blend_set("NONE")


def _draw_switch(self, context):
    self.layout.prop(context.scene.sinew, "show_overlaps")


classes = ()
handlers = ((ViewDrawing(), _draw), (bpy.app.handlers.load_post, shown_overlaps.forget))
appended = ((bpy.types.VIEW3D_PT_overlay_object, _draw_switch),)
