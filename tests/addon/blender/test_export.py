"""What reaches the job: shapes, radii and pins of curves that move in every way Blender knows."""

import json
import math
import os
import struct
import sys

import bpy
from mathutils import Quaternion, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness


SAMPLES = 11  # frames 1 to 6, two a frame


class Job:
    """A written job with its arrays."""

    def __init__(self, folder):
        self.data = json.loads((folder / "job.json").read_text("utf-8"))
        self._binary = (folder / "job.bin").read_bytes()

    @property
    def body(self):
        return self.data["bodies"][0]

    def array(self, reference):
        code = {"float32": "f", "float64": "d", "int32": "i"}[reference["dtype"]]
        count = math.prod(reference["shape"])
        values = struct.unpack_from(f"<{count}{code}", self._binary, reference["offset"])
        for extent in reversed(reference["shape"][1:]):
            values = [values[i : i + extent] for i in range(0, len(values), extent)]
        return list(values)

    def points(self):
        return [Vector(point) for point in self.array(self.body["rods"]["points"])]

    def samples(self, pin, field):
        """One entry per sample, each with one value per pinned point. What never changes is written
        once."""
        animated = self.body["pins"][pin][field]
        return (
            self.array(animated["values"])
            if "values" in animated
            else [self.array(animated)] * SAMPLES
        )


def drawn_line(obj):
    """Points of the evaluated curve, read in another way than the add-on does: as a mesh without
    bevel."""
    depth, obj.data.bevel_depth = obj.data.bevel_depth, 0.0
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    points = [evaluated.matrix_world @ vertex.co for vertex in mesh.vertices]
    evaluated.to_mesh_clear()
    obj.data.bevel_depth = depth
    return points


class ExportTest(harness.BlenderTest):
    def export(self):
        export = harness.part("export.scene").SceneExport(self.scene)
        for _ in export.run(bpy.context.evaluated_depsgraph_get):
            pass
        export.write(self.folder / "job.json", self.folder / "job.bin")
        self.result = export
        return Job(self.folder)

    def assert_refused(self, pattern):
        with self.assertRaisesRegex(harness.part("export.errors").ExportError, pattern):
            self.export()
        self.assert_nothing_left_behind()

    def assert_nothing_left_behind(self):
        self.assertLessEqual({obj.name for obj in bpy.data.objects}, {"Rod"})
        self.assertLessEqual({curve.name for curve in bpy.data.curves}, {"Rod"})

    def assert_close(self, a, b, tolerance=1e-5):
        self.assertLess((Vector(a) - Vector(b)).length, tolerance, f"{a} is not {b}")

    def assert_pins_follow(self, obj):
        """Both ends, at every half frame, are where Blender draws the curve."""
        obj.sinew.rod.pin_start = obj.sinew.rod.pin_end = {"POSITION"}
        job = self.export()
        starts, ends = job.samples(0, "positions"), job.samples(1, "positions")
        self.assertEqual(len(ends), SAMPLES)
        self.assertGreater((Vector(ends[0][0]) - Vector(ends[-1][0])).length, 0.1)
        for index in range(SAMPLES):
            frame = 1 + index / 2
            self.scene.frame_set(int(frame), subframe=frame % 1)
            line = drawn_line(obj)
            self.assert_close(starts[index][0], line[0])
            self.assert_close(ends[index][0], line[-1])
        return job

    def key(self, owner, path, values):
        for frame, value in values.items():
            setattr(owner, path, value)
            owner.keyframe_insert(path, frame=frame)

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
        self.assertEqual(len(vertices), len(self.result.surfaces["Rod"].vertices))
        for vertex in vertices:
            self.assertLess(math.hypot(vertex.y, vertex.z - 2), 0.1 + 1e-6)

    # -- motion
    # -------------------------------------------------------------------------------------------

    def test_pins_follow_object_keyframes(self):
        obj = self.new_rod()
        self.key(obj, "location", {1: (0, 0, 0), 6: (1, 2, 3)})
        self.key(obj, "rotation_euler", {1: (0, 0, 0), 6: (0, 1, 2)})
        self.assert_pins_follow(obj)

    def test_pins_follow_shape_keys(self):
        obj = self.new_rod(kind="BEZIER")
        obj.shape_key_add(name="Basis")
        bent = obj.shape_key_add(name="Bent")
        bent.data[2].co.z += 2
        self.key(bent, "value", {1: 0.0, 6: 1.0})
        self.assert_pins_follow(obj)

    def test_pins_follow_hooks(self):
        obj = self.new_rod()
        empty = bpy.data.objects.new("Hand", None)
        self.scene.collection.objects.link(empty)
        hook = obj.modifiers.new("Hook", "HOOK")
        hook.object = empty
        hook.vertex_indices_set([2])
        self.key(empty, "location", {1: (0, 0, 0), 6: (0, 3, 0)})
        job = self.assert_pins_follow(obj)
        self.assert_close(job.samples(0, "positions")[0][0], (0, 0, 2))

    def test_pins_follow_parents_and_constraints(self):
        obj = self.new_rod()
        parent = bpy.data.objects.new("Parent", None)
        target = bpy.data.objects.new("Target", None)
        for empty in (parent, target):
            self.scene.collection.objects.link(empty)
        obj.parent = parent
        obj.constraints.new("COPY_ROTATION").target = target
        self.key(parent, "location", {1: (0, 0, 0), 6: (5, 0, 0)})
        self.key(target, "rotation_euler", {1: (0, 0, 0), 6: (0, 0, 1.5)})
        self.assert_pins_follow(obj)

    def test_pins_follow_an_armature(self):
        obj = self.new_rod()
        rig = self.new_armature()
        obj.parent = rig
        modifier = obj.modifiers.new("Armature", "ARMATURE")
        modifier.object = rig
        modifier.use_vertex_groups = False
        modifier.use_bone_envelopes = True
        bone = rig.pose.bones[0]
        bone.rotation_mode = "XYZ"
        self.key(bone, "rotation_euler", {1: (0, 0, 0), 6: (0.5, 0.3, 1.2)})
        self.assert_pins_follow(obj)

    def test_pins_follow_a_lattice(self):
        obj = self.new_rod()
        lattice = bpy.data.objects.new("Lattice", bpy.data.lattices.new("Lattice"))
        lattice.location, lattice.scale = (1, 0, 2), (4, 4, 4)
        self.scene.collection.objects.link(lattice)
        obj.modifiers.new("Lattice", "LATTICE").object = lattice
        lattice.shape_key_add(name="Basis")
        pulled = lattice.shape_key_add(name="Pulled")
        for point in pulled.data:
            point.co.x *= 2.0
        self.key(pulled, "value", {1: 0.0, 6: 1.0})
        self.assert_pins_follow(obj)

    def test_motion_between_frames_is_sampled(self):
        obj = self.new_rod()
        self.key(obj, "location", {1: (0, 0, 0), 1.5: (1, 0, 0), 2: (0, 0, 0)})
        self.scene.sinew.samples_per_frame = 4
        samples = self.export().samples(0, "positions")
        self.assertEqual(len(samples), 21)
        self.assert_close(samples[2][0], (1, 0, 2))

    def test_hidden_curves_are_read_too(self):
        obj = self.new_rod()
        self.key(obj, "location", {1: (0, 0, 0), 6: (1, 2, 3)})
        obj.hide_viewport = True
        samples = self.export().samples(0, "positions")
        self.assert_close(samples[-1][0], (1, 2, 5))

    # -- direction, twist and radius of pins
    # ---------------------------------------------------------------

    def end_turn(self, obj):
        """How the end is turned at the last sample."""
        obj.sinew.rod.pin_start, obj.sinew.rod.pin_end = set(), {"DIRECTION"}
        return Quaternion(self.export().samples(0, "rotations")[-1][0])

    def assert_turn(self, turn, axis, angle):
        difference = turn.rotation_difference(Quaternion(axis, angle)).angle
        self.assertLess(
            min(difference, 2 * math.pi - difference), 2e-3, f"{turn} is not {angle} about {axis}"
        )

    def test_tilt_twists_the_end(self):
        obj = self.new_rod()
        self.key(obj.data.splines[0].points[2], "tilt", {1: 0.0, 6: 1.0})
        self.assert_turn(self.end_turn(obj), (1, 0, 0), 1.0)

    def test_tilt_of_a_shape_key_twists_the_end(self):
        obj = self.new_rod()
        obj.shape_key_add(name="Basis")
        twisted = obj.shape_key_add(name="Twisted")
        twisted.data[2].tilt = 2.0
        self.key(twisted, "value", {1: 0.0, 6: 0.5})
        self.assert_turn(self.end_turn(obj), (1, 0, 0), 1.0)

    def test_spinning_the_object_twists_the_end(self):
        obj = self.new_rod()
        self.key(obj, "rotation_euler", {1: (0, 0, 0), 6: (2.5, 0, 0)})
        self.assert_turn(self.end_turn(obj), (1, 0, 0), 2.5)

    def test_a_twisting_modifier_twists_the_end(self):
        obj = self.new_rod(points=((0, 0, 0), (0, 0, 1), (0, 0, 2)))
        twist = obj.modifiers.new("Twist", "SIMPLE_DEFORM")
        twist.deform_method, twist.deform_axis = "TWIST", "Z"
        twist.angle = 0.0
        self.scene.frame_set(1)
        at_rest = self.twist_of_drawn_end(obj, 6)
        self.key(twist, "angle", {1: 0.0, 6: 1.2})
        expected = self.twist_of_drawn_end(obj, 6) - at_rest
        self.assertGreater(abs(expected), 0.3)
        self.assert_turn(self.end_turn(obj), (0, 0, 1), expected)

    def twist_of_drawn_end(self, obj, frame):
        """Angle about Z of the last ring of the tube that Blender draws."""
        self.scene.frame_set(frame)
        evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
        mesh = evaluated.to_mesh()
        spoke = max(
            (vertex.co.copy() for vertex in mesh.vertices), key=lambda co: (round(co.z, 4),)
        )
        top = [vertex.co.copy() for vertex in mesh.vertices if abs(vertex.co.z - spoke.z) < 1e-4]
        evaluated.to_mesh_clear()
        self.scene.frame_set(1)
        return math.atan2(top[0].y, top[0].x)

    def test_an_armature_turns_the_end(self):
        obj = self.new_rod()
        rig = self.new_armature()
        modifier = obj.modifiers.new("Armature", "ARMATURE")
        modifier.object, modifier.use_vertex_groups, modifier.use_bone_envelopes = rig, False, True
        bone = rig.pose.bones[0]
        bone.rotation_mode = "XYZ"
        self.key(
            bone, "rotation_euler", {1: (0, 0, 0), 6: (0, 0.9, 0)}
        )  # about the bone, which lies along X
        self.assert_turn(self.end_turn(obj), (1, 0, 0), 0.9)

    def test_a_hanging_rod_does_not_twist_when_it_sways(self):
        obj = self.new_rod(points=((0, 0, 2), (0, 0, 1), (0, 0, 0)))
        obj.shape_key_add(name="Basis")
        sway = obj.shape_key_add(name="Sway")
        for index in (1, 2):
            sway.data[index].co.x += 0.2 * index
        self.key(sway, "value", {1: 0.0, 6: 1.0})
        self.assert_turn(self.end_turn(obj), (0, -1, 0), math.atan(0.2))

    def test_radius_of_a_pin_follows_the_drawn_radius(self):
        obj = self.new_rod()
        obj.sinew.rod.pin_start = {"RADIUS"}
        self.key(obj.data.splines[0].points[0], "radius", {1: 1.0, 6: 2.0})
        samples = self.export().samples(0, "scales")
        self.assertAlmostEqual(samples[0][0], 1.0, places=4)
        self.assertAlmostEqual(samples[-1][0], 2.0, places=4)

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

    def new_armature(self):
        rig = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
        self.scene.collection.objects.link(rig)
        active = bpy.context.view_layer.objects.active
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        bone = rig.data.edit_bones.new("Bone")
        bone.head, bone.tail = (0, 0, 2), (2, 0, 2)
        bone.envelope_distance = 5.0
        bpy.ops.object.mode_set(mode="OBJECT")
        bpy.context.view_layer.objects.active = active
        return rig


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
