"""Menus of presets that show those of the add-on before the artist's own."""

import pathlib

import bpy

# Presets that come with the add-on; the artist's own are where Blender keeps all presets.
PRESETS = pathlib.Path(__file__).resolve().parent.parent / "presets"


class ShippedPresets:
    """Goes before PresetPanel. `shipped` is the folder of the add-on's presets, `preset_values` lists the settings of a preset."""

    @classmethod
    def reset_cb(cls, context, *_file):
        """Blender calls this before it runs a preset. A setting that the preset does not name gets its default, so presets
        that are older than a parameter stay complete."""
        for path in cls.preset_values:
            group, name = path.split(".")
            getattr(context.object.sinew, group).property_unset(name)

    def draw(self, _context):
        layout = self.layout
        layout.emboss = "PULLDOWN_MENU"
        layout.operator_context = "EXEC_DEFAULT"
        self.path_menu(
            [str(self.shipped), *bpy.utils.preset_paths(self.preset_subdir)],
            self.preset_operator,
            filter_ext=lambda extension: extension == ".py",
            add_operator=self.preset_add_operator,
            display_name=lambda name: bpy.path.display_name(name, title_case=False),
        )
