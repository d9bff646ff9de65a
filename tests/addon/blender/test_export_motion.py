"""What reaches the job: pins of curves that move in every way Blender knows."""

import math
import os
import sys

import bpy
from mathutils import Quaternion, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
from export_case import SAMPLES, ExportCase, drawn_line


class ExportMotionTest(ExportCase):
    def assert_pins_follow(self, obj):
        """Both ends, at every half frame, are where Blender draws the curve."""
        obj.sinew.rod.pin_start = obj.sinew.rod.pin_end = {"POSITION"}
        job = self.export()
        starts, ends = job.samples(0, "positions"), job.samples(1, "positions")
        self.assertEqual(len(ends), SAMPLES)
        self.assertGreater((Vector(ends[0][0]) - Vector(ends[-1][0])).length, 0.1)
        for index in range(SAMPLES):
            frame = 1 + index / 2
            self.scene.frame_set(int(frame), subframe=frame % 1)
            line = drawn_line(obj)
            self.assert_close(starts[index][0], line[0])
            self.assert_close(ends[index][0], line[-1])
        return job

    # -- motion
    # -------------------------------------------------------------------------------------------

    def test_pins_follow_object_keyframes(self):
        obj = self.new_rod()
        self.key(obj, "location", {1: (0, 0, 0), 6: (1, 2, 3)})
        self.key(obj, "rotation_euler", {1: (0, 0, 0), 6: (0, 1, 2)})
        self.assert_pins_follow(obj)

    def test_pins_follow_shape_keys(self):
        obj = self.new_rod(kind="BEZIER")
        obj.shape_key_add(name="Basis")
        bent = obj.shape_key_add(name="Bent")
        bent.data[2].co.z += 2
        self.key(bent, "value", {1: 0.0, 6: 1.0})
        self.assert_pins_follow(obj)

    def test_pins_follow_hooks(self):
        obj = self.new_rod()
        empty = bpy.data.objects.new("Hand", None)
        self.scene.collection.objects.link(empty)
        hook = obj.modifiers.new("Hook", "HOOK")
        hook.object = empty
        hook.vertex_indices_set([2])
        self.key(empty, "location", {1: (0, 0, 0), 6: (0, 3, 0)})
        job = self.assert_pins_follow(obj)
        self.assert_close(job.samples(0, "positions")[0][0], (0, 0, 2))

    def test_pins_follow_parents_and_constraints(self):
        obj = self.new_rod()
        parent = bpy.data.objects.new("Parent", None)
        target = bpy.data.objects.new("Target", None)
        for empty in (parent, target):
            self.scene.collection.objects.link(empty)
        obj.parent = parent
        obj.constraints.new("COPY_ROTATION").target = target
        self.key(parent, "location", {1: (0, 0, 0), 6: (5, 0, 0)})
        self.key(target, "rotation_euler", {1: (0, 0, 0), 6: (0, 0, 1.5)})
        self.assert_pins_follow(obj)

    def test_pins_follow_an_armature(self):
        obj = self.new_rod()
        rig = self.new_armature()
        obj.parent = rig
        modifier = obj.modifiers.new("Armature", "ARMATURE")
        modifier.object = rig
        modifier.use_vertex_groups = False
        modifier.use_bone_envelopes = True
        bone = rig.pose.bones[0]
        bone.rotation_mode = "XYZ"
        self.key(bone, "rotation_euler", {1: (0, 0, 0), 6: (0.5, 0.3, 1.2)})
        self.assert_pins_follow(obj)

    def test_pins_follow_a_lattice(self):
        obj = self.new_rod()
        lattice = bpy.data.objects.new("Lattice", bpy.data.lattices.new("Lattice"))
        lattice.location, lattice.scale = (1, 0, 2), (4, 4, 4)
        self.scene.collection.objects.link(lattice)
        obj.modifiers.new("Lattice", "LATTICE").object = lattice
        lattice.shape_key_add(name="Basis")
        pulled = lattice.shape_key_add(name="Pulled")
        for point in pulled.data:
            point.co.x *= 2.0
        self.key(pulled, "value", {1: 0.0, 6: 1.0})
        self.assert_pins_follow(obj)

    def test_motion_between_frames_is_sampled(self):
        obj = self.new_rod()
        self.key(obj, "location", {1: (0, 0, 0), 1.5: (1, 0, 0), 2: (0, 0, 0)})
        self.scene.sinew.samples_per_frame = 4
        samples = self.export().samples(0, "positions")
        self.assertEqual(len(samples), 21)
        self.assert_close(samples[2][0], (1, 0, 2))

    def test_hidden_curves_are_read_too(self):
        obj = self.new_rod()
        self.key(obj, "location", {1: (0, 0, 0), 6: (1, 2, 3)})
        obj.hide_viewport = True
        samples = self.export().samples(0, "positions")
        self.assert_close(samples[-1][0], (1, 2, 5))

    # -- direction, twist and radius of pins
    # ---------------------------------------------------------------

    def end_turn(self, obj):
        """How the end is turned at the last sample."""
        obj.sinew.rod.pin_start, obj.sinew.rod.pin_end = set(), {"DIRECTION"}
        return Quaternion(self.export().samples(0, "rotations")[-1][0])

    def assert_turn(self, turn, axis, angle):
        difference = turn.rotation_difference(Quaternion(axis, angle)).angle
        self.assertLess(
            min(difference, 2 * math.pi - difference), 2e-3, f"{turn} is not {angle} about {axis}"
        )

    def test_tilt_twists_the_end(self):
        obj = self.new_rod()
        self.key(obj.data.splines[0].points[2], "tilt", {1: 0.0, 6: 1.0})
        self.assert_turn(self.end_turn(obj), (1, 0, 0), 1.0)

    def test_tilt_of_a_shape_key_twists_the_end(self):
        obj = self.new_rod()
        obj.shape_key_add(name="Basis")
        twisted = obj.shape_key_add(name="Twisted")
        twisted.data[2].tilt = 2.0
        self.key(twisted, "value", {1: 0.0, 6: 0.5})
        self.assert_turn(self.end_turn(obj), (1, 0, 0), 1.0)

    def test_spinning_the_object_twists_the_end(self):
        obj = self.new_rod()
        self.key(obj, "rotation_euler", {1: (0, 0, 0), 6: (2.5, 0, 0)})
        self.assert_turn(self.end_turn(obj), (1, 0, 0), 2.5)

    def test_a_twisting_modifier_twists_the_end(self):
        obj = self.new_rod(points=((0, 0, 0), (0, 0, 1), (0, 0, 2)))
        twist = obj.modifiers.new("Twist", "SIMPLE_DEFORM")
        twist.deform_method, twist.deform_axis = "TWIST", "Z"
        twist.angle = 0.0
        self.scene.frame_set(1)
        at_rest = self.twist_of_drawn_end(obj, 6)
        self.key(twist, "angle", {1: 0.0, 6: 1.2})
        expected = self.twist_of_drawn_end(obj, 6) - at_rest
        self.assertGreater(abs(expected), 0.3)
        self.assert_turn(self.end_turn(obj), (0, 0, 1), expected)

    def twist_of_drawn_end(self, obj, frame):
        """Angle about Z of the last ring of the tube that Blender draws."""
        self.scene.frame_set(frame)
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        mesh = evaluated.to_mesh()
        spoke = max(
            (vertex.co.copy() for vertex in mesh.vertices), key=lambda co: (round(co.z, 4),)
        )
        top = [vertex.co.copy() for vertex in mesh.vertices if abs(vertex.co.z - spoke.z) < 1e-4]
        evaluated.to_mesh_clear()
        self.scene.frame_set(1)
        return math.atan2(top[0].y, top[0].x)

    def test_an_armature_turns_the_end(self):
        obj = self.new_rod()
        rig = self.new_armature()
        modifier = obj.modifiers.new("Armature", "ARMATURE")
        modifier.object, modifier.use_vertex_groups, modifier.use_bone_envelopes = rig, False, True
        bone = rig.pose.bones[0]
        bone.rotation_mode = "XYZ"
        self.key(
            bone, "rotation_euler", {1: (0, 0, 0), 6: (0, 0.9, 0)}
        )  # about the bone, which lies along X
        self.assert_turn(self.end_turn(obj), (1, 0, 0), 0.9)

    def test_a_hanging_rod_does_not_twist_when_it_sways(self):
        obj = self.new_rod(points=((0, 0, 2), (0, 0, 1), (0, 0, 0)))
        obj.shape_key_add(name="Basis")
        sway = obj.shape_key_add(name="Sway")
        for index in (1, 2):
            sway.data[index].co.x += 0.2 * index
        self.key(sway, "value", {1: 0.0, 6: 1.0})
        self.assert_turn(self.end_turn(obj), (0, -1, 0), math.atan(0.2))

    def test_radius_of_a_pin_follows_the_drawn_radius(self):
        obj = self.new_rod()
        obj.sinew.rod.pin_start = {"RADIUS"}
        self.key(obj.data.splines[0].points[0], "radius", {1: 1.0, 6: 2.0})
        samples = self.export().samples(0, "scales")
        self.assertAlmostEqual(samples[0][0], 1.0, places=4)
        self.assertAlmostEqual(samples[-1][0], 2.0, places=4)

    def new_armature(self):
        rig = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
        self.scene.collection.objects.link(rig)
        active = bpy.context.view_layer.objects.active
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        bone = rig.data.edit_bones.new("Bone")
        bone.head, bone.tail = (0, 0, 2), (2, 0, 2)
        bone.envelope_distance = 5.0
        bpy.ops.object.mode_set(mode="OBJECT")
        bpy.context.view_layer.objects.active = active
        return rig


if __name__ == "__main__":
    harness.main()
