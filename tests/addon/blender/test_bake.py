"""The whole way: scene, bake, save, reload without the add-on; and everything that can go wrong on
it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness

SUFFIX = " Surface"
SLOW_END = 150  # last frame of the bakes that are interrupted


class BakeTest(harness.BlenderTest):
    def rod_scene(self, **options):
        """A rod held at one end that falls: something moves on every frame."""
        obj = self.new_rod(points=((0, 0, 2), (0.5, 0, 2), (1, 0, 2)), radius=0.05, **options)
        self.blend = self.save()
        return obj

    def slow_scene(self):
        """Takes a few seconds, so that there is time to interrupt it."""
        obj = self.rod_scene(segments=150)
        self.scene.sinew.substeps = 4
        self.scene.frame_end = SLOW_END
        return obj

    @property
    def cache(self):
        return self.folder / "sinew_cache" / "shot"

    @property
    def status(self):
        return self.scene.sinew.status

    def bake_fails(self, pattern, **options):
        with self.assertRaisesRegex(RuntimeError, pattern):
            bpy.ops.sinew.bake(**options)

    def after_frame(self, frame, action):
        """Does something to the solver's process as soon as it has baked a frame."""
        job = harness.part("bake.running_bake").job

        def watch():
            limit = time.monotonic() + 60
            while time.monotonic() < limit:
                if job.active and job.frame is not None and job.frame >= frame:
                    action(job._process.pid)
                    return
                time.sleep(0.005)

        thread = threading.Thread(target=watch)
        thread.start()
        self.addCleanup(thread.join)

    # -- the way that works
    # -------------------------------------------------------------------------------

    def test_a_baked_file_plays_without_the_addon(self):
        self.rod_scene()
        self.new_rod("Zweite Röhre 筋", kind="BEZIER", points=((0, 2, 2), (1, 2, 3), (2, 2, 2)))
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        self.save()
        output = self.check_playback(self.blend)
        self.assertIn("Rod Surface: largest difference 0,", output)
        self.assertIn("Zweite Röhre 筋 Surface: largest difference 0,", output)

    def test_the_bake_is_told_in_the_scene(self):
        obj = self.rod_scene()
        obj.sinew.rod.density = 900.0
        bpy.ops.sinew.bake()
        settings = self.scene.sinew
        self.assertEqual((self.status, settings.baked_first, settings.baked_last), ("DONE", 1, 6))
        self.assertEqual(settings.cache_folder, "//sinew_cache/shot")
        self.assertEqual(obj.sinew.changed_settings, "")
        self.assertTrue((self.cache / "bake.log").is_file())

    def test_the_surface_is_plain_data_and_the_curve_stays(self):
        obj = self.rod_scene()
        material = bpy.data.materials.new("Red")
        obj.data.materials.append(material)
        before = [tuple(point.co) for point in obj.data.splines[0].points]
        bpy.ops.sinew.bake()
        surface = self.scene.objects["Rod" + SUFFIX]
        modifier = surface.modifiers[0]
        self.assertEqual((modifier.type, modifier.cache_format), ("MESH_CACHE", "PC2"))
        self.assertEqual(modifier.filepath, "//sinew_cache/shot/Rod.pc2")
        self.assertEqual(list(surface.data.materials), [material])
        self.assertTrue(surface.data.uv_layers)
        self.assertTrue(all(face.use_smooth for face in surface.data.polygons))
        self.assertTrue(obj.hide_render)
        self.assertEqual([tuple(point.co) for point in obj.data.splines[0].points], before)
        self.assertEqual(obj.sinew.rod.surface, surface)

    def test_rest_pose_in_rest_pose_out(self):
        obj = self.rod_scene()
        self.scene.use_gravity = False
        bpy.ops.sinew.bake()
        surface = obj.sinew.rod.surface
        self.scene.frame_set(6)
        evaluated = surface.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for rest, shown in zip(surface.data.vertices, evaluated.data.vertices):
            self.assertLess((rest.co - shown.co).length, 1e-6)

    def test_baking_again_keeps_what_the_artist_did_to_the_surface(self):
        obj = self.rod_scene()
        bpy.ops.sinew.bake()
        surface = obj.sinew.rod.surface
        surface.modifiers.new("Smoother", "SUBSURF")
        surface.data.materials.append(bpy.data.materials.new("Mine"))
        obj.sinew.rod.ring_vertices = 20
        bpy.ops.sinew.bake(restart=True)
        self.assertEqual(obj.sinew.rod.surface, surface)
        self.assertEqual(
            [modifier.type for modifier in surface.modifiers], ["MESH_CACHE", "SUBSURF"]
        )
        self.assertEqual([material.name for material in surface.data.materials], ["Mine"])
        self.assertEqual(len([entry for entry in self.scene.objects if entry.type == "MESH"]), 1)

    def test_units_do_not_change_the_place_of_the_result(self):
        self.rod_scene()
        self.scene.unit_settings.scale_length = 0.01
        bpy.ops.sinew.bake()
        surface = self.scene.objects["Rod" + SUFFIX]
        evaluated = surface.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for rest, shown in zip(surface.data.vertices, evaluated.data.vertices):
            self.assertLess((rest.co - shown.co).length, 1e-5)

    def test_pinned_end_follows_the_curve_in_the_result(self):
        obj = self.rod_scene()
        obj.sinew.rod.pin_start = {"POSITION", "DIRECTION"}
        obj.location = (0, 0, 0)
        obj.keyframe_insert("location", frame=1)
        obj.location = (0, 1, 0)
        obj.keyframe_insert("location", frame=6)
        bpy.ops.sinew.bake()
        self.scene.frame_set(6)
        surface = obj.sinew.rod.surface.evaluated_get(bpy.context.evaluated_depsgraph_get())
        pin = obj.matrix_world @ obj.data.splines[0].points[0].co.xyz
        nearest = min((vertex.co - pin).length for vertex in surface.data.vertices)
        self.assertLess(nearest, 0.06)

    def test_an_end_that_is_let_go_falls(self):
        obj = self.rod_scene()
        obj.sinew.rod.pin_start = {"POSITION", "DIRECTION"}
        obj.sinew.rod.use_release_start, obj.sinew.rod.release_start = True, 8
        self.scene.frame_end = 20
        bpy.ops.sinew.bake()
        start_height = {}
        for frame in (8, 20):
            self.scene.frame_set(frame)
            surface = obj.sinew.rod.surface.evaluated_get(bpy.context.evaluated_depsgraph_get())
            start_height[frame] = surface.data.vertices[0].co.z
        self.assertAlmostEqual(start_height[8], 2.0, delta=0.06)
        self.assertLess(start_height[20], 1.5)

    def test_a_floor_holds_the_rod(self):
        self.rod_scene().sinew.rod.pin_start = set()
        floor = bpy.data.objects.new("Floor", None)
        floor.location.z = 1.9
        self.scene.collection.objects.link(floor)
        floor.sinew.is_floor = True
        self.scene.frame_end = 24
        bpy.ops.sinew.bake()
        self.scene.frame_set(24)
        surface = self.scene.objects["Rod" + SUFFIX].evaluated_get(
            bpy.context.evaluated_depsgraph_get()
        )
        lowest = min(vertex.co.z for vertex in surface.data.vertices)
        self.assertGreater(lowest, 1.9 - 0.02)
        self.assertLess(lowest, 1.95)

    def test_an_override_of_a_linked_rod_can_be_baked(self):
        self.new_rod("Asset")
        self.save("library.blend")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        harness.enable()
        with bpy.data.libraries.load(str(self.folder / "library.blend"), link=True) as (_, wanted):
            wanted.objects = ["Asset"]
        bpy.context.scene.collection.objects.link(wanted.objects[0])
        wanted.objects[0].override_create(remap_local_usages=True)
        bpy.context.scene.frame_end = 6
        path = self.save()
        bpy.ops.sinew.bake()
        self.save()
        self.assertIn("Asset Surface: largest difference 0,", self.check_playback(path))

    def test_an_unsaved_file_bakes_to_a_temporary_folder_and_says_so(self):
        self.new_rod()
        bpy.ops.sinew.bake()
        self.assertEqual(self.scene.sinew.cache_folder, "")
        self.assertIn("not saved", self.scene.sinew.notes)
        self.assertTrue(
            self.scene.objects["Rod" + SUFFIX].modifiers[0].filepath.startswith(bpy.app.tempdir)
        )

    def test_check_tells_the_cost(self):
        self.rod_scene()
        self.assertEqual(bpy.ops.sinew.check(), {"FINISHED"})
        self.assertRegex(self.scene.sinew.check_report, r"6 frames, about \d+ s, \d+\.\d MB")
        self.assertFalse(self.cache.exists())

    # -- interrupted
    # --------------------------------------------------------------------------------------

    def test_cancel_keeps_frames_and_resume_gives_the_same_bytes(self):
        self.slow_scene()
        self.after_frame(3, lambda pid: os.kill(pid, signal.SIGTERM))
        self.bake_fails("Cancelled; frames up to")
        self.assertEqual(self.status, "PARTIAL")
        kept = self.scene.sinew.baked_last
        self.assertTrue(3 <= kept < SLOW_END)
        self.assertTrue(self.scene.objects["Rod" + SUFFIX].modifiers)
        bpy.ops.sinew.bake()
        self.assertEqual((self.status, self.scene.sinew.baked_last), ("DONE", SLOW_END))
        resumed = (self.cache / "Rod.pc2").read_bytes()
        bpy.ops.sinew.bake(restart=True)
        self.assertEqual((self.cache / "Rod.pc2").read_bytes(), resumed)

    def test_a_killed_solver_leaves_blender_alive_and_its_frames(self):
        self.slow_scene()
        self.after_frame(3, lambda pid: os.kill(pid, signal.SIGKILL))
        self.bake_fails("SIGKILL")
        self.assertEqual(self.status, "FAILED")
        self.assertIn("Resume", self.scene.sinew.status_message)
        bpy.ops.sinew.bake()
        self.assertEqual(self.status, "DONE")

    def test_a_crashed_solver_is_told(self):
        self.slow_scene()
        self.after_frame(1, lambda pid: os.kill(pid, signal.SIGSEGV))
        self.bake_fails("SIGSEGV")
        self.assertTrue((self.cache / "bake.log").is_file())

    # -- refused
    # ------------------------------------------------------------------------------------------

    def test_changed_settings_are_named_before_anything_is_lost(self):
        obj = self.rod_scene()
        bpy.ops.sinew.bake()
        before = (self.cache / "Rod.pc2").read_bytes()
        obj.sinew.rod.density = 777.0
        self.assertEqual(obj.sinew.changed_settings, "Density")
        self.bake_fails("Density of Rod changed.*Bake Again")
        self.assertEqual(self.status, "STALE")
        self.assertEqual((self.cache / "Rod.pc2").read_bytes(), before)
        bpy.ops.sinew.bake(restart=True)
        self.assertEqual(self.status, "DONE")
        self.assertNotEqual((self.cache / "Rod.pc2").read_bytes(), before)

    def test_changed_animation_keeps_the_frames_before_it(self):
        obj = self.rod_scene()
        self.scene.frame_end = 12
        for frame in (1, 6, 12):
            obj.keyframe_insert("location", frame=frame)
        bpy.ops.sinew.bake()
        obj.location.y = 0.5
        obj.keyframe_insert("location", frame=12)
        for curve in self.fcurves(obj):
            for key in curve.keyframe_points:
                key.interpolation = "LINEAR"
        bpy.ops.sinew.bake()
        self.assertEqual(self.status, "DONE")
        self.assertRegex(self.scene.sinew.notes, "frames up to 6 are kept")

    def test_a_cache_that_another_bake_writes_is_refused(self):
        self.slow_scene()
        export = harness.part("export.scene").SceneExport(self.scene)
        for _ in export.run(bpy.context.evaluated_depsgraph_get):
            pass
        export.write(self.cache / "job.json", self.cache / "job.bin")
        prefix = harness.part("bake.program").command_prefix()
        other = subprocess.Popen(
            [
                *prefix,
                "bake",
                str(self.cache / "job.json"),
                "--cache",
                str(self.cache),
                "--progress",
                "json",
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            events = (json.loads(line)["event"] for line in other.stdout)
            self.assertIn("start", events)
            other.send_signal(signal.SIGSTOP)  # it holds the lock for as long as we look
            self.bake_fails(str(other.pid))
            with self.assertRaisesRegex(RuntimeError, f"another bake.*{other.pid}"):
                bpy.ops.sinew.free_bake()
        finally:
            other.kill()
            other.communicate()

    def test_a_full_disk_is_told_and_the_frames_stay(self):
        obj = self.rod_scene(segments=100)
        disk = self.folder / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)]
        if (
            os.getuid() != 0
            or subprocess.run(mount, capture_output=True, check=False).returncode != 0
        ):
            self.skipTest("only root can make a small disk")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        self.scene.sinew.cache_folder = str(disk / "cache")
        self.scene.frame_end = 100
        self.bake_fails("(?i)space|full|disk")
        self.assertEqual(self.status, "FAILED")
        self.assertGreater(self.scene.sinew.baked_last, 1)
        self.assertIsNotNone(obj.sinew.rod.surface)

    def test_a_folder_that_cannot_be_made_is_told(self):
        self.rod_scene()
        (self.folder / "file").write_text("not a folder")
        self.scene.sinew.cache_folder = "//file/cache"
        self.bake_fails("cache folder .*file.cache cannot be written.* Choose another one under Cache")
        self.assertFalse(harness.part("bake.running_bake").job.active)

    def test_a_relative_folder_in_an_unsaved_file_is_refused(self):
        self.new_rod()
        self.scene.sinew.cache_folder = "//cache"
        self.bake_fails("Save the file first")

    def test_a_scene_of_one_frame_is_refused(self):
        self.rod_scene()
        self.scene.frame_end = 1
        self.bake_fails("Frame Range")

    def test_an_empty_scene_is_refused(self):
        self.bake_fails("nothing to bake")
        self.assertIn("nothing to bake", self.scene.sinew.status_message)

    # -- freed and removed
    # --------------------------------------------------------------------------------

    def test_free_deletes_the_cache_and_leaves_the_rest(self):
        obj = self.rod_scene()
        bpy.ops.sinew.bake()
        mine = self.cache / "notes.txt"
        mine.write_text("mine")
        bpy.ops.sinew.free_bake()
        self.assertEqual([path.name for path in self.cache.iterdir()], ["notes.txt"])
        self.assertEqual(self.status, "NONE")
        self.assertEqual(len(obj.sinew.rod.surface.modifiers), 0)
        self.assertEqual(obj.sinew.rod.pin_start, {"POSITION"})
        bpy.ops.sinew.bake()
        self.assertEqual(self.status, "DONE")

    def test_removing_the_rod_brings_the_curve_back(self):
        obj = self.rod_scene()
        bpy.ops.sinew.bake()
        bpy.context.view_layer.objects.active = obj
        bpy.ops.sinew.remove_body()
        self.assertNotIn("Rod" + SUFFIX, self.scene.objects)
        self.assertFalse(obj.hide_render)
        self.assertEqual(obj.sinew.body_type, "NONE")

    @staticmethod
    def fcurves(owner):
        data = owner.animation_data
        if bpy.app.version < (4, 4, 0):
            return data.action.fcurves
        from bpy_extras import anim_utils

        return anim_utils.action_get_channelbag_for_slot(data.action, data.action_slot).fcurves


if __name__ == "__main__":
    harness.main()
