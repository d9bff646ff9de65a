"""A muscle of one side of the body is mirrored to the other, with all that belongs to it."""

import os
import sys

import bpy
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness
from export_case import ExportCase

FRAMES = 13


class MuscleMirrorTest(arm_scene.ArmTest, ExportCase):
    def new_left_arm(self):
        rig = self.new_armature(sides=(".L", ".R"))
        muscle = self.new_muscle("Biceps.L")
        group = muscle.vertex_groups.new(name="forearm.L")
        group.add([0, 1], 0.5, "REPLACE")
        bpy.ops.sinew.attach_ends(source_bone="upper_arm.L", sink_bone="forearm.L")
        return rig, muscle

    def test_the_other_side_is_the_mirror_image(self):
        rig, muscle = self.new_left_arm()
        rig.location, rig.rotation_euler = (1, 2, 3), (0, 0, 1)
        muscle.parent = rig
        self.flex(rig, "forearm.L")
        bpy.context.view_layer.update()
        bpy.ops.sinew.auto_activation()
        self.select(muscle)
        bpy.ops.sinew.mirror_muscle()
        twin = bpy.data.objects["Biceps.R"]
        self.assertEqual(twin.sinew.muscle.rods.name, "Biceps.R rods")
        self.assertEqual(
            (twin.sinew.muscle.source.bone, twin.sinew.muscle.sink.bone), ("upper_arm.R", "forearm.R")
        )
        self.assertIn("forearm.R", twin.vertex_groups)
        self.assertNotIn("forearm.L", twin.vertex_groups)
        self.assertIn("forearm.L", muscle.vertex_groups)
        mirror = rig.matrix_world @ Matrix.Diagonal((-1, 1, 1, 1)) @ rig.matrix_world.inverted()
        for left, right in zip(muscle.data.vertices, twin.data.vertices):
            self.assert_close(
                mirror @ (muscle.matrix_world @ left.co), twin.matrix_world @ right.co
            )
        bpy.context.view_layer.update()
        reads = harness.part("export.muscle_rods").read_rods
        ours, theirs = (reads(obj, obj.matrix_world) for obj in (muscle, twin))
        for index, radius in enumerate(ours.radii):
            self.assert_close(mirror @ Vector(ours.point(index)), theirs.point(index))
            self.assertAlmostEqual(radius, theirs.radii[index], places=6)
        self.assertGreater(signed_volume(twin), 0.0)
        self.assertAlmostEqual(signed_volume(twin), signed_volume(muscle), places=7)
        find = harness.part("export.fcurves").find
        curves = [find(obj, "sinew.muscle.activation") for obj in (muscle, twin)]
        self.assertEqual(len(curves[0].keyframe_points), len(curves[1].keyframe_points))
        self.assertNotEqual(muscle.animation_data.action, twin.animation_data.action)

    def test_mirroring_again_replaces_and_a_missing_bone_is_told(self):
        rig, muscle = self.new_left_arm()
        bpy.ops.sinew.mirror_muscle()
        self.select(muscle)
        bpy.ops.sinew.mirror_muscle()
        self.assertEqual(len([obj for obj in bpy.data.objects if obj.sinew.body_type == "MUSCLE"]), 2)
        rig.data.bones["forearm.R"].name = "gone"
        self.select(muscle)
        with self.assertRaisesRegex(RuntimeError, "'Rig' has no bone 'forearm.R'.*Symmetrize"):
            bpy.ops.sinew.mirror_muscle()

    def test_skins_that_follow_a_muscle_follow_its_twin(self):
        _, muscle = self.new_left_arm()
        heart = self.new_muscle("Heart")
        for name, drivers in (("Body", (muscle,)), ("Chest", (heart,)), ("Sleeve.L", (muscle,)), ("Sleeve.R", ())):
            skin = bpy.data.objects.new(name, bpy.data.meshes.new(name))
            self.scene.collection.objects.link(skin)
            skin.sinew.body_type = "SKIN"
            for driver in drivers:
                skin.sinew.skin.muscles.add().object = driver

        def drivers_of(name):
            return [entry.object and entry.object.name for entry in bpy.data.objects[name].sinew.skin.muscles]

        for _ in range(2):  # the second time replaces the twin of the first
            self.select(muscle)
            bpy.ops.sinew.mirror_muscle()
            self.assertEqual(drivers_of("Body"), ["Biceps.L", "Biceps.R"])
            self.assertEqual(drivers_of("Chest"), ["Heart"])
            self.assertEqual(drivers_of("Sleeve.L"), ["Biceps.L"])
            self.assertEqual(drivers_of("Sleeve.R"), ["Biceps.R"])

    def test_activation_of_the_other_side_can_come_from_its_own_bones(self):
        rig, muscle = self.new_left_arm()
        self.flex(rig, "forearm.L")
        bpy.ops.sinew.auto_activation()
        bpy.ops.sinew.mirror_muscle(activation="BONES")
        find = harness.part("export.fcurves").find
        left, right = (
            find(bpy.data.objects[name], "sinew.muscle.activation") for name in ("Biceps.L", "Biceps.R")
        )
        self.assertGreater(left.evaluate(FRAMES), 0.3)
        self.assertEqual(right.evaluate(FRAMES), 0.0)

    def test_a_name_without_a_side_is_told(self):
        self.new_armature()
        self.new_muscle("Heart")
        bpy.ops.sinew.attach_ends()
        with self.assertRaisesRegex(RuntimeError, "'Heart' has no side in its name"):
            bpy.ops.sinew.mirror_muscle()


def signed_volume(obj):
    obj.data.calc_loop_triangles()
    places = [obj.matrix_world @ vertex.co for vertex in obj.data.vertices]
    return sum(
        places[a].dot(places[b].cross(places[c])) / 6.0
        for a, b, c in (triangle.vertices for triangle in obj.data.loop_triangles)
    )


if __name__ == "__main__":
    harness.main()
