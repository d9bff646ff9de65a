"""Muscles and skins baked for real: they flex, bulge, keep their volume and play without the add-on."""

import os
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness


class MuscleBakeTest(arm_scene.ArmTest):
    def arm_with_skin(self):
        self.new_arm()
        bpy.ops.sinew.auto_activation()
        self.triceps = self.new_muscle("Triceps", start=(0.03, 0, -0.04), end=(0.29, 0, -0.035))
        bpy.ops.sinew.attach_ends()
        self.skin = self.new_skin(self.rig)
        self.select(self.biceps, self.triceps, self.skin)
        bpy.ops.sinew.bind_skin()
        self.blend = self.save()

    def bake(self):
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        self.save()

    def shown(self, obj, frame):
        """World positions of the object's vertices as Blender shows them."""
        self.scene.frame_set(frame)
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return [evaluated.matrix_world @ vertex.co for vertex in evaluated.data.vertices]

    def volume(self, obj, frame):
        places = self.shown(obj, frame)
        obj.data.calc_loop_triangles()
        return sum(
            places[a].dot(places[b].cross(places[c])) / 6.0
            for a, b, c in (triangle.vertices for triangle in obj.data.loop_triangles)
        )

    def belly(self, obj, frame):
        """Half the largest extent across the arm of the middle ring."""
        middle = arm_scene.RINGS // 2 * arm_scene.SIDES
        ring = self.shown(obj, frame)[middle : middle + arm_scene.SIDES]
        return max(place.y for place in ring)

    def test_a_baked_arm_plays_without_the_addon(self):
        self.arm_with_skin()
        self.bake()
        output = self.check_playback(self.blend)
        for name in ("Biceps", "Triceps", "Skin"):
            self.assertIn(f"{name}: largest difference 0,", output)

    def test_ends_go_with_their_bones_and_the_belly_bulges(self):
        self.new_arm()
        bpy.ops.sinew.viperize(rod_count=10, levels=14)
        bpy.ops.sinew.auto_activation()
        self.save()
        self.bake()
        last = self.scene.frame_end
        bone = self.rig.pose.bones["forearm"]
        self.scene.frame_set(last)
        carry = bone.matrix @ bone.bone.matrix_local.inverted()
        insertion = carry @ Vector((0.34, 0, 0.025))
        nearest = min((place - insertion).length for place in self.shown(self.biceps, last))
        self.assertLess(nearest, 0.02)
        self.assertGreater(self.belly(self.biceps, last), 1.03 * self.belly(self.biceps, 1))
        self.assertAlmostEqual(self.volume(self.biceps, last) / self.volume(self.biceps, 1), 1.0, delta=0.05)

    def test_rest_pose_in_rest_pose_out(self):
        self.arm_with_skin()
        self.rig.animation_data_clear()
        self.biceps.animation_data_clear()
        self.biceps.sinew.muscle.activation = 0.0
        self.rig.pose.bones["forearm"].rotation_quaternion = (1, 0, 0, 0)
        self.scene.use_gravity = False
        for muscle in (self.biceps, self.triceps):
            muscle.sinew.muscle.collides = False  # the biceps of this arm lies in the bone
        self.bake()
        for obj in (self.biceps, self.triceps, self.skin):
            rest = [obj.matrix_world @ vertex.co for vertex in obj.data.vertices]
            shown = self.shown(obj, self.scene.frame_end)
            worst = max((place - there).length for place, there in zip(shown, rest))
            self.assertLess(worst, 1e-6, obj.name)

    def test_objects_away_from_the_origin_play_in_their_own_space(self):
        self.arm_with_skin()
        for frame, place in ((1, (1, 2, 3)), (13, (1, 3, 3))):
            self.rig.location = place
            self.rig.keyframe_insert("location", frame=frame)
        self.scene.frame_set(1)
        for obj in (self.biceps, self.triceps):
            obj.parent = self.rig
        self.bake()
        self.assertEqual(
            [modifier.type for modifier in self.skin.modifiers], ["ARMATURE", "MESH_CACHE"]
        )
        output = self.check_playback(self.blend)
        self.assertIn("Skin: largest difference", output)
        self.assertLess((self.shown(self.biceps, 13)[0] - Vector((1.03, 3, 3.04))).length, 0.05)

    def test_nothing_is_deformed_twice_and_baking_again_reads_the_same(self):
        self.arm_with_skin()
        self.skin.modifiers.new("Smoother", "SUBSURF")
        self.bake()
        self.assertEqual(
            [modifier.type for modifier in self.skin.modifiers], ["ARMATURE", "MESH_CACHE", "SUBSURF"]
        )
        cache = self.folder / "sinew_cache" / "shot"
        before = {path.name: path.read_bytes() for path in cache.glob("*.pc2")}
        self.assertEqual(len(before), 3)
        bpy.ops.sinew.bake(restart=True)
        self.assertEqual({path.name: path.read_bytes() for path in cache.glob("*.pc2")}, before)

    def test_a_corrective_shape_rides_on_what_the_skin_follows(self):
        self.arm_with_skin()
        self.bake()
        last = self.scene.frame_end
        without = {frame: self.shown(self.skin, frame) for frame in (1, last)}
        # The wrist gets thicker when the elbow is bent: far from all muscles, so it goes with little but the forearm.
        first = (arm_scene.RINGS - 1) * arm_scene.SIDES
        offsets = {
            vertex: Vector((0, *self.skin.data.vertices[vertex].co.yz)) * 0.5
            for vertex in range(first, first + arm_scene.SIDES)
        }
        self.drive_by_elbow(self.new_shape_key(self.skin, offsets))
        self.assertEqual(bpy.ops.sinew.bake(restart=True), {"FINISHED"})
        self.assertNotIn("shape keys", self.scene.sinew.notes)
        bone = self.rig.pose.bones["forearm"]
        self.scene.frame_set(last)
        turn = (bone.matrix @ bone.bone.matrix_local.inverted()).to_3x3()
        for frame in (1, last):
            for vertex, (place, before) in enumerate(zip(self.shown(self.skin, frame), without[frame])):
                offset = offsets.get(vertex, Vector())
                expected = turn @ offset if frame == last else Vector()
                moved = place - before
                # An angle of 0 drives the key by up to 0.001: as small as a cosine can tell.
                slack = 1e-3 * offset.length + 1e-6
                self.assertLess((moved - expected).length, 0.05 * expected.length + slack, (frame, vertex))
                self.assertAlmostEqual(moved.length, expected.length, delta=0.01 * expected.length + slack)
        self.assertIn("Skin: largest difference 0,", self.check_playback(self.save()))

    def test_free_takes_the_modifiers_away(self):
        self.arm_with_skin()
        self.rig.location.x = 1.0
        self.biceps.parent = self.triceps.parent = self.rig
        self.bake()
        bpy.ops.sinew.free_bake()
        self.assertEqual(len(self.biceps.modifiers), 0)
        self.assertEqual([modifier.type for modifier in self.skin.modifiers], ["ARMATURE"])

    def test_check_tells_the_cost(self):
        self.arm_with_skin()
        self.assertEqual(bpy.ops.sinew.check(), {"FINISHED"})
        self.assertRegex(self.scene.sinew.check_report, r"13 frames, about \d+ s")


if __name__ == "__main__":
    harness.main()
