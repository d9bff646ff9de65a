"""Brings the settings of files made with older versions up to date when they are loaded."""

import bpy

from ..export import probe_copy
from ..playback import world_caches
from . import rod_stiffness

FILE_VERSION = 2


def _to_version_2(scene, objects):
    rod_stiffness.convert(objects)
    world_caches.retire(scene, list(scene.objects))  # deletes an empty


# version: function(scene, objects) that brings settings of that version to the next one. `objects` are those of the scene that
# no other scene has brought there.
_STEPS = {1: _to_version_2}


def stamp(scene):
    """Marks the scene as made with this version; called when Sinew settings are first put into
    it."""
    if scene.sinew.file_version == 0:
        scene.sinew.file_version = FILE_VERSION


def upgrade(scene, upgraded=None):
    """`upgraded` collects the names of objects that are up to date, because an object may be in several scenes. Linked objects
    belong to their own file."""
    settings = scene.sinew
    upgraded = set() if upgraded is None else upgraded
    if settings.file_version > FILE_VERSION:
        settings.status_message = (
            "This file was made with a newer version of Sinew. Update the add-on before you bake; settings that "
            "this version does not know are lost when the file is saved."
        )
        return
    objects = [obj for obj in scene.objects if obj.library is None and obj.name not in upgraded]
    upgraded.update([obj.name for obj in objects])
    while 0 < settings.file_version < FILE_VERSION:
        _STEPS[settings.file_version](scene, objects)
        settings.file_version += 1


@bpy.app.handlers.persistent
def _upgrade_loaded_file(*_):
    probe_copy.remove_leftovers()
    upgraded = set()
    # Scenes that are up to date first: their objects are, too.
    for scene in sorted(bpy.data.scenes, key=lambda scene: -scene.sinew.file_version):
        if scene.library is None:
            upgrade(scene, upgraded)


classes = ()
handlers = ((bpy.app.handlers.load_post, _upgrade_loaded_file),)
