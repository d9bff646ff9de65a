"""A cache belongs to one file: saving under another name, copying files and copying scenes never mix frames."""

import os
import shutil
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
from playback_case import PlaybackCase

LAST = 6


class CacheOwnerTest(PlaybackCase):
    def baked(self):
        obj = self.new_sheet()
        self.first = self.save("v001.blend")
        self.bake()
        self.save("v001.blend")
        return obj

    def frames_of(self, name):
        return (self.folder / "sinew_cache" / name / "Cloth.pc2").read_bytes()

    def test_saving_under_another_name_says_whose_the_cache_is(self):
        obj = self.baked()
        before = self.frames_of("v001")
        self.save("v002.blend")
        self.assertEqual(self.settings.status, "FOREIGN")
        lines = harness.part("panels.bake_status").status_lines(self.scene, obj)
        self.assertRegex(lines[0][0], "belongs to v001.blend.*Copy the Cache.*Begin a New Cache")
        obj.sinew.shell.young_modulus = 1e5
        for restart in (False, True):
            with self.assertRaisesRegex(RuntimeError, "belongs to v001.blend"):
                bpy.ops.sinew.bake(restart=restart)
        with self.assertRaisesRegex(RuntimeError, "belongs to v001.blend"):
            bpy.ops.sinew.free_bake()
        self.assertEqual(self.frames_of("v001"), before)
        self.open(self.first)
        self.assertEqual(self.settings.status, "DONE")

    def test_the_file_knows_it_when_it_is_opened_again(self):
        self.baked()
        second = self.save("v002.blend")
        for _ in range(2):
            self.open(second)
            self.assertEqual(self.settings.status, "FOREIGN")
            bpy.ops.wm.save_mainfile()

    def test_a_new_cache_leaves_the_other_alone(self):
        obj = self.baked()
        before = self.frames_of("v001")
        self.save("v002.blend")
        self.assertEqual(bpy.ops.sinew.begin_cache(), {"FINISHED"})
        self.assertEqual(self.settings.status, "NONE")
        self.assertEqual(self.settings.cache_folder, "//sinew_cache/v002")
        self.assertEqual(len(obj.modifiers), 0)
        obj.sinew.shell.pin_group = ""  # falls
        self.bake()
        self.save("v002.blend")
        self.assertEqual(self.settings.status, "DONE")
        self.assertEqual(self.frames_of("v001"), before)
        self.assertNotEqual(self.frames_of("v002"), before)
        self.open(self.first)
        self.assertEqual(self.settings.status, "DONE")
        self.assertLess((self.shown(self.scene.objects["Cloth"], LAST)[0] - self.scene.objects["Cloth"].location).length, 1e-3)

    def test_a_copied_cache_goes_on_from_the_same_frames(self):
        obj = self.baked()
        self.scene.frame_end = LAST + 2
        before = self.frames_of("v001")
        second = self.save("v002.blend")
        self.assertEqual(bpy.ops.sinew.copy_cache(), {"FINISHED"})
        self.assertEqual(self.settings.status, "DONE")
        self.assertEqual(self.frames_of("v002"), before)
        self.assertEqual(obj.modifiers[0].filepath, "//sinew_cache/v002/Cloth.pc2")
        self.bake()  # resumes
        self.assertGreater(len(self.frames_of("v002")), len(before))
        self.assertEqual(self.frames_of("v001"), before)
        self.save("v002.blend")
        self.open(second)
        self.assertEqual(self.settings.status, "DONE")

    def test_a_file_that_was_renamed_keeps_its_cache(self):
        self.baked()
        renamed = self.folder / "shot.blend"
        self.first.rename(renamed)
        self.open(renamed)
        self.assertEqual(self.settings.status, "DONE")
        bpy.ops.wm.save_mainfile()
        # From now on the new name is the owner's.
        shutil.copy(renamed, self.first)
        self.open(self.first)
        self.assertEqual(self.settings.status, "FOREIGN")
        self.open(renamed)
        self.assertEqual(self.settings.status, "DONE")

    def test_a_project_that_is_moved_or_copied_as_a_whole_keeps_its_cache(self):
        self.baked()
        other = self.folder / "moved"
        other.mkdir()
        shutil.copy(self.first, other)
        shutil.copytree(self.folder / "sinew_cache", other / "sinew_cache")
        self.open(other / "v001.blend")
        self.assertEqual(self.settings.status, "DONE")

    def test_saving_into_another_folder_takes_the_setting_along(self):
        obj = self.baked()
        deeper = self.folder / "deeper" / "still"
        deeper.mkdir(parents=True)
        path = deeper / "v002.blend"
        bpy.ops.wm.save_as_mainfile(filepath=str(path), relative_remap=True)
        for _ in range(2):
            cache = harness.part("operators.cache_folder").CacheFolder(self.scene)
            self.assertEqual(cache.folder.resolve(), (self.folder / "sinew_cache" / "v001").resolve())
            self.assertEqual(self.settings.status, "FOREIGN")
            self.assertEqual(self.settings.playback_problem, "")
            self.open(path)
        obj = self.scene.objects["Cloth"]
        bpy.ops.sinew.copy_cache()
        self.assertTrue((deeper / "sinew_cache" / "v002" / "Cloth.pc2").is_file())
        self.assertEqual(obj.modifiers[0].filepath, "//sinew_cache/v002/Cloth.pc2")
        self.assertEqual(self.settings.status, "DONE")

    def test_a_file_that_is_saved_elsewhere_while_it_is_baked_plays_what_was_baked(self):
        self.baked()
        cache = harness.part("operators.cache_folder").CacheFolder(self.scene)
        (self.folder / "deeper").mkdir()
        self.save("deeper/v002.blend")
        path = bpy.path.abspath(cache.file_setting("Cloth"))
        self.assertTrue(os.path.samefile(path, self.folder / "sinew_cache" / "v001" / "Cloth.pc2"))

    def test_a_folder_that_the_artist_chose_stays(self):
        self.baked()
        self.settings.cache_folder = "//takes/b"
        path = self.save("v001.blend")
        self.open(path)
        self.assertEqual(self.settings.cache_folder, "//takes/b")
        self.bake()
        self.assertTrue((self.folder / "takes" / "b" / "Cloth.pc2").is_file())

    def test_a_copy_of_the_scene_has_no_cache_of_its_own(self):
        self.baked()
        before = self.frames_of("v001")
        copy = self.scene.copy()
        bpy.context.window.scene = copy
        with self.assertRaisesRegex(RuntimeError, "belongs to scene 'Scene' of this file"):
            bpy.ops.sinew.bake(restart=True)
        self.assertEqual(self.frames_of("v001"), before)

    def test_a_cache_from_before_there_were_owners_is_that_of_the_file_that_is_open(self):
        self.baked()
        (self.folder / "sinew_cache" / "v001" / "owner.json").unlink()
        self.settings.cache_owner = ""
        self.save("v001.blend")
        (self.folder / "sinew_cache" / "v001" / "owner.json").unlink()
        self.save("v002.blend")
        self.assertEqual(self.settings.status, "FOREIGN")
        self.open(self.first)
        self.assertEqual(self.settings.status, "DONE")

    def test_free_takes_the_record_too(self):
        self.baked()
        self.assertTrue((self.folder / "sinew_cache" / "v001" / "owner.json").is_file())
        bpy.ops.sinew.free_bake()
        self.assertFalse((self.folder / "sinew_cache" / "v001").exists())


if __name__ == "__main__":
    harness.main()
