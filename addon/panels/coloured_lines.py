"""Draws coloured line segments in the 3D view that is being drawn."""

LINE_WIDTH = 2.0


def draw_lines(positions, colours):
    """Two positions and two colours a segment."""
    import bpy
    import gpu
    from gpu_extras.batch import batch_for_shader

    # The names of the built-in shaders lost their prefix in Blender 4.0.
    name = "3D_SMOOTH_COLOR" if bpy.app.version < (4, 0, 0) else "SMOOTH_COLOR"
    shader = gpu.shader.from_builtin(name)
    gpu.state.blend_set("ALPHA")
    gpu.state.line_width_set(LINE_WIDTH)
    batch_for_shader(shader, "LINES", {"pos": positions, "color": colours}).draw(shader)
    gpu.state.line_width_set(1.0)
    gpu.state.blend_set("NONE")
