"""What reaches the job of muscles, skins and what carries and stops them."""

import math
import os
import sys

import bpy
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness
from export_case import ExportCase

FRAMES = 13


class MuscleExportTest(arm_scene.ArmTest, ExportCase):
    def setUp(self):
        super().setUp()
        self.scene.sinew.samples_per_frame = 2

    def body_of(self, job, name):
        return next(body for body in job.data["bodies"] if body["name"] == name)

    def mover(self, job, name):
        """Matrices of all samples."""
        entry = next(mover for mover in job.data["movers"] if mover["name"] == name)
        animated = entry["transforms"]
        if "values" not in animated:
            rows = [job.array(animated)] * (2 * (FRAMES - 1) + 1)
        else:
            rows = job.array(animated["values"])
        return [Matrix((row[0:4], row[4:8], row[8:12], (0, 0, 0, 1))) for row in rows]

    def at(self, sample):
        frame = 1 + sample / 2
        self.scene.frame_set(int(frame), subframe=frame % 1)

    # -- the muscle
    # ---------------------------------------------------------------------------------------

    def test_a_muscle_is_rods_with_sections_and_a_surface(self):
        self.new_arm()
        job = self.export()
        body = job.body
        self.assertEqual((body["kind"], body["name"]), ("viper_rods", "Biceps"))
        self.assertEqual(body["rods"]["counts"], [7] * 4)
        self.assertEqual(body["sections"], "levels")
        self.assertEqual(body["bundling"]["matching"], "similarity")
        vertices = job.array(body["surface"]["vertices"])
        self.assertEqual(len(vertices), len(self.biceps.data.vertices))
        for vertex, expected in zip(vertices, self.biceps.data.vertices):
            self.assert_close(vertex, expected.co)
        faces = job.array(body["surface"]["faces"])
        self.assertEqual(len(faces), 2 * arm_scene.SIDES * (arm_scene.RINGS - 1) + 2 * (arm_scene.SIDES - 2))
        rods = self.biceps.sinew.muscle.rods
        points = [point for spline in rods.data.splines for point in spline.points]
        radii = job.array(body["rods"]["radii"])
        for point, place, radius in zip(points, job.points(), radii):
            self.assert_close(place, point.co.xyz)
            self.assertAlmostEqual(radius, point.radius, places=6)

    def test_attachments_name_their_movers_and_points(self):
        self.new_arm()
        source, sink = self.export().body["attachments"]
        self.assertEqual(source, {"mover": "Rig/upper_arm", "points": [0, 7, 14, 21], "mode": "fixed", "hinge": 0.5})
        self.assertEqual(sink, {"mover": "Rig/forearm", "points": [6, 13, 20, 27], "mode": "fixed", "hinge": 0.5})

    def test_a_sliding_end_glides_around_its_bone(self):
        self.new_arm()
        self.biceps.sinew.muscle.sink.mode = "SLIDING"
        job = self.export()
        sink = job.body["attachments"][1]
        self.assertEqual(sink["mode"], "sliding")
        self.assertNotIn("hinge", sink)
        self.assertNotIn("normals", sink)
        # A capsule along the bone from the elbow on, as wide as the end is away from it.
        away = sum(job.points()[index].yz.length for index in sink["points"]) / len(sink["points"])
        for place in map(Vector, job.array(sink["surface"]["vertices"])):
            along = min(max(place.x, 0.3), 0.55)
            self.assertAlmostEqual((place - Vector((along, 0, 0))).length, away, places=5)

    def test_an_end_glides_along_a_closed_mesh(self):
        self.new_arm()
        rib = self.new_spindle("Rib", start=(0.2, 0, -0.05), end=(0.5, 0, -0.05))
        sink = self.biceps.sinew.muscle.sink
        sink.object, sink.mode = rib, "SLIDING"
        attachment = self.export().body["attachments"][1]
        self.assertEqual(attachment["mover"], "Rib")
        self.assertEqual(attachment["surface"]["vertices"]["shape"], [len(rib.data.vertices), 3])

    def test_an_end_on_a_mesh_glides_along_its_surface(self):
        self.new_arm()
        # A plate below the sink, whose origin is far to the side.
        plate = self.new_mesh("Plate", [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [(0, 1, 2, 3)])
        plate.data.transform(Matrix.Translation((-0.8, 0.3, 0.0)))
        plate.location = (0.9, 0.0, -0.01)
        sink = self.biceps.sinew.muscle.sink
        sink.object, sink.mode = plate, "SLIDING"
        bpy.context.view_layer.update()
        for hidden in (False, True):
            plate.hide_set(hidden)
            job = self.export()
            for normal in job.body["attachments"][1]["normals"]:
                self.assert_close(normal, (0, 0, 1), 1e-6)
            self.assertEqual(self.result.warnings, [])
        plate.location.z = -3.0
        self.export()
        self.assertIn("away from the surface of 'Plate'", self.result.warnings[0])

    def test_settings_reach_the_job(self):
        self.new_arm()
        muscle = self.biceps.sinew.muscle
        muscle.shortening, muscle.bundling_stiffness, muscle.bundling_matching = 0.4, 7e4, "RIGID"
        muscle.collides, muscle.friction, muscle.density = False, 0.25, 1060.0
        self.assertNotIn("collision_group", self.export().body)
        muscle.collision_group = 3
        self.scene.sinew.preroll = 7
        job = self.export()
        body = job.body
        self.assertEqual(body["shortening"], 0.4)
        self.assertEqual(body["bundling"], {"stiffness": 70000.0, "matching": "rigid"})
        self.assertEqual((body["collides"], body["friction"]), (False, 0.25))
        self.assertEqual(body["collision_group"], 3)
        self.assertEqual(body["material"]["density"], 1060.0)
        self.assertEqual(job.data["solver"]["preroll"], 7)

    def test_activation_is_sampled_between_frames(self):
        self.new_arm()
        muscle = self.biceps.sinew.muscle
        for frame, value in ((1, 0.0), (1.5, 1.0), (2, 0.0)):
            muscle.activation = value
            self.biceps.keyframe_insert("sinew.muscle.activation", frame=frame)
        job = self.export()
        samples = job.array(job.body["activation"]["values"])
        self.assertEqual([list(samples[0]), list(samples[1])], [[0.0] * 4, [1.0] * 4])
        muscle.activation = 0.0
        self.biceps.animation_data_clear()
        self.assertNotIn("activation", self.export().body)

    def test_a_driven_activation_is_sampled(self):
        self.new_arm()
        driver = self.biceps.driver_add("sinew.muscle.activation").driver
        driver.expression = "frame / 100"
        job = self.export()
        values = job.array(job.body["activation"]["values"])
        self.assertAlmostEqual(values[-1][0], FRAMES / 100, places=5)

    def test_the_activation_map_is_read_at_the_rods(self):
        self.new_arm()
        group = self.biceps.vertex_groups.new(name="belly")
        for vertex in self.biceps.data.vertices:
            if vertex.co.x > 0.19:
                group.add([vertex.index], 1.0, "REPLACE")
        self.biceps.sinew.muscle.activation_map = "belly"
        job = self.export()
        values = job.array(job.body["activation_map"])
        for value, point in zip(values, job.points()):
            if abs(point.x - 0.19) > 0.03:
                self.assertEqual(value, float(point.x > 0.19))
        self.assertIn(0.0, values)
        self.assertIn(1.0, values)

    def test_an_armature_modifier_does_not_touch_the_rest_shape(self):
        self.new_arm()
        self.flex(self.rig, frames=(0, 1))
        group = self.biceps.vertex_groups.new(name="forearm")
        group.add(list(range(len(self.biceps.data.vertices))), 1.0, "REPLACE")
        self.biceps.modifiers.new("Armature", "ARMATURE").object = self.rig
        job = self.export()
        for vertex, expected in zip(job.array(job.body["surface"]["vertices"]), self.biceps.data.vertices):
            self.assert_close(vertex, expected.co)

    # -- movers
    # -------------------------------------------------------------------------------------------

    def test_a_mover_takes_rest_positions_to_where_the_bone_carries_them(self):
        self.new_arm()
        job = self.export()
        matrices = self.mover(job, "Rig/forearm")
        self.assertEqual(len(matrices), 2 * (FRAMES - 1) + 1)
        self.assert_close(matrices[-1] @ Vector((0.55, 0, 0)), (0.3, 0, 0.25))
        bone = self.rig.pose.bones["forearm"]
        for sample in range(0, len(matrices), 5):
            self.at(sample)
            expected = bone.matrix @ bone.bone.matrix_local.inverted()
            for place in ((0, 0, 0), (0.5, 0.1, 0.2)):
                self.assert_close(matrices[sample] @ Vector(place), expected @ Vector(place))
        for matrix in self.mover(job, "Rig/upper_arm"):
            self.assert_close(matrix @ Vector((1, 2, 3)), (1, 2, 3))

    def test_a_posed_first_frame_is_measured_from_the_rest_pose(self):
        self.new_arm()
        self.flex(self.rig, degrees=90, frames=(0, 1))
        matrices = self.mover(self.export(), "Rig/forearm")
        self.assert_close(matrices[0] @ Vector((0.55, 0, 0)), (0.3, 0, 0.25))
        self.assertRegex(self.result.warnings[0], "not in rest pose at frame 1.*Preroll")
        self.scene.sinew.preroll = 5
        self.export()
        self.assertEqual(self.result.warnings, [])

    def test_a_moving_armature_object_carries_its_bones(self):
        self.new_arm()
        self.rig.location = (0, 0, 0)
        self.rig.keyframe_insert("location", frame=1)
        self.rig.location = (0, 2, 0)
        self.rig.keyframe_insert("location", frame=FRAMES)
        matrices = self.mover(self.export(), "Rig/upper_arm")
        self.assert_close(matrices[-1] @ Vector((0.1, 0, 0)), (0.1, 2, 0))

    def test_hidden_armatures_and_objects_are_read_too(self):
        self.new_arm()
        hand = bpy.data.objects.new("Hand", None)
        self.scene.collection.objects.link(hand)
        self.key(hand, "location", {1: (1, 1, 1), FRAMES: (1, 1, 3)})
        self.biceps.sinew.muscle.sink.object = hand
        self.rig.hide_viewport = hand.hide_viewport = self.biceps.hide_viewport = True
        job = self.export()
        self.assert_close(self.mover(job, "Hand")[-1] @ Vector((0, 0, 0)), (0, 0, 2))

    def test_an_object_on_a_bone_has_its_rest_in_the_rest_pose(self):
        self.new_arm()
        self.flex(self.rig, degrees=90, frames=(0, 1))
        radius_bone = bpy.data.objects.new("Radius", None)
        self.scene.collection.objects.link(radius_bone)
        radius_bone.parent, radius_bone.parent_type = self.rig, "BONE"
        radius_bone.parent_bone = "forearm"
        self.biceps.sinew.muscle.sink.object = radius_bone
        matrices = self.mover(self.export(), "Radius")
        self.assert_close(matrices[0] @ Vector((0.55, 0, 0)), (0.3, 0, 0.25))

    # -- colliders
    # ----------------------------------------------------------------------------------------

    def test_bones_are_capsules_no_thicker_than_bones_are(self):
        self.new_arm()
        self.rig.data.bones["upper_arm"].tail_radius = 0.008
        self.rig.data.bones["forearm"].head_radius = 0.1
        pills = [entry for entry in self.export().data["colliders"] if entry["kind"] == "pills"]
        self.assertEqual(len(pills), 2)
        upper = next(entry for entry in pills if entry["mover"] == "Rig/upper_arm")
        self.assert_close(upper["points"][0], (0, 0, 0))
        self.assert_close(upper["points"][1], (0.3, 0, 0))
        self.assertAlmostEqual(upper["radii"][0], 0.01, places=6)
        self.assertAlmostEqual(upper["radii"][1], 0.008, places=6)
        forearm = next(entry for entry in pills if entry["mover"] == "Rig/forearm")
        self.assertAlmostEqual(forearm["radii"][0], 0.01, places=6)  # 4 % of its length
        self.biceps.sinew.muscle.bones_collide = False
        self.assertEqual(self.export().data["colliders"], [])

    def new_collider(self):
        block = self.new_mesh(
            "Block", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (1, 2, 3)]
        )
        block.modifiers.new("Many", "ARRAY").count = 2
        bpy.ops.sinew.toggle_collider()
        block.sinew.collider_friction = 0.5
        return block

    def mesh_collider(self, job):
        return next(entry for entry in job.data["colliders"] if entry["kind"] == "mesh")

    def test_a_collider_that_only_moves_rides_on_a_mover(self):
        self.new_arm()
        block = self.new_collider()
        self.key(block, "location", {1: (0, 0, 0), FRAMES: (0, 0, 3)})
        job = self.export()
        collider = self.mesh_collider(job)
        self.assertEqual((collider["name"], collider["friction"]), ("Block", 0.5))
        self.assertNotIn("vertices", collider)
        self.assert_close(self.mover(job, collider["mover"])[-1] @ Vector((0, 0, 1)), (0, 0, 4))
        self.assertEqual(len(job.array(collider["mesh"]["vertices"])), 8)
        self.assertEqual(len(job.array(collider["mesh"]["faces"])), 6)

    def test_a_collider_that_deforms_has_its_vertices_sampled(self):
        self.new_arm()
        block = self.new_collider()
        block.shape_key_add(name="Basis")
        tall = block.shape_key_add(name="Tall")
        tall.data[3].co.z = 3.0
        self.key(tall, "value", {1: 0.0, FRAMES: 1.0})
        job = self.export()
        collider = self.mesh_collider(job)
        self.assertNotIn("mover", collider)
        samples = job.array(collider["vertices"]["values"])
        self.assertEqual((len(samples), len(samples[0])), (2 * (FRAMES - 1) + 1, 8))
        self.assert_close(samples[-1][3], (0, 0, 3))
        self.assert_close(job.array(collider["mesh"]["vertices"])[3], (0, 0, 1))

    def test_a_collider_that_moves_before_it_deforms_is_sampled_from_the_start(self):
        self.new_arm()
        block = self.new_collider()
        block.shape_key_add(name="Basis")
        tall = block.shape_key_add(name="Tall")
        tall.data[3].co.z = 3.0
        self.key(tall, "value", {1: 0.0, FRAMES - 2: 0.0, FRAMES: 1.0})
        self.key(block, "location", {1: (0, 0, 0), FRAMES: (0, 5, 0)})
        job = self.export()
        shown = job.array(self.mesh_collider(job)["vertices"]["values"])
        for sample in (0, 7, 2 * (FRAMES - 1)):
            self.at(sample)
            evaluated = block.evaluated_get(bpy.context.evaluated_depsgraph_get())
            for vertex, place in zip(shown[sample], evaluated.data.vertices):
                self.assert_close(vertex, evaluated.matrix_world @ place.co)
        self.assertEqual(len(shown), 2 * (FRAMES - 1) + 1)

    def test_a_collider_is_read_the_same_when_it_is_hidden(self):
        self.new_arm()
        block = self.new_collider()
        block.modifiers.new("Bend", "SIMPLE_DEFORM").deform_method = "BEND"
        self.key(block.modifiers["Bend"], "factor", {1: 0.0, FRAMES: 1.0})
        shown = self.export()
        for hide in (lambda: block.hide_set(True), lambda: setattr(block, "hide_viewport", True)):
            hide()
            job = self.export()
            vertices = [one.array(self.mesh_collider(one)["vertices"]["values"]) for one in (shown, job)]
            self.assertEqual(*vertices)

    # -- skin
    # ---------------------------------------------------------------------------------------------

    def test_a_skin_has_the_motion_of_its_own_rig(self):
        self.new_arm()
        skin = self.new_skin(self.rig)
        skin.modifiers.new("Smoother", "SUBSURF")
        mask = skin.vertex_groups.new(name="mask")
        mask.add([0, 1], 0.5, "REPLACE")
        self.select(self.biceps, skin)
        bpy.ops.sinew.bind_skin(mask="mask")
        job = self.export()
        body = self.body_of(job, "Skin")
        self.assertEqual((body["kind"], body["drivers"]), ("skin", ["Biceps"]))
        self.assertEqual([bone["mover"] for bone in body["bones"]], ["Rig/upper_arm", "Rig/forearm"])
        self.assert_close(body["bones"][1]["points"][1], (0.55, 0, 0))
        self.assertAlmostEqual(body["bones"][1]["radii"][0], arm_scene.BONE_RADIUS, places=6)
        self.assertEqual(job.array(body["mask"])[:3], [0.5, 0.5, 0.0])
        samples = job.array(body["base"]["values"])
        skin.modifiers["Smoother"].show_viewport = False
        for sample in (0, 7, 24):
            self.at(sample)
            evaluated = skin.evaluated_get(bpy.context.evaluated_depsgraph_get())
            for vertex, shown in zip(samples[sample], evaluated.data.vertices):
                self.assert_close(vertex, evaluated.matrix_world @ shown.co)
        for vertex, rest in zip(job.array(body["mesh"]["vertices"]), skin.data.vertices):
            self.assert_close(vertex, rest.co)

    def test_a_skin_without_a_mask_needs_no_base(self):
        self.new_arm()
        skin = self.new_skin(self.rig)
        self.select(self.biceps, skin)
        bpy.ops.sinew.bind_skin()
        body = self.body_of(self.export(), "Skin")
        self.assertNotIn("mask", body)
        self.assertNotIn("base", body)

    def test_shape_keys_of_a_skin_become_offsets(self):
        """Two keys: one keyed, half as strong by its vertex group; the other at rest, which is part of the mesh."""
        self.new_arm()
        skin = self.new_skin(self.rig)
        self.select(self.biceps, skin)
        bpy.ops.sinew.bind_skin()
        self.rig.rotation_euler, self.rig.scale = (0.0, 0.0, math.radians(90.0)), (2.0, 2.0, 2.0)
        self.new_shape_key(skin, {4: (0.0, 0.0, 0.1)}, "Constant").value = 1.0
        self.assertNotIn("offsets", self.body_of(self.export(), "Skin"))
        key = self.new_shape_key(skin, {7: (0.1, 0.0, 0.0), 3: (0.0, 0.0, 0.2)})
        skin.vertex_groups.new(name="half").add([7, 3], 0.5, "REPLACE")
        key.vertex_group = "half"
        self.key(key, "value", {1: 0.0, FRAMES: 1.0})
        job = self.export()
        self.assertNotIn("shape keys", "".join(self.result.warnings))
        body = self.body_of(job, "Skin")
        self.assert_close(
            job.array(body["mesh"]["vertices"])[4], skin.matrix_world @ (skin.data.vertices[4].co + Vector((0, 0, 0.1)))
        )
        self.assertEqual(job.array(body["offsets"]["vertices"]), [3, 4, 7])
        samples = job.array(body["offsets"]["values"]["values"])
        self.assertEqual(len(samples), 2 * (FRAMES - 1) + 1)
        for place in samples[0] + [sample[1] for sample in samples]:
            self.assert_close(place, (0, 0, 0))
        # The object is twice as large and turned about Z by a quarter.
        self.assert_close(samples[-1][0], (0, 0, 0.2))
        self.assert_close(samples[-1][2], (0, 0.1, 0))
        self.assertEqual([obj.name for obj in bpy.data.objects if obj.name.startswith("Skin.")], [])

    def test_a_corrective_is_read_in_the_pose_that_drives_it(self):
        self.new_arm()
        skin = self.new_skin(self.rig)
        self.select(self.biceps, skin)
        bpy.ops.sinew.bind_skin()
        key = self.new_shape_key(skin, {7: (0.1, 0.0, 0.0)})
        self.drive_by_elbow(key)
        job = self.export()
        samples = job.array(self.body_of(job, "Skin")["offsets"]["values"]["values"])
        values = {}
        for sample in (0, 9, 16, 24):
            self.at(sample)
            shown = skin.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.shape_keys
            values[sample] = shown.key_blocks[key.name].value
            # The angle at rest is as small as a cosine can tell, not 0.
            self.assert_close(samples[sample][0], (0.1 * (values[sample] - values[0]), 0, 0))
        self.assertLess(values[0], 1e-3)
        self.assertTrue(0.2 < values[9] < values[16] <= values[24] == 1.0, values)

    def test_what_plays_is_not_read_again(self):
        self.new_arm()
        before = self.export().array(self.export().body["surface"]["vertices"])
        hook = self.biceps.modifiers.new("Sinew Space", "HOOK")
        hook.object = self.rig
        hook.vertex_indices_set([0, 1, 2])
        self.assertEqual(self.export().array(self.export().body["surface"]["vertices"]), before)

    # -- refusals and manners
    # -------------------------------------------------------------------------------

    def test_a_renamed_bone_is_told_with_the_nearest_name(self):
        self.new_arm()
        self.rig.data.bones["forearm"].name = "forearm.001"
        self.assert_refused_for_arm("sink of 'Biceps'.*'forearm', which 'Rig' does not have.*become 'forearm.001'")

    def test_a_bone_with_another_name_is_found_by_its_place(self):
        self.new_arm()
        self.rig.data.bones["forearm"].name = "ulna"
        self.assert_refused_for_arm("sink of 'Biceps'.*'forearm', which 'Rig' does not have.*become 'ulna'")
        self.biceps.sinew.muscle.sink.bone = "ulna"
        self.rig.data.bones["upper_arm"].name = "Humerus"
        self.assert_refused_for_arm("source of 'Biceps'.*'upper_arm', which 'Rig' does not have.*become 'Humerus'")

    def test_a_muscle_without_rods_is_told(self):
        self.new_arm()
        bpy.data.objects.remove(self.biceps.sinew.muscle.rods)
        self.assert_refused_for_arm("'Biceps' has no rods. Press Viperize")

    def test_rods_that_were_damaged_are_told(self):
        self.new_arm()
        splines = self.biceps.sinew.muscle.rods.data.splines
        splines[0].points[2].radius = 0.0
        self.assert_refused_for_arm("'Biceps' has radius 0")
        splines[0].points[2].radius = 0.01
        splines[1].points.add(1)
        splines[1].points[-1].radius = 0.01
        self.assert_refused_for_arm("rods of 'Biceps' have different numbers of points .7 to 8.")
        splines.clear()
        self.assert_refused_for_arm("the rods of 'Biceps', has no splines. Press Viperize")

    def test_a_missing_map_is_told(self):
        self.new_arm()
        self.biceps.sinew.muscle.activation_map = "gone"
        self.assert_refused_for_arm("'Biceps' has no vertex group 'gone'")

    def test_a_free_muscle_is_told(self):
        self.new_muscle()
        self.export()
        self.assertIn("attached to nothing", self.result.warnings[0])

    def test_a_skin_without_muscles_is_told(self):
        self.new_arm()
        self.new_skin(self.rig)
        bpy.ops.sinew.add_body(body_type="SKIN")
        self.assert_refused_for_arm("'Skin' follows no muscle")

    def test_a_skin_without_faces_is_told(self):
        self.new_arm()
        for name, vertices in (("Line", [(0, 0, 0), (1, 0, 0)]), ("Empty", [])):
            line = self.new_mesh(name, vertices, [])
            bpy.ops.sinew.bind_skin()
            self.assert_refused_for_arm(f"The skin '{name}' has no faces")
            bpy.data.objects.remove(line)
            bpy.data.meshes.remove(bpy.data.meshes[name])

    def test_nothing_is_left_behind(self):
        self.new_arm()
        skin = self.new_skin(self.rig)
        bpy.ops.sinew.bind_skin()
        self.scene.frame_set(4)
        before = self.everything()
        self.export()
        self.assertEqual(self.everything(), before)
        self.assertEqual(self.rig.data.pose_position, "POSE")
        self.assertTrue(skin)

    def assert_refused_for_arm(self, pattern):
        before = self.everything()
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, pattern):
            self.export()
        self.assertEqual(self.everything(), before)
        self.assertEqual(self.rig.data.pose_position, "POSE")

    def everything(self):
        return [
            sorted(entry.name for entry in blocks)
            for blocks in (bpy.data.objects, bpy.data.meshes, bpy.data.curves)
        ]


if __name__ == "__main__":
    harness.main()
