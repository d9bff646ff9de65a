"""A file that plays the cache of another one: copy that cache, or begin a new one."""

import pathlib
import time

import bpy

from .. import body_types
from ..bake import cache_copy, cache_files, cache_owner, running_bake
from ..playback import health, mesh_cache
from .cache_folder import CacheFolder, claim_of, free_folder

TIMER_SECONDS = 0.1
SLICE_SECONDS = 0.05  # of copying between two looks at the keyboard


def _poll(cls, context):
    if running_bake.job.active:
        cls.poll_message_set("A bake is running")
        return False
    if not bpy.data.is_saved:
        cls.poll_message_set("Save the file first")
        return False
    return True


class SINEW_OT_copy_cache(bpy.types.Operator):
    bl_idname = "sinew.copy_cache"
    bl_label = "Copy the Cache"
    bl_description = "Copy the frames of the other file's cache into a cache of this file, and go on from there. Esc cancels"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return _poll(cls, context)

    def invoke(self, context, _event):
        if bpy.app.background:
            return self.execute(context)
        if not self._begin(context):
            return {"CANCELLED"}
        manager = context.window_manager
        self._timer = manager.event_timer_add(TIMER_SECONDS, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        if not self._begin(context):
            return {"CANCELLED"}
        try:
            for _ in self._steps:
                pass
        except OSError as error:
            return self._refuse(error)
        return self._finish(context)

    def modal(self, context, event):
        if event.type == "ESC" and event.value == "PRESS":
            self.cancel(context)
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}
        until = time.monotonic() + SLICE_SECONDS
        try:
            while time.monotonic() < until:
                progress = next(self._steps, None)
                if progress is None:
                    self._end(context)
                    return self._finish(context)
        except OSError as error:
            self._end(context)
            return self._refuse(error)
        done, total = progress
        context.workspace.status_text_set(f"Sinew: copying the cache, {100 * done // max(total, 1)} %, Esc cancels")
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        self._steps.close()  # deletes what was copied
        self._end(context)

    def _begin(self, context):
        scene = context.scene
        self._source = CacheFolder(scene)
        self._target = free_folder(scene)
        holder = cache_files.locked_by(self._source.folder)
        if holder:
            self.report({"ERROR"}, f"Another bake is writing the cache ({holder}). Wait for its end.")
            return False
        if cache_files.read_summary(self._source.folder) is None:
            self.report({"ERROR"}, f"There is no cache in {self._source.folder}. Press Begin a New Cache.")
            return False
        self._steps = cache_copy.steps(self._source.folder, pathlib.Path(bpy.path.abspath(self._target)))
        return True

    def _finish(self, context):
        scene = context.scene
        settings = scene.sinew
        source = self._source.setting
        settings.cache_owner = cache_owner.new_identifier()
        settings.cache_folder = self._target
        cache = CacheFolder(scene)
        cache_owner.write(cache.folder, claim_of(scene))  # the copy of the record is the other file's
        cache.keep(scene)
        for obj in body_types.bodies_of(scene):
            for player in body_types.type_of(obj).player.shown_on(obj):
                _play_from(player, source, self._target)
        settings.foreign_cache = ""
        health.look(scene)
        self.report({"INFO"}, f"This file now uses its own cache: {self._target}.")
        return {"FINISHED"}

    def _refuse(self, error):
        self.report({"ERROR"}, f"The cache could not be copied: {error}. Free some space, or press Begin a New Cache.")
        return {"CANCELLED"}

    def _end(self, context):
        context.window_manager.event_timer_remove(self._timer)
        context.workspace.status_text_set(None)


class SINEW_OT_begin_cache(bpy.types.Operator):
    bl_idname = "sinew.begin_cache"
    bl_label = "Begin a New Cache"
    bl_description = "Give this file an empty cache. The other file's frames stay as they are and are no longer played here"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return _poll(cls, context)

    def execute(self, context):
        scene = context.scene
        settings = scene.sinew
        for obj in body_types.bodies_of(scene):
            body_types.type_of(obj).player.detach(obj)
        settings.cache_owner = cache_owner.new_identifier()
        settings.cache_folder = free_folder(scene)
        settings.baked_folder = ""
        settings.status = "NONE"
        settings.foreign_cache = settings.status_message = settings.notes = settings.playback_problem = ""
        self.report({"INFO"}, f"The next bake goes to {settings.cache_folder}.")
        return {"FINISHED"}


def _play_from(player, source, target):
    modifier = mesh_cache.find(player)
    if modifier is None:
        return
    folder, _, name = modifier.filepath.replace("\\", "/").rpartition("/")
    if bpy.path.abspath(folder) == bpy.path.abspath(source):
        modifier.filepath = f"{target}/{name}"


classes = (SINEW_OT_copy_cache, SINEW_OT_begin_cache)
