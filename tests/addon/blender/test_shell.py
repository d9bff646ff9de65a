"""Cosserat shells in Blender: what is exported, what it costs, what is baked."""

import math
import os
import sys

import bpy
from mathutils import Quaternion, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import export_case
import harness
import shell_case


class ShellExportTest(shell_case.ShellCase):
    def test_a_mesh_becomes_a_shell(self):
        obj = self.new_strip()
        obj.location = (1, 2, 3)
        shell = obj.sinew.shell
        shell.young_modulus, shell.thickness_mm, shell.bending_scale = 3e9, 0.1, 0.5
        self.scene.sinew.integrator = "BDF2"
        job = self.export()
        body = job.body
        self.assertEqual(body["kind"], "cosserat_shell")
        self.assertEqual(body["material"]["young_modulus"], 3e9)
        self.assertEqual(body["material"]["thickness"], 1e-4)
        self.assertEqual(body["material"]["bending_scale"], 0.5)
        choices = [body[name] for name in ("edges", "model", "area_law", "mass")]
        self.assertEqual(choices, ["straight", "plate", "linear", "diagonal"])
        self.assert_close(job.array(body["mesh"]["vertices"])[8], (2, 2, 3))
        self.assertEqual(len(job.array(body["mesh"]["faces"])), 32)
        self.assertEqual(job.data["solver"]["implicit"], {"integrator": "bdf2"})
        for name in ("thickness", "rest_curvature_map", "rest_stretch"):
            self.assertNotIn(name, body)
        shell.smooth, shell.model, shell.area_law, shell.mass = True, "CURVED", "NONLINEAR", "CONSISTENT"
        body = self.export().body
        choices = [body[name] for name in ("edges", "model", "area_law", "mass")]
        self.assertEqual(choices, ["smooth", "curved", "nonlinear", "consistent"])

    def test_ngons_and_moebius_strips_are_cut_into_triangles(self):
        hexagon = [(math.cos(k * math.pi / 3), math.sin(k * math.pi / 3), 0) for k in range(6)]
        self.new_shell(hexagon, [tuple(range(6))])
        self.assertEqual(len(self.export().array(self.export().body["mesh"]["faces"])), 4)
        bpy.data.objects.remove(bpy.data.objects["Sheet"])
        self.new_shell(*shell_case.moebius(16, 2))
        self.assertEqual(len(self.export().array(self.export().body["mesh"]["faces"])), 64)

    def test_thickness_is_painted_between_two_values_in_the_units_of_the_scene(self):
        obj = self.new_strip()
        shell = obj.sinew.shell
        shell.thickness_mm, shell.map_thickness_mm = 1.0, 3.0
        obj.vertex_groups.new(name="Thick").add([1], 0.5, "REPLACE")
        shell.thickness_group = "Thick"
        self.scene.unit_settings.scale_length = 0.01
        job = self.export()
        thickness = job.array(job.body["thickness"])
        self.assertAlmostEqual(thickness[0], 0.1)
        self.assertAlmostEqual(thickness[1], 0.2)
        self.assertEqual(job.body["material"]["thickness"], 1e-3)

    def test_pins_have_weights_axes_and_an_end(self):
        obj = self.new_strip()
        shell = obj.sinew.shell
        obj.vertex_groups["End"].add([9], 0.25, "REPLACE")
        obj.vertex_groups.new(name="Turn").add([0], 1.0, "REPLACE")
        shell.turn_group, shell.pin_axes, shell.turn_axes = "Turn", {"X", "Z"}, {"Y"}
        shell.use_release, shell.release_frame = True, 4
        job = self.export()
        places, turns = job.body["pins"]
        self.assertEqual(job.array(places["vertices"]), [0, 9, 18])
        self.assertEqual(job.array(places["weights"]), [1.0, 0.25, 1.0])
        self.assertEqual(places["axes"], ["x", "z"])
        self.assertEqual((job.array(turns["vertices"]), turns["what"], turns["axes"]), ([0], ["rotation"], ["y"]))
        self.assertEqual([pin["release_frame"] for pin in job.body["pins"]], [4, 4])
        for pin in job.body["pins"]:  # nothing moves
            self.assertNotIn("positions", pin)
            self.assertNotIn("rotations", pin)

    def test_pins_follow_the_animated_mesh_and_turn_with_it(self):
        obj = self.new_strip()
        self.key(obj, "rotation_euler", {1: (0, 0, 0), 6: (0, 0, 3.0 * math.pi)})  # further than half a turn
        self.key(obj, "location", {1: (0, 0, 0), 6: (0, 0, 5)})
        self.linear_keys(obj)
        job = self.export()
        places, turns = job.body["pins"]
        samples = job.array(places["positions"]["values"])
        self.assertEqual(len(samples), export_case.SAMPLES)
        self.assert_close(samples[5][2], (-0.25 * math.sin(1.5 * math.pi), 0.25 * math.cos(1.5 * math.pi), 2.5))
        rotations = job.array(turns["rotations"]["values"])
        for index, sample in enumerate(rotations):
            expected = Quaternion((0, 0, 1), 0.3 * math.pi * index)
            for quaternion in sample:  # of either sign: the solver takes the shorter way
                self.assertAlmostEqual(abs(Quaternion(quaternion).dot(expected)), 1.0, places=5)

    def test_pins_follow_hooks(self):
        obj = self.new_strip()
        empty = bpy.data.objects.new("Hand", None)
        self.scene.collection.objects.link(empty)
        hook = obj.modifiers.new("Hook", "HOOK")
        hook.object = empty
        hook.vertex_indices_set(range(27))
        self.key(empty, "rotation_euler", {1: (0, 0, 0), 6: (0, 1.0, 0)})
        job = self.export()
        last = job.array(job.body["pins"][1]["rotations"]["values"])[-1]
        self.assertAlmostEqual(abs(Quaternion(last[0]).dot(Quaternion((0, 1, 0), 1.0))), 1.0, places=5)

    def test_growth_is_animated_and_painted(self):
        obj = self.new_strip()
        shell = obj.sinew.shell
        for frame, value in ((1, 1.0), (6, 2.0)):
            shell.growth = value
            obj.keyframe_insert("sinew.shell.growth", frame=frame)
        self.linear_keys(obj)
        job = self.export()
        self.assertAlmostEqual(job.array(job.body["rest_stretch"]["values"])[-1][0], 2.0)
        obj.vertex_groups.new(name="Grows").add([3], 0.5, "REPLACE")
        shell.growth_group = "Grows"
        job = self.export()
        keys = job.body["rest_stretch_map"]["keys"]
        self.assertEqual([key["frame"] for key in keys], [1, 6])  # straight in between: two are enough
        last = job.array(keys[-1]["value"])
        self.assertEqual((last[3][0], last[4][0]), (1.5, 1.0))

    def test_the_rest_shape_may_be_a_shape_key(self):
        obj = self.new_strip()
        shell = obj.sinew.shell
        obj.location = (0, 0, 2)
        obj.shape_key_add(name="Basis")
        key = obj.shape_key_add(name="Long")
        key.value = 0.0  # Blender 5.0 makes new ones show
        for vertex, point in enumerate(key.data):
            point.co = (2.0 * obj.data.vertices[vertex].co.x, obj.data.vertices[vertex].co.y, 0)
        shell.rest_key = "Long"
        job = self.export()
        self.assert_close(job.array(job.body["mesh"]["vertices"])[8], (2, 0, 2))
        self.assert_close(job.array(job.body["initial"]["positions"])[8], (1, 0, 2))
        self.assertNotIn("positions", job.body["pins"][0])  # they stay where they start
        self.assertEqual(self.result.warnings, [])
        shell.rest_key = "Longer"
        self.assert_refused_text("'Sheet' has no shape key 'Longer'. Choose another Rest Shape")

    def test_the_rest_shape_may_be_that_of_another_frame(self):
        obj = self.new_strip()
        self.key(obj, "scale", {1: (1, 1, 1), 6: (3, 1, 1)})
        obj.sinew.shell.use_rest_frame, obj.sinew.shell.rest_frame = True, 6
        job = self.export()
        self.assert_close(job.array(job.body["mesh"]["vertices"])[8], (3, 0, 0))
        self.assert_close(job.array(job.body["initial"]["positions"])[8], (1, 0, 0))

    def test_what_cannot_be_a_shell_is_told(self):
        obj = self.new_strip()
        shell = obj.sinew.shell
        shell.turn_axes = set()
        self.assert_refused_text("Held Turns of 'Sheet' has no axis.*Choose one, or clear Rotation Pins")
        obj.vertex_groups["End"].remove([0, 9, 18])
        self.assert_refused_text("'End' of 'Sheet' is empty. Assign vertices to it, or clear Pins")
        shell.pin_group = ""
        self.assert_refused_text("'End' of 'Sheet' is empty. Assign vertices to it, or clear Rotation Pins")
        shell.turn_group = "Hold"
        self.assert_refused_text("no vertex group 'Hold'")
        shell.turn_group = ""
        obj.data.vertices.add(1)
        obj.vertex_groups["End"].add([27], 1.0, "REPLACE")
        shell.turn_group = "End"
        self.assert_refused_text("'End' of 'Sheet' has 1 vertices without a face")
        shell.turn_group = ""
        obj.data.clear_geometry()
        self.assert_refused_text("has no faces, so there is nothing to bend")
        self.assertGreater(shell.bl_rna.properties["thickness_mm"].hard_min, 0.0)  # cannot be 0

    def test_what_the_solver_refuses_names_the_object(self):
        obj = self.new_strip()
        obj.sinew.shell.thickness_mm = 5000.0
        self.save()
        with self.assertRaisesRegex(RuntimeError, "Thickness of 'Sheet' is .* m: must be smaller than the mesh"):
            bpy.ops.sinew.bake()

    def test_colliders_stop_shells(self):
        shell = self.new_strip().sinew.shell
        ball = bpy.data.objects.new("Ball", bpy.data.meshes.new("Ball"))
        ball.data.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
        self.scene.collection.objects.link(ball)
        ball.sinew.is_collider = True
        for item, word in (("OTHERS", "others"), ("ALL", "all"), ("NONE", "none")):
            shell.contact = item
            job = self.export()
            self.assertEqual(job.body["contact"], word)
            self.assertEqual(job.data["colliders"][0]["name"], "Ball")


class ShellBakeTest(shell_case.ShellCase):
    def test_a_strip_hangs_from_its_clamp_and_plays_without_the_addon(self):
        obj = self.new_strip()
        obj.location = (0, 0, 2)
        path = self.save()
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        self.save()
        first, last = self.shown(obj, 1), self.shown(obj, 6)
        self.assert_close(first[8], (1, 0, 2))
        self.assertLess(last[8].z, 1.9)
        self.assertLess((last[0] - Vector((0, 0, 2))).length, 0.01)
        self.assertEqual(obj.modifiers[0].type, "MESH_CACHE")
        self.assertTrue(obj.modifiers[0].filepath.startswith("//"))
        self.assertIn("Sheet: largest difference", self.check_playback(path))
        bpy.ops.sinew.free_bake()
        self.assertEqual(len(obj.modifiers), 0)

    def test_a_turning_clamp_carries_the_strip(self):
        obj = self.new_strip()
        obj.sinew.shell.thickness_mm = 20.0
        self.scene.use_gravity = False
        self.scene.sinew.integrator = "QUASI_STATIC"
        self.key(obj, "rotation_euler", {1: (0, 0, 0), 6: (0, 1.0, 0)})
        self.save()
        bpy.ops.sinew.bake()
        self.assertLess((self.shown(obj, 6)[8] - Vector((math.cos(1.0), 0, -math.sin(1.0)))).length, 0.02)

    def test_a_shell_becomes_its_shape_key(self):
        obj = self.new_strip()
        obj.shape_key_add(name="Basis")
        key = obj.shape_key_add(name="Bent")
        key.value = 0.0
        for point in key.data:  # a quarter of a circle upwards
            angle = 0.5 * math.pi * point.co.x
            point.co = (math.sin(angle) / (0.5 * math.pi), point.co.y, (1.0 - math.cos(angle)) / (0.5 * math.pi))
        obj.sinew.shell.rest_key, obj.sinew.shell.thickness_mm = "Bent", 20.0
        self.scene.use_gravity = False
        self.scene.sinew.integrator = "QUASI_STATIC"
        self.save()
        bpy.ops.sinew.bake()
        self.assert_close(self.shown(obj, 1)[8], (1, 0, 0))
        bent = self.shown(obj, 6)
        self.assertAlmostEqual((bent[8] - bent[0]).length, math.sqrt(2.0) / (0.5 * math.pi), delta=0.01)
        self.assertGreater(bent[8].z, 0.5)

    def test_a_moebius_strip_is_baked(self):
        obj = self.new_shell(*shell_case.moebius(16, 2), "Moebius")
        obj.vertex_groups.new(name="Held").add([0, 1, 2], 1.0, "REPLACE")
        obj.sinew.shell.pin_group, obj.sinew.shell.smooth = "Held", True
        self.save()
        self.assertEqual(bpy.ops.sinew.bake(), {"FINISHED"})
        self.assertLess(min(place.z for place in self.shown(obj, 6)), -0.25)

    def test_the_cost_is_told_before_the_bake(self):
        obj = self.new_strip()
        self.assertEqual(bpy.ops.sinew.estimate_cost(), {"FINISHED"})
        self.assertRegex(obj.sinew.cost_report, r"^32 triangles, about \d+ MB of memory, \d+ s for 6 frames$")
        bpy.ops.sinew.check()
        self.assertIn("Sheet: 32 triangles.", self.scene.sinew.check_report)

    def test_front_and_back_are_a_closed_mesh_with_uvs_and_materials(self):
        obj = self.new_strip()
        mesh, shell = obj.data, obj.sinew.shell
        mesh.materials.append(bpy.data.materials.new("Inside"))
        mesh.materials.append(bpy.data.materials.new("Edge"))
        mesh.polygons[3].material_index = 1
        layer = mesh.uv_layers.new(name="UVMap")
        for loop in mesh.loops:
            layer.data[loop.index].uv = mesh.vertices[loop.vertex_index].co.xy
        shell.surface, shell.thickness_mm = True, 20.0
        self.save()
        bpy.ops.sinew.bake()
        shown = shell.surface_object
        self.assertEqual((shown.name, obj.hide_render), ("Sheet Surface", True))
        self.assertEqual((len(shown.data.vertices), len(shown.data.polygons)), (54, 2 * 16 + 20))
        self.assert_closed(shown.data)
        places = self.shown(shown, 1)
        self.assert_close(places[4], (0.5, 0, 0.01))
        self.assert_close(places[27 + 4], (0.5, 0, -0.01))
        self.assertEqual([face.material_index for face in shown.data.polygons[16:20]], [0, 0, 0, 1])
        for loop in shown.data.loops:
            uv = shown.data.uv_layers["UVMap"].data[loop.index].uv
            self.assertLess((uv - mesh.vertices[loop.vertex_index % 27].co.xy).length, 1e-6)
        self.assertGreater(shown.data.polygons[0].normal.z, 0.9)
        bpy.ops.sinew.free_bake()
        self.assertEqual((shell.surface_object, len(shown.modifiers)), (shown, 0))  # it is the artist's to keep
        shell.surface = False
        bpy.ops.sinew.bake(restart=True)
        self.assertIsNone(shell.surface_object)
        self.assertFalse(obj.hide_render)

    def test_front_and_back_of_a_surface_without_sides_are_closed(self):
        obj = self.new_shell(*shell_case.moebius(16, 2))
        obj.sinew.shell.surface = True
        self.save()
        bpy.ops.sinew.bake()
        self.assert_closed(obj.sinew.shell.surface_object.data)

    def assert_closed(self, mesh):
        """Every edge has two faces, which run along it in opposite directions."""
        edges = [edge for face in mesh.polygons for edge in zip(face.vertices, (*face.vertices[1:], face.vertices[0]))]
        self.assertEqual(len(edges), len(set(edges)))
        self.assertEqual({(b, a) for a, b in edges}, set(edges))

    def new_rider(self, name="Fine"):
        fine = bpy.data.objects.new(name, bpy.data.meshes.new(name))
        vertices, faces = shell_case.grid(1.0, 0.25, 32, 8)
        fine.data.from_pydata([(x, y, 0.02) for x, y, _ in vertices], [], faces)
        fine.location.z = -0.01  # a centimetre above the strip
        self.scene.collection.objects.link(fine)
        return fine

    def test_a_finer_mesh_rides_on_the_shell_and_plays_in_its_place(self):
        obj, fine = self.new_strip(), self.new_rider()
        obj.sinew.shell.rider = fine
        path = self.save()
        bpy.ops.sinew.bake()
        self.save()
        self.assertEqual((len(obj.modifiers), obj.hide_render), (0, True))
        self.assert_close(self.shown(fine, 1)[32], (1, 0, 0.01))
        self.assertLess(self.shown(fine, 6)[32].z, -0.1)
        self.assertIn("Fine: largest difference", self.check_playback(path))
        obj.sinew.shell.rider = None
        bpy.ops.sinew.bake(restart=True)
        self.assertEqual((len(fine.modifiers), len(obj.modifiers), obj.hide_render), (0, 1, False))

    def test_what_plays_live_is_what_a_bake_gives(self):
        obj, fine = self.new_strip(), self.new_rider()
        obj.sinew.shell.surface = obj.sinew.shell.directors = True
        for rider, count in ((None, 27), (fine, 33 * 9)):
            obj.sinew.shell.rider = rider
            self.save()
            bpy.ops.sinew.bake(restart=True)
            baked = self.shown(rider or obj, 2)
            self.export()
            session = harness.part("playback.live_session").LiveSession(
                self.scene, bpy.context.view_layer, self.result
            )
            with session:
                session.step()
                session.show()
                live = bpy.data.objects["Sheet (live)"].data.vertices
                self.assertEqual(len(live), count)
                for place, vertex in zip(baked, live):
                    self.assert_close(place, vertex.co)
                self.assertFalse((rider or obj).visible_get())
            self.assertTrue((rider or obj).visible_get())

    def test_a_mesh_that_cannot_ride_is_told(self):
        obj, fine = self.new_strip(), self.new_rider()
        obj.sinew.shell.rider = obj
        self.assert_refused_text("'Sheet' cannot be the Finer Mesh of 'Sheet'")
        obj.sinew.shell.rider = fine
        fine.sinew.body_type = "COSSERAT_SHELL"
        self.assert_refused_text("'Fine', the Finer Mesh of 'Sheet', is simulated itself")

    def test_directors_stand_on_the_surface_and_show_its_curvature(self):
        obj = self.new_strip()
        obj.sinew.shell.directors, obj.sinew.shell.director_count = True, 1000
        self.save()
        bpy.ops.sinew.bake()
        shown = obj.sinew.directors_object
        self.assertEqual((shown.name, len(shown.data.vertices)), ("Sheet Directors", 5 * 27))
        overlay = harness.part("panels.director_overlay")
        depsgraph = bpy.context.evaluated_depsgraph_get()
        self.scene.frame_set(1)
        for centre, tips, curvature in overlay.crosses(shown, depsgraph):
            self.assertEqual(curvature, 0.0)
            self.assertAlmostEqual((Vector(tips[2]) - Vector(centre)).normalized().z, 1.0, places=5)
        self.scene.frame_set(6)
        self.assertGreater(max(curvature for _, _, curvature in overlay.crosses(shown, depsgraph)), 0.05)
        obj.sinew.shell.directors = False
        bpy.ops.sinew.bake(restart=True)
        self.assertNotIn("Sheet Directors", bpy.data.objects)


if __name__ == "__main__":
    harness.main()
