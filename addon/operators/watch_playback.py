"""Looks after what was baked: when a file is loaded or saved, when a mesh is edited, and from time to time, since files may
go while Blender runs."""

import bpy

from .. import body_types
from ..bake import running_bake
from ..playback import health, mesh_cache
from .cache_folder import CacheFolder, claim_unowned, follow_modifiers, foreign_sentence, renew_claim

TIMER_SECONDS = 2.0


def look_at(scene):
    if scene.library is not None or running_bake.job.active:
        return False
    settings = scene.sinew
    other = CacheFolder(scene).other_owner() if settings.status != "NONE" else None
    sentence = foreign_sentence(other) if other else ""
    if settings.foreign_cache != sentence:
        settings.foreign_cache = sentence
    return health.look(scene)


def look_at_all(*_):
    return any([look_at(scene) for scene in bpy.data.scenes])


@bpy.app.handlers.persistent
def _look_after_load(*_):
    for scene in _local_scenes():
        follow_modifiers(scene)
    look_at_all()


@bpy.app.handlers.persistent
def _look_after_undo(*_):
    look_at_all()


@bpy.app.handlers.persistent
def _claim_before_save(*_):
    for scene in _local_scenes():
        claim_unowned(scene)


@bpy.app.handlers.persistent
def _look_after_save(*_):
    for scene in _local_scenes():
        follow_modifiers(scene)
        renew_claim(scene)
    look_at_all()


def _local_scenes():
    return [scene for scene in bpy.data.scenes if scene.library is None]


@bpy.app.handlers.persistent
def _look_after_edit(scene, depsgraph):
    """Only when the shape of a body was changed: this is called for every change of the scene. Not in renders, which run
    in another thread."""
    if running_bake.job.active or scene.sinew.status == "NONE" or depsgraph.mode != "VIEWPORT":
        return
    for update in depsgraph.updates:
        if update.is_updated_geometry and isinstance(update.id, bpy.types.Object):
            if _is_body_or_player(update.id.original):
                look_at(scene)
                return


def _is_body_or_player(obj):
    return body_types.type_of(obj) is not None or mesh_cache.find(obj) is not None


def _look_from_time_to_time():
    if look_at_all():
        for window in bpy.context.window_manager.windows:
            for area in window.screen.areas:
                if area.type == "PROPERTIES":
                    area.tag_redraw()
    return TIMER_SECONDS


classes = ()
handlers = (
    (bpy.app.handlers.load_post, _look_after_load),
    (bpy.app.handlers.save_pre, _claim_before_save),
    (bpy.app.handlers.save_post, _look_after_save),
    (bpy.app.handlers.undo_post, _look_after_undo),
    (bpy.app.handlers.redo_post, _look_after_undo),
    (bpy.app.handlers.depsgraph_update_post, _look_after_edit),
)
timers = (_look_from_time_to_time,)
