"""Where the cache of a scene is."""

import pathlib

import bpy

from ..export.body_names import body_name


class CachePlace:
    """The folder on disk and the same folder as it is written into modifiers.

    An empty setting is filled in by the first bake of a saved file and stays: saving under a new
    name in the same folder keeps the cache. A file that was never saved bakes into Blender's
    temporary folder.
    """

    def __init__(self, scene):
        setting = scene.sinew.cache_folder
        self.is_temporary = not setting and not bpy.data.is_saved
        if self.is_temporary:
            setting = str(
                pathlib.Path(bpy.app.tempdir) / "sinew_cache" / _folder_name(scene, "unsaved")
            )
        elif not setting:
            stem = pathlib.Path(bpy.data.filepath).stem
            setting = "//sinew_cache/" + _folder_name(scene, stem)
        self.setting = setting.rstrip("/\\")
        self.folder = pathlib.Path(bpy.path.abspath(self.setting))

    @property
    def problem(self):
        """A sentence when the folder cannot be used, else None."""
        if self.setting.startswith("//") and not bpy.data.is_saved:
            return f"The cache folder {self.setting} is relative to the file. Save the file first."
        return None

    def keep(self, scene):
        if not self.is_temporary:
            scene.sinew.cache_folder = self.setting

    def file_setting(self, body):
        """Path of a body's cache as it goes into the modifier."""
        return f"{self.setting}/{body}.pc2"


def _folder_name(scene, stem):
    several = len(bpy.data.scenes) > 1
    return body_name(f"{stem} - {scene.name}" if several else stem, set())
