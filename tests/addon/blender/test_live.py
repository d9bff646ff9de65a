"""The solver inside Blender: what is seen is what a bake would give, and nothing is left behind."""

import os
import sys
from array import array

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arm_scene
import harness
from check_playback import read_pc2

FRAMES = 6


class LiveTest(arm_scene.ArmTest):
    def setUp(self):
        super().setUp()
        self.scene.frame_end = FRAMES

    def session(self):
        scene = harness.part("export.scene")
        export = scene.SceneExport(self.scene, frames=scene.played_frames(self.scene))
        for _ in export.run(bpy.context.evaluated_depsgraph_get):
            pass
        return harness.part("playback.live_session").LiveSession(
            self.scene, bpy.context.view_layer, export
        )

    def everything(self):
        return [
            sorted(entry.name for entry in blocks)
            for blocks in (bpy.data.objects, bpy.data.meshes, bpy.data.curves)
        ] + [sorted(obj.name for obj in self.scene.objects if obj.visible_get())]

    def shown(self, name):
        mesh = bpy.data.objects[name + " (live)"].data
        positions = array("f", bytes(12 * len(mesh.vertices)))
        mesh.vertices.foreach_get("co", positions)
        return positions

    def test_live_frames_are_those_of_a_bake(self):
        self.new_arm()
        bpy.ops.sinew.auto_activation()
        self.new_rod("Rope", points=((0, 1, 2), (1, 1, 2)))
        self.scene.unit_settings.scale_length = 0.5
        self.scene.sinew.preroll = 3
        self.save()
        bpy.ops.sinew.bake()
        frames = {
            name: read_pc2(self.folder / "sinew_cache" / "shot" / f"{name}.pc2")
            for name in ("Biceps", "Rope")
        }
        with self.session() as session:
            for index in range(FRAMES):
                for name, baked in frames.items():
                    difference = max(abs(a - b) for a, b in zip(self.shown(name), baked[index]))
                    self.assertLess(difference, 1e-6, f"{name} at frame {index + 1}")
                if index < FRAMES - 1:
                    session.step()
                    session.show()
            self.assertEqual(session.frame, FRAMES)
            session.restart()
            session.show()
            self.assertEqual(list(self.shown("Rope")), list(frames["Rope"][0]))

    def test_the_preview_range_is_what_plays(self):
        """As a bake that begins there, of bodies whose rest is what it is for the whole scene."""
        self.new_arm()
        rope = self.new_rod("Rope", points=((0, 1, 2), (1, 1, 2)))
        rope.sinew.rod.pin_start = {"POSITION"}
        for frame, place in ((1, 0.0), (20, 2.0)):
            rope.location.x = place
            rope.scale.x = 1.0 + place  # it is longer than at rest when the preview begins
            rope.keyframe_insert("location", frame=frame)
            rope.keyframe_insert("scale", frame=frame)
        self.scene.sinew.preroll = 2
        self.scene.frame_end = 20
        self.scene.use_preview_range = True
        self.scene.frame_preview_start, self.scene.frame_preview_end = 6, 9
        played = {}
        with self.session() as session:
            for _ in range(5):
                played.setdefault(session.frame, []).append({name: self.shown(name) for name in ("Biceps", "Rope")})
                session.advance()
                session.show()
        self.assertEqual(sorted(played), [6, 7, 8, 9])
        self.assertEqual(played[6][0], played[6][1], "the second time is not as the first")

        self.scene.frame_start, self.scene.frame_end = 6, 9
        rope.sinew.rod.use_rest_frame, rope.sinew.rod.rest_frame = True, 1
        self.save()
        bpy.ops.sinew.bake()
        for name in ("Biceps", "Rope"):
            baked = read_pc2(self.folder / "sinew_cache" / "shot" / f"{name}.pc2")
            self.assertEqual(len(baked), 4)
            for frame, positions in zip(sorted(played), baked):
                difference = max(abs(a - b) for a, b in zip(played[frame][0][name], positions))
                self.assertLess(difference, 1e-6, f"{name} at frame {frame}")

    def test_a_preview_range_of_one_frame_is_refused(self):
        self.new_arm()
        self.scene.use_preview_range = True
        self.scene.frame_preview_start = self.scene.frame_preview_end = 4
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, "preview range ends at frame 4"):
            self.session()

    def test_muscles_that_start_inside_each_other_are_named_once(self):
        self.new_arm()
        self.new_muscle("Brachialis", start=(0.03, 0.01, 0.04), end=(0.34, 0.01, 0.025))
        bpy.ops.sinew.attach_ends()
        self.scene.unit_settings.length_unit = "MILLIMETERS"
        with self.session() as session:
            said = [sentence for sentence in session.warnings if "inside Brachialis" in sentence]
            self.assertEqual(len(said), 1, session.warnings)
            for word in ("Biceps", "mm", "move them apart", "collision group"):
                self.assertIn(word, said[0])
            before = list(session.warnings)
            session.step()
            session.restart()
            self.assertEqual(session.warnings, before)

    def test_what_the_export_warns_of_is_said_too(self):
        self.new_arm()
        self.biceps.sinew.muscle.source.object = self.biceps.sinew.muscle.sink.object = None
        with self.session() as session:
            self.assertTrue(any("Attach Ends" in sentence for sentence in session.warnings))

    def test_the_overlay_draws_the_rods_as_they_are_simulated(self):
        self.new_arm()
        self.scene.unit_settings.scale_length = 0.5
        overlay = harness.part("panels.muscle_overlay")
        self.scene.sinew.show_muscles = True
        start = overlay.carried_rods(self.biceps)
        with self.session() as session:
            [(muscle, rods)] = overlay.shown_muscles(bpy.context)
            self.assertEqual(muscle, self.biceps)
            for rod, before in zip(rods, start):
                for (place, radius), (there, thickness) in zip(rod, before):
                    self.assertLess((place - there).length, 1e-5)
                    self.assertAlmostEqual(radius, thickness, places=5)
            session.step()
            session.show()
            [(_, moved)] = overlay.shown_muscles(bpy.context)
            self.assertGreater(max((a[0] - b[0]).length for a, b in zip(moved[0], rods[0])), 1e-4)
            self.scene.sinew.show_muscles = False
            session.show()
            self.assertEqual(harness.part("playback.live_rods").shown, {})
            self.scene.sinew.show_muscles = True
            session.show()
        self.assertEqual(harness.part("playback.live_rods").shown, {})

    def test_everything_that_tells_lengths_has_the_units_of_the_scene(self):
        self.new_arm()
        self.new_muscle("Brachialis", start=(0.03, 0.01, 0.04), end=(0.34, 0.01, 0.025))
        bpy.ops.sinew.attach_ends()
        self.scene.unit_settings.system = "IMPERIAL"
        self.scene.unit_settings.length_unit = "INCHES"
        # Solver and scene agree on where that is: the belly of the biceps.
        inches = r"starts 0\.[0-9]+ in inside Brachialis near \(7\.[0-9]+, -?0\.[0-9]+, 1\.[0-9]+\) in, in"
        bpy.ops.sinew.check()
        self.assertRegex(self.scene.sinew.check_report, inches)
        with self.session() as session:
            self.assertRegex("\n".join(session.warnings), inches)
        self.save()
        bpy.ops.sinew.bake()
        self.assertRegex(self.scene.sinew.notes, inches)

    def test_a_sliding_end_stays_on_its_bone(self):
        """The arm flexes more than the relaxed muscle gets shorter, so its end is pushed along the forearm."""
        self.new_arm()
        self.biceps.sinew.muscle.sink.mode = "SLIDING"
        self.flex(self.rig, degrees=120.0)
        self.scene.frame_end = 13
        self.scene.sinew.show_muscles = True
        bone = self.rig.pose.bones["forearm"]
        distance_to_segment = harness.part("export.attachments").distance_to_segment
        away, along = [], []
        with self.session() as session:
            for frame in range(1, 14):
                self.scene.frame_set(frame)
                [rod, *_] = harness.part("playback.live_rods").shown["Biceps"]
                end = rod[-1][0]
                away.append(distance_to_segment(tuple(end), tuple(bone.head), tuple(bone.tail)))
                along.append((end - bone.head).dot((bone.tail - bone.head).normalized()))
                session.step()
                session.show()
        self.assertGreater(along[9], along[0] + 0.1)
        self.assertLess(max(abs(distance - away[0]) for distance in away[:10]), 2e-3)
        # Where it comes to the tip of the bone, it goes around it instead of on.
        self.assertLess(max(along), bone.length + 0.05)
        self.assertLess(max(away), away[0] + 0.03)

    def test_what_is_hidden_stays_hidden(self):
        self.new_arm()
        self.scene.sinew.show_muscles = True
        self.biceps.hide_set(True)
        with self.session():
            self.assertFalse(bpy.data.objects["Biceps (live)"].visible_get())
            self.assertEqual(harness.part("playback.live_rods").shown, {})
        self.assertTrue(self.biceps.hide_get())

    def test_nothing_is_left_behind(self):
        self.new_arm()
        self.biceps.shape_key_add(name="Basis")
        before = self.everything()
        rest = [tuple(vertex.co) for vertex in self.biceps.data.vertices]
        with self.session() as session:
            self.assertFalse(self.biceps.visible_get())
            session.step()
            session.show()
        self.assertEqual(self.everything(), before)
        self.assertEqual([tuple(vertex.co) for vertex in self.biceps.data.vertices], rest)
        self.assertTrue(self.biceps.visible_get())

    def test_a_refused_job_leaves_nothing_behind_either(self):
        self.new_arm()
        before = self.everything()
        session = self.session()
        session._export._job["bodies"][0]["shortening"] = -1.0
        with self.assertRaisesRegex(harness.part("bridge.errors").SinewError, "shortening"):
            session.__enter__()
        self.assertEqual(self.everything(), before)

    def test_it_needs_a_window(self):
        self.new_arm()
        self.assertFalse(bpy.ops.sinew.play_live.poll())


if __name__ == "__main__":
    harness.main()
