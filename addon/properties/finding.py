"""What the last check or bake found, to be listed in the panel with buttons."""

import bpy

LEVEL_ITEMS = [
    ("PROBLEM", "Problem", "The bake refuses it", "ERROR", 0),
    ("WARNING", "Warning", "The bake goes on, but the result may surprise you", "INFO", 1),
    ("INFO", "Information", "", "CHECKMARK", 2),
]
MOST_VERTICES = 10_000  # that are kept to be selected


class SINEW_PG_finding(bpy.types.PropertyGroup):
    level: bpy.props.EnumProperty(items=LEVEL_ITEMS, options={"HIDDEN"})
    text: bpy.props.StringProperty(options={"HIDDEN"})
    object_name: bpy.props.StringProperty(options={"HIDDEN"})
    fixes: bpy.props.StringProperty(options={"HIDDEN"})  # identifiers of operators.fixes, with spaces between
    vertices: bpy.props.StringProperty(options={"HIDDEN"})  # indices, with spaces between


def show(settings, leveled_notes):
    """Replaces what is listed in the settings of a scene. `leveled_notes` are pairs of a level and a Note."""
    settings.findings.clear()
    for level, note in leveled_notes:
        finding = settings.findings.add()
        finding.level, finding.text, finding.object_name = level, note, note.object_name
        finding.fixes = " ".join(note.fixes)
        finding.vertices = " ".join(map(str, note.vertices[:MOST_VERTICES]))


def forget_fixed(settings, fix, object_name):
    """Takes away what a fix has cured. A floor stops all bodies, everything else is about one object."""
    for index in reversed(range(len(settings.findings))):
        finding = settings.findings[index]
        same = fix == "ADD_FLOOR" or finding.object_name == object_name
        if same and fix in finding.fixes.split():
            settings.findings.remove(index)


classes = (SINEW_PG_finding,)
