"""Brings the settings of files made with older versions up to date when they are loaded."""

import bpy

from ..export import probe_copy
from ..playback import world_caches

FILE_VERSION = 2

# version: function(scene, objects) that brings settings of that version to the next one.
_STEPS = {1: world_caches.retire}


def stamp(scene):
    """Marks the scene as made with this version; called when Sinew settings are first put into
    it."""
    if scene.sinew.file_version == 0:
        scene.sinew.file_version = FILE_VERSION


def upgrade(scene):
    settings = scene.sinew
    if settings.file_version > FILE_VERSION:
        settings.status_message = (
            "This file was made with a newer version of Sinew. Update the add-on before you bake; settings that "
            "this version does not know are lost when the file is saved."
        )
        return
    while 0 < settings.file_version < FILE_VERSION:
        _STEPS[settings.file_version](scene, list(scene.objects))
        settings.file_version += 1


@bpy.app.handlers.persistent
def _upgrade_loaded_file(*_):
    probe_copy.remove_leftovers()
    for scene in bpy.data.scenes:
        if scene.library is None:
            upgrade(scene)


classes = ()
handlers = ((bpy.app.handlers.load_post, _upgrade_loaded_file),)
