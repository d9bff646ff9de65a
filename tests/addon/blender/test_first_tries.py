"""What a newcomer does first, and scenes that come from elsewhere: nothing is silently wrong, and each problem has a sentence
and a button."""

import os
import pathlib
import sys
import types

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
import shell_case

CUBE = [(x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)]
CUBE_FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]


class FirstTryCase(shell_case.ShellCase):
    def new_cube(self, name="Cube"):
        obj = self.new_mesh_body(name, CUBE, CUBE_FACES, "MICROPOLAR_SOLID")
        obj.sinew.solid.tet_count = 100
        return obj

    def new_floor(self, name="Floor", height=0.0):
        floor = bpy.data.objects.new(name, None)
        floor.location.z = height
        self.scene.collection.objects.link(floor)
        floor.sinew.is_floor = True
        return floor

    def collection_of(self, obj):
        collection = bpy.data.collections.new(f"Set of {obj.name}")
        self.scene.collection.children.link(collection)
        self.scene.collection.objects.unlink(obj)
        collection.objects.link(obj)
        return bpy.context.view_layer.layer_collection.children[collection.name]

    def check(self):
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


class FloorTest(FirstTryCase):
    def test_the_default_cube_in_a_floor_is_said_and_put_on_it(self):
        obj = self.new_cube()
        self.new_floor()
        finding = self.line("'Cube' begins 1 m below the floor 'Floor'")
        self.assertEqual(finding.level, "WARNING")
        self.fix(finding, "PUT_ON_FLOOR")
        self.assertAlmostEqual(obj.matrix_world.translation.z, 1.0, places=5)
        self.assertFalse([finding.text for finding in self.check() if "below the floor" in finding.text])
        self.save()
        bpy.ops.sinew.bake()
        self.assertLess(max(place.z for place in self.shown(obj, 6)), 2.01)  # it is not thrown

    def test_a_child_is_put_on_a_tilted_floor_where_its_parent_takes_it(self):
        parent = bpy.data.objects.new("Parent", None)
        self.scene.collection.objects.link(parent)
        parent.rotation_euler, parent.scale = (0.5, 0.2, 1.0), (2, 1, 1)
        obj = self.new_cube()
        obj.parent = parent
        self.new_floor().rotation_euler.x = 0.3
        bpy.context.view_layer.update()
        self.fix(self.line("below the floor"), "PUT_ON_FLOOR")
        self.assertFalse([finding.text for finding in self.check() if "below the floor" in finding.text])

    def test_what_is_pinned_may_be_in_the_ground(self):
        obj = self.new_cube()
        obj.vertex_groups.new(name="Roots").add([0, 1, 2, 3], 1.0, "REPLACE")
        obj.sinew.solid.pin_group = "Roots"
        obj.sinew.solid.pin_rotation = True
        self.new_floor(height=-0.5)
        self.assertFalse([finding.text for finding in self.check() if "below the floor" in finding.text])

    def test_keyframes_are_not_fought(self):
        obj = self.new_cube()
        self.key(obj, "location", {1: (0, 0, 0), 6: (0, 0, 1)})
        self.new_floor()
        with self.assertRaisesRegex(RuntimeError, "place of 'Cube' is animated"):
            bpy.ops.sinew.fix(fix="PUT_ON_FLOOR", object_name="Cube")

    def test_a_body_is_not_its_own_floor(self):
        self.new_cube().sinew.is_floor = True
        self.assertEqual(self.line("simulated and a floor at the same time").level, "PROBLEM")

    def test_a_hidden_floor_is_where_its_parent_takes_it(self):
        self.new_cube().location.z = 5.0
        parent = bpy.data.objects.new("Stage", None)
        self.scene.collection.objects.link(parent)
        floor = self.new_floor()
        floor.parent = parent
        bpy.context.view_layer.update()
        floor.hide_viewport = True
        bpy.context.view_layer.update()
        parent.location.z = -2.0
        self.assertAlmostEqual(self.export().data["colliders"][0]["offset"], -2.0, places=5)

    def test_a_block_that_was_made_flat_is_a_floor_across_itself(self):
        self.new_cube().location.z = 5.0
        floor = self.new_floor()
        floor.rotation_euler.y, floor.scale.z = 1.5707963, 0.0
        self.assert_close(self.export().data["colliders"][0]["normal"], (1, 0, 0))
        floor.scale = (0, 0, 0)
        self.assert_refused_text("floor 'Floor' has a scale of 0")


class ForeignSceneTest(FirstTryCase):
    def test_what_is_excluded_from_the_view_layer_is_said(self):
        obj, floor = self.new_cube(), self.new_floor(height=-2.0)
        self.assertEqual([finding.level for finding in self.check()], ["INFO"])
        self.collection_of(obj).exclude = True
        self.assertIn("'Cube' is simulated", self.line("excluded from every view layer").text)
        self.collection_of(floor).exclude = True
        self.assertEqual(len([finding for finding in self.check() if "excluded" in finding.text]), 2)
        self.scene.view_layers.new("Second")  # which has them
        self.assertFalse([finding for finding in self.check() if "excluded" in finding.text])

    def test_linked_floors_of_the_same_name_are_all_there(self):
        self.new_floor(height=-1.0)
        self.scene.name = "Stage"
        library = self.save("stage.blend")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        harness.enable()
        self.scene = bpy.context.scene
        self.scene.frame_start, self.scene.frame_end = 1, 6
        with bpy.data.libraries.load(str(library), link=True) as (_, wanted):
            wanted.objects = ["Floor"]
        self.scene.collection.objects.link(wanted.objects[0])
        self.new_floor(height=-3.0)
        self.new_cube()
        offsets = sorted(round(collider["offset"], 4) for collider in self.export().data["colliders"])
        self.assertEqual(offsets, [-3.0, -1.0])

    def test_vertices_without_a_place_are_named(self):
        for body_type in ("MICROPOLAR_SOLID", "COSSERAT_SHELL"):
            broken = [*CUBE[:7], (float("nan"), 0, 0)]
            self.new_mesh_body(body_type, broken, CUBE_FACES, body_type)
        findings = [finding for finding in self.check() if "vertices without a place" in finding.text]
        self.assertEqual([(finding.level, finding.vertices) for finding in findings], [("PROBLEM", "7")] * 2)

    def test_what_is_too_far_away_is_named(self):
        self.new_cube().location.x = 1e20
        self.new_cube("Near").location.x = 1e4
        bpy.context.view_layer.update()
        self.assertEqual(self.line("too far for its size").object_name, "Cube")

    def test_stretched_time_is_refused(self):
        self.new_cube()
        self.scene.render.frame_map_new = 200
        self.assertIn("100 frames to 200", self.line("Time Stretching").text)
        with self.assertRaisesRegex(RuntimeError, "Time Stretching"):
            bpy.ops.sinew.bake()

    def test_a_folder_relative_to_nothing_is_refused(self):
        self.new_cube()
        self.save()
        for folder in ("cache", "~/cache"):
            self.scene.sinew.cache_folder = folder
            with self.assertRaisesRegex(RuntimeError, f"cache folder {folder} would be relative.* Begin it with //"):
                bpy.ops.sinew.bake()
            self.assertFalse(os.path.exists(folder))

    def test_a_folder_with_a_name_that_is_too_long_does_not_disturb_saving(self):
        self.new_cube().location.z = 5.0
        self.save()
        bpy.ops.sinew.bake()
        self.scene.sinew.cache_folder = "/" + 300 * "x"
        harness.part("operators.cache_folder").claim_unowned(self.scene)


class FixTest(FirstTryCase):
    def test_a_flat_mesh_as_a_solid_is_offered_a_shell(self):
        obj = self.new_mesh_body("Plane", *shell_case.grid(2.0, 2.0, 1, 1), "MICROPOLAR_SOLID")
        self.fix(self.line("'Plane' is a flat sheet without an inside"), "MAKE_SHELL")
        self.assertEqual(obj.sinew.body_type, "COSSERAT_SHELL")

    def test_a_plane_of_one_face_is_cut_and_keeps_its_pins(self):
        obj = self.new_shell(*shell_case.grid(1.0, 1.0, 1, 1), "Plane")
        obj.vertex_groups.new(name="Side").add([0, 2], 1.0, "REPLACE")
        obj.sinew.shell.pin_group = "Side"
        self.fix(self.line("'Plane' has only 1 face"), "CUT_FACES")
        self.assertEqual(len(obj.data.polygons), 400)
        self.assertEqual([finding.level for finding in self.check()], ["INFO"])
        held = harness.part("export.vertex_groups").members(obj, "Side", "Pins")
        self.assertEqual(len(held), 21)
        self.assertTrue(all(obj.data.vertices[vertex].co.x < 1e-6 for vertex in held))

    def test_buttons_on_a_mesh_without_vertices_do_not_stumble(self):
        obj = self.new_cube()
        obj.data.clear_geometry()
        for fix in ("MERGE_DOUBLES", "REMOVE_LOOSE", "TRIANGULATE", "CUT_FACES", "SET_THICKNESS", "ADD_FLOOR"):
            self.assertEqual(bpy.ops.sinew.fix(fix=fix, object_name="Cube"), {"FINISHED"}, fix)
        self.assertEqual(bpy.ops.sinew.fix(fix="PUT_ON_FLOOR", object_name="Cube"), {"FINISHED"})
        with self.assertRaisesRegex(RuntimeError, "'Cube' has no vertices that could be pinned"):
            bpy.ops.sinew.fix(fix="PIN_TOP", object_name="Cube")
        self.assertFalse(obj.vertex_groups)

    def test_the_scale_of_one_of_two_that_share_a_mesh_is_applied(self):
        obj = self.new_cube()
        twin = bpy.data.objects.new("Twin", obj.data)
        self.scene.collection.objects.link(twin)
        obj.scale.x = -1.0
        bpy.context.view_layer.update()
        self.fix(self.line("mirrored by its scale"), "APPLY_SCALE")
        self.assertEqual(tuple(obj.scale), (1, 1, 1))
        self.assertNotEqual(obj.data, twin.data)


class ManualTest(FirstTryCase):
    def test_its_button_opens_the_file_of_the_zip(self):
        opened = self.folder / "opened"
        program = self.folder / "xdg-open"
        program.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
        program.chmod(0o755)
        path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        os.environ["PATH"] = f"{self.folder}{os.pathsep}{path}"
        buttons = []

        class Layout:
            def operator(self, identifier, **_):
                buttons.append((identifier, types.SimpleNamespace()))
                return buttons[-1][1]

        harness.part("properties.preferences").draw_manual(Layout())
        (identifier, settings), = buttons
        family, name = identifier.split(".")
        getattr(getattr(bpy.ops, family), name)(**vars(settings))
        self.assertIn("# ", pathlib.Path(opened.read_text("utf-8").strip()).read_text("utf-8"))


if __name__ == "__main__":
    harness.main()
