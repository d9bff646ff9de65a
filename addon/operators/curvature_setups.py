"""Roll Up, Curl Edges and Twist: a curvature with its painted map in one click. What they make is plain data: a vertex
group to paint on, and an entry of the shell's curvatures to edit and to key."""

import math

import bpy
from mathutils import Vector

from ..export import fcurves, roll
from ..export.border import distances_from_border
from ..export.curvature import spiral, spiral_curvature
from ..export.errors import ExportError
from ..export.lengths import unit_length
from ..export.shell import thickness_of
from ..export.vertex_groups import weights
from .curvature_list import strength_path
from .cut_faces import cut_along
from .selection import changeable, shell_poll

AXIS_ITEMS = [
    ("AUTO", "Longest", "The axis along which the object is longest", 0),
    ("X", "X", "X axis of the object", 1),
    ("Y", "Y", "Y axis of the object", 2),
    ("Z", "Z", "Z axis of the object", 3),
]
END_ITEMS = [
    ("AUTO", "Free End", "The end that is farther from the pins", 0),
    ("HIGH", "Far End", "The end at the tip of the axis", 1),
    ("LOW", "Near End", "The end at the foot of the axis", 2),
]


def axis_choice():
    return bpy.props.EnumProperty(
        name="Along", description="Direction of the curvature in the axes of the object", items=AXIS_ITEMS
    )


class CurvatureSetup:
    """What the three have in common; goes before Operator."""

    bl_options = {"REGISTER", "UNDO"}

    animate: bpy.props.BoolProperty(
        name="Animate",
        description="Key the strength from 0 at the first frame of the scene. Without keys the shell springs into shape",
        default=True,
    )
    frames: bpy.props.IntProperty(
        name="Frames", description="How many frames the animation takes", default=48, min=1, soft_max=250
    )
    flip: bpy.props.BoolProperty(
        name="Other Side", description="Curve to the other side of the faces, or turn the other way round", default=False
    )

    @classmethod
    def poll(cls, context):
        return shell_poll(cls, context)

    def execute(self, context):
        obj = context.object
        if not changeable(self, [obj]):
            return {"CANCELLED"}
        try:
            if not obj.data.polygons:
                raise ExportError(f"'{obj.name}' has no faces, so there is nothing to curve.")
            self.prepare(context.scene, obj)
            strength, painted, settings = self.curvature_of(obj)
        except ExportError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        index = _ensure_curvature(obj, self.bl_label)
        curvature = obj.sinew.shell.curvatures[index]
        for name, value in settings.items():
            setattr(curvature, name, value)
        curvature.group = _paint(obj, f"Sinew {self.bl_label}", painted)
        self._set_strength(context.scene, obj, index, -strength if self.flip else strength)
        return {"FINISHED"}

    def prepare(self, scene, obj):
        """Changes the shell so that it can follow the curvature."""

    def _set_strength(self, scene, obj, index, strength):
        """Keys that the artist does not want any more are taken away."""
        path = strength_path(index)
        old = fcurves.find(obj, path)
        if old:
            fcurves.fcurves_of(obj).remove(old)
        curvature = obj.sinew.shell.curvatures[index]
        if self.animate:
            curvature.strength = 0.0
            obj.keyframe_insert(path, frame=scene.frame_start)
        curvature.strength = strength
        if self.animate:
            obj.keyframe_insert(path, frame=scene.frame_start + self.frames)


class SINEW_OT_roll_up(CurvatureSetup, bpy.types.Operator):
    bl_idname = "sinew.roll_up"
    bl_label = "Roll Up"
    bl_description = "Let the shell roll up from one end to the other, in a spiral whose windings do not touch"

    along: axis_choice()
    end: bpy.props.EnumProperty(name="From", description="Which end is inside the roll", items=END_ITEMS)
    turns: bpy.props.FloatProperty(
        name="Turns", description="How many times it is rolled up", default=2.0, min=0.01, soft_max=10.0
    )
    inner: bpy.props.FloatProperty(
        name="Core", description="Radius of the inner winding, as a part of that of the outer one",
        default=0.4, min=0.05, max=1.0, subtype="FACTOR",
    )  # fmt: skip
    carry: bpy.props.BoolProperty(
        name="Carry Its Weight",
        description="Raise Bending as far as the roll needs to hold up against gravity. Real paper of this size would hang down",
        default=True,
    )
    cut: bpy.props.BoolProperty(
        name="Cut Faces", description="Cut faces that are too large for the windings, across the roll", default=True
    )

    def prepare(self, scene, obj):
        axis = _axis(obj, self.along)
        _, length = _places_along(obj, axis)
        if self.carry and scene.use_gravity:
            self._raise_bending(scene, obj, length)
        if self.cut and obj.data.library is None:
            self._cut_faces(scene, obj, axis, length)

    def _raise_bending(self, scene, obj, length):
        shell, unit = obj.sinew.shell, unit_length(scene)
        thickness = thickness_of(shell)
        stiffness = roll.plate_stiffness(shell.young_modulus, shell.poisson_ratio, thickness)
        weight = shell.density * thickness * scene.gravity.length * unit
        outer = length / (math.pi * self.turns * (1.0 + self.inner))
        wanted = roll.bending_that_carries(stiffness, weight, length * unit, outer * unit)
        if wanted > shell.bending_scale:
            shell.bending_scale = roll.rounded_up(wanted)
            self.report(
                {"INFO"}, f"Bending of '{obj.name}' is now {shell.bending_scale:,.1f}, so that the roll carries its weight."
            )

    def _cut_faces(self, scene, obj, axis, length):
        shell, unit = obj.sinew.shell, unit_length(scene)
        curvature = spiral_curvature(length, self.turns, self.inner) / unit
        face = roll.longest_face(curvature, thickness_of(shell), shell.bending_scale) / unit
        stretched = (obj.matrix_world.to_3x3() @ axis).length
        faces = cut_along(obj, axis, face / stretched, (shell.pin_group, shell.turn_group))
        if faces:
            self.report({"INFO"}, f"'{obj.name}' is cut into {faces:,} faces, so that it can follow the windings.")

    def curvature_of(self, obj):
        axis = _axis(obj, self.along)
        places, length = _places_along(obj, axis)
        if self.end == "HIGH" or (self.end == "AUTO" and not _is_pinned_high(obj, places)):
            places = [1.0 - place for place in places]
        painted = [spiral(place, self.inner) for place in places]
        return spiral_curvature(length, self.turns, self.inner), painted, _along_axis("BEND", axis)


class SINEW_OT_curl_edges(CurvatureSetup, bpy.types.Operator):
    bl_idname = "sinew.curl_edges"
    bl_label = "Curl Edges"
    bl_description = "Let the free edges of the shell curl up; edges that are pinned stay"

    width: bpy.props.FloatProperty(
        name="Width", description="How far from its edges the shell curls. 0: a quarter of its smaller side",
        default=0.0, min=0.0, subtype="DISTANCE",
    )  # fmt: skip
    angle: bpy.props.FloatProperty(
        name="Angle", description="By how much the edges turn", default=0.5 * math.pi, min=0.0, soft_max=2.0 * math.pi,
        subtype="ANGLE",
    )  # fmt: skip

    def curvature_of(self, obj):
        distances = distances_from_border(obj, weights(obj, obj.sinew.shell.pin_group, "Pins"))
        width = self.width or 0.25 * sorted(obj.dimensions)[1]
        painted = [max(0.0, 1.0 - distance / width) for distance in distances]
        # The map falls from 1 to 0 over the width, so the mean curvature there is half the strength.
        settings = {"kind": "BEND", "direction": "SLOPE", "angle": 0.0, "other_group": ""}
        return 2.0 * self.angle / width, painted, settings


class SINEW_OT_twist(CurvatureSetup, bpy.types.Operator):
    bl_idname = "sinew.twist"
    bl_label = "Twist"
    bl_description = "Let the shell twist along its length, like a screw"

    along: axis_choice()
    angle: bpy.props.FloatProperty(
        name="Angle", description="By how much one end turns against the other", default=math.pi,
        soft_min=0.0, soft_max=4.0 * math.pi, subtype="ANGLE",
    )  # fmt: skip

    def curvature_of(self, obj):
        axis = _axis(obj, self.along)
        places, length = _places_along(obj, axis)
        return self.angle / length, [1.0] * len(places), _along_axis("TWIST", axis)


def _along_axis(kind, axis):
    return {"kind": kind, "direction": "AXIS", "axis": axis, "angle": 0.0, "other_group": ""}


def _axis(obj, choice):
    index = max(range(3), key=lambda axis: obj.dimensions[axis]) if choice == "AUTO" else "XYZ".index(choice)
    return Vector(float(axis == index) for axis in range(3))


def _places_along(obj, axis):
    """Where each vertex lies between the two ends, 0 to 1, and how long the object is in the world."""
    heights = [vertex.co.dot(axis) for vertex in obj.data.vertices]
    low, high = min(heights), max(heights)
    length = (high - low) * (obj.matrix_world.to_3x3() @ axis).length
    if length == 0.0:
        raise ExportError(f"'{obj.name}' has no length in this direction. Choose another one for Along.")
    return [(height - low) / (high - low) for height in heights], length


def _is_pinned_high(obj, places):
    """Is it held at the far end rather than at the near one?"""
    held = weights(obj, obj.sinew.shell.pin_group, "Pins")
    total = sum(held) if held else 0.0
    return total > 0.0 and sum(weight * place for weight, place in zip(held, places)) > 0.5 * total


def _ensure_curvature(obj, name):
    """The number of the curvature of this name, which is made the active one."""
    shell = obj.sinew.shell
    index = shell.curvatures.find(name)
    if index < 0:
        shell.curvatures.add().name = name
        index = len(shell.curvatures) - 1
    shell.active_curvature = index
    return index


def _paint(obj, name, painted):
    group = obj.vertex_groups.get(name) or obj.vertex_groups.new(name=name)
    group.remove(range(len(obj.data.vertices)))
    for vertex, weight in enumerate(painted):
        if weight > 0.0:
            group.add((vertex,), weight, "REPLACE")
    return group.name


classes = (SINEW_OT_roll_up, SINEW_OT_curl_edges, SINEW_OT_twist)
