"""Check lists every problem of every object, and its buttons cure them."""

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
import shell_case

CUBE = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
CUBE_FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]


class CheckCase(shell_case.ShellCase):
    def check(self):
        """The lines that Check lists."""
        try:
            bpy.ops.sinew.check()
        except RuntimeError:
            pass  # Blender raises what an operator reports as an error
        return list(self.scene.sinew.findings)

    def line(self, pattern):
        found = [finding for finding in self.check() if pattern in finding.text]
        self.assertEqual(len(found), 1, [finding.text for finding in self.scene.sinew.findings])
        return found[0]

    def fix(self, finding, fix):
        self.assertIn(fix, finding.fixes.split())
        self.assertEqual(bpy.ops.sinew.fix(fix=fix, object_name=finding.object_name), {"FINISHED"})

    def new_sheet(self, name="Sheet", count=4):
        return self.new_shell(*shell_case.grid(1.0, 1.0, count, count), name=name)

    def pinned_sheet(self, name="Sheet"):
        obj = self.new_sheet(name)
        obj.vertex_groups.new(name="Side").add([0, 5, 10], 1.0, "REPLACE")
        obj.sinew.shell.pin_group = "Side"
        return obj


class CheckTest(CheckCase):
    def test_four_bad_objects_are_all_listed(self):
        vertices, faces = shell_case.grid(1.0, 1.0, 2, 2)
        self.new_shell([*vertices, (5, 5, 5)], faces, "Loose")
        self.new_sheet("Empty Pins").vertex_groups.new(name="Nothing")
        bpy.data.objects["Empty Pins"].sinew.shell.pin_group = "Nothing"
        self.new_mesh_body("No Faces", CUBE, [], "MICROPOLAR_SOLID")
        self.new_mesh_body("No Rods", CUBE, CUBE_FACES, "MUSCLE")
        problems = {finding.object_name for finding in self.check() if finding.level == "PROBLEM"}
        self.assertEqual(problems, {"Loose", "Empty Pins", "No Faces", "No Rods"})
        for name in problems:
            self.assertIn(name, self.scene.sinew.check_report)
        self.assertEqual(len(bpy.data.objects), 4)

    def test_two_solids_that_cannot_be_filled_are_both_listed(self):
        for name in ("First", "Second"):
            obj = self.new_mesh_body(name, CUBE, CUBE_FACES, "MICROPOLAR_SOLID")
            obj.sinew.solid.resolution, obj.sinew.solid.tet_size = "SIZE", 1e-4
        problems = {finding.object_name for finding in self.check() if finding.level == "PROBLEM"}
        self.assertEqual(problems, {"First", "Second"})

    def test_a_good_scene_tells_its_cost(self):
        self.pinned_sheet()
        findings = self.check()
        self.assertEqual([finding.level for finding in findings], ["INFO"])
        self.assertIn("Ready to bake: 6 frames", findings[0].text)

    def test_the_bake_lists_all_of_them_too(self):
        self.new_mesh_body("No Faces", CUBE, [], "MICROPOLAR_SOLID")
        for name in ("First", "Second"):
            self.new_sheet(name).vertex_groups.new(name="Nothing")
            bpy.data.objects[name].sinew.shell.pin_group = "Nothing"
        vertices, faces = shell_case.grid(1.0, 1.0, 2, 2)
        for name in ("Loose", "Stray"):  # the solver finds these
            self.new_shell([*vertices, (5, 5, 5)], faces, name)
        with self.assertRaises(RuntimeError) as raised:
            bpy.ops.sinew.bake()
        problems = {finding.object_name for finding in self.scene.sinew.findings if finding.level == "PROBLEM"}
        self.assertEqual(problems, {"No Faces", "First", "Second", "Loose", "Stray"})
        for name in problems:
            self.assertIn(f"'{name}'", str(raised.exception))
        self.assertIn("because of 5 problems", self.scene.sinew.status_message)
        self.assertEqual(len(bpy.data.objects), 5)

    def test_the_bake_lists_what_only_the_solver_finds(self):
        vertices, faces = shell_case.grid(1.0, 1.0, 2, 2)
        for name in ("Loose", "Stray"):
            self.new_shell([*vertices, (5, 5, 5)], faces, name)
        with self.assertRaisesRegex(RuntimeError, "'Loose'(.|\n)*'Stray'"):
            bpy.ops.sinew.bake()
        found = [(finding.object_name, finding.fixes) for finding in self.scene.sinew.findings if finding.level == "PROBLEM"]
        self.assertEqual(found, [("Loose", "REMOVE_LOOSE"), ("Stray", "REMOVE_LOOSE")])
        self.assertFalse(harness.part("bake.running_bake").checking)

    def test_a_refused_bake_leaves_the_last_one_as_it_is(self):
        obj = self.pinned_sheet()
        self.save()
        bpy.ops.sinew.bake()
        obj.vertex_groups["Side"].remove(range(25))
        with self.assertRaisesRegex(RuntimeError, "'Side' of 'Sheet' is empty"):
            bpy.ops.sinew.bake()
        self.assertEqual((self.scene.sinew.status, self.scene.sinew.baked_last), ("DONE", 6))
        self.assertIn("because of a problem", self.scene.sinew.status_message)

    def test_a_problem_is_shown_by_the_bake_too_with_its_button(self):
        obj = self.new_sheet()
        obj.vertex_groups.new(name="Nothing")
        obj.sinew.shell.pin_group = "Nothing"
        with self.assertRaisesRegex(RuntimeError, "'Nothing' of 'Sheet' is empty"):
            bpy.ops.sinew.bake()
        self.assertEqual(self.scene.sinew.findings[0].fixes, "PIN_TOP")
        self.assertEqual(self.scene.sinew.findings[0].object_name, "Sheet")


class FixTest(CheckCase):
    def test_loose_vertices_are_selected_and_removed(self):
        vertices, faces = shell_case.grid(1.0, 1.0, 2, 2)
        obj = self.new_shell([*vertices, (5, 5, 5)], faces)
        finding = self.line("1 vertex is not used")
        self.assertEqual((finding.vertices, finding.fixes), ("9", "REMOVE_LOOSE"))
        index = list(self.scene.sinew.findings).index(finding)
        bpy.ops.sinew.select_found(index=index)
        self.assertEqual(obj.mode, "EDIT")
        bpy.ops.object.mode_set(mode="OBJECT")
        self.assertEqual([vertex.index for vertex in obj.data.vertices if vertex.select], [9])
        self.fix(self.line("1 vertex is not used"), "REMOVE_LOOSE")
        self.assertEqual(len(obj.data.vertices), 9)
        self.assertFalse([finding for finding in self.check() if finding.level == "PROBLEM"])

    def test_a_sheet_of_separate_faces_is_merged(self):
        vertices, faces = shell_case.grid(1.0, 1.0, 2, 2)
        apart = [vertices[vertex] for face in faces for vertex in face]
        obj = self.new_shell(apart, [tuple(range(first, first + 4)) for first in range(0, 16, 4)])
        finding = self.line("lie on each other")
        self.assertEqual(len(finding.vertices.split()), 12)
        self.fix(finding, "MERGE_DOUBLES")
        self.assertEqual(len(obj.data.vertices), 9)
        self.assertNotIn("lie on each other", "".join(finding.text for finding in self.check()))

    def test_doubled_faces_and_faces_without_area_are_merged(self):
        vertices, faces = shell_case.grid(1.0, 1.0, 2, 2)
        obj = self.new_shell([*vertices, (0.5, 0.0, 0.0)], [*faces, faces[0], (0, 1, 9)])
        doubled = [finding for finding in self.check() if "earlier" in finding.text]
        self.assertEqual([finding.level for finding in doubled], ["PROBLEM"])
        self.assertEqual(set(map(int, doubled[0].vertices.split())), set(faces[0]))
        self.fix(doubled[0], "MERGE_DOUBLES")
        self.assertFalse([finding.text for finding in self.check() if finding.level == "PROBLEM"])
        self.assertEqual(len(obj.data.polygons), 4)

    def test_faces_with_many_corners_are_triangulated(self):
        obj = self.new_shell([(0, 0, 0), (1, 0, 0), (1.5, 1, 0), (0.5, 2, 0), (-0.5, 1, 0)], [(0, 1, 2, 3, 4)])
        finding = self.line("with more than 4 corners")
        self.fix(finding, "TRIANGULATE")
        self.assertEqual(len(obj.data.polygons), 3)

    def test_a_shell_thicker_than_its_mesh_gets_a_thickness(self):
        obj = self.new_sheet()
        obj.sinew.shell.thickness_mm = 5000.0
        self.fix(self.line("a shell is thin"), "SET_THICKNESS")
        self.assertAlmostEqual(obj.sinew.shell.thickness_mm, 1.0)
        obj.scale = (0.01, 0.01, 0.01)
        bpy.context.view_layer.update()
        bpy.ops.sinew.fix(fix="SET_THICKNESS", object_name="Sheet")
        self.assertAlmostEqual(obj.sinew.shell.thickness_mm, 0.1)

    def test_a_negative_scale_is_applied(self):
        obj = self.pinned_sheet()
        obj.scale = (-2, 1, 1)
        bpy.context.view_layer.update()
        self.fix(self.line("mirrored by its scale"), "APPLY_SCALE")
        self.assertEqual(tuple(obj.scale), (1, 1, 1))
        self.assertAlmostEqual(min(vertex.co.x for vertex in obj.data.vertices), -2.0)

    def test_fixes_can_be_undone_and_want_object_mode(self):
        self.new_sheet()
        for operator in (bpy.ops.sinew.fix, bpy.ops.sinew.select_found):
            self.assertIn("UNDO", getattr(bpy.types, operator.idname()).bl_options)
        bpy.ops.object.mode_set(mode="EDIT")
        self.assertFalse(bpy.ops.sinew.fix.poll())
        bpy.ops.object.mode_set(mode="OBJECT")
        with self.assertRaisesRegex(RuntimeError, "no object 'Gone'"):
            bpy.ops.sinew.fix(fix="TRIANGULATE", object_name="Gone")


class FlatMuscleTest(CheckCase):
    def test_a_flat_mesh_is_offered_a_shell(self):
        obj = self.new_mesh_body("Sheet", *shell_case.grid(1.0, 1.0, 4, 4), "MUSCLE")
        obj.rotation_euler = (0.4, 0.3, 0.2)
        with self.assertRaisesRegex(RuntimeError, "'Sheet' is a flat sheet without an inside"):
            bpy.ops.sinew.viperize()
        self.fix(self.scene.sinew.findings[0], "MAKE_SHELL")
        self.assertEqual(obj.sinew.body_type, "COSSERAT_SHELL")
        self.assertFalse(self.scene.sinew.findings)


class FallingTest(CheckCase):
    def falling(self):
        return [finding for finding in self.check() if "falls out of view" in finding.text]

    def test_bodies_that_nothing_holds_are_listed_and_pinned(self):
        self.new_sheet("Flat")
        self.new_mesh_body("Jelly", CUBE, CUBE_FACES, "MICROPOLAR_SOLID").sinew.solid.tet_count = 100
        rod = self.new_rod("Rope", points=((0, 0, 2), (1, 0, 3), (2, 0, 4)))
        rod.sinew.rod.pin_start = rod.sinew.rod.pin_end = set()
        findings = self.falling()
        self.assertEqual(sorted(finding.object_name for finding in findings), ["Flat", "Jelly", "Rope"])
        for name in ("Flat", "Jelly", "Rope"):
            bpy.ops.sinew.fix(fix="PIN_TOP", object_name=name)
        self.assertFalse(self.falling())
        held = harness.part("export.vertex_groups").members(bpy.data.objects["Jelly"], "Sinew Pins", "Pins")
        self.assertEqual(list(held), [4, 5, 6, 7])
        held = harness.part("export.vertex_groups").members(bpy.data.objects["Flat"], "Sinew Pins", "Pins")
        self.assertEqual(len(held), 5)  # one side of it
        self.assertEqual(rod.sinew.rod.pin_end, {"POSITION", "DIRECTION"})

    def test_a_floor_below_all_is_enough(self):
        self.new_sheet("Flat")
        jelly = self.new_mesh_body("Jelly", CUBE, CUBE_FACES, "MICROPOLAR_SOLID")
        jelly.sinew.solid.tet_count, jelly.location.z = 100, -3.0
        bpy.context.view_layer.update()
        bpy.ops.sinew.fix(fix="ADD_FLOOR", object_name=self.falling()[0].object_name)
        floor = bpy.data.objects["Sinew Floor"]
        self.assertTrue(floor.sinew.is_floor)
        self.assertLess(floor.location.z, -3.0)
        self.assertFalse(self.falling())
        floor.rotation_euler.x = 3.1415927  # its back is no floor
        self.assertEqual(len(self.falling()), 2)
        self.scene.use_gravity = False
        self.assertFalse(self.falling())

    def test_the_bake_says_it_too(self):
        self.new_sheet()
        self.save()
        bpy.ops.sinew.bake()
        self.assertIn("PIN_TOP ADD_FLOOR", [finding.fixes for finding in self.scene.sinew.findings])
        self.assertIn("falls out of view", self.scene.sinew.notes)


if __name__ == "__main__":
    harness.main()
