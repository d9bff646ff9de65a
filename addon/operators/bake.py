"""Bake, resume and cancel: export the scene, run the solver beside Blender, show its frames.

In a window the bake is a modal operator: Blender stays usable, Esc cancels. Without one (`blender
--background`, or called from a script) it runs to its end before it returns, and raises what went
wrong.
"""

import time

import bpy

from .. import body_types
from ..bake import cache_files, exit_message, program, running_bake
from ..bake.check_run import solver_report
from ..bake.phase import Phase
from ..bridge.errors import SinewError
from ..export import job_names
from ..export.errors import ExportError, note_of
from ..export.lengths import in_scene_units
from ..export.scene import SceneExport, check_frame_range
from ..playback import health, shown_overlaps
from ..properties import changes, finding, migrate
from .cache_folder import CacheFolder
from .check import notes_of, placed, readable_seconds

TIMER_SECONDS = 0.1
WAIT_SECONDS = 0.02
EXPORT_SLICE_SECONDS = 0.05  # of exporting between two looks at the keyboard

# How the solver asks to begin again when a cache was made from another job, and the artist's words
# for it.
_STALE_MARK = "bake with --restart"
_STALE_REMEDY = "press Bake Again"


class SINEW_OT_bake(bpy.types.Operator):
    bl_idname = "sinew.bake"
    bl_label = "Bake"
    bl_description = (
        "Simulate all Sinew bodies of the scene. Frames that are already there are kept: the bake goes on after "
        "the last one. Esc cancels"
    )
    bl_options = {"REGISTER", "UNDO"}

    restart: bpy.props.BoolProperty(
        name="From the Start",
        description="Throw away the frames in the cache and begin again",
        default=False,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, _context):
        return not running_bake.job.active and not running_bake.checking

    def invoke(self, context, event):
        if bpy.app.background:
            return self.execute(context)
        if not self._begin(context):
            return {"CANCELLED"}
        window_manager = context.window_manager
        self._timer = window_manager.event_timer_add(TIMER_SECONDS, window=context.window)
        window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        if not self._begin(context):
            return {"CANCELLED"}
        for _ in self._steps:
            pass
        job = running_bake.job
        if self._start():
            job.wait(on_news=_print_progress)
        for _ in self._problem_steps:
            time.sleep(WAIT_SECONDS)
        return self._finish(context)

    def modal(self, context, event):
        job = running_bake.job
        if event.type == "ESC" and event.value == "PRESS":
            self._stop_by_key()
        if event.type == "TIMER":
            if job.phase is Phase.EXPORTING:
                try:
                    self._export_for_a_while()
                except Exception:
                    self._remove_timer(context)  # Blender forgets an operator that raises
                    raise
            else:
                job.poll()
                self._show_first_frame()
            _show_progress(context)
        if not job.active and next(self._problem_steps, None) is None:
            self._remove_timer(context)
            self._finish(context)
            return {"FINISHED"}
        # Nothing else may happen to the scene while it is being read.
        return {"RUNNING_MODAL"} if job.phase is Phase.EXPORTING else {"PASS_THROUGH"}

    def cancel(self, context):
        """Blender ends the operator, for example because another file is loaded."""
        self._remove_timer(context)
        self._steps.close()
        self._problem_steps.close()
        running_bake.stop()

    def _stop_by_key(self):
        job = running_bake.job
        if not job.active:
            self._problem_steps.close()
        elif job.phase is not Phase.CANCELLING:
            job.cancel()
            if job.phase is Phase.IDLE:
                self._steps.close()  # takes the export's temporary objects away

    @property
    def _scene(self):
        """The one that is baked, by its name: the window may show another one by now, and references do not survive an undo.
        None when it was deleted."""
        return bpy.data.scenes.get(self._scene_name)

    def _begin(self, context):
        scene = context.scene
        self._scene_name = scene.name
        self._cache = CacheFolder(scene)
        self._export = SceneExport(scene, keeps_going=True, folder=self._cache.folder)
        self._shown = False
        self._report = None  # of the solver about a job that was refused
        try:
            if self._cache.problem:
                raise ExportError(self._cache.problem)
            check_frame_range(scene)
            self._prefix = program.command_prefix()
        except (ExportError, SinewError) as error:
            self._refuse(scene, str(error))
            return False
        running_bake.job.begin_export(scene.frame_start, scene.frame_end)
        self._steps = self._guarded_export(context.evaluated_depsgraph_get)
        self._problem_steps = self._find_problems()
        return True

    def _guarded_export(self, get_depsgraph):
        """The export's steps; objects that cannot be exported fail the job after all were read. Whatever else ends them leaves
        no job that waits forever."""
        job = running_bake.job
        try:
            yield from self._export.run(get_depsgraph)
            if self._export.problems:
                job.fail("\n".join(self._export.problems))
        except ExportError as error:
            job.fail(str(error))
        except Exception:
            job.fail("The scene could not be read because of a fault in the add-on; the console shows where.")
            raise

    def _find_problems(self):
        """Steps after the end of the job. A bake stops at the first problem of the job; where it was refused, the solver lists
        them all, as Check does."""
        job = running_bake.job
        refused = job.phase is Phase.FAILED and job.exit_status in (None, exit_message.STATUS_BAD_INPUT) and job.frame is None
        if not refused or not self._export.names or _STALE_MARK in job.message:
            return
        running_bake.checking = "Bake: the solver looks for problems"
        try:
            self._report = yield from solver_report(self._prefix, self._export)
        except (ExportError, SinewError) as error:
            print(f"Sinew: {error}", flush=True)  # beside the message that the bake ended with
        finally:
            running_bake.checking = ""

    def _export_for_a_while(self):
        until = time.monotonic() + EXPORT_SLICE_SECONDS
        while time.monotonic() < until:
            if next(self._steps, None) is None:
                self._start()
                return

    def _start(self):
        """Writes the job, prepares the objects that will show it and starts the solver."""
        job = running_bake.job
        if job.phase is not Phase.EXPORTING:
            return False
        scene = self._scene
        try:
            self._cache.folder.mkdir(parents=True, exist_ok=True)
            self._export.write(
                self._cache.folder / cache_files.JOB_NAME,
                self._cache.folder / cache_files.BINARY_NAME,
            )
        except ExportError as error:
            job.fail(str(error))
            return False
        except OSError as error:
            job.fail(
                f"The cache folder {self._cache.folder} cannot be written: {error.strerror or error}. Choose another one under "
                "Cache."
            )
            return False
        migrate.stamp(scene)
        self._cache.keep(scene)
        finding.show(scene.sinew, [("WARNING", note_of(note)) for note in self._export.warnings])  # minutes before its end
        job.start(
            self._prefix,
            self._cache.folder / cache_files.JOB_NAME,
            self._cache.folder,
            threads=scene.sinew.threads,
            restart=self.restart,
        )
        return job.phase is Phase.RUNNING

    def _show_first_frame(self):
        """The cache can be watched while it grows. An undo step keeps the surface if the artist
        undoes what was done before the bake."""
        if running_bake.job.frame is not None and not self._shown and self._scene:
            self._shown = True
            self._show(self._scene)
            bpy.ops.ed.undo_push(message="Bake")

    def _finish(self, context):
        """Stores what became of the bake and shows its frames."""
        job, scene = running_bake.job, self._scene
        if context.workspace:
            context.workspace.status_text_set(None)
        if scene is None:
            self.report({"WARNING"}, f"The scene '{self._scene_name}' was deleted or renamed while it was baked.")
            return {"CANCELLED"}
        settings = scene.sinew
        if job.phase is Phase.FAILED and _STALE_MARK in job.message:
            settings.status = "STALE"
        elif job.frame is not None:
            self._keep_frames(scene)
        health.look(scene)  # what was there before a bake that did not begin is still there
        problems, warnings = notes_of(scene, self._export, self._report)
        warnings += (placed(self._export, self._in_words(scene, note)) for note in job.notes)
        shown_overlaps.keep(scene, self._export.overlaps, self._export.first_frame)
        if self._cache.is_temporary and job.frame is not None:
            warnings.append(
                note_of("The file is not saved: this bake is in a temporary folder and goes when Blender quits.")
            )
        message = self._in_words(scene, job.message.replace(_STALE_MARK, _STALE_REMEDY))
        settings.status_message = _refusal(problems) if problems else message
        settings.notes = "\n".join(warnings)
        finding.show(
            settings, [*(("PROBLEM", note) for note in problems), *(("WARNING", note) for note in warnings)]
        )
        settings.live_notes = ""  # said by the bake as well
        for note in warnings:
            self.report({"WARNING"}, note)
        # A farm sees an error as a status that is not 0; a frame range that is not whole must not
        # pass.
        if job.phase is Phase.FAILED or (bpy.app.background and job.phase is not Phase.DONE):
            self.report({"ERROR"}, "\n".join(problems) or message)
            return {"CANCELLED"}
        self.report({"INFO"}, message or f"Baked frames {job.first_frame} to {job.frame}.")
        return {"FINISHED"} if job.phase is Phase.DONE else {"CANCELLED"}

    def _keep_frames(self, scene):
        job, settings = running_bake.job, scene.sinew
        settings.status = _status_of(job)
        settings.baked_first, settings.baked_last = job.first_frame, job.frame
        self._show(scene)
        changes.forget(settings)
        for name in self._export.names.values():
            obj = job_names.find(scene, name)
            if obj:
                changes.forget(obj.sinew)
        settings.foreign_cache = ""

    def _in_words(self, scene, sentence):
        """What the solver says, as the artist would."""
        return in_scene_units(scene, self._export.words.reworded(sentence))

    def _show(self, scene):
        for object_name, body in self._export.names.items():
            obj = job_names.find(scene, body)  # it may have been renamed meanwhile
            body_type = body_types.type_of(obj) if obj else None
            if body_type is None:
                continue  # deleted or changed while the solver ran
            shape = self._export.shapes[object_name]
            body_type.player.attach(obj, shape, self._cache.file_setting(body), scene)
        scene.frame_set(scene.frame_current, subframe=scene.frame_subframe)

    def _refuse(self, scene, message):
        scene.sinew.status_message = message
        self.report({"ERROR"}, message)

    def _remove_timer(self, context):
        context.window_manager.event_timer_remove(self._timer)


class SINEW_OT_bake_again(bpy.types.Operator):
    bl_idname = "sinew.bake_again"
    bl_label = "Bake Again"
    bl_description = "Throw away the frames in the cache and bake from the first frame"

    @classmethod
    def poll(cls, _context):
        return not running_bake.job.active

    def invoke(self, context, event):
        return context.window_manager.invoke_confirm(self, event)

    def execute(self, _context):
        return bpy.ops.sinew.bake("INVOKE_DEFAULT", restart=True)


class SINEW_OT_cancel_bake(bpy.types.Operator):
    bl_idname = "sinew.cancel_bake"
    bl_label = "Cancel"
    bl_description = "Stop the bake. Finished frames are kept"

    @classmethod
    def poll(cls, _context):
        return running_bake.job.phase is Phase.RUNNING

    def execute(self, _context):
        running_bake.job.cancel()
        return {"FINISHED"}


def _status_of(job):
    """Of a job with frames."""
    return {Phase.DONE: "DONE", Phase.FAILED: "FAILED"}.get(job.phase, "PARTIAL")


def _refusal(problems):
    count = len(problems)
    return f"Nothing was baked because of {'a problem' if count == 1 else f'{count} problems'}; see below."


def progress_text(job):
    """One line about the running bake."""
    if job.phase is Phase.EXPORTING:
        return "Sinew: reading the animation, Esc cancels"
    if job.phase is Phase.CANCELLING:
        return "Sinew: cancelling"
    if job.frame is None:
        return f"Sinew: {job.activity or 'starting'}, Esc cancels"
    text = f"Sinew: frame {job.frame} of {job.last_frame}"
    if job.activity:
        text += f", {job.activity}"
    if job.seconds_left is not None:
        text += f", {readable_seconds(job.seconds_left)} left"
    return text + ", Esc cancels"


def _show_progress(context):
    context.workspace.status_text_set(progress_text(running_bake.job))
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "PROPERTIES":
                area.tag_redraw()


def _print_progress(job):
    if job.frame is not None:
        print(progress_text(job).removesuffix(", Esc cancels"), flush=True)


classes = (SINEW_OT_bake, SINEW_OT_bake_again, SINEW_OT_cancel_bake)
