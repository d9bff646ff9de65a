"""Writes activation from the motion of the bones, as F-curves that an animator can edit."""

from contextlib import ExitStack

import bpy
from mathutils import Vector

from ..export import attachments, fcurves
from ..export.activation_curve import activation, thinned
from ..export.errors import ExportError
from ..export.job_names import JobNames
from ..export.movers import Movers
from ..export.muscle_rods import read_rods
from ..export.rest_pose import rest_pose
from ..export.scene import frame_kept, go_to
from .selection import changeable, muscle_poll

PATH = "sinew.muscle.activation"


class SINEW_OT_auto_activation(bpy.types.Operator):
    bl_idname = "sinew.auto_activation"
    bl_label = "Auto Activation"
    bl_description = (
        "Key the activation of the selected muscles from the distance between their ends over the frames of the "
        "scene: relaxed at rest length, full when they have become short"
    )
    bl_options = {"REGISTER", "UNDO"}

    full_at: bpy.props.FloatProperty(
        name="Full At",
        description="Part of its rest length at which the muscle is fully active",
        default=0.75, min=0.05, max=0.99, subtype="FACTOR",
    )  # fmt: skip
    tolerance: bpy.props.FloatProperty(
        name="Tolerance",
        description="Keys that change the curve by less than this are left out",
        default=0.005, min=0.0, max=0.5, precision=4,
    )  # fmt: skip
    replace: bpy.props.BoolProperty(
        name="Replace Keys",
        description="Delete the keys that the activation has now",
        default=False, options={"SKIP_SAVE"},
    )  # fmt: skip

    @classmethod
    def poll(cls, context):
        return muscle_poll(cls, context)

    def invoke(self, context, event):
        if any(fcurves.find(muscle, PATH) for muscle in _chosen_muscles(context)):
            self.replace = True
            return context.window_manager.invoke_props_dialog(self)
        return self.execute(context)

    def execute(self, context):
        muscles = _chosen_muscles(context)
        if not changeable(self, muscles):
            return {"CANCELLED"}
        try:
            for muscle in muscles:
                self._refuse(muscle)
            curves = _read_lengths(context, muscles)
        except ExportError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        for muscle, (rest_length, frames, lengths) in curves.items():
            values = [activation(length, rest_length, self.full_at) for length in lengths]
            _write(muscle, thinned(frames, values, self.tolerance))
            if max(values) == 0.0:
                self.report(
                    {"WARNING"},
                    f"'{muscle.name}' never gets shorter than at rest in these frames, so its activation is 0.",
                )
        return {"FINISHED"}

    def _refuse(self, muscle):
        if fcurves.is_driven(muscle, PATH):
            raise ExportError(
                f"The activation of '{muscle.name}' has a driver. Delete it (right click on Activation, Delete Driver) "
                "and try again."
            )
        if fcurves.find(muscle, PATH) and not self.replace:
            raise ExportError(
                f"The activation of '{muscle.name}' has keys already. Switch Replace Keys on to delete them."
            )


def _chosen_muscles(context):
    selected = [obj for obj in context.selected_objects if obj.sinew.body_type == "MUSCLE"]
    return selected if context.object in selected else [*selected, context.object]


def _read_lengths(context, muscles):
    """{muscle: (rest length, frames, length at each)} of the lines between the muscles' ends."""
    scene = context.scene
    with ExitStack() as stack:
        stack.enter_context(frame_kept(scene))
        go_to(scene, scene.frame_start)
        movers = stack.enter_context(Movers(scene, JobNames()))
        names = {muscle: _movers_of(muscle, scene, movers) for muscle in muscles}
        with rest_pose(scene):
            movers.read_rest(context.evaluated_depsgraph_get())
            rods = {muscle: read_rods(muscle, muscle.matrix_world) for muscle in muscles}
        frames = range(scene.frame_start, scene.frame_end + 1)
        for frame in frames:
            go_to(scene, frame)
            movers.read_sample(context.evaluated_depsgraph_get(), frame)
        return {
            muscle: _line(rods[muscle], [movers.matrices(name) for name in names[muscle]], frames)
            for muscle in muscles
        }


def _movers_of(muscle, scene, movers):
    names = []
    for end, _ in attachments.ENDS:
        carrier = attachments.carrier(muscle, end, scene)
        if carrier is None:
            raise ExportError(
                f"The {end} of '{muscle.name}' is attached to nothing, so its length is not known. Press Attach Ends "
                "first."
            )
        names.append(movers.use(*carrier))
    if names[0] == names[1]:
        raise ExportError(
            f"Both ends of '{muscle.name}' are attached to {names[0]}, so its length never changes. Attach one of them "
            "to another bone."
        )
    return names


def _line(rods, matrices, frames):
    ends = [Vector(rods.end_middle(at_sink)) for _, at_sink in attachments.ENDS]
    lengths = [
        (sink @ ends[1] - source @ ends[0]).length for source, sink in zip(*matrices)
    ]
    return (ends[1] - ends[0]).length, list(frames), lengths


def _write(muscle, keys):
    """Replaces the F-curve."""
    old = fcurves.find(muscle, PATH)
    if old:
        fcurves.fcurves_of(muscle).remove(old)
    for key in keys:
        muscle.sinew.muscle.activation = key.value
        muscle.keyframe_insert(PATH, frame=key.frame)
    points = fcurves.find(muscle, PATH).keyframe_points
    for index, (point, key) in enumerate(zip(points, keys)):
        before = (key.frame - keys[max(index - 1, 0)].frame) / 3.0
        after = (keys[min(index + 1, len(keys) - 1)].frame - key.frame) / 3.0
        point.interpolation = "BEZIER"
        point.handle_left_type = point.handle_right_type = "FREE"
        point.handle_left = (key.frame - before, key.value - before * key.slope_before)
        point.handle_right = (key.frame + after, key.value + after * key.slope_after)


classes = (SINEW_OT_auto_activation,)
