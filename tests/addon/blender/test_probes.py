"""Reading a scene never shows in the scene: no phantom colliders, no loop without end, nothing left behind."""

import pathlib
import signal
import sys
from contextlib import contextmanager

import bpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import export_case
import harness

TRIANGLE = ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
ENDLESS_SECONDS = 60  # some hundred times as long as these exports take


@contextmanager
def bounded():
    """A loop without end becomes a failure instead of a machine without memory."""

    def stop(*_):
        raise AssertionError("the export does not come to an end")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(ENDLESS_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)


class ProbeTest(export_case.ExportCase):
    def new_collider(self, name, collection):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(TRIANGLE[0], [], TRIANGLE[1])
        obj = bpy.data.objects.new(name, mesh)
        collection.objects.link(obj)
        obj.sinew.is_collider = True
        return obj

    def sub_collection(self):
        collection = bpy.data.collections.new("Set")
        self.scene.collection.children.link(collection)
        return collection

    def steps(self):
        return harness.part("export.scene").SceneExport(self.scene).run(bpy.context.evaluated_depsgraph_get)

    def contents(self):
        blocks = (bpy.data.objects, bpy.data.meshes, bpy.data.curves)
        return [sorted(block.name for block in kind) for kind in blocks]

    def test_colliders_of_the_scene_collection_are_read_once_each(self):
        for name in ("Left", "Right"):
            self.new_collider(name, self.scene.collection)
        self.new_rod()
        with bounded():
            job = self.export()
        self.assertEqual(sorted(entry["name"] for entry in job.data["colliders"]), ["Left", "Right"])

    def test_colliders_of_another_collection_are_read_once_each(self):
        collection = self.sub_collection()
        for name in ("Left", "Right"):
            self.new_collider(name, collection)
        self.new_rod()
        with bounded():
            job = self.export()
        self.assertEqual(sorted(entry["name"] for entry in job.data["colliders"]), ["Left", "Right"])

    def test_a_shell_is_no_collider_of_itself(self):
        """It would meet the frames of its last bake."""
        shell = self.new_mesh_body("Sheet", *TRIANGLE, "COSSERAT_SHELL")
        shell.sinew.is_collider = True
        with bounded():
            job = self.export()
        self.assertEqual(job.data["colliders"], [])
        self.assertEqual([entry["name"] for entry in job.data["bodies"]], ["Sheet"])
        self.assertIn("'Sheet' is simulated, so it needs no Sinew Collider", "".join(map(str, self.result.warnings)))

    def test_check_and_bake_come_to_an_end(self):
        for name in ("Left", "Right"):
            self.new_collider(name, self.scene.collection)
        self.new_rod()
        with bounded():
            self.assertEqual(bpy.ops.sinew.check(), {"FINISHED"})
            self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})

    def test_what_is_read_is_no_body_no_collider_and_pushes_nothing(self):
        collider = self.new_collider("Left", self.scene.collection)
        collider.modifiers.new("Collision", "COLLISION")
        with bpy.context.temp_override(object=collider, active_object=collider):
            bpy.ops.object.forcefield_toggle()
        rod = self.new_rod()
        before = set(self.scene.objects)
        steps = self.steps()
        while next(steps)[0] == 0:
            pass
        copies = set(self.scene.objects) - before
        self.assertTrue(copies)
        for copy in copies:
            self.assertEqual(copy.sinew.body_type, "NONE")
            self.assertFalse(copy.sinew.is_collider or copy.sinew.is_floor)
            self.assertNotIn("COLLISION", [modifier.type for modifier in copy.modifiers])
            self.assertIn(copy.field.type if copy.field else "NONE", {"NONE"})
        self.assertEqual(harness.part("body_types").bodies_of(self.scene), [rod])
        steps.close()

    def test_an_object_with_a_cache_is_read_as_without(self):
        """Through a copy, which has no faces where its modifiers need none."""
        grid = [(x, y, 0.0) for y in range(3) for x in range(4)]
        faces = [(i, i + 1, i + 5, i + 4) for row in (0, 4) for i in range(row, row + 3)]
        sheet = self.new_mesh_body("Sheet", grid, faces, "COSSERAT_SHELL")
        sheet.vertex_groups.new(name="All").add(range(12), 1.0, "REPLACE")
        sheet.vertex_groups.new(name="Some").add(range(5), 0.5, "REPLACE")
        sheet.sinew.shell.pin_group = "All"
        empty = bpy.data.objects.new("Empty", None)
        self.scene.collection.objects.link(empty)
        self.key(empty, "location", {1: (0, 0, 0), 6: (0, 1, 2)})
        hook = sheet.modifiers.new("Hook", "HOOK")
        hook.object, hook.vertex_group = empty, "Some"
        bend = sheet.modifiers.new("Bend", "SIMPLE_DEFORM")
        bend.deform_method, bend.angle = "BEND", 1.0
        for name in ("nothing else", "Smooth", "Keys"):
            with self.subTest(name):
                if name == "Smooth":  # needs the faces
                    sheet.modifiers.new("Smooth", "SMOOTH").iterations = 2
                elif name == "Keys":
                    sheet.shape_key_add(name="Basis")
                    sheet.shape_key_add(name="Up").data[0].co.z = 1.0
                    self.key(sheet.data.shape_keys.key_blocks["Up"], "value", {1: 0.0, 6: 1.0})
                before = self.export()
                first, *_, last = before.samples(0, "positions")
                self.assertGreater(max(abs(a[2] - b[2]) for a, b in zip(first, last)), 0.1)
                binary = (self.folder / "job.bin").read_bytes()
                harness.part("playback.mesh_cache").attach(sheet, "//missing.pc2", 1)
                after = self.export()
                self.assertEqual(after.data, before.data)
                self.assertEqual((self.folder / "job.bin").read_bytes(), binary)
                harness.part("playback.mesh_cache").detach(sheet)

    def test_an_export_can_be_stopped_at_every_step(self):
        for name in ("Left", "Right"):
            self.new_collider(name, self.scene.collection)
        self.new_rod()
        before = self.contents()
        for stop_at in range(1, 8):
            steps = self.steps()
            for _ in range(stop_at):
                next(steps)
            steps.close()
            self.assertEqual(self.contents(), before, f"stopped at step {stop_at}")

    def test_every_object_lets_the_window_look_at_the_keyboard(self):
        for number in range(5):
            self.new_rod(f"Rod {number}")
        progress = list(self.steps())
        self.assertGreaterEqual(sum(done == 0 for done, _ in progress), 5)

    def test_an_export_that_is_refused_half_way_leaves_nothing(self):
        self.new_rod()
        empty = self.new_collider("Empty", self.scene.collection)
        empty.data.clear_geometry()
        before = self.contents()
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, "has no faces"):
            self.export()
        self.assertEqual(self.contents(), before)

    def test_a_fault_while_reading_leaves_no_bake_that_waits(self):
        self.new_rod()
        before = self.contents()
        export = harness.part("export.viper_rod").ViperRodExport
        original, export.read_start = export.read_start, None  # calling it is a TypeError
        self.addCleanup(setattr, export, "read_start", original)
        with self.assertRaises(RuntimeError):
            bpy.ops.sinew.bake()
        self.assertFalse(harness.part("bake.running_bake").job.active)
        self.assertEqual(self.contents(), before)

    def test_a_file_that_was_saved_while_it_was_read_gets_rid_of_the_copies(self):
        self.new_collider("Left", self.scene.collection)
        self.new_rod()
        before = self.contents()
        steps = self.steps()
        next(steps)
        path = self.folder / "saved.blend"
        bpy.ops.wm.save_as_mainfile(filepath=str(path), copy=True)
        steps.close()
        bpy.ops.wm.open_mainfile(filepath=str(path))
        self.assertEqual(self.contents(), before)


if __name__ == "__main__":
    harness.main()
