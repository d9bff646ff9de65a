"""Where the cache of a scene is, and whose it is."""

import os
import pathlib

import bpy

from .. import body_types
from ..bake import cache_owner
from ..export.body_names import body_name
from ..playback import mesh_cache


class CacheFolder:
    """The folder on disk and the same folder as it is written into modifiers.

    An empty setting is filled in by the first bake of a saved file and stays. A file that was never saved bakes into
    Blender's temporary folder.
    """

    def __init__(self, scene):
        setting = scene.sinew.cache_folder
        self.is_temporary = not setting and not bpy.data.is_saved
        if self.is_temporary:
            setting = str(
                pathlib.Path(bpy.app.tempdir) / "sinew_cache" / _folder_name(scene, "unsaved")
            )
        elif not setting:
            setting = _beside_file(scene)
        self.setting = setting.rstrip("/\\")
        self.folder = pathlib.Path(bpy.path.abspath(self.setting))
        self._claim = claim_of(scene)

    @property
    def problem(self):
        """A sentence when the folder cannot be used, else None."""
        if self.setting.startswith("//") and not bpy.data.is_saved:
            return f"The cache folder {self.setting} is relative to the file. Save the file first."
        if not self.folder.is_absolute():
            return (
                f"The cache folder {self.setting} would be relative to where Blender was started. Begin it with // to have it "
                "beside the file, or give its whole path."
            )
        other = self.other_owner()
        return foreign_sentence(other) if other else None

    def other_owner(self):
        """Words for the file or scene that the folder belongs to, None when it is this scene's to write."""
        return cache_owner.other_owner(self.folder, self._claim)

    def keep(self, scene):
        """The scene owns the folder, which must exist, and plays what is in it."""
        settings = scene.sinew
        if not settings.cache_owner:
            settings.cache_owner = cache_owner.new_identifier()
        cache_owner.write(self.folder, claim_of(scene))
        settings.baked_folder = self.setting
        if not self.is_temporary:
            settings.cache_folder = self.setting

    def file_setting(self, body):
        """Path of a body's cache as it goes into the modifier, also when the file was saved elsewhere while the solver ran."""
        moved = pathlib.Path(bpy.path.abspath(self.setting)) != self.folder
        return f"{bpy.path.relpath(str(self.folder)) if moved else self.setting}/{body}.pc2"


def claim_of(scene):
    identifier, file = scene.sinew.cache_owner, bpy.data.filepath
    twins = (other.name for other in bpy.data.scenes if other != scene and other.sinew.cache_owner == identifier)
    return cache_owner.Claim(identifier, file, scene.name, frozenset(twins))


def foreign_sentence(other):
    return (
        f"The cache belongs to {other} and is only played here. Press Copy the Cache to go on from its frames, or Begin a New "
        "Cache to bake from the start."
    )


def free_folder(scene):
    """A folder beside the file, as a setting, that no cache is in yet."""
    first = _beside_file(scene)
    setting, number = first, 2
    while _is_taken(pathlib.Path(bpy.path.abspath(setting))):
        setting = f"{first} ({number})"
        number += 1
    return setting


def claim_unowned(scene):
    """Makes a cache that was baked before caches had owners that of this file. Called before the file is saved, perhaps under
    another name."""
    settings = scene.sinew
    cache = CacheFolder(scene)
    if settings.status in {"NONE", "FOREIGN"} or cache.is_temporary or not os.path.isfile(cache.folder / "bake.json"):
        return
    record = cache_owner.read(cache.folder)
    if record is None and bpy.data.filepath:
        cache.keep(scene)
    elif record is not None and not settings.cache_owner and cache.other_owner() is None:
        settings.cache_owner = record["id"]


def renew_claim(scene):
    """Notes where the file is now that it was moved, renamed or saved for the first time."""
    settings = scene.sinew
    if not settings.cache_owner or settings.status in {"NONE", "FOREIGN"}:
        return
    cache = CacheFolder(scene)
    if not cache.is_temporary and cache_owner.read(cache.folder) is not None and cache.other_owner() is None:
        cache_owner.write(cache.folder, claim_of(scene))


def follow_modifiers(scene):
    """Saving into another folder changes the paths in modifiers, not those of add-ons. The setting goes after them, unless
    the artist has chosen another folder for the next bake."""
    settings = scene.sinew
    folders = {
        modifier.filepath.replace("\\", "/").rpartition("/")[0]
        for obj in body_types.bodies_of(scene)
        for player in body_types.type_of(obj).player.shown_on(obj)
        if (modifier := mesh_cache.find(player))
    }
    if len(folders) != 1:
        return
    played = folders.pop()
    if played != settings.baked_folder and settings.cache_folder in {settings.baked_folder, played}:
        settings.cache_folder = settings.baked_folder = played


def _beside_file(scene):
    return "//sinew_cache/" + _folder_name(scene, pathlib.Path(bpy.data.filepath).stem)


def _is_taken(folder):
    return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def _folder_name(scene, stem):
    several = len(bpy.data.scenes) > 1
    return body_name(f"{stem} - {scene.name}" if several else stem, set())
