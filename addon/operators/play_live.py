"""Plays the scene live: the solver steps in this Blender, nothing is written.

A modal operator with a timer, not a frame handler: handlers run in renders and exports too, where a
preview has no business. Esc ends it and leaves every object as it was.
"""

import time

import bpy

from .. import body_types
from ..bake import running_bake
from ..bridge.errors import SinewError
from ..export.errors import ExportError
from ..export.lengths import in_scene_units
from ..export.scene import SceneExport, played_frames
from ..playback.live_session import LiveSession

EXPORT_SLICE_SECONDS = 0.05
# What does not change the scene: looking around while it plays.
_LOOKING = {"MIDDLEMOUSE", "WHEELUPMOUSE", "WHEELDOWNMOUSE", "TRACKPADPAN", "TRACKPADZOOM", "MOUSEMOVE",
            "NUMPAD_0", "NUMPAD_1", "NUMPAD_3", "NUMPAD_5", "NUMPAD_7", "NUMPAD_PERIOD"}  # fmt: skip


class SINEW_OT_play_live(bpy.types.Operator):
    bl_idname = "sinew.play_live"
    bl_label = "Play Live"
    bl_description = (
        "Simulate in the view without baking. Reads the animation once, then plays it, or its preview range, over and "
        "over. Esc ends"
    )

    @classmethod
    def poll(cls, context):
        if bpy.app.background:
            cls.poll_message_set("Playing live needs a window; bake instead")
            return False
        if running_bake.job.active:
            cls.poll_message_set("A bake is running")
            return False
        if not body_types.bodies_of(context.scene):
            cls.poll_message_set("There is nothing to simulate in this scene")
            return False
        return True

    def invoke(self, context, _event):
        scene = context.scene
        self._session = None
        scene.sinew.live_notes = ""
        self._frame = (scene.frame_current, scene.frame_subframe)
        try:
            self._export = SceneExport(scene, frames=played_frames(scene))
        except ExportError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self._steps = self._export.run(context.evaluated_depsgraph_get)
        rate = scene.render.fps / scene.render.fps_base
        manager = context.window_manager
        self._timer = manager.event_timer_add(1.0 / rate, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC" and event.value == "PRESS":
            return self._end(context)
        if event.type == "TIMER":
            try:
                if self._session is None:
                    self._read_for_a_while(context)
                else:
                    self._advance(context.scene)
            except (ExportError, SinewError) as error:
                self.report({"ERROR"}, in_scene_units(context.scene, str(error)))
                return self._end(context)
        return {"PASS_THROUGH"} if event.type in _LOOKING else {"RUNNING_MODAL"}

    def cancel(self, context):
        """Blender ends the operator, for example because another file is loaded."""
        self._end(context)

    def _read_for_a_while(self, context):
        until = time.monotonic() + EXPORT_SLICE_SECONDS
        while time.monotonic() < until:
            progress = next(self._steps, None)
            if progress is None:
                session = LiveSession(context.scene, context.view_layer, self._export)
                self._session = session.__enter__()
                self._tell_warnings(context)
                return
            context.workspace.status_text_set(
                f"Sinew: reading the animation, {progress[0]} of {progress[1]}, Esc ends"
            )

    def _tell_warnings(self, context):
        """Once, not each time the animation begins again. They stay in the panel: Blender shows a report of an operator
        only when it ends."""
        warnings = self._session.warnings
        context.scene.sinew.live_notes = "\n".join(warnings)
        for sentence in warnings:
            self.report({"WARNING"}, sentence)
        count = f"{len(warnings)} warning{'s' if len(warnings) != 1 else ''} in the Sinew Bake panel, "
        context.workspace.status_text_set(f"Sinew: playing live, {count if warnings else ''}Esc ends")

    def _advance(self, scene):
        self._session.advance()
        scene.frame_set(self._session.frame)
        self._session.show()

    def _end(self, context):
        context.window_manager.event_timer_remove(self._timer)
        self._steps.close()  # takes the export's temporary objects away
        if self._session:
            self._session.__exit__()
            self._session = None
        context.workspace.status_text_set(None)
        frame, subframe = self._frame
        context.scene.frame_set(frame, subframe=subframe)
        return {"CANCELLED"}


classes = (SINEW_OT_play_live,)
