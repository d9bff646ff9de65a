"""What reaches the job: shapes, radii, rest and start of curves; manners and refusals."""

import math
import os
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
from export_case import SAMPLES, ExportCase, drawn_line


class ExportTest(ExportCase):
    # -- shapes
    # -------------------------------------------------------------------------------------------

    def test_every_kind_of_spline_runs_along_the_drawn_curve(self):
        points = ((0, 0, 0), (1, 1, 0), (2, 0, 1), (3, 1, 1), (4, 0, 0))
        for kind in ("POLY", "BEZIER", "NURBS"):
            obj = self.new_rod(kind, kind=kind, points=points, segments=40)
            obj.location = (0, 0, 5)
            bpy.context.view_layer.update()
            rod = self.export().points()
            line = drawn_line(obj)
            self.assertEqual(len(rod), 41)
            self.assert_close(rod[0], line[0])
            self.assert_close(rod[-1], line[-1])
            for point in rod:
                nearest = min(distance_to_segment(point, a, b) for a, b in zip(line, line[1:]))
                # Blender 5 draws a beveled NURBS curve with more pieces than a bare one.
                self.assertLess(nearest, 5e-3 if kind == "NURBS" else 1e-5)
            bpy.data.objects.remove(obj)

    def test_each_spline_is_a_rod(self):
        obj = self.new_rod(segments=4)
        self.add_spline(obj.data, "BEZIER", ((0, 1, 0), (1, 1, 0)))
        self.add_spline(obj.data, "NURBS", ((0, 2, 0), (1, 2, 0), (2, 2, 0), (3, 2, 1)))
        job = self.export()
        self.assertEqual(job.body["rods"]["counts"], [5, 5, 5])
        self.assert_close(job.points()[14], (3, 2, 1))
        self.assertEqual(job.body["pins"][0]["points"], [0, 5, 10])

    def test_radius_is_what_blender_draws(self):
        obj = self.new_rod(radius=0.1, segments=2)
        for control, radius in zip(obj.data.splines[0].points, (1.0, 2.0, 3.0)):
            control.radius = radius
        obj.scale = (2, 2, 2)
        job = self.export()
        for radius, expected in zip(job.array(job.body["rods"]["radii"]), (0.2, 0.4, 0.6)):
            self.assertAlmostEqual(radius, expected, places=4)

    def test_radius_setting_counts_without_a_bevel(self):
        obj = self.new_rod(radius=0.0, segments=2)
        obj.sinew.rod.radius = 0.25
        obj.data.splines[0].points[0].radius = 2.0
        job = self.export()
        self.assertAlmostEqual(job.array(job.body["rods"]["radii"])[0], 0.5, places=4)

    def test_surface_is_one_mesh_around_the_rods(self):
        self.new_rod()
        job = self.export()
        vertices = [Vector(vertex) for vertex in job.array(job.body["surface"]["vertices"])]
        self.assertEqual(len(vertices), len(self.result.shapes["Rod"].vertices))
        for vertex in vertices:
            self.assertLess(math.hypot(vertex.y, vertex.z - 2), 0.1 + 1e-6)

    # -- rest and start, forces
    # ---------------------------------------------------------------------------

    def test_rest_frame_gives_the_rest_shape_and_the_start_is_under_tension(self):
        obj = self.new_rod(segments=2)
        obj.sinew.rod.use_rest_frame, obj.sinew.rod.rest_frame = True, 100
        self.key(obj, "scale", {1: (2, 1, 1), 100: (1, 1, 1)})
        job = self.export()
        self.assert_close(job.points()[-1], (2, 0, 2))
        self.assert_close(job.array(job.body["initial"]["positions"])[-1], (4, 0, 2))

    def test_a_rod_at_rest_has_no_initial_shape(self):
        self.new_rod()
        self.assertNotIn("initial", self.export().body)

    def test_animated_inflation_is_sampled(self):
        obj = self.new_rod(segments=2)
        obj.sinew.rod.radial_force = 0.0
        obj.keyframe_insert("sinew.rod.radial_force", frame=1)
        obj.sinew.rod.radial_force = 10.0
        obj.keyframe_insert("sinew.rod.radial_force", frame=6)
        job = self.export()
        values = job.array(job.body["radial_force"]["values"])
        self.assertEqual(len(values), SAMPLES)
        self.assertAlmostEqual(values[0][0], 0.0)
        self.assertTrue(0.1 < values[5][0] < 9.9)
        self.assertAlmostEqual(values[-1][2], 10.0, places=5)

    def test_units_gravity_and_rate_come_from_the_scene(self):
        self.new_rod()
        self.scene.unit_settings.scale_length = 0.01
        self.scene.render.fps, self.scene.render.fps_base = 30, 1.001
        job = self.export().data
        self.assertAlmostEqual(job["units"]["length"], 0.01, places=7)
        self.assertAlmostEqual(job["gravity"][2], -0.0981, places=6)
        self.assertAlmostEqual(job["frames"]["rate"], 30 / 1.001, places=4)
        self.scene.use_gravity = False
        self.assertEqual(self.export().data["gravity"], [0, 0, 0])

    def test_floors_become_half_planes(self):
        self.new_rod()
        floor = bpy.data.objects.new("Floor", None)
        floor.location, floor.rotation_euler = (0, 0, 0.5), (0, math.pi / 2, 0)
        floor.location.x = 3.0
        self.scene.collection.objects.link(floor)
        bpy.context.view_layer.objects.active = floor
        bpy.ops.sinew.toggle_floor()
        collider = self.export().data["colliders"][0]
        self.assertEqual((collider["kind"], collider["name"]), ("half_plane", "Floor"))
        self.assert_close(collider["normal"], (1, 0, 0))
        self.assertAlmostEqual(collider["offset"], 3.0, places=5)

    def test_a_moving_floor_is_told(self):
        self.new_rod()
        floor = bpy.data.objects.new("Floor", None)
        self.scene.collection.objects.link(floor)
        floor.sinew.is_floor = True
        self.key(floor, "location", {1: (0, 0, 0), 6: (0, 0, 1)})
        self.export()
        self.assertIn("Floor 'Floor' moves", self.result.warnings[0])

    # -- manners
    # ------------------------------------------------------------------------------------------

    def test_scene_is_left_as_it_was(self):
        obj = self.new_rod()
        obj.modifiers.new("Wave", "WAVE")
        obj.sinew.rod.pin_end = {"DIRECTION"}
        self.scene.frame_set(4, subframe=0.25)
        before = (
            sorted(entry.name for entry in bpy.data.objects),
            sorted(entry.name for entry in bpy.data.curves),
        )
        self.export()
        after = (
            sorted(entry.name for entry in bpy.data.objects),
            sorted(entry.name for entry in bpy.data.curves),
        )
        self.assertEqual(before, after)
        self.assertEqual((self.scene.frame_current, self.scene.frame_subframe), (4, 0.25))
        self.assertEqual(bpy.context.view_layer.objects.active, obj)

    def test_the_job_does_not_depend_on_the_frame_shown(self):
        obj = self.new_rod()
        obj.modifiers.new("Wave", "WAVE")
        obj.sinew.rod.pin_end = {"POSITION", "DIRECTION"}
        point = obj.data.splines[0].points[2]
        self.key(point, "co", {1: (2, 0, 2, 1), 6: (9, 3, 2, 1)})
        self.key(obj, "scale", {1: (1, 1, 1), 6: (2, 3, 1)})
        written = []
        for frame in (1, 6, 3, 30):
            self.scene.frame_set(frame)
            self.export()
            files = ("job.json", "job.bin")
            written.append([(self.folder / name).read_bytes() for name in files])
        self.assertTrue(all(files == written[0] for files in written))

    def test_generating_modifiers_are_left_out_and_told(self):
        obj = self.new_rod()
        obj.modifiers.new("Many", "ARRAY")
        self.assertEqual(self.export().body["rods"]["counts"], [9])
        self.assertIn("Many", self.result.warnings[0])

    def test_edit_mode_changes_are_seen(self):
        obj = self.new_rod()
        bpy.ops.object.mode_set(mode="EDIT")
        obj.data.splines[0].points[2].co.x = 7
        self.assert_close(self.export().points()[-1], (7, 0, 2))
        bpy.ops.object.mode_set(mode="OBJECT")

    # -- refusals
    # -----------------------------------------------------------------------------------------

    def test_refuses_a_changing_number_of_points_and_names_the_frame(self):
        obj = self.new_rod(kind="BEZIER")
        self.key(obj.data, "bevel_factor_end", {1: 1.0, 3: 1.0, 4: 0.5})
        for curve in fcurves(obj.data):
            for key in curve.keyframe_points:
                key.interpolation = "CONSTANT"
        self.assert_refused("'Rod'.*frame 4 ")

    def test_refuses_closed_splines(self):
        obj = self.new_rod()
        obj.data.splines[0].use_cyclic_u = True
        self.assert_refused("Spline 1 of 'Rod' is closed")

    def test_refuses_single_points_and_empty_curves(self):
        obj = self.new_rod()
        obj.data.splines.new("POLY")
        self.assert_refused("Spline 2 of 'Rod' has a single point")
        obj.data.splines.clear()
        self.assert_refused("'Rod' has no splines")

    def test_refuses_a_spline_without_length(self):
        self.new_rod(points=((1, 1, 1), (1, 1, 1)))
        self.assert_refused("Spline 1 of 'Rod' has no length")

    def test_refuses_a_radius_of_zero(self):
        obj = self.new_rod()
        obj.data.splines[0].points[1].radius = 0.0
        obj.sinew.rod.segments = 2
        self.assert_refused("'Rod' has a point with radius 0")

    def test_refuses_an_empty_scene(self):
        self.assert_refused("nothing to bake")

    def test_refuses_linked_objects(self):
        library = self.folder / "library.blend"
        self.new_rod("Asset")
        self.save("library.blend")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        harness.enable()
        self.scene = bpy.context.scene
        with bpy.data.libraries.load(str(library), link=True) as (_, wanted):
            wanted.objects = ["Asset"]
        self.scene.collection.objects.link(wanted.objects[0])
        with self.assertRaisesRegex(
            harness.part("export.errors").ExportError, "'Asset' is linked.*override"
        ):
            self.export()


def distance_to_segment(point, a, b):
    along = b - a
    t = (
        max(0.0, min(1.0, (point - a).dot(along) / along.length_squared))
        if along.length_squared
        else 0.0
    )
    return (point - a - t * along).length


def fcurves(owner):
    data = owner.animation_data
    if bpy.app.version < (4, 4, 0):
        return data.action.fcurves
    from bpy_extras import anim_utils

    return anim_utils.action_get_channelbag_for_slot(data.action, data.action_slot).fcurves


if __name__ == "__main__":
    harness.main()
