"""Text of more than one line; Blender's labels do not break lines themselves."""

import textwrap

_PIXELS_PER_LETTER = 7.0


def draw_wrapped(layout, context, text, icon):
    """Draws the text in as many lines as the panel's width asks for, the icon before each
    paragraph."""
    scale = context.preferences.system.ui_scale
    letters = max(int(context.region.width / (_PIXELS_PER_LETTER * scale)) - 6, 20)
    column = layout.column(align=True)
    column.scale_y = 0.8
    for paragraph in text.splitlines():
        for index, line in enumerate(textwrap.wrap(paragraph, letters)):
            column.label(text=line, icon=icon if index == 0 or icon == "NONE" else "BLANK1")
