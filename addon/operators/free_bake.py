"""Deletes a bake's files, and only those."""

import bpy

from .. import body_types
from ..bake import cache_files, running_bake
from ..bridge.errors import SinewError
from .cache_folder import CacheFolder


class SINEW_OT_free_bake(bpy.types.Operator):
    bl_idname = "sinew.free_bake"
    bl_label = "Free Bake"
    bl_description = (
        "Delete the cached frames. Settings, pins and surfaces stay; this cannot be undone"
    )
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, _context):
        return not running_bake.job.active

    def invoke(self, context, event):
        return context.window_manager.invoke_confirm(self, event)

    def execute(self, context):
        scene = context.scene
        cache = CacheFolder(scene)
        try:
            other = cache.other_owner()
            if other:
                raise SinewError(f"it belongs to {other}. Press Begin a New Cache to use another one.")
            holder = cache_files.locked_by(cache.folder)
            if holder:
                raise SinewError(f"another bake is writing it ({holder}). Cancel that one first.")
            freed = cache_files.free(cache.folder) if cache.folder.is_dir() else 0
        except (OSError, SinewError) as error:
            self.report({"ERROR"}, f"The cache could not be freed: {error}")
            return {"CANCELLED"}
        for obj in body_types.bodies_of(scene):
            body_types.type_of(obj).player.detach(obj)
        settings = scene.sinew
        settings.status = "NONE"
        settings.status_message = settings.notes = settings.playback_problem = ""
        self.report({"INFO"}, f"Freed {freed / 1e6:.1f} MB.")
        return {"FINISHED"}


classes = (SINEW_OT_free_bake,)
