"""What the list of add-ons shows: where the manual is, which comes with the add-on."""

import pathlib

import bpy

ADDON = __package__.rpartition(".")[0]
MANUAL = pathlib.Path(__file__).resolve().parent.parent / "manual.md"


def draw_manual(layout):
    """A button that opens the manual in the system's viewer of texts."""
    layout.operator("wm.path_open", text="Manual", icon="HELP").filepath = str(MANUAL)


class SINEW_AP_preferences(bpy.types.AddonPreferences):
    bl_idname = ADDON

    def draw(self, _context):
        self.layout.label(text="Rods, muscles, solids and shells are in the Physics tab of curves and meshes.")
        draw_manual(self.layout)


classes = (SINEW_AP_preferences,)
