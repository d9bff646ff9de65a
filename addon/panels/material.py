"""Rows for the parameters of a material."""

from ..materials import parameters


def split(layout):
    layout.use_property_split = True
    layout.use_property_decorate = False  # the dots for keyframes, where nothing can be keyed
    return layout


def numbers(layout):
    """A column for numbers, which have their labels inside: beside them, labels with units are cut in a narrow editor."""
    column = layout.column(align=True)
    column.use_property_split = False
    return column


def draw_material(layout, group, kind, *sections):
    """A column for each section of the parameters of a kind of body."""
    for section in sections:
        column = numbers(layout)
        for row in parameters(kind):
            if row.section == section:
                column.prop(group, row.property_name, text=row.row_text)
