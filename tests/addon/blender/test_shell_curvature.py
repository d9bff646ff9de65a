"""Curvatures of shells: painted maps, directions, one-click set-ups, symbols in the view."""

import math
import os
import sys

import bpy
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
import shell_case

PATH = "sinew.shell.curvatures[{}].strength"


class CurvatureCase(shell_case.ShellCase):
    def add_curvature(self, obj, **settings):
        bpy.ops.sinew.add_curvature()
        curvature = obj.sinew.shell.curvatures[-1]
        for name, value in settings.items():
            setattr(curvature, name, value)
        return curvature

    def curvature_map(self):
        """Matrices of all vertices, at the first frame if they change."""
        job = self.export()
        field = job.body["rest_curvature_map"]
        return self.matrices(job, field["keys"][0]["value"] if "keys" in field else field)

    @staticmethod
    def matrices(job, block):
        return [Matrix((values[0:3], values[3:6], values[6:9])) for values in job.array(block)]

    def assert_matrix(self, matrix, rows):
        for row, expected in zip(matrix, rows):
            self.assert_close(row, expected)


class CurvatureExportTest(CurvatureCase):
    def test_a_bend_turns_along_the_axis_towards_the_front(self):
        obj = self.new_strip()
        self.add_curvature(obj, strength=2.0)
        # Along x to the side of z: about -y.
        self.assert_matrix(self.curvature_map()[4], ((0, 0, 0), (-2, 0, 0), (0, 0, 0)))
        obj.rotation_euler.z = 0.5 * math.pi
        self.assert_matrix(self.curvature_map()[4], ((0, 2, 0), (0, 0, 0), (0, 0, 0)))

    def test_the_angle_turns_the_direction_in_the_surface(self):
        obj = self.new_strip()
        self.add_curvature(obj, strength=2.0, angle=0.5 * math.pi)
        self.assert_matrix(self.curvature_map()[4], ((0, 2, 0), (0, 0, 0), (0, 0, 0)))

    def test_a_twist_is_that_of_a_saddle(self):
        obj = self.new_strip()
        self.add_curvature(obj, kind="TWIST", strength=3.0)
        self.assert_matrix(self.curvature_map()[4], ((3, 0, 0), (0, -3, 0), (0, 0, 0)))

    def test_a_pair_of_maps_curls_both_ways(self):
        obj = self.new_strip()
        obj.vertex_groups.new(name="Up").add([1, 2], 0.5, "REPLACE")
        obj.vertex_groups.new(name="Down").add([2, 3], 1.0, "REPLACE")
        self.add_curvature(obj, group="Up", other_group="Down")
        bends = [-matrix[1][0] for matrix in self.curvature_map()]
        self.assertEqual(bends[:5], [0.0, 0.5, -0.5, -1.0, 0.0])

    def test_directions_come_from_uvs_and_from_the_slope_of_the_map(self):
        obj = self.new_strip()
        mesh = obj.data
        curvature = self.add_curvature(obj, direction="UV")
        self.assert_refused_text("'Sheet' has no UV map for a curvature. Unwrap it, or choose another Direction")
        layer = mesh.uv_layers.new(name="UVMap")
        for loop in mesh.loops:  # U grows along y
            place = mesh.vertices[loop.vertex_index].co
            layer.data[loop.index].uv = (place.y, place.x)
        along_y = ((0, 1, 0), (0, 0, 0), (0, 0, 0))
        self.assert_matrix(self.curvature_map()[4], along_y)
        curvature.direction = "SLOPE"
        self.assert_refused_text("'Curvature' of 'Sheet' follows the slope of its map, but has none")
        group = obj.vertex_groups.new(name="Slope")
        for vertex in mesh.vertices:
            group.add([vertex.index], 4.0 * vertex.co.y, "REPLACE")
        curvature.group = "Slope"
        matrices = self.curvature_map()
        self.assert_matrix(matrices[22], along_y)
        self.assert_matrix(matrices[13], Matrix(along_y) * 0.5)
        curvature.direction, curvature.axis = "AXIS", (0, 0, 0)
        self.assert_refused_text("The Axis of the curvature 'Curvature' of 'Sheet' is zero")

    def test_an_axis_that_stands_on_the_surface_bends_nothing(self):
        obj = self.new_strip()
        self.add_curvature(obj, axis=(0, 0, 1))
        self.assert_matrix(self.curvature_map()[4], ((0, 0, 0), (0, 0, 0), (0, 0, 0)))

    def test_faces_that_are_too_large_for_a_thin_sheet_are_told(self):
        obj = self.new_strip()  # faces of 125 mm
        shell = obj.sinew.shell
        self.add_curvature(obj, strength=2.0)
        shell.thickness_mm = 2.0  # they bulge by 3.9 mm
        self.export()
        self.assertEqual(self.result.warnings, [])
        shell.thickness_mm = 0.2
        self.export()
        self.assertRegex(
            self.result.warnings[0], "faces of 'Sheet' are too large.*turn by 14°.*one face into 3 along the curvature"
        )
        obj.vertex_groups.new(name="All").add(range(27), 1.0, "REPLACE")
        shell.thickness_group, shell.map_thickness_mm = "All", 2.0
        self.export()
        self.assertEqual(self.result.warnings, [])

    def test_strengths_are_animated_each_by_itself(self):
        obj = self.new_strip()
        self.add_curvature(obj)
        self.add_curvature(obj, kind="TWIST")
        for index, values in enumerate(((0.0, 5.0), (2.0, 2.0))):
            for frame, value in zip((1, 6), values):
                obj.sinew.shell.curvatures[index].strength = value
                obj.keyframe_insert(PATH.format(index), frame=frame)
        self.linear_keys(obj)
        job = self.export()
        keys = job.body["rest_curvature_map"]["keys"]
        self.assertEqual([key["frame"] for key in keys], [1, 6])
        self.assert_matrix(self.matrices(job, keys[0]["value"])[4], ((2, 0, 0), (0, -2, 0), (0, 0, 0)))
        self.assert_matrix(self.matrices(job, keys[1]["value"])[4], ((2, 0, 0), (-5, -2, 0), (0, 0, 0)))
        for curve in harness.part("export.fcurves").fcurves_of(obj):
            for point in curve.keyframe_points:
                point.interpolation = "BEZIER"
        self.assertGreater(len(self.export().body["rest_curvature_map"]["keys"]), 5)

    def test_removing_a_curvature_takes_its_keys_and_keeps_those_of_others(self):
        obj = self.new_strip()
        for strength in (1.0, 2.0, 3.0):
            self.add_curvature(obj, strength=strength)
        for index in (1, 2):
            obj.keyframe_insert(PATH.format(index), frame=1)
        obj.driver_add(PATH.format(0))
        obj.sinew.shell.active_curvature = 1
        bpy.ops.sinew.remove_curvature()
        self.assertEqual([curvature.strength for curvature in obj.sinew.shell.curvatures], [1.0, 3.0])
        curves = list(harness.part("export.fcurves").fcurves_of(obj))
        self.assertEqual([(curve.data_path, curve.evaluate(1)) for curve in curves], [(PATH.format(1), 3.0)])
        self.assertEqual([driver.data_path for driver in obj.animation_data.drivers], [PATH.format(0)])
        bpy.ops.sinew.remove_curvature()
        bpy.ops.sinew.remove_curvature()
        self.assertFalse(bpy.ops.sinew.remove_curvature.poll())


class SetupTest(CurvatureCase):
    def test_roll_up_makes_a_spiral_from_the_free_end(self):
        obj = self.new_strip(20)
        self.assertEqual(bpy.ops.sinew.roll_up(turns=1.5, frames=5), {"FINISHED"})
        curvature = obj.sinew.shell.curvatures["Roll Up"]
        self.assertEqual((curvature.kind, curvature.group, tuple(curvature.axis)), ("BEND", "Sinew Roll Up", (1, 0, 0)))
        group = obj.vertex_groups["Sinew Roll Up"]
        self.assertAlmostEqual(group.weight(20), 1.0)  # clamped at the other end
        self.assertAlmostEqual(group.weight(0), 0.4, places=5)
        total = sum(0.05 * curvature.strength * 0.5 * (group.weight(i) + group.weight(i + 1)) for i in range(20))
        self.assertAlmostEqual(total, 3.0 * math.pi, delta=0.05)
        curve = harness.part("export.fcurves").find(obj, PATH.format(0))
        self.assertEqual([tuple(point.co) for point in curve.keyframe_points], [(1, 0), (6, curvature.strength)])
        bpy.ops.sinew.roll_up(turns=1.0, end="LOW", flip=True, animate=False)
        self.assertEqual(len(obj.sinew.shell.curvatures), 1)  # the same again, with other settings
        self.assertLess(curvature.strength, 0.0)
        self.assertAlmostEqual(group.weight(0), 1.0)
        self.assertIsNone(harness.part("export.fcurves").find(obj, PATH.format(0)))

    def test_a_strip_rolls_up_when_it_is_baked(self):
        obj = self.new_strip(20)
        obj.sinew.shell.thickness_mm = 10.0
        obj.scale = (2, 2, 2)
        self.scene.use_gravity = False
        self.scene.sinew.integrator = "QUASI_STATIC"
        bpy.ops.sinew.roll_up(turns=0.5, inner=1.0, frames=5)
        self.save()
        bpy.ops.sinew.bake()
        shown = self.shown(obj, 6)
        # Half a circle of 2 m: the end is two radii above the clamp, on the side of the normals.
        self.assertLess((shown[20] - Vector((0, 0, 4.0 / math.pi))).length, 0.1)

    def test_a_clamped_metre_of_any_material_rolls_up_under_its_weight(self):
        self.scene.frame_end = 49  # the last key
        for preset in ("Paper", "Petal", None):
            with self.subTest(preset):
                obj = self.new_clamped_metre()
                if preset:
                    self.use_preset(preset)
                self.assertEqual(bpy.ops.sinew.roll_up(), {"FINISHED"})
                self.assertGreater(obj.sinew.shell.bending_scale, 10.0)
                pinned = harness.part("export.vertex_groups").weights(obj, "End", "Pins")
                self.assertEqual(sum(pinned), 2.0)  # cutting pins nothing else
                self.save()
                bpy.ops.sinew.bake(restart=True)
                self.assertNotIn("too large", self.scene.sinew.notes)
                self.assertGreater(self.turns(obj, 49), 1.5)  # of two
                bpy.data.objects.remove(obj)

    def test_roll_up_leaves_a_sheet_alone_that_rolls_by_itself(self):
        obj = self.new_clamped_metre()
        self.scene.use_gravity = False
        bpy.ops.sinew.roll_up(cut=False)
        self.assertEqual((obj.sinew.shell.bending_scale, len(obj.data.polygons)), (1.0, 10))
        bpy.ops.sinew.roll_up(turns=0.1)
        self.assertEqual((obj.sinew.shell.bending_scale, len(obj.data.polygons)), (1.0, 10))

    def new_clamped_metre(self):
        obj = self.new_shell(*shell_case.grid(1.0, 0.1, 10, 1))
        obj.vertex_groups.new(name="End").add([0, 11], 1.0, "REPLACE")
        obj.sinew.shell.pin_group = obj.sinew.shell.turn_group = "End"
        return obj

    @staticmethod
    def use_preset(name):
        folder = harness.part("panels.presets").SHIPPED / "cosserat_shell"
        exec((folder / f"{name}.py").read_text("utf-8"), {})

    def turns(self, obj, frame):
        """How many times the side y = 0 turns from the clamp to the free end, towards its front."""
        side = [vertex.index for vertex in obj.data.vertices if vertex.co.y == 0.0]
        side.sort(key=lambda index: obj.data.vertices[index].co.x)
        shown = self.shown(obj, frame)
        ways = [shown[b] - shown[a] for a, b in zip(side, side[1:])]
        angles = (math.atan2(a.x * b.z - a.z * b.x, a.x * b.x + a.z * b.z) for a, b in zip(ways, ways[1:]))
        return sum(angles) / (2.0 * math.pi)

    def test_curl_edges_paints_a_band_along_free_edges(self):
        obj = self.new_shell(*shell_case.grid(1.0, 1.0, 10, 10))
        held = [vertex.index for vertex in obj.data.vertices if vertex.co.x == 0.0]
        obj.vertex_groups.new(name="Held").add(held, 1.0, "REPLACE")
        obj.sinew.shell.pin_group = "Held"
        bpy.ops.sinew.curl_edges(width=0.2, angle=1.0, animate=False)
        curvature = obj.sinew.shell.curvatures["Curl Edges"]
        self.assertEqual(curvature.direction, "SLOPE")
        self.assertAlmostEqual(curvature.strength, 10.0, places=5)
        painted = harness.part("export.vertex_groups").weights(obj, "Sinew Curl Edges", "Map")
        self.assertAlmostEqual(painted[5 * 11 + 10], 1.0)  # the middle of the free side
        self.assertAlmostEqual(painted[5 * 11 + 9], 0.5, places=5)
        self.assertEqual(painted[5 * 11 + 5], 0.0)
        self.assertEqual(painted[5 * 11], 0.0)  # the middle of the pinned side
        self.assert_matrix(self.curvature_map()[5 * 11 + 9], ((0, 0, 0), (-5, 0, 0), (0, 0, 0)))

    def test_a_closed_mesh_has_no_edge_to_curl(self):
        corners = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
        faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]
        self.new_shell(corners, faces, "Box")
        with self.assertRaisesRegex(RuntimeError, "'Box' has no free edge that could curl"):
            bpy.ops.sinew.curl_edges()

    def test_a_twisted_strip_turns_by_its_angle(self):
        obj = self.new_strip(20)
        obj.sinew.shell.thickness_mm = 30.0  # a thin one would rather not: its edges get longer than its middle
        self.scene.use_gravity = False
        self.scene.sinew.integrator = "QUASI_STATIC"
        bpy.ops.sinew.twist(angle=0.5, frames=5)
        self.assertAlmostEqual(obj.sinew.shell.curvatures["Twist"].strength, 0.5, places=5)
        self.save()
        bpy.ops.sinew.bake()
        shown = self.shown(obj, 6)
        across = [shown[42 + i] - shown[i] for i in (10, 20)]  # the clamp holds the part near it flat
        self.assertAlmostEqual(across[0].angle(across[1]), 0.25, delta=0.01)

    def test_set_ups_want_a_shell(self):
        mesh = bpy.data.objects.new("Mesh", bpy.data.meshes.new("Mesh"))
        self.scene.collection.objects.link(mesh)
        bpy.context.view_layer.objects.active = mesh
        for name in ("roll_up", "curl_edges", "twist", "add_curvature"):
            self.assertFalse(getattr(bpy.ops.sinew, name).poll(), name)
        bpy.ops.sinew.add_body(body_type="COSSERAT_SHELL")
        with self.assertRaisesRegex(RuntimeError, "'Mesh' has no faces"):
            bpy.ops.sinew.twist()


class OverlayTest(CurvatureCase):
    def symbols(self, obj):
        return harness.part("panels.curvature_overlay").coloured_symbols(obj, bpy.context.evaluated_depsgraph_get())

    def test_symbols_show_side_direction_and_size(self):
        obj = self.new_strip()
        overlay = harness.part("panels.curvature_overlay")
        obj.vertex_groups.new(name="One").add([13], 1.0, "REPLACE")
        obj.vertex_groups["One"].add([14], 0.5, "REPLACE")
        self.add_curvature(obj, group="One", strength=-2.0)
        positions, colours = self.symbols(obj)
        self.assertEqual(len(positions), 2 * 2 * 6)  # two symbols of two shafts with two wings each
        self.assertEqual(set(colours), {overlay.BACK})
        large, small = (Vector(positions[tip]) - Vector(positions[tip - 1]) for tip in (7, 19))
        self.assertGreater(large.x, 0.0)
        self.assertLess(large.z, 0.0)  # to the back
        self.assertAlmostEqual(large.y, 0.0, places=5)
        self.assertAlmostEqual(large.length, 2.0 * small.length, places=4)

    def test_symbols_follow_what_is_painted_and_what_is_shown(self):
        obj = self.new_strip()
        self.add_curvature(obj, kind="TWIST")
        self.assertEqual(len(self.symbols(obj)[0]), 27 * 4 * 2)
        obj.location = (0, 0, 5)
        bpy.context.view_layer.update()
        self.assertTrue(all(abs(place[2] - 5.0) < 0.2 for place in self.symbols(obj)[0]))
        obj.vertex_groups.new(name="Some").add([1, 2], 1.0, "REPLACE")
        obj.sinew.shell.curvatures[0].group = "Some"
        self.assertEqual(len(self.symbols(obj)[0]), 2 * 4 * 2)
        obj.vertex_groups["Some"].add([3], 1.0, "REPLACE")
        obj.data.update()
        bpy.context.view_layer.update()
        self.assertEqual(len(self.symbols(obj)[0]), 3 * 4 * 2)
        obj.sinew.shell.curvatures[0].group = "Gone"  # nothing is drawn, and nothing fails
        self.assertEqual(self.symbols(obj), ([], []))


if __name__ == "__main__":
    harness.main()
