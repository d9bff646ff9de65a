"""Fills a muscle's mesh with rods and keeps them as a curve object."""

from array import array
from contextlib import ExitStack
from dataclasses import dataclass

import bpy

from ..bridge.errors import SinewError
from ..bridge.library import Library
from ..bridge.viperize import Viperization
from ..export import mesh_shape
from ..export.errors import ExportError
from ..export.mesh_probe import MeshProbe, deforms_without_armature
from ..export.rest_pose import rest_pose
from ..export.vertex_groups import members
from ..playback import rods_object
from ..properties import migrate
from .selection import changeable, muscle_poll

SOURCE_GROUP, SINK_GROUP = "Sinew Source", "Sinew Sink"


@dataclass
class Filling:
    """What the solver made of a mesh."""

    points: array  # 3 a point, rod after rod, from source to sink
    radii: array
    counts: array  # points of each rod
    source: array  # vertices where the rods begin
    sink: array  # and where they arrive
    volume_error: float  # of the rods, relative to the mesh
    warnings: list


class SINEW_OT_viperize(bpy.types.Operator):
    bl_idname = "sinew.viperize"
    bl_label = "Viperize"
    bl_description = (
        "Fill the muscle with rods that run from its source to its sink. They appear as a curve object at once; "
        "change their number in the panel at the lower left"
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
        description="Size of the cubes with which the inside of the mesh is found. Smaller ones see thinner places and take "
        "longer. 0 chooses it from the mesh",
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

    @classmethod
    def poll(cls, context):
        return muscle_poll(cls, context)

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "rod_count")
        layout.prop(self, "levels")
        layout.prop(self, "voxel_size")
        layout.prop_search(self, "source_group", context.object, "vertex_groups")
        layout.prop_search(self, "sink_group", context.object, "vertex_groups")

    def invoke(self, context, _event):
        settings = context.object.sinew.muscle
        if settings.rods and settings.rods.data.splines:
            self.rod_count = len(settings.rods.data.splines)
            self.levels = len(settings.rods.data.splines[0].points)
        return self.execute(context)

    def execute(self, context):
        obj = context.object
        if not changeable(self, [obj]):
            return {"CANCELLED"}
        settings = obj.sinew.muscle
        try:
            source = members(obj, self.source_group or settings.source_group, "Source")
            sink = members(obj, self.sink_group or settings.sink_group, "Sink")
            if (source is None) != (sink is None):
                raise ExportError(
                    f"'{obj.name}' has a vertex group for one end only. Choose Source and Sink, or clear both to have "
                    "them found."
                )
            vertices, triangles, matrix, shape = _rest_mesh(context, obj)
            rods = fill_with_rods(
                obj.name, vertices, triangles, source, sink, self.rod_count, self.levels, self.voxel_size
            )
        except (ExportError, SinewError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        settings.source_group = self.source_group or settings.source_group or _group(obj, SOURCE_GROUP, rods.source)
        settings.sink_group = self.sink_group or settings.sink_group or _group(obj, SINK_GROUP, rods.sink)
        settings.filled_shape = shape
        rods_object.ensure(obj, rods, matrix)
        migrate.stamp(context.scene)
        for warning in rods.warnings:
            self.report({"WARNING"}, warning)
        self.report(
            {"INFO"},
            f"'{obj.name}' has {len(rods.counts)} rods with {rods.counts[0]} points each; their volume differs from "
            f"the mesh's by {100.0 * rods.volume_error:.1f} %.",
        )
        return {"FINISHED"}


def fill_with_rods(name, vertices, triangles, source, sink, rods, levels, voxel_size=0.0):
    """Blocks until the rods are there, mostly a second."""
    with Viperization(
        Library(), name, vertices, triangles, source, sink, rods=rods, levels=levels, voxel_size=voxel_size
    ) as viperization:
        viperization.run()
        return Filling(
            viperization.points(),
            viperization.radii(),
            viperization.counts(),
            viperization.source(),
            viperization.sink(),
            viperization.measures().volume_error,
            viperization.warnings(),
        )


def _rest_mesh(context, obj):
    """World positions, triangles, the object's matrix and the shape of the mesh, in the rest pose of the scene."""
    with ExitStack() as stack:
        stack.enter_context(rest_pose(context.scene))
        probe = MeshProbe(context.scene, obj, deforms_without_armature)
        stack.callback(probe.remove)
        depsgraph = context.evaluated_depsgraph_get()
        vertices = probe.read(depsgraph, context.scene.frame_current)
        triangles = probe.triangles(depsgraph)
        if not triangles:
            raise ExportError(f"'{obj.name}' has no faces. A muscle needs a closed surface.")
        matrix = probe.evaluated(depsgraph).matrix_world.copy()
        if matrix.determinant() == 0.0:
            raise ExportError(
                f"'{obj.name}' has a scale of 0, so there is nothing to fill. Set its scale in the sidebar (N) and try again."
            )
        local = probe.read(depsgraph, context.scene.frame_current, in_world=False)
        return vertices, triangles, matrix, mesh_shape.shape(local, triangles)


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
