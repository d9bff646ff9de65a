"""Filling meshes with rods inside Blender's process, which has libraries of the same names of its own."""

import os
import sys
import time
from array import array

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness


def triangles_of(mesh):
    """Vertices and triangles of a mesh as arrays."""
    mesh.calc_loop_triangles()
    vertices = array("f", bytes(12 * len(mesh.vertices)))
    mesh.vertices.foreach_get("co", vertices)
    triangles = array("i", bytes(12 * len(mesh.loop_triangles)))
    mesh.loop_triangles.foreach_get("vertices", triangles)
    return vertices, triangles


class ViperizeTest(harness.BlenderTest):
    def viperization(self, name, vertices, triangles, **settings):
        library = harness.part("bridge.library").Library()
        return harness.part("bridge.viperize").Viperization(library, name, vertices, triangles, **settings)

    def test_fills_suzanne(self):
        """Several shells, and holes at the eyes."""
        bpy.ops.mesh.primitive_monkey_add()
        vertices, triangles = triangles_of(bpy.context.object.data)
        with self.viperization("Suzanne", vertices, triangles, rods=16, levels=12) as suzanne:
            suzanne.run()
            measures = suzanne.measures()
            print(
                f"Suzanne: volume {measures.bundle_volume:.4g} of {measures.mesh_volume:.4g} m3, "
                f"length {measures.total_length:.4g} m, outside {measures.points_outside}, "
                f"gap {measures.max_gap:.2g} m, {measures.seconds:.2f} s, {suzanne.warnings()}"
            )
            self.assertLessEqual(measures.volume_error, 0.03)
            self.assertEqual(measures.points_outside, 0)
            self.assertEqual(measures.segments_outside, 0)
            self.assertEqual(measures.max_outside, 0.0)
            # A head of radius 0.8 has 2.1 m3; the ears and the brow make up for the flat face.
            self.assertTrue(1.6 < measures.mesh_volume < 2.8, measures.mesh_volume)
            self.assertEqual(list(suzanne.counts()), [12] * 16)
            self.assertEqual(len(suzanne.points()), 3 * 12 * 16)
            self.assertEqual(len(suzanne.radii()), 12 * 16)
            self.assertEqual(suzanne.progress(), 1.0)

    def test_takes_vertex_groups(self):
        bpy.ops.mesh.primitive_cylinder_add(vertices=24, radius=0.2, depth=2.0)
        mesh = bpy.context.object.data
        ends = [array("i", [v.index for v in mesh.vertices if v.co.z * side > 0.9]) for side in (1, -1)]
        vertices, triangles = triangles_of(mesh)
        with self.viperization("Cylinder", vertices, triangles, source=ends[0], sink=ends[1]) as cylinder:
            cylinder.run()
            points = cylinder.points()
            self.assertGreater(points[2], 0.9)
            self.assertLess(points[-1], -0.9)
            self.assertEqual(cylinder.source(), ends[0])
            self.assertEqual(cylinder.warnings(), [])

    def test_tells_what_is_wrong(self):
        bpy.ops.mesh.primitive_plane_add()
        vertices, triangles = triangles_of(bpy.context.object.data)
        with self.viperization("Plane", vertices, triangles) as plane:
            with self.assertRaisesRegex(harness.part("bridge.errors").SinewError, "Plane: the mesh has no inside"):
                plane.run()

    def test_a_thread_gives_the_same_rods(self):
        filling = harness.part("bridge.filling")
        bpy.ops.mesh.primitive_monkey_add()
        inputs = ("Suzanne", *triangles_of(bpy.context.object.data), None, None, 4, 6, 0.08)
        thread = filling.FillingThread(*inputs)
        shares = [thread.progress()]
        while not thread.done:
            shares.append(thread.progress())
        self.assertEqual(thread.progress(), 1.0)
        self.assertEqual(shares, sorted(shares))
        self.assertGreater(len(shares), 10, "this thread did not run meanwhile")
        self.assertEqual(thread.result(), filling.fill_with_rods(*inputs))
        thread.cancel()  # too late, and does no harm
        self.assertEqual(len(thread.result().counts), 4)

    def test_a_thread_tells_what_is_wrong(self):
        bpy.ops.mesh.primitive_plane_add()
        vertices, triangles = triangles_of(bpy.context.object.data)
        thread = harness.part("bridge.filling").FillingThread("Plane", vertices, triangles, None, None, 4, 6)
        thread.wait()
        with self.assertRaisesRegex(harness.part("bridge.errors").SinewError, "Plane: the mesh has no inside"):
            thread.result()

    def test_a_thread_that_is_stopped_is_gone(self):
        current = harness.part("bridge.current_filling")
        bpy.ops.mesh.primitive_monkey_add()
        vertices, triangles = triangles_of(bpy.context.object.data)
        current.start("Suzanne", vertices, triangles, None, None, 64, 64, 0.02)  # would take many seconds
        thread = current.thread
        self.assertEqual(current.name, "Suzanne")
        begun = time.monotonic()
        current.stop()
        self.assertTrue(thread.done)
        self.assertIsNone(current.thread)
        self.assertLess(time.monotonic() - begun, 20.0)  # it looks up between two parts of its work
        with self.assertRaises(harness.part("bridge.errors").SinewError):
            thread.result()

    def test_lengths_in_its_sentences_are_those_of_the_scene(self):
        """The solver takes Blender units for metres; here one is a centimetre."""
        self.scene.unit_settings.scale_length = 0.01
        self.scene.unit_settings.length_unit = "MILLIMETERS"
        spoken = harness.part("operators.viperize").in_units_of
        self.assertEqual(spoken(self.scene, "no voxel of 20 m lies inside"), "no voxel of 200 mm lies inside")

    def test_the_button_waits_without_a_window(self):
        bpy.ops.mesh.primitive_cylinder_add(vertices=24, radius=0.2, depth=2.0)
        cylinder = bpy.context.object
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        self.assertEqual(bpy.ops.sinew.viperize("INVOKE_DEFAULT", rod_count=3, levels=5), {"FINISHED"})
        splines = cylinder.sinew.muscle.rods.data.splines
        self.assertEqual([len(spline.points) for spline in splines], [5] * 3)


if __name__ == "__main__":
    harness.main()
