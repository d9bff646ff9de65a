"""Rigid bodies in Blender: what is exported, baked and played, and how Blender's own are converted."""

import math
import os
import shutil
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import export_case
import harness

CORNERS = [(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]
FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]


class RigidTest(export_case.ExportCase):
    def new_box(self, name="Box", at=(0, 0, 0), faces=FACES):
        """A cube of one metre around its origin."""
        obj = self.new_mesh_body(name, CORNERS, faces, "RIGID_BODY")
        obj.location = at
        return obj

    def new_floor(self):
        floor = bpy.data.objects.new("Ground", None)
        self.scene.collection.objects.link(floor)
        floor.sinew.is_floor = True
        return floor

    def linear_keys(self, owner, path, values):
        self.key(owner, path, values)
        for curve in harness.part("export.fcurves").fcurves_of(owner):
            for point in curve.keyframe_points:
                point.interpolation = "LINEAR"

    def shown(self, obj, frame):
        self.scene.frame_set(frame)
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return [evaluated.matrix_world @ vertex.co for vertex in evaluated.data.vertices]

    def body_named(self, job, name):
        return next(body for body in job.data["bodies"] if body["name"] == name)

    def findings(self):
        return {(found.object_name, word) for found in self.scene.sinew.findings for word in found.fixes.split()}


class RigidExportTest(RigidTest):
    def test_a_mesh_starts_where_its_object_is(self):
        obj = self.new_box(at=(1, 2, 3))
        obj.scale = (2, 1, 1)
        rigid = obj.sinew.rigid
        rigid.density, rigid.wall_thickness_mm, rigid.friction, rigid.sliding_friction = 600.0, 20.0, 0.5, 0.75
        rigid.velocity, rigid.spin = (1, 0, 0), (0, 0, math.pi)
        job = self.export()
        body = job.body
        self.assertEqual((body["kind"], body["motion"], body["contact"]), ("rigid_body", "free", "others"))
        self.assert_close(job.array(body["mesh"]["vertices"])[7], (2, 2.5, 3.5))
        self.assertEqual(body["material"]["density"], 600.0)
        self.assertAlmostEqual(body["material"]["wall_thickness"], 0.02, places=6)
        self.assertEqual((body["friction"], body["sliding_friction"]), (0.5, 0.75))
        self.assertEqual(body["initial"]["velocity"], [1, 0, 0])
        self.assertAlmostEqual(body["initial"]["angular_velocity"][2], math.pi, places=5)
        self.assertNotIn("mover", body)
        self.assertNotIn("friction_map", body)

    def test_a_velocity_is_that_which_blender_shows(self):
        obj = self.new_box()
        self.scene.unit_settings.scale_length = 0.01
        obj.sinew.rigid.velocity = (200, 0, 0)  # shown as 2 m/s
        self.assertAlmostEqual(self.export().body["initial"]["velocity"][0], 2.0, places=5)

    def test_friction_can_be_painted(self):
        obj = self.new_box()
        obj.vertex_groups.new(name="Rough").add([7], 0.5, "REPLACE")
        obj.sinew.rigid.friction_group = "Rough"
        job = self.export()
        self.assertEqual(job.array(job.body["friction_map"])[-2:], [0.0, 0.5])

    def test_an_animated_body_rides_on_its_animation(self):
        obj = self.new_box(at=(0, 0, 1))
        obj.sinew.rigid.motion = "ANIMATED"
        self.linear_keys(obj, "location", {1: (0, 0, 1), 6: (5, 0, 1)})
        job = self.export()
        self.assertEqual((job.body["motion"], job.body["mover"]), ("fixed", "Box"))
        samples = job.array(job.data["movers"][0]["transforms"]["values"])
        self.assertEqual(len(samples), export_case.SAMPLES)
        self.assertAlmostEqual(samples[-1][3], 5.0, places=4)
        self.assertFalse(self.result.warnings)

    def test_a_body_on_a_bone_is_read_where_the_bone_rests(self):
        rig = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
        self.scene.collection.objects.link(rig)
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        bone = rig.data.edit_bones.new("Bone")
        bone.head, bone.tail = (0, 0, 0), (0, 0, 1)
        bpy.ops.object.mode_set(mode="OBJECT")
        rig.pose.bones["Bone"].location = (0, 2, 0)  # along the bone
        obj = self.new_box()
        obj.parent, obj.parent_type, obj.parent_bone = rig, "BONE", "Bone"
        obj.sinew.rigid.motion = "ANIMATED"
        self.scene.use_gravity = False
        self.save()
        bpy.context.view_layer.update()
        wanted = [obj.matrix_world @ vertex.co for vertex in obj.data.vertices]
        self.assertGreater(wanted[0].z, 1.5)
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        for place, right in zip(self.shown(obj, 6), wanted):
            self.assert_close(place, right)

    def test_keys_of_a_body_that_does_not_follow_them_are_named(self):
        obj = self.new_box()
        self.linear_keys(obj, "location", {1: (0, 0, 0), 6: (5, 0, 0)})
        self.export()
        notes = [note for note in self.result.warnings if getattr(note, "fixes", ()) == ("FOLLOW_ANIMATION",)]
        self.assertEqual(len(notes), 1)
        self.assertIn("moves 'Box' at frame 1.5, but its Motion is Free", notes[0])
        bpy.ops.sinew.fix(fix="FOLLOW_ANIMATION", object_name="Box")
        self.export()
        self.assertEqual(self.result.warnings, [])

    def test_a_body_that_deforms_is_named(self):
        obj = self.new_box()
        obj.sinew.rigid.motion = "FIXED"
        obj.shape_key_add(name="Basis")
        key = obj.shape_key_add(name="Long")
        key.data[7].co.x = 3.0
        self.key(key, "value", {1: 0.0, 6: 1.0})
        self.export()
        self.assertEqual(len(self.result.warnings), 1)
        self.assertIn("'Box' changes its shape at frame 1.5", self.result.warnings[0])

    def test_what_falls_can_be_fixed(self):
        obj = self.new_box()
        bpy.ops.sinew.check()
        self.assertEqual(self.findings(), {("Box", "MAKE_FIXED"), ("Box", "ADD_FLOOR")})
        bpy.ops.sinew.fix(fix="MAKE_FIXED", object_name="Box")
        self.assertEqual(obj.sinew.rigid.motion, "FIXED")
        other = self.new_box("Other", at=(0, 0, 3))
        bpy.ops.sinew.check()
        self.assertFalse(self.findings())
        other.sinew.rigid.contact = "NONE"
        bpy.ops.sinew.check()
        self.assertIn(("Other", "MAKE_FIXED"), self.findings())

    def test_an_open_mesh_is_refused_and_gets_a_wall(self):
        self.new_floor()
        obj = self.new_box(at=(0, 0, 1), faces=FACES[1:])
        self.save()
        for operator in (bpy.ops.sinew.check, bpy.ops.sinew.bake):
            with self.assertRaisesRegex(RuntimeError, "'Box' is open, so its mass is not known. Give it a Wall"):
                operator()
            self.assertEqual(self.findings(), {("Box", "SET_WALL")})
        bpy.ops.sinew.fix(fix="SET_WALL", object_name="Box")
        self.assertAlmostEqual(obj.sinew.rigid.wall_thickness_mm, 10.0, places=4)
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})

    def test_several_objects_at_once(self):
        boxes = [self.new_mesh_body(name, CORNERS, FACES, "COSSERAT_SHELL") for name in "ABC"]
        for box in boxes:
            box.select_set(True)
        bpy.ops.sinew.add_body(body_type="RIGID_BODY")
        self.assertEqual({box.sinew.body_type for box in boxes}, {"RIGID_BODY"})
        bpy.ops.sinew.remove_body()
        self.assertEqual([box.sinew.body_type for box in boxes], ["RIGID_BODY", "RIGID_BODY", "NONE"])


class RigidBakeTest(RigidTest):
    def test_a_box_falls_on_the_floor_and_keeps_its_shape(self):
        self.new_floor()
        obj = self.new_box(at=(1, 2, 0.6))
        obj.rotation_euler = (0, 0, 0.3)
        self.scene.frame_end = 12
        path = self.save()
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        self.save()
        first, last = self.shown(obj, 1), self.shown(obj, 12)
        self.assertAlmostEqual(min(place.z for place in first), 0.1, places=5)
        lowest = min(place.z for place in last)
        self.assertGreater(lowest, 0.0)
        self.assertLess(lowest, 2e-3)
        for a in range(8):
            self.assertAlmostEqual((last[a] - last[0]).length, (first[a] - first[0]).length, places=5)
        self.assertEqual(len(obj.modifiers), 1)
        self.assertIn("Box: largest difference", self.check_playback(path))

    def test_without_its_cache_the_body_stands_where_its_object_is(self):
        obj = self.new_box(at=(1, 2, 3))
        self.save()
        bpy.ops.sinew.bake()
        self.assertLess(self.shown(obj, 6)[0].z, 2.45)
        shutil.rmtree(self.folder / "sinew_cache")
        bpy.ops.wm.open_mainfile(filepath=str(self.save("again.blend")))
        obj = bpy.data.objects["Box"]
        self.scene = bpy.context.scene
        self.assert_close(self.shown(obj, 6)[0], (0.5, 1.5, 2.5))

    def test_an_animated_body_pushes_a_free_one(self):
        self.scene.use_gravity = False
        pusher, pushed = self.new_box("Pusher"), self.new_box("Pushed", at=(1.2, 0, 0))
        pusher.sinew.rigid.motion = "ANIMATED"
        self.linear_keys(pusher, "location", {1: (0, 0, 0), 6: (1, 0, 0)})
        self.save()
        bpy.ops.sinew.bake()
        self.assertAlmostEqual(self.shown(pusher, 6)[7].x, 1.5, places=4)
        self.assertGreater(min(place.x for place in self.shown(pushed, 6)), 1.5)

    def test_a_body_that_starts_in_another_is_named(self):
        self.new_floor()
        self.new_box("A", at=(0, 0, 1))
        self.new_box("B", at=(0.5, 0.1, 1.2))
        bpy.ops.sinew.check()
        texts = [found.text for found in self.scene.sinew.findings]
        self.assertTrue(any("A" in text and "B" in text and "in each other" in text for text in texts), texts)

    def test_a_stack_that_touches_is_moved_apart(self):
        """As artists stack boxes: with no gap at all."""
        self.new_floor()
        for name, height in (("C", 2.5), ("A", 0.501), ("B", 1.501), ("D", 3.45)):
            self.new_box(name, at=(0, 0, height))
        bpy.context.view_layer.update()
        bpy.ops.sinew.check()
        found = [line for line in self.scene.sinew.findings if "in each other" in line.text]
        self.assertEqual({line.fixes for line in found}, {"MOVE_APART"}, [line.text for line in found])
        self.assertEqual(bpy.ops.sinew.fix(fix="MOVE_APART", object_name=found[0].object_name), {"FINISHED"})
        heights = [bpy.data.objects[name].location.z for name in "ABCD"]
        for lower, upper in zip(heights, heights[1:]):
            self.assertGreater(upper - lower, 1.001)
            self.assertLess(upper - lower, 1.02)
        self.assertAlmostEqual(heights[0], 0.501, places=5)
        self.save()
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        self.assertFalse([line for line in self.scene.sinew.findings if "in each other" in line.text])

    def test_bodies_that_stand_deep_in_each_other_are_left_to_the_artist(self):
        self.new_box("A")
        self.new_box("B", at=(0.3, 0.3, 0.3))
        bpy.context.view_layer.update()
        with self.assertRaisesRegex(RuntimeError, "stand deep in each other"):
            bpy.ops.sinew.fix(fix="MOVE_APART", object_name="A")
        self.assert_close(bpy.data.objects["B"].location, (0.3, 0.3, 0.3))

    def test_friction_holds_a_box_on_a_slope(self):
        floor = self.new_floor()
        floor.rotation_euler.y = math.radians(20)
        floor.sinew.collider_friction = 0.5
        down = Vector((math.cos(floor.rotation_euler.y), 0, -math.sin(floor.rotation_euler.y)))
        obj = self.new_box()
        obj.rotation_euler.y = floor.rotation_euler.y
        obj.location = 0.501 * Vector((-down.z, 0, down.x))
        self.scene.frame_end = 25
        slid = {}
        for friction in (0.5, 0.0):
            obj.sinew.rigid.friction = friction
            self.save(f"slope {friction}.blend")
            bpy.ops.sinew.begin_cache()
            bpy.ops.sinew.bake(restart=True)
            slid[friction] = (self.shown(obj, 25)[0] - self.shown(obj, 1)[0]).dot(down)
        self.assertLess(slid[0.5], 0.01)
        self.assertGreater(slid[0.0], 1.0)  # half of 9.81 sin 20° over one second: 1.7 m

    def test_modifiers_that_make_vertices_are_part_of_the_body(self):
        self.new_floor()
        obj = self.new_box(at=(0, 0, 0.6))
        obj.modifiers.new("Bevel", "BEVEL").width = 0.1
        self.save()
        job = self.export()
        self.assertGreater(len(job.array(job.body["mesh"]["vertices"])), 8)
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})


class ConvertTest(RigidTest):
    def blender_box(self, name, at=(0, 0, 0), faces=FACES, **settings):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(CORNERS, [], faces)
        obj = bpy.data.objects.new(name, mesh)
        self.scene.collection.objects.link(obj)
        obj.location = at
        bpy.ops.object.select_all(action="DESELECT")
        obj.select_set(True)
        bpy.context.view_layer.objects.active = obj
        bpy.ops.rigidbody.object_add(type="ACTIVE")
        for setting, value in settings.items():
            setattr(obj.rigid_body, setting, value)
        return obj

    def convert_all(self):
        bpy.ops.object.select_all(action="SELECT")
        self.assertEqual(bpy.ops.sinew.convert_rigid_body(), {"FINISHED"})

    def test_mass_friction_damping_and_motion_are_taken_over(self):
        active = self.blender_box("Active", at=(0, 0, 3), mass=5.0, friction=0.6, linear_damping=0.5)
        ground = self.blender_box("Ground", type="PASSIVE", friction=0.8)
        moved = self.blender_box("Moved", at=(5, 0, 0), kinematic=True)
        self.convert_all()
        rigid = active.sinew.rigid
        self.assertEqual((active.sinew.body_type, rigid.motion), ("RIGID_BODY", "FREE"))
        self.assertAlmostEqual(rigid.mass, 5.0)
        self.assertAlmostEqual(rigid.damping, math.log(2.0), places=5)
        # Both take the friction of the pair from different means; 0.6 times 0.8 it is in Blender.
        pair = math.sqrt(rigid.friction * ground.sinew.rigid.friction)
        self.assertAlmostEqual(pair, 0.48, places=5)
        self.assertEqual(ground.sinew.rigid.motion, "FIXED")
        self.assertEqual(moved.sinew.rigid.motion, "ANIMATED")
        for obj in (active, ground, moved):
            self.assertIsNone(obj.rigid_body)
        self.assert_close(active.location, (0, 0, 3))
        self.assertFalse(bpy.ops.sinew.convert_rigid_body.poll())
        self.save()
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        self.assertLess(self.shown(active, 6)[0].z, 2.45)

    def test_what_deforms_becomes_a_collider_and_what_is_open_gets_a_wall(self):
        cloth = self.blender_box("Trampoline", type="PASSIVE", use_deform=True, mesh_source="DEFORM")
        open_box = self.blender_box("Open", at=(0, 0, 5), faces=FACES[1:], collision_shape="MESH")
        self.convert_all()
        self.assertTrue(cloth.sinew.is_collider)
        self.assertEqual(cloth.sinew.body_type, "NONE")
        self.assertGreater(open_box.sinew.rigid.wall_thickness_mm, 0.0)

    def test_a_note_offers_to_convert(self):
        self.new_floor()
        obj = self.blender_box("Both", at=(0, 0, 1))
        bpy.ops.sinew.add_body(body_type="RIGID_BODY")
        bpy.ops.sinew.check()
        self.assertIn(("Both", "CONVERT_RIGID"), self.findings())
        bpy.ops.sinew.fix(fix="CONVERT_RIGID", object_name="Both")
        self.assertIsNone(obj.rigid_body)
        self.assertEqual(obj.sinew.body_type, "RIGID_BODY")

    def test_it_can_be_undone(self):
        self.assertIn("UNDO", bpy.types.SINEW_OT_convert_rigid_body.bl_options)
        self.blender_box("Box")
        bpy.ops.ed.undo_push(message="Box")
        bpy.ops.sinew.convert_rigid_body()
        bpy.ops.ed.undo_push(message="Convert")
        bpy.ops.ed.undo()
        obj = bpy.data.objects["Box"]
        self.assertIsNotNone(obj.rigid_body)
        self.assertEqual(obj.sinew.body_type, "NONE")


if __name__ == "__main__":
    harness.main()
