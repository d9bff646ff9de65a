"""Identity is not the name: renaming invalidates nothing, copies get a name of their own, messages are in the artist's words."""

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
from playback_case import PlaybackCase


class RenamingTest(PlaybackCase):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "sinew_cache" / "shot"

    def baked(self):
        obj = self.new_sheet()
        floor = bpy.data.objects.new("Floor", None)
        self.scene.collection.objects.link(floor)
        floor.sinew.is_floor = True
        self.path = self.save()
        self.bake()
        return obj

    def frames(self):
        return {path.name: path.read_bytes() for path in self.cache.glob("*.pc2")}

    def duplicate(self, obj):
        self.select(obj)
        bpy.ops.object.duplicate()
        return bpy.context.object

    def test_renamed_objects_keep_their_bake(self):
        obj = self.baked()
        before = self.frames()
        obj.name = "Aaa"  # first in the order of names
        self.scene.objects["Floor"].name = "Ground"
        self.bake()
        self.assertNotIn("changed", self.settings.notes)
        self.assertEqual(self.settings.status, "DONE")
        self.assertEqual(self.frames(), before)
        bpy.ops.wm.save_mainfile()
        self.open(self.path)
        self.assertEqual(self.settings.status, "DONE")
        self.bake()
        self.assertEqual(self.frames(), before)

    def test_the_order_of_names_does_not_matter(self):
        first, second = self.new_sheet("Aaa"), self.new_sheet("Bbb", place=(5, 0, 0))
        self.save()
        self.bake()
        before = self.frames()
        first.name = "Zzz"
        self.bake()
        self.assertEqual(self.frames(), before)
        self.assertEqual((first.sinew.job_name, second.sinew.job_name), ("Aaa", "Bbb"))

    def test_a_renamed_rig_keeps_the_bake_of_what_it_carries(self):
        obj = self.baked()
        obj.sinew.is_collider = True
        self.bake(restart=True)
        before = self.frames()
        obj.name = "Curtain"
        self.bake()
        self.assertEqual(self.frames(), before)

    def test_a_name_that_became_free_is_not_taken_over(self):
        obj = self.baked()
        obj.name = "Old"
        new = self.new_sheet("Cloth", place=(8, 0, 0))
        self.bake(restart=True)
        self.assertEqual(obj.sinew.job_name, "Cloth")
        self.assertEqual(new.sinew.job_name, "Cloth (2)")
        self.assertEqual(set(self.frames()), {"Cloth.pc2", "Cloth (2).pc2"})

    def test_a_copy_gets_a_name_of_its_own(self):
        obj = self.baked()
        for renamed in (False, True):
            if renamed:
                obj.name = "Curtain"
            copy = self.duplicate(obj)
            self.assertEqual(copy.sinew.job_name, "Cloth")
            self.bake(restart=True)
            self.assertEqual(obj.sinew.job_name, "Cloth")
            self.assertEqual(copy.sinew.job_name, copy.name)
            self.assertEqual(obj.modifiers[0].filepath, "//sinew_cache/shot/Cloth.pc2")
            self.assertEqual(copy.modifiers[0].filepath, f"//sinew_cache/shot/{copy.name}.pc2")
            bpy.data.objects.remove(copy)

    def test_changes_are_told_in_the_words_of_the_panel(self):
        obj = self.baked()
        obj.sinew.shell.young_modulus = 1e5
        with self.assertRaisesRegex(RuntimeError, "Stiffness of Cloth changed.*Bake Again"):
            bpy.ops.sinew.bake()
        self.assertEqual(self.settings.status, "STALE")
        self.assertNotIn("young_modulus", self.settings.status_message)
        obj.name = "Curtain"
        self.settings.substeps = 3
        with self.assertRaisesRegex(RuntimeError, "Stiffness of Curtain, Substeps changed"):
            bpy.ops.sinew.bake()

    def test_every_setting_of_a_material_has_the_words_of_its_panel(self):
        obj = self.baked()
        obj.sinew.shell.thickness_mm = 4.0
        obj.sinew.shell.damping = 0.5
        with self.assertRaisesRegex(RuntimeError, "Air Drag of Cloth, Thickness of Cloth changed"):
            bpy.ops.sinew.bake()

    def test_an_object_that_moved_is_told(self):
        obj = self.baked()
        obj.location.x += 1.0
        with self.assertRaisesRegex(RuntimeError, "Shape or place of Cloth changed"):
            bpy.ops.sinew.bake()

    def test_an_object_that_is_renamed_while_the_solver_runs_is_shown(self):
        obj = self.new_sheet()
        self.save()
        bake = harness.part("operators.bake")
        original = bake.SINEW_OT_bake._finish

        def rename_and_finish(operator, context):
            obj.name = "Curtain"
            return original(operator, context)

        bake.SINEW_OT_bake._finish = rename_and_finish
        self.addCleanup(setattr, bake.SINEW_OT_bake, "_finish", original)
        self.bake()
        self.assertEqual([modifier.type for modifier in obj.modifiers], ["MESH_CACHE"])


if __name__ == "__main__":
    harness.main()
