"""Draws the directors of solids and shells over the 3D view, coloured by curvature: blue where they are as at rest, red
where they are curved most.

Only when it is switched on, and only what was baked: the crosses come from the body's directors object as it plays its
cache.
"""

from array import array

import bpy

from .. import body_types
from ..playback.directors_object import POINTS
from .coloured_lines import draw_lines
from .muscle_overlay import ViewDrawing

STRAIGHT, CURVED = (0.1, 0.35, 1.0, 1.0), (1.0, 0.1, 0.05, 1.0)
# Turns over the length of a director that nobody sees: round-off is not to be red.
FAINT = 1e-3
# The director that curvature is measured by is drawn whole, the other two fainter.
ALPHAS = (1.0, 0.6, 0.6)


def crosses(shown, depsgraph):
    """(centre, three tips, curvature times the length of a director) of each cross, as the object plays it now."""
    mesh = shown.evaluated_get(depsgraph).data
    places = array("f", bytes(12 * len(mesh.vertices)))
    mesh.vertices.foreach_get("co", places)
    result = []
    for first in range(0, len(places) - 3 * POINTS + 1, 3 * POINTS):
        centre, *tips, mark = (tuple(places[at : at + 3]) for at in range(first, first + 3 * POINTS, 3))
        length = _distance(centre, tips[0])
        result.append((centre, tips, _distance(centre, mark) / length if length > 0.0 else 0.0))
    return result


def _distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


def coloured_lines(all_crosses):
    """Positions and colours of line segments; the most curved cross of all is red."""
    most = max((curvature for _, _, curvature in all_crosses), default=0.0)
    most = max(most, FAINT)
    positions, colours = [], []
    for centre, tips, curvature in all_crosses:
        part = curvature / most
        red, green, blue, _ = (a + (b - a) * part for a, b in zip(STRAIGHT, CURVED))
        for tip, alpha in zip(tips, ALPHAS):
            positions += (centre, tip)
            colours += ((red, green, blue, alpha),) * 2
    return positions, colours


def _draw():
    context = bpy.context
    if not context.scene.sinew.show_directors or not context.space_data.overlay.show_overlays:
        return
    shown = [
        obj.sinew.directors_object
        for obj in context.visible_objects
        if obj.sinew.directors_object and body_types.type_of(obj)
    ]
    if not shown:
        return
    depsgraph = context.evaluated_depsgraph_get()
    draw_lines(*coloured_lines([cross for obj in shown for cross in crosses(obj, depsgraph)]))


def _draw_switch(self, context):
    self.layout.prop(context.scene.sinew, "show_directors")


classes = ()
handlers = ((ViewDrawing(), _draw),)
appended = ((bpy.types.VIEW3D_PT_overlay_object, _draw_switch),)
