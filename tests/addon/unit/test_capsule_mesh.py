"""The surface of a bone that has no mesh."""

import math
import unittest
from collections import Counter

import support

support.make_addon_importable()

from addon.export import mesh_shape, vectors
from addon.export.attachments import distance_to_segment
from addon.export.capsule_mesh import capsule_mesh


class CapsuleMeshTest(unittest.TestCase):
    head, tail, radius = (0.1, 0.2, 0.3), (0.4, -0.2, 1.5), 0.2

    def test_all_of_it_is_as_far_from_the_bone(self):
        positions, triangles = capsule_mesh(self.head, self.tail, self.radius)
        for first in range(0, len(positions), 3):
            distance = distance_to_segment(tuple(positions[first : first + 3]), self.head, self.tail)
            self.assertAlmostEqual(distance, self.radius)
        self.assertEqual(set(triangles), set(range(len(positions) // 3)))

    def test_it_is_closed_and_its_normals_point_outwards(self):
        positions, triangles = capsule_mesh(self.head, self.tail, self.radius)
        edges = Counter()
        for first in range(0, len(triangles), 3):
            a, b, c = triangles[first : first + 3]
            edges.update(((a, b), (b, c), (c, a)))
        self.assertEqual(set(edges.values()), {1})
        self.assertTrue(all((b, a) in edges for a, b in edges))
        length = vectors.length(vectors.subtract(self.tail, self.head))
        exact = math.pi * self.radius**2 * (length + 4.0 / 3.0 * self.radius)
        self.assertAlmostEqual(mesh_shape.shape(positions, triangles)[0] / exact, 1.0, delta=0.04)

    def test_a_bone_without_length_is_a_ball(self):
        positions, triangles = capsule_mesh(self.head, self.head, self.radius)
        self.assertAlmostEqual(
            mesh_shape.shape(positions, triangles)[0] / (4.0 / 3.0 * math.pi * self.radius**3), 1.0, delta=0.06
        )


if __name__ == "__main__":
    unittest.main()
