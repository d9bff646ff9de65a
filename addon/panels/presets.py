"""Presets of materials, as Blender's own physics has them: a menu that shows those of the add-on before the artist's own, and
the operator that adds to it."""

import pathlib

import bpy
from bl_operators.presets import AddPresetBase
from bl_ui.utils import PresetPanel

from ..materials import parameters

# Presets that come with the add-on; the artist's own are where Blender keeps all presets.
SHIPPED = pathlib.Path(__file__).resolve().parent.parent / "presets"


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


def preset_classes(group, folder, kind, other_settings=()):
    """The menu of presets and the operator that adds to it, to be registered.

    A preset sets the parameters of the job's `kind` and `other_settings`, all in the property group `group` of an object. `folder` has the
    presets: the name of the one that ships with the add-on and of the artist's.
    """
    menu_name, operator = f"SINEW_PT_{group}_presets", f"sinew.add_{group}_preset"
    settings = (*(row.property_name for row in parameters(kind)), *other_settings)
    add = type(
        f"SINEW_OT_add_{group}_preset",
        (AddPresetBase, bpy.types.Operator),
        {
            "bl_idname": operator,
            "bl_label": f"Add {group.title()} Preset",
            "bl_description": f"Add or remove a preset of the {group}'s material",
            "preset_menu": menu_name,
            "preset_subdir": f"sinew/{folder}",
            "preset_defines": (f"{group} = bpy.context.object.sinew.{group}",),
            "preset_values": tuple(f"{group}.{name}" for name in settings),
        },
    )
    menu = type(
        menu_name,
        (ShippedPresets, PresetPanel, bpy.types.Panel),
        {
            "bl_label": f"{group.title()} Presets",
            "shipped": SHIPPED / folder,
            "preset_subdir": add.preset_subdir,
            "preset_values": add.preset_values,
            "preset_operator": "script.execute_preset",
            "preset_add_operator": operator,
        },
    )
    return menu, add
