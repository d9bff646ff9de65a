import math
import unittest
from collections import Counter

import support

support.make_addon_importable()

from addon.export import vectors
from addon.export.tube_mesh import TubeMesh, add_tube

SIDES = 12


def bent_rod():
    points = [(math.sin(0.2 * i), 0.3 * i, 0.05 * i * i) for i in range(9)]
    return points, [0.05 + 0.01 * i for i in range(9)]


class TubeMeshTest(unittest.TestCase):
    def setUp(self):
        self.points, self.radii = bent_rod()
        self.mesh = TubeMesh()
        add_tube(self.mesh, self.points, self.radii, (1.0, 0.0, 0.0), SIDES, 3)

    def test_is_closed_and_consistently_oriented(self):
        edges = Counter()
        for face in self.mesh.faces:
            edges.update(zip(face, face[1:] + face[:1]))
        self.assertTrue(all(count == 1 for count in edges.values()))
        self.assertTrue(all((b, a) in edges for a, b in edges))

    def test_normals_point_outwards(self):
        self.assertGreater(signed_volume(self.mesh), 0.0)

    def test_every_point_has_a_ring_of_its_radius(self):
        for point, radius in zip(self.points, self.radii):
            ring = [
                vertex
                for vertex in self.mesh.vertices
                if abs(vectors.length(vectors.subtract(vertex, point)) - radius) < 1e-9
            ]
            self.assertGreaterEqual(len(ring), SIDES)

    def test_volume_of_a_straight_tube_is_that_of_a_prism_and_two_caps(self):
        mesh = TubeMesh()
        add_tube(
            mesh, [(0.0, 0.0, 0.1 * i) for i in range(11)], [0.2] * 11, (1.0, 0.0, 0.0), 256, 0
        )
        cylinder = math.pi * 0.2**2
        caps = 2.0 * 2.0 / 3.0 * math.pi * 0.2**2 * 0.1
        self.assertAlmostEqual(signed_volume(mesh), cylinder + caps, delta=0.02 * (cylinder + caps))

    def test_uvs_cover_each_corner_and_stay_in_the_unit_square(self):
        self.assertEqual(len(self.mesh.uvs), sum(len(face) for face in self.mesh.faces))
        self.assertTrue(all(0.0 <= u <= 1.0 and -1e-9 <= v <= 1.0 + 1e-9 for u, v in self.mesh.uvs))
        self.assertEqual(set(self.mesh.materials), {3})

    def test_second_rod_has_its_own_vertices(self):
        before = len(self.mesh.vertices)
        add_tube(self.mesh, self.points, self.radii, (1.0, 0.0, 0.0), SIDES, 0)
        self.assertEqual(len(self.mesh.vertices), 2 * before)
        self.assertEqual(max(max(face) for face in self.mesh.faces), 2 * before - 1)


def signed_volume(mesh):
    volume = 0.0
    for face in mesh.faces:
        a = mesh.vertices[face[0]]
        for second, third in zip(face[1:], face[2:]):
            b, c = mesh.vertices[second], mesh.vertices[third]
            volume += vectors.dot(a, vectors.cross(b, c)) / 6.0
    return volume


if __name__ == "__main__":
    unittest.main()
