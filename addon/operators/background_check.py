"""What Check and Estimate Cost share: the scene is read and checked by the solver while Blender stays usable.

In a window it is a modal operator that Esc ends. Without one (`blender --background`, or called from a script) it blocks.
"""

import time

import bpy

from ..bake import program, running_bake
from ..bake.check_run import solver_report
from ..bridge.errors import SinewError
from ..export.errors import ExportError
from ..export.lengths import in_scene_units
from ..export.scene import check_frame_range

TIMER_SECONDS = 0.1
SLICE_SECONDS = 0.05  # of reading between two looks at the keyboard
WAIT_SECONDS = 0.02


class BackgroundCheck:
    """Goes before Operator. `new_export` makes the SceneExport, `finish` shows its result in the scene, `refuse` a sentence."""

    bl_options = {"REGISTER", "UNDO"}

    def invoke(self, context, _event):
        if bpy.app.background:
            return self.execute(context)
        self._begin(context)
        manager = context.window_manager
        self._timer = manager.event_timer_add(TIMER_SECONDS, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        self._begin(context)
        try:
            for waits in self._work:
                if waits:
                    time.sleep(WAIT_SECONDS)
            return self._show_result()
        except (ExportError, SinewError) as error:
            return self._show_refusal(error)
        finally:
            self._work.close()
            running_bake.checking = ""

    def modal(self, context, event):
        if event.type == "ESC" and event.value == "PRESS":
            self._end(context)
            return {"CANCELLED"}
        if event.type != "TIMER":
            # Nothing else may happen to the scene while it is being read.
            return {"PASS_THROUGH"} if self._waits else {"RUNNING_MODAL"}
        try:
            if self._work_for_a_while():
                _show_progress(context)
                return {"RUNNING_MODAL"}
            self._end(context)
            return self._show_result()
        except (ExportError, SinewError) as error:
            self._end(context)
            return self._show_refusal(error)
        except Exception:
            self._end(context)  # Blender forgets an operator that raises
            raise

    def cancel(self, context):
        """Blender ends the operator, for example because another file is loaded."""
        self._end(context)

    def _begin(self, context):
        self._waits = False
        self._report = None
        self._scene_name = context.scene.name
        running_bake.checking = f"{self.bl_label}: reading the animation"
        self._work = self._steps(context.scene, context.object, context.evaluated_depsgraph_get)

    @property
    def _scene(self):
        """The one that is checked: the window may show another one by now. None when it was deleted."""
        return bpy.data.scenes.get(self._scene_name)

    def _show_result(self):
        return self.finish(self._scene, self._export, self._report) if self._scene else {"CANCELLED"}

    def _show_refusal(self, error):
        scene = self._scene
        return self.refuse(scene, in_scene_units(scene, str(error))) if scene else {"CANCELLED"}

    def _steps(self, scene, obj, get_depsgraph):
        """Yields False while it reads the scene, True while it waits for the solver."""
        check_frame_range(scene)
        prefix = program.command_prefix()
        self._export = self.new_export(scene, obj)
        for done, total in self._export.run(get_depsgraph):
            running_bake.checking = f"{self.bl_label}: reading the animation, {done} of {total}"
            yield False
        if not self._export.names:
            return  # nothing that the solver could look at
        running_bake.checking = f"{self.bl_label}: the solver looks at the scene"
        self._report = yield from solver_report(prefix, self._export)

    def _work_for_a_while(self):
        until = time.monotonic() + SLICE_SECONDS
        while time.monotonic() < until:
            self._waits = next(self._work, None)
            if self._waits is None or self._waits:
                return self._waits is not None
        return True

    def _end(self, context):
        self._work.close()  # stops the solver and takes the export's temporary objects away
        running_bake.checking = ""
        context.window_manager.event_timer_remove(self._timer)
        _show_progress(context)


def _show_progress(context):
    if context.workspace:
        context.workspace.status_text_set(f"Sinew: {running_bake.checking}, Esc cancels" if running_bake.checking else None)
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "PROPERTIES":
                area.tag_redraw()
