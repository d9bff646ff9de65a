"""Fills a muscle's mesh with rods and keeps them as a curve object.

In a window the solver works on a second thread while Blender stays usable, and Esc cancels. Without one (`blender
--background`), called from a script, or again from the panel of the last operation, it blocks until the rods are there.
"""

from array import array
from contextlib import ExitStack
from dataclasses import dataclass

import bpy
from mathutils import Matrix

from ..bridge import current_filling
from ..bridge.errors import SinewError
from ..bridge.filling import fill_with_rods
from ..export import mesh_shape
from ..export.errors import ExportError
from ..export.lengths import in_scene_units, unit_length
from ..export.mesh_probe import MeshProbe, deforms_without_armature
from ..export.rest_pose import rest_pose
from ..export.vertex_groups import members
from ..playback import rods_object
from ..properties import finding, migrate
from .selection import changeable, muscle_poll

SOURCE_GROUP, SINK_GROUP = "Sinew Source", "Sinew Sink"
TIMER_SECONDS = 0.1


@dataclass
class RestMesh:
    """A muscle in the rest pose of the scene."""

    vertices: array  # 3 a vertex, in the world
    triangles: array
    matrix: Matrix  # of the object
    shape: tuple  # to tell later whether the mesh was changed


class SINEW_OT_viperize(bpy.types.Operator):
    bl_idname = "sinew.viperize"
    bl_label = "Viperize"
    bl_description = (
        "Fill the muscle with rods that run from its source to its sink. They appear as a curve object; "
        "change their number in the panel at the lower left. Esc cancels"
    )
    bl_options = {"REGISTER", "UNDO"}

    rod_count: bpy.props.IntProperty(
        name="Rods",
        description="Rods side by side. More follow a wide or bent muscle better and take longer",
        default=8, min=1, max=1000, soft_max=64,
    )  # fmt: skip
    levels: bpy.props.IntProperty(
        name="Levels",
        description="Points along each rod, from the source to the sink",
        default=12, min=2, max=1000, soft_max=64,
    )  # fmt: skip
    voxel_size: bpy.props.FloatProperty(
        name="Voxel Size",
        description="Size of the cubes that find the inside of the mesh. Smaller cubes find thinner places and take longer. 0: "
        "chosen from the mesh",
        default=0.0, min=0.0, max=1e6, soft_max=1.0, step=0.1, precision=4, subtype="DISTANCE",
        options={"SKIP_SAVE"},
    )  # fmt: skip
    source_group: bpy.props.StringProperty(
        name="Source",
        description="Vertex group of the end where the fibres begin. Empty: chosen automatically and written to the "
        "group " + SOURCE_GROUP,
        options={"SKIP_SAVE"},
    )
    sink_group: bpy.props.StringProperty(
        name="Sink",
        description="Vertex group of the end where the fibres arrive. Empty: chosen automatically and written to the "
        "group " + SINK_GROUP,
        options={"SKIP_SAVE"},
    )

    # Which muscle it was, for the panel of the last operation: another object may be active by then.
    object_name: bpy.props.StringProperty(options={"HIDDEN", "SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        if current_filling.thread:
            cls.poll_message_set(f"'{current_filling.name}' is being filled with rods. Wait, or press Esc")
            return False
        return muscle_poll(cls, context)

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "rod_count")
        layout.prop(self, "levels")
        layout.prop(self, "voxel_size")
        muscle = self._muscle(context.scene)
        if muscle is not None:
            layout.prop_search(self, "source_group", muscle, "vertex_groups")
            layout.prop_search(self, "sink_group", muscle, "vertex_groups")

    def invoke(self, context, _event):
        self._take_numbers(context.object.sinew.muscle.rods)
        if bpy.app.background:
            return self.execute(context)
        inputs = self._begin(context)
        if inputs is None:
            return {"CANCELLED"}
        try:
            current_filling.start(*inputs)
        except SinewError as error:
            return self._refuse(in_units_of(context.scene, str(error)))
        self._scene_name = context.scene.name
        manager = context.window_manager
        self._timer = manager.event_timer_add(TIMER_SECONDS, window=context.window)
        manager.modal_handler_add(self)
        _show_progress(context)
        return {"RUNNING_MODAL"}

    def _take_numbers(self, rods):
        """Those that the muscle has, unless others are asked for."""
        splines = rods.data.splines if rods else ()
        if splines and not self.properties.is_property_set("rod_count"):
            self.rod_count = len(splines)
        if splines and not self.properties.is_property_set("levels"):
            self.levels = len(splines[0].points)

    def execute(self, context):
        inputs = self._begin(context)
        if inputs is None:
            return {"CANCELLED"}
        try:
            rods = fill_with_rods(*inputs)
        except SinewError as error:
            return self._refuse(in_units_of(context.scene, str(error)))
        return self._keep(context.scene, rods)

    def modal(self, context, event):
        thread = current_filling.thread
        if thread is None or (event.type == "ESC" and event.value == "PRESS"):
            self._end(context)
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        # What happened to the scene meanwhile: references do not survive an undo, so everything is found by its name.
        scene = bpy.data.scenes.get(self._scene_name)
        muscle = self._muscle(scene) if scene else None
        if muscle is not None and (not thread.done or muscle.mode != "OBJECT"):
            _show_progress(context)
            return {"PASS_THROUGH"}
        self._end(context)
        try:
            return self._keep(scene, thread.result()) if muscle else self._refuse(_gone(self.object_name))
        except SinewError as error:
            return self._refuse(in_units_of(scene, str(error)))

    def cancel(self, context):
        """Blender ends the operator, for example because another file is loaded."""
        self._end(context)

    def _end(self, context):
        current_filling.forget()
        context.window_manager.event_timer_remove(self._timer)
        _show_progress(context)

    def _begin(self, context):
        """Reads the muscle, all that is needed of Blender. Gives what the solver takes, or None and has reported why."""
        self.object_name = self.object_name or context.object.name
        obj = self._muscle(context.scene)
        if obj is None:
            self._refuse(_gone(self.object_name))
            return None
        if not changeable(self, [obj]):
            return None
        settings = obj.sinew.muscle
        try:
            source = members(obj, self.source_group or settings.source_group, "Source")
            sink = members(obj, self.sink_group or settings.sink_group, "Sink")
            if (source is None) != (sink is None):
                raise ExportError(
                    f"'{obj.name}' has a vertex group for one end only. Choose Source and Sink, or clear both, and "
                    "Viperize finds the ends."
                )
            self._mesh = _rest_mesh(context, obj)
        except ExportError as error:
            error.object_name = obj.name
            if error.fixes:
                finding.show(context.scene.sinew, [("PROBLEM", error.note())])
            self._refuse(str(error))
            return None
        self._vertex_count = len(obj.data.vertices)
        return (
            obj.name, self._mesh.vertices, self._mesh.triangles, source, sink, self.rod_count, self.levels,
            self.voxel_size,
        )  # fmt: skip

    def _keep(self, scene, rods):
        """Writes the rods into the scene, unless the muscle is not what it was."""
        obj = self._muscle(scene)
        if len(obj.data.vertices) != self._vertex_count:
            return self._refuse(
                f"'{obj.name}' was changed while it was filled with rods. Press Viperize again for its new shape."
            )
        settings = obj.sinew.muscle
        settings.source_group = self.source_group or settings.source_group or _group(obj, SOURCE_GROUP, rods.source)
        settings.sink_group = self.sink_group or settings.sink_group or _group(obj, SINK_GROUP, rods.sink)
        settings.filled_shape = self._mesh.shape
        rods_object.ensure(obj, rods, self._mesh.matrix)
        migrate.stamp(scene)
        for warning in rods.warnings:
            self.report({"WARNING"}, in_units_of(scene, warning))
        self.report(
            {"INFO"},
            f"'{obj.name}' has {len(rods.counts)} rods with {rods.counts[0]} points each; their volume differs from "
            f"the mesh's by {100.0 * rods.volume_error:.1f} %.",
        )
        return {"FINISHED"}

    def _muscle(self, scene):
        """The muscle that the operator is about, or None when there is none of that name any more."""
        obj = scene.objects.get(self.object_name)
        return obj if obj is not None and obj.type == "MESH" and obj.sinew.body_type == "MUSCLE" else None

    def _refuse(self, sentence):
        self.report({"ERROR"}, sentence)
        return {"CANCELLED"}


def progress_text():
    """One line about the muscle that is being filled."""
    thread = current_filling.thread
    if thread.done:
        return f"Sinew: the rods of '{current_filling.name}' are ready, leave its mode to get them, Esc cancels"
    percent = 100.0 * thread.progress()
    return f"Sinew: filling '{current_filling.name}' with rods, {percent:.0f} %, Esc cancels"


def _show_progress(context):
    if context.workspace:
        context.workspace.status_text_set(progress_text() if current_filling.thread else None)
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "PROPERTIES":
                area.tag_redraw()


def in_units_of(scene, sentence):
    """What the solver says. It is given Blender units as if they were metres, since rods do not depend on them."""
    return in_scene_units(scene, sentence, metres=unit_length(scene))


def _gone(name):
    return f"The muscle '{name}' was deleted or renamed, so it was not filled with rods. Press Viperize again."


def _rest_mesh(context, obj):
    with ExitStack() as stack:
        stack.enter_context(rest_pose(context.scene))
        probe = MeshProbe(context.scene, obj, deforms_without_armature)
        stack.callback(probe.remove)
        depsgraph = context.evaluated_depsgraph_get()
        vertices = probe.read(depsgraph, context.scene.frame_current)
        triangles = probe.triangles(depsgraph)
        if not triangles:
            raise ExportError(f"'{obj.name}' has no faces. A muscle needs a closed surface.")
        if mesh_shape.is_sheet(vertices, triangles):
            raise ExportError(
                f"'{obj.name}' is a flat sheet without an inside that rods could fill. Make it a Cosserat Shell, which is for "
                "sheets, or model it as a closed surface.",
                fixes=("MAKE_SHELL",),
            )
        matrix = probe.evaluated(depsgraph).matrix_world.copy()
        if matrix.determinant() == 0.0:
            raise ExportError(
                f"'{obj.name}' has a scale of 0, so there is nothing to fill. Set its scale in the sidebar (N) and try again."
            )
        local = probe.read(depsgraph, context.scene.frame_current, in_world=False)
        return RestMesh(vertices, triangles, matrix, mesh_shape.shape(local, triangles))


def _group(obj, name, vertices):
    """The name of a vertex group with what was chosen automatically, so that it can be seen and painted. Empty for a mesh
    that is linked from another file: what is painted on it is lost."""
    if obj.data.library is not None:
        return ""
    group = obj.vertex_groups.get(name) or obj.vertex_groups.new(name=name)
    group.remove(range(len(obj.data.vertices)))
    group.add(list(vertices), 1.0, "REPLACE")
    return group.name


classes = (SINEW_OT_viperize,)
