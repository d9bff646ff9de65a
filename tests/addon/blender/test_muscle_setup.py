"""The buttons of a muscle, one after the other, with undo and redo after each; and what they say
when something is wrong."""

import json
import os
import subprocess
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness

PATH = "sinew.muscle.activation"


def fcurve(obj):
    return harness.part("export.fcurves").find(obj, PATH)


class SetupTest(arm_scene.ArmTest):
    def refuses(self, pattern, operator, **options):
        with self.assertRaisesRegex(RuntimeError, pattern):
            operator(**options)

    def rod_points(self, muscle):
        rods = muscle.sinew.muscle.rods
        return [[rods.matrix_world @ p.co.xyz for p in spline.points] for spline in rods.data.splines]

    # -- viperize
    # -----------------------------------------------------------------------------------------

    def test_viperize_keeps_the_rods_as_a_plain_curve(self):
        muscle = self.new_muscle(rods=5, levels=9)
        rods = muscle.sinew.muscle.rods
        self.assertEqual(rods.name, "Biceps rods")
        self.assertEqual([len(spline.points) for spline in rods.data.splines], [9] * 5)
        self.assertTrue(all(spline.type == "POLY" for spline in rods.data.splines))
        self.assertEqual(rods.parent, muscle)
        self.assertTrue(rods.hide_render)
        for line in self.rod_points(muscle):
            self.assertLess((line[0] - Vector((0.03, 0, 0.04))).length, 0.04)
            self.assertLess((line[-1] - Vector((0.34, 0, 0.025))).length, 0.04)

    def test_viperize_again_refills_the_same_curve(self):
        muscle = self.new_muscle(rods=5, levels=9)
        rods = muscle.sinew.muscle.rods
        bpy.ops.sinew.viperize(rod_count=3, levels=6)
        self.assertEqual(muscle.sinew.muscle.rods, rods)
        self.assertEqual([len(spline.points) for spline in rods.data.splines], [6] * 3)
        self.assertEqual(len([obj for obj in bpy.data.objects if obj.type == "CURVE"]), 1)

    def test_rods_are_where_the_mesh_is_whatever_the_object_transform(self):
        plain = self.rod_points(self.new_muscle("Plain"))
        moved = self.new_spindle("Moved")
        moved.data.transform(moved.matrix_world.Scale(0.5, 4))
        moved.scale = (2, 2, 2)
        moved.location = (0, 3, 0)
        bpy.context.view_layer.update()
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        bpy.ops.sinew.viperize(rod_count=4, levels=7)
        for line, expected in zip(self.rod_points(moved), plain):
            for point, there in zip(line, expected):
                self.assertLess((point - there - Vector((0, 3, 0))).length, 2e-3)
        export = harness.part("export.muscle_rods")
        radii = export.read_rods(moved, moved.matrix_world).radii
        twin = bpy.data.objects["Plain"]
        for radius, there in zip(radii, export.read_rods(twin, twin.matrix_world).radii):
            self.assertAlmostEqual(radius, there, delta=2e-3)

    def test_the_command_line_gives_the_same_rods(self):
        muscle = self.new_muscle(rods=5, levels=9)
        muscle.data.calc_loop_triangles()
        mesh, out = self.folder / "biceps.obj", self.folder / "rods.json"
        lines = ["v {!r} {!r} {!r}".format(*(muscle.matrix_world @ v.co)) for v in muscle.data.vertices]
        lines += ["f {} {} {}".format(*(v + 1 for v in t.vertices)) for t in muscle.data.loop_triangles]
        mesh.write_text("\n".join(lines) + "\n")
        prefix = harness.part("bake.program").command_prefix()
        command = [*prefix, "viperize", mesh, "--rods", "5", "--levels", "9", "--out", out]
        subprocess.run([str(word) for word in command], check=True, capture_output=True)
        written = json.loads(out.read_text())["rods"]
        export = harness.part("export.muscle_rods").read_rods(muscle, muscle.matrix_world)
        self.assertEqual(written["counts"], list(export.counts))
        here = [point for line in self.rod_points(muscle) for point in line]
        for point, there in zip(here, written["points"], strict=True):
            self.assertLess((point - Vector(there)).length, 1e-6)
        for radius, there in zip(export.radii, written["radii"], strict=True):
            self.assertAlmostEqual(radius, there, delta=1e-7)

    def test_automatic_ends_are_shown_as_vertex_groups(self):
        muscle = self.new_muscle()
        names = (muscle.sinew.muscle.source_group, muscle.sinew.muscle.sink_group)
        self.assertEqual(names, ("Sinew Source", "Sinew Sink"))
        members = harness.part("export.vertex_groups").members
        ends = [
            [muscle.data.vertices[index].co.x for index in members(muscle, name, "")] for name in names
        ]
        self.assertTrue(ends[0] and ends[1])
        self.assertTrue(max(ends[0]) < min(ends[1]) or max(ends[1]) < min(ends[0]))

    def test_painted_ends_are_used(self):
        muscle = self.new_spindle()
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        last = (arm_scene.RINGS - 1) * arm_scene.SIDES
        far = muscle.vertex_groups.new(name="far")
        far.add(list(range(last, last + arm_scene.SIDES)), 1.0, "REPLACE")
        near = muscle.vertex_groups.new(name="near")
        near.add(list(range(arm_scene.SIDES)), 1.0, "REPLACE")
        bpy.ops.sinew.viperize(rod_count=3, levels=5, source_group="far", sink_group="near")
        line = self.rod_points(muscle)[0]
        self.assertGreater(line[0].x, line[-1].x)
        self.assertEqual(muscle.sinew.muscle.source_group, "far")

    def test_viperize_says_what_is_wrong_with_groups(self):
        muscle = self.new_spindle()
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        self.refuses("'Biceps' has no vertex group 'nose'", bpy.ops.sinew.viperize, source_group="nose")
        muscle.vertex_groups.new(name="empty")
        self.refuses("'empty' of 'Biceps' has no vertex", bpy.ops.sinew.viperize, sink_group="empty")

    def test_viperize_refuses_a_mesh_without_faces(self):
        self.new_mesh("Cloud", [(0, 0, 0), (1, 0, 0)], [])
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        self.refuses("'Cloud' has no faces", bpy.ops.sinew.viperize)

    # -- attach
    # -------------------------------------------------------------------------------------------

    def test_the_nearest_two_bones_are_proposed(self):
        self.new_armature()
        muscle = self.new_muscle()
        bpy.ops.sinew.attach_ends()
        settings = muscle.sinew.muscle
        self.assertEqual((settings.source.bone, settings.sink.bone), ("upper_arm", "forearm"))
        self.assertEqual(settings.source.mode, "FIXED")

    def test_ends_are_attached_in_the_rest_pose(self):
        rig = self.new_armature()
        self.flex(rig, degrees=90, frames=(0, 1))
        self.scene.frame_set(1)
        muscle = self.new_muscle()
        bpy.ops.sinew.attach_ends(sink_mode="SLIDING")
        self.assertEqual(muscle.sinew.muscle.sink.bone, "forearm")
        self.assertEqual(muscle.sinew.muscle.sink.mode, "SLIDING")
        self.assertEqual(rig.data.pose_position, "POSE")

    def test_a_far_end_is_told_with_its_distance(self):
        self.new_armature()
        self.new_muscle(start=(0.03, 0, 0.54), end=(0.34, 0, 0.525))
        bpy.ops.sinew.attach_ends()
        self.scene.unit_settings.length_unit = "CENTIMETERS"
        self.scene.sinew.samples_per_frame = 1
        export = harness.part("export.scene").SceneExport(self.scene)
        for _ in export.run(bpy.context.evaluated_depsgraph_get):
            pass
        [sentence] = [warning for warning in export.warnings if warning.startswith("The sink")]
        self.assertRegex(sentence, "sink of 'Biceps' is 52.. cm away from the bone 'forearm'.* 29.. cm long")

    def test_an_unknown_bone_is_answered_with_the_nearest_name(self):
        self.new_armature()
        self.new_muscle()
        self.refuses(
            "'fore_arm', which 'Rig' does not have. Did it become 'forearm'",
            bpy.ops.sinew.attach_ends,
            sink_bone="fore_arm",
        )

    def test_an_end_can_be_attached_to_any_object(self):
        self.new_armature()
        hand = bpy.data.objects.new("Hand", None)
        self.scene.collection.objects.link(hand)
        muscle = self.new_muscle()
        bpy.ops.sinew.attach_ends(sink_object="Hand")
        settings = muscle.sinew.muscle
        self.assertEqual((settings.source.bone, settings.sink.object), ("upper_arm", hand))
        self.refuses("no object 'Hend'.*'Hand'", bpy.ops.sinew.attach_ends, sink_object="Hend")

    def test_a_muscle_does_not_hang_on_itself(self):
        self.new_armature()
        muscle = self.new_muscle()
        for name in ("Biceps", "Biceps rods"):
            with self.assertRaisesRegex(RuntimeError, f"cannot be carried by '{name}'"):
                bpy.ops.sinew.attach_ends(source_object=name)
        self.assertIsNone(muscle.sinew.muscle.source.object)

    def test_without_an_armature_it_is_said(self):
        self.new_muscle()
        self.refuses("'Biceps' has no armature", bpy.ops.sinew.attach_ends)

    # -- auto activation
    # ----------------------------------------------------------------------------------

    def test_auto_activation_follows_the_length_of_the_muscle(self):
        self.new_arm()
        bpy.ops.sinew.auto_activation()
        curve = fcurve(self.biceps)
        rods = harness.part("export.muscle_rods").read_rods(self.biceps, self.biceps.matrix_world)
        source, sink = (Vector(rods.end_middle(end)) for end in (False, True))
        bone = self.rig.pose.bones["forearm"]
        for frame in range(1, 14):
            self.scene.frame_set(frame)
            carried = bone.matrix @ bone.bone.matrix_local.inverted() @ sink
            shorter = 1.0 - (carried - source).length / (sink - source).length
            expected = min(max(shorter / 0.25, 0.0), 1.0)
            self.assertAlmostEqual(curve.evaluate(frame), expected, delta=0.006)
        self.assertEqual(curve.evaluate(1), 0.0)
        self.assertGreater(curve.evaluate(13), 0.3)
        self.assertLess(len(curve.keyframe_points), 13)

    def test_a_smaller_full_length_activates_later(self):
        self.new_arm()
        bpy.ops.sinew.auto_activation(full_at=0.5)
        late = fcurve(self.biceps).evaluate(13)
        bpy.ops.sinew.auto_activation(full_at=0.75, replace=True)
        self.assertGreater(fcurve(self.biceps).evaluate(13), 1.5 * late)

    def test_keys_are_not_replaced_unasked(self):
        self.new_arm()
        self.biceps.keyframe_insert(PATH, frame=3)
        self.refuses("has keys already. Switch Replace Keys", bpy.ops.sinew.auto_activation)
        self.assertEqual(len(fcurve(self.biceps).keyframe_points), 1)
        bpy.ops.sinew.auto_activation(replace=True)
        self.assertGreater(len(fcurve(self.biceps).keyframe_points), 1)

    def test_a_driver_is_not_overruled(self):
        self.new_arm()
        self.biceps.driver_add(PATH)
        self.refuses("has a driver", bpy.ops.sinew.auto_activation)

    def test_an_end_without_a_bone_is_told(self):
        self.new_arm()
        self.biceps.sinew.muscle.sink.object = None
        self.refuses("sink of 'Biceps' is attached to nothing", bpy.ops.sinew.auto_activation)
        self.biceps.sinew.muscle.sink.object = self.rig
        self.biceps.sinew.muscle.sink.bone = "upper_arm"
        self.refuses("Both ends of 'Biceps'", bpy.ops.sinew.auto_activation)

    def test_the_frame_shown_stays(self):
        self.new_arm()
        self.scene.frame_set(5)
        bpy.ops.sinew.auto_activation()
        self.assertEqual(self.scene.frame_current, 5)
        self.assertFalse([obj for obj in bpy.data.objects if obj.name.startswith("Sinew Mover")])

    # -- skin
    # ---------------------------------------------------------------------------------------------

    def test_a_skin_follows_the_selected_muscles_and_its_armature(self):
        self.new_arm()
        triceps = self.new_muscle("Triceps", start=(0.03, 0, -0.04), end=(0.34, 0, -0.025))
        self.new_muscle("Other", start=(0.03, 0.2, -0.04), end=(0.34, 0.2, -0.025))
        skin = self.new_skin(self.rig)
        self.select(self.biceps, triceps, skin)
        bpy.ops.sinew.bind_skin()
        settings = skin.sinew.skin
        self.assertEqual([entry.object for entry in settings.muscles], [self.biceps, triceps])
        self.assertEqual(settings.armature, self.rig)
        self.assertEqual(skin.sinew.body_type, "SKIN")
        self.select(skin)
        bpy.ops.sinew.bind_skin()
        self.assertEqual(len(settings.muscles), 3)

    def test_a_muscle_cannot_be_the_skin(self):
        self.new_arm()
        self.select(self.biceps)
        self.assertFalse(bpy.ops.sinew.bind_skin.poll())

    # -- undo
    # ---------------------------------------------------------------------------------------------

    def state(self):
        """What the operators change, in plain values that survive an undo."""
        state = {"objects": sorted(obj.name for obj in bpy.data.objects)}
        for obj in bpy.data.objects:
            curve = fcurve(obj)
            muscle, skin = obj.sinew.muscle, obj.sinew.skin
            state[obj.name] = (
                obj.sinew.body_type,
                obj.sinew.is_floor,
                obj.sinew.is_collider,
                len(muscle.rods.data.splines) if muscle.rods else None,
                sorted(group.name for group in obj.vertex_groups),
                muscle.source.bone,
                muscle.sink.bone,
                len(curve.keyframe_points) if curve else None,
                [entry.object.name for entry in skin.muscles],
            )
        return state

    def test_every_operator_can_be_undone_and_redone(self):
        rig = self.new_armature(sides=(".L", ".R"))
        self.flex(rig, "forearm.L")
        skin = self.new_skin(rig)
        self.new_mesh("Block", *arm_scene.spindle((0, 1, 0), (1, 1, 0), 0.1))
        self.new_curve("Line")
        muscle = self.new_spindle("Biceps.L")
        steps = [
            ("Biceps.L", lambda: bpy.ops.sinew.add_body(body_type="MUSCLE")),
            ("Biceps.L", lambda: bpy.ops.sinew.viperize(rod_count=3, levels=5)),
            ("Biceps.L", lambda: bpy.ops.sinew.attach_ends()),
            ("Biceps.L", lambda: bpy.ops.sinew.auto_activation()),
            ("Biceps.L", lambda: bpy.ops.sinew.mirror_muscle()),
            ("Skin", lambda: bpy.ops.sinew.bind_skin()),
            ("Block", lambda: bpy.ops.sinew.toggle_collider()),
            ("Block", lambda: bpy.ops.sinew.toggle_floor()),
            ("Line", lambda: bpy.ops.sinew.add_body(body_type="VIPER_ROD")),
            ("Line", lambda: bpy.ops.sinew.remove_body()),
            ("Biceps.R", lambda: bpy.ops.sinew.remove_body()),
        ]
        self.assertTrue(skin and muscle)
        for name, step in steps:
            self.select(bpy.data.objects[name])
            bpy.ops.ed.undo_push(message="before")
            before = self.state()
            self.assertEqual(step(), {"FINISHED"}, name)
            bpy.ops.ed.undo_push(message="after")
            after = self.state()
            self.assertNotEqual(before, after, name)
            bpy.ops.ed.undo()
            self.assertEqual(self.state(), before)
            bpy.ops.ed.redo()
            self.assertEqual(self.state(), after)


if __name__ == "__main__":
    harness.main()
