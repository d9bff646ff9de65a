"""An arm for tests: two bones, a biceps in front, a triceps behind, a skin around, a flexing elbow."""

import math
from array import array

import bpy
import harness
from mathutils import Quaternion, Vector

ELBOW = (0.3, 0.0, 0.0)
BONE_RADIUS = 0.01
SIDES = 10
RINGS = 13


class ArmTest(harness.BlenderTest):
    """Upper arm from the origin along X to the elbow, forearm from there on; Z is up and the forearm
    flexes towards it."""

    def setUp(self):
        super().setUp()
        self.scene.frame_end = 13
        _remember_viperizations()

    def new_armature(self, name="Rig", sides=("",), origin=(0.0, 0.0, 0.0)):
        """With sides (".L", ".R") the right arm is the mirror image of the left one."""
        rig = bpy.data.objects.new(name, bpy.data.armatures.new(name))
        rig.location = origin
        self.scene.collection.objects.link(rig)
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        for side in sides:
            sign = -1.0 if side == ".R" else 1.0
            upper = rig.data.edit_bones.new("upper_arm" + side)
            upper.head, upper.tail = (0, 0, 0), (sign * ELBOW[0], 0, 0)
            lower = rig.data.edit_bones.new("forearm" + side)
            lower.head, lower.tail = upper.tail, (sign * 0.55, 0, 0)
            lower.parent = upper
            for bone in (upper, lower):
                bone.roll = 0.0
                bone.head_radius = bone.tail_radius = BONE_RADIUS
        bpy.ops.object.mode_set(mode="OBJECT")
        return rig

    def flex(self, rig, bone="forearm", degrees=90.0, frames=(1, 13)):
        """Turns the forearm upwards about the elbow."""
        pose = rig.pose.bones[bone]
        axis = pose.bone.matrix_local.to_3x3().inverted() @ Vector((0, 1, 0))
        pose.rotation_mode = "QUATERNION"
        for frame, angle in zip(frames, (0.0, math.radians(degrees))):
            pose.rotation_quaternion = Quaternion(axis, -angle)
            pose.keyframe_insert("rotation_quaternion", frame=frame)

    def new_mesh(self, name, vertices, faces):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(vertices, [], faces)
        mesh.update()
        obj = bpy.data.objects.new(name, mesh)
        self.scene.collection.objects.link(obj)
        self.select(obj)
        return obj

    def new_spindle(self, name="Biceps", start=(0.03, 0, 0.04), end=(0.34, 0, 0.025), radius=0.03):
        """A closed surface of rings along a straight line, thick in the middle."""
        return self.new_mesh(name, *spindle(start, end, radius))

    def new_skin(self, rig, name="Skin"):
        """A tube around the arm, skinned to the armature with smooth weights at the elbow."""
        skin = self.new_mesh(name, *spindle((-0.02, 0, 0), (0.57, 0, 0), 0.075, 0.5))
        for bone in ("upper_arm", "forearm"):
            group = skin.vertex_groups.new(name=bone)
            for vertex in skin.data.vertices:
                part = min(max((vertex.co.x - ELBOW[0]) / 0.08 + 0.5, 0.0), 1.0)
                group.add([vertex.index], part if bone == "forearm" else 1.0 - part, "REPLACE")
        skin.parent = rig
        skin.modifiers.new("Armature", "ARMATURE").object = rig
        return skin

    @staticmethod
    def new_shape_key(obj, offsets, name="Corrective"):
        """`offsets` by vertex, in the space of the object."""
        if obj.data.shape_keys is None:
            obj.shape_key_add(name="Basis")
        key = obj.shape_key_add(name=name)
        for vertex, offset in offsets.items():
            key.data[vertex].co += Vector(offset)
        key.value = 0.0
        return key

    def drive_by_elbow(self, key):
        """The key follows the angle between the two bones: 1 radian is all of it."""
        driver = key.driver_add("value").driver
        driver.type = "AVERAGE"
        angle = driver.variables.new()
        angle.type = "ROTATION_DIFF"
        for target, bone in zip(angle.targets, ("upper_arm", "forearm")):
            target.id, target.bone_target = self.rig, bone

    def new_muscle(self, name="Biceps", rods=4, levels=7, **options):
        obj = self.new_spindle(name, **options)
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        bpy.ops.sinew.viperize(rod_count=rods, levels=levels)
        return obj

    def new_arm(self):
        """Everything, set up as an artist would with the buttons."""
        self.rig = self.new_armature()
        self.biceps = self.new_muscle()
        bpy.ops.sinew.attach_ends()
        self.flex(self.rig)

    @staticmethod
    def select(*objects):
        """The last one is active."""
        bpy.ops.object.select_all(action="DESELECT")
        for obj in objects:
            obj.select_set(True)
        bpy.context.view_layer.objects.active = objects[-1]


_viperized = {}


def _remember_viperizations():
    """The same mesh gives the same rods, and takes a second: it is done once for all tests."""
    operator = harness.part("operators.viperize")
    solver = operator.fill_with_rods
    if hasattr(solver, "remembers"):
        return

    def remembered(*inputs):
        key = tuple(bytes(part) if isinstance(part, array) else part for part in inputs)
        if key not in _viperized:
            _viperized[key] = solver(*inputs)
        return _viperized[key]

    remembered.remembers = True
    operator.fill_with_rods = remembered


def spindle(start, end, radius, thinnest=0.25):
    vertices, faces = [], []
    for ring in range(RINGS):
        part = ring / (RINGS - 1)
        thick = radius * (thinnest + (1.0 - thinnest) * math.sin(math.pi * part))
        centre = [a + (b - a) * part for a, b in zip(start, end)]
        for side in range(SIDES):
            angle = 2.0 * math.pi * side / SIDES
            vertices.append(
                (centre[0], centre[1] + thick * math.cos(angle), centre[2] + thick * math.sin(angle))
            )
    for ring in range(RINGS - 1):
        for side in range(SIDES):
            here, following = ring * SIDES + side, ring * SIDES + (side + 1) % SIDES
            faces.append((here, following, following + SIDES, here + SIDES))
    faces.append(tuple(reversed(range(SIDES))))
    faces.append(tuple(range((RINGS - 1) * SIDES, RINGS * SIDES)))
    return vertices, faces
