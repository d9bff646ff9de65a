"""Playback fails safe: whatever is missing or edited, an object stands where its own transform puts it, and the panel says
why it is not simulated."""

import math
import os
import shutil
import sys
from types import SimpleNamespace

import bpy
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
from playback_case import PLACE, PlaybackCase

LAST = 6


class PlaybackTest(PlaybackCase):
    def baked(self):
        obj = self.new_sheet()
        self.path = self.save()
        self.bake()
        self.save()
        return obj

    def lines(self, obj):
        """What the panel says."""
        return " ".join(text for text, _ in harness.part("panels.bake_status").status_lines(self.scene, obj))

    def assert_unsimulated(self, obj, pattern):
        for frame in (1, LAST):
            self.assertLess(self.distance(self.shown(obj, frame), self.undeformed(obj)), 1e-6)
        self.assertNotIn(self.settings.status, {"DONE", "PARTIAL"})
        self.assertRegex(self.lines(obj), pattern)
        self.assertNotIn("Baked: frames", self.lines(obj))

    # -- what plays
    # -------------------------------------------------------------------------------------

    def test_it_plays_where_the_object_stands(self):
        obj = self.baked()
        self.assertEqual([modifier.type for modifier in obj.modifiers], ["MESH_CACHE"])
        self.assertEqual([entry.name for entry in bpy.data.objects if entry.type == "EMPTY"], [])
        self.assertLess(self.distance(self.shown(obj, 1), self.undeformed(obj)), 1e-6)
        last = self.shown(obj, LAST)
        self.assertLess((last[0] - PLACE).length, 1e-4)  # held
        self.assertLess(last[3].z, PLACE.z - 0.05)
        self.check_playback(self.path)
        self.assertEqual(self.settings.status, "DONE")

    def test_turned_scaled_and_animated_objects_play_in_the_same_place_of_the_world(self):
        """A sheet whose object does not matter: the same places at rest, the object anywhere."""
        plain = self.new_sheet("Plain")
        moved = self.new_sheet("Moved")
        turn = Matrix.LocRotScale(Vector((4, -1, 0.5)), Matrix.Rotation(0.7, 3, "X"), Vector((2, 0.5, -3)))
        moved.data.transform(turn.inverted() @ moved.matrix_world)
        moved.matrix_world = turn
        bpy.context.view_layer.update()
        for obj in (plain, moved):
            obj.sinew.shell.contact = "NONE"  # they are in the same place
            obj.sinew.shell.pin_group = ""  # falls, wherever its object goes after the first frame
        for frame, way in ((1, 0.0), (LAST, 5.0)):
            moved.location.x += way
            moved.keyframe_insert("location", frame=frame)
            moved.rotation_euler.z += way
            moved.keyframe_insert("rotation_euler", frame=frame)
        self.scene.frame_set(1)
        self.save()
        self.bake()
        for frame in range(1, LAST + 1):
            self.assertLess(self.distance(self.shown(moved, frame), self.shown(plain, frame)), 2e-5, frame)

    def test_a_parent_carries_a_pinned_sheet(self):
        parent = bpy.data.objects.new("Parent", None)
        self.scene.collection.objects.link(parent)
        for frame, turn in ((1, 0.0), (LAST, math.pi / 2)):
            parent.rotation_euler.z = turn
            parent.keyframe_insert("rotation_euler", frame=frame)
        obj = self.new_sheet()
        obj.parent = parent
        self.save()
        self.bake()
        held = self.shown(obj, LAST)[0]
        self.assertLess((held - Matrix.Rotation(math.pi / 2, 3, "Z") @ PLACE).length, 1e-3)

    def test_an_object_without_a_space_is_refused(self):
        obj = self.new_sheet()
        for frame, scale in ((1, 1.0), (4, 0.0)):
            obj.scale.z = scale
            obj.keyframe_insert("scale", frame=frame)
        self.save()
        with self.assertRaisesRegex(RuntimeError, "'Cloth' has a scale of 0 at frame 4"):
            bpy.ops.sinew.bake()

    # -- what is missing
    # --------------------------------------------------------------------------------

    def test_a_missing_cache_leaves_the_object_in_its_place(self):
        self.baked()
        shutil.move(self.folder / "sinew_cache", self.folder / "elsewhere")
        self.open(self.path)
        obj = self.scene.objects["Cloth"]
        self.assert_unsimulated(obj, "'Cloth' is not simulated: its cache .*Cloth.pc2 is missing")
        # It comes back when the cache does.
        shutil.move(self.folder / "elsewhere", self.folder / "sinew_cache")
        self.open(self.path)
        self.assertEqual(self.settings.status, "DONE")
        self.assertEqual(self.settings.playback_problem, "")

    def test_a_damaged_cache_is_told(self):
        self.baked()
        for data in (b"", b"garbage" * 10):
            (self.folder / "sinew_cache" / "shot" / "Cloth.pc2").write_bytes(data)
            self.open(self.path)
            self.assert_unsimulated(self.scene.objects["Cloth"], "has no frames. Press Bake Again")

    def test_an_edit_of_the_mesh_does_not_tear_it(self):
        obj = self.baked()
        self.select(obj)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_all(action="SELECT")
        bpy.ops.mesh.subdivide()
        bpy.ops.object.mode_set(mode="OBJECT")
        bpy.context.view_layer.update()
        self.assertEqual(len(obj.data.vertices), 9)
        self.assert_unsimulated(obj, "its mesh has 9 vertices, the bake has 4. Undo the edit, or press Bake Again")
        self.bake(restart=True)
        self.assertEqual(self.settings.status, "DONE")

    def test_a_modifier_that_was_removed_is_told_and_put_back(self):
        obj = self.baked()
        obj.modifiers.clear()
        self.save()
        self.assert_unsimulated(obj, "lost its modifier 'Sinew Cache'")
        self.bake()
        self.assertEqual(self.settings.status, "DONE")
        self.assertGreater(self.distance(self.shown(obj, LAST), self.undeformed(obj)), 0.05)

    def test_a_modifier_in_the_wrong_place_is_told(self):
        obj = self.baked()
        obj.modifiers.new("Finer", "SUBSURF")
        self.save()
        self.assertEqual(self.settings.status, "DONE")  # behind the cache
        harness.part("playback.modifier_order").move(obj, obj.modifiers["Finer"], 0)
        self.save()
        self.assertEqual(self.settings.status, "LOST")
        self.assertRegex(self.lines(obj), "'Finer' makes new vertices before the cache")

    def test_a_body_that_was_added_after_the_bake_is_told(self):
        self.baked()
        late = self.new_sheet("Late")
        self.save()
        self.assert_unsimulated(late, "'Late' is not simulated: it was added after the bake")

    def test_a_deleted_surface_of_a_rod_is_told_and_made_again(self):
        rod = self.new_rod()
        self.save()
        self.bake()
        bpy.data.objects.remove(rod.sinew.rod.surface)
        self.save()
        self.assertEqual(self.settings.status, "LOST")
        self.assertRegex(self.lines(rod), "Nothing plays the bake of 'Rod'")
        self.bake()
        self.assertEqual(self.settings.status, "DONE")

    def test_what_stands_beside_a_shell_stays_there_without_its_cache(self):
        obj = self.new_sheet()
        obj.sinew.shell.surface = True
        obj.sinew.shell.directors = True
        path = self.save()
        self.bake()
        self.save()
        shutil.rmtree(self.folder / "sinew_cache")
        self.open(path)
        obj = self.scene.objects["Cloth"]
        for other in (obj.sinew.shell.surface_object, obj.sinew.directors_object):
            for place in self.shown(other, LAST):
                self.assertLess((place - PLACE).length, 2.0, other.name)
        self.assertEqual(self.settings.status, "LOST")

    def test_a_finer_mesh_plays_in_its_own_place(self):
        shell = self.new_sheet()
        shell.sinew.body_type = "NONE"
        finer = self.new_sheet("Finer", place=(0, 0, 0))
        finer.sinew.body_type = "NONE"
        finer.data.transform(Matrix.Translation(PLACE + Vector((0, 0, 0.01))))
        finer.location, finer.data = (7, 7, 7), finer.data
        finer.data.transform(Matrix.Translation((-7, -7, -7)))
        shell.sinew.body_type = "COSSERAT_SHELL"
        shell.sinew.shell.rider = finer
        path = self.save()
        self.bake()
        self.save()
        self.assertLess(self.distance(self.shown(finer, 1), self.undeformed(finer)), 1e-5)
        self.assertLess((self.shown(finer, LAST)[0] - PLACE).length, 0.02)
        shutil.rmtree(self.folder / "sinew_cache")
        self.open(path)
        finer = self.scene.objects["Finer"]
        self.assertLess(self.distance(self.shown(finer, LAST), self.undeformed(finer)), 1e-6)

    # -- files of the first version
    # ---------------------------------------------------------------------

    def test_a_file_with_a_hook_is_brought_up_to_date(self):
        obj = self.baked()
        origin = bpy.data.objects.new("Sinew World Origin", None)
        self.scene.collection.objects.link(origin)
        hook = obj.modifiers.new("Sinew Space", "HOOK")
        hook.object = origin
        self.settings.file_version = 1
        self.save()
        self.open(self.path)
        obj = self.scene.objects["Cloth"]
        self.assertEqual(len(obj.modifiers), 0)
        self.assertNotIn("Sinew World Origin", bpy.data.objects)
        self.assertEqual(self.settings.status, "STALE")
        self.assert_unsimulated(obj, "baked with an older version of Sinew. Press Bake Again")
        self.assertTrue((self.folder / "sinew_cache" / "shot" / "Cloth.pc2").is_file())
        self.bake(restart=True)
        self.assertEqual(self.settings.status, "DONE")

    # -- the watch
    # --------------------------------------------------------------------------------------

    def test_a_file_that_goes_while_blender_runs_is_noticed(self):
        obj = self.baked()
        shutil.rmtree(self.folder / "sinew_cache")
        watch = harness.part("operators.watch_playback")
        self.assertTrue(watch.look_at_all())
        self.assertEqual(self.settings.status, "LOST")
        self.assertFalse(watch.look_at_all())  # nothing new: no redraw
        self.assertRegex(self.lines(obj), "is missing")

    def test_other_edits_of_the_scene_read_no_files(self):
        obj = self.baked()
        watch = harness.part("operators.watch_playback")
        called = []
        original, watch.look_at = watch.look_at, called.append
        self.addCleanup(setattr, watch, "look_at", original)
        for changed, mode in ((False, "VIEWPORT"), (True, "RENDER")):
            update = SimpleNamespace(is_updated_geometry=changed, id=obj)
            watch._look_after_edit(self.scene, SimpleNamespace(updates=[update], mode=mode))
        self.assertEqual(called, [])


if __name__ == "__main__":
    harness.main()
