"""What the panels of solids, shells and rigid bodies share."""

from .material import numbers
from .text import draw_wrapped


def draw_cost(layout, context):
    layout.operator("sinew.estimate_cost", icon="TIME")
    report = context.object.sinew.cost_report
    if report:
        draw_wrapped(layout.box(), context, report, "INFO")


def draw_contact(layout, obj, settings):
    """What the body touches, and how it slides."""
    layout.prop(settings, "contact", text="Touches")
    chosen = layout.column()
    chosen.active = settings.contact != "NONE"
    chosen.prop(settings, "contact_filter")
    if settings.contact_filter != "ANY":
        chosen.prop(settings, "contact_collection")
    row = chosen.row(heading="Frames", align=True)
    row.prop(settings, "use_contact_frames", text="")
    frames = row.row(align=True)
    frames.active = settings.use_contact_frames
    frames.prop(settings, "contact_first", text="")
    frames.prop(settings, "contact_last", text="")
    column = numbers(layout)
    column.active = settings.contact != "NONE"
    column.prop(settings, "friction")
    column.prop(settings, "sliding_friction")
    row = layout.row()
    row.active = settings.contact != "NONE"
    row.prop_search(settings, "friction_group", obj, "vertex_groups", text="Friction Map")


def draw_frames(layout, settings):
    """When pins let go, and when the body is relaxed."""
    for switch, value in (("use_release", "release_frame"), ("use_rest_frame", "rest_frame")):
        row = layout.row(heading=settings.bl_rna.properties[value].name, align=True)
        row.prop(settings, switch, text="")
        frame = row.row()
        frame.active = getattr(settings, switch)
        frame.prop(settings, value, text="")


def draw_directors(layout, context, settings):
    row = layout.row(heading="Directors", align=True)
    row.prop(settings, "directors", text="")
    count = row.row()
    count.active = settings.directors
    count.prop(settings, "director_count", text="")
    row = layout.row()
    row.active = settings.directors
    row.prop(context.scene.sinew, "show_directors", text="Show in View")
