"""The lines that a check or bake has found, each with buttons that cure it."""

from ..operators.fixes import FIXES
from .text import draw_wrapped

ICONS = {"PROBLEM": "ERROR", "WARNING": "INFO", "INFO": "CHECKMARK"}
BUTTONS_A_ROW = 2  # more are cut where the editor is narrow


def draw_findings(layout, context):
    for index, found in enumerate(context.scene.sinew.findings):
        column = layout.box().column()
        draw_wrapped(column, context, found.text, ICONS[found.level])
        _draw_buttons(column, context, index, found)


def _draw_buttons(layout, context, index, found):
    obj = context.scene.objects.get(found.object_name)
    fixes = [name for name in found.fixes.split() if name in FIXES]
    if obj is not None and obj != context.object:
        fixes.append("SELECT")
    if not fixes and not found.vertices:
        return
    grid = layout.grid_flow(row_major=True, columns=BUTTONS_A_ROW, even_columns=True, align=True)
    for name in fixes:
        button = grid.operator("sinew.fix", text=FIXES[name][0])
        button.fix, button.object_name = name, found.object_name
    if found.vertices and obj is not None:
        grid.operator("sinew.select_found", text="Select Vertices").index = index
