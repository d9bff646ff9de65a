"""Filling meshes with rods inside Blender's process, which has libraries of the same names of its own."""

import os
import sys
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


if __name__ == "__main__":
    harness.main()
