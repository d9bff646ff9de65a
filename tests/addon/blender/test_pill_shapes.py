"""The shapes that the overlay draws for rods."""

import os
import sys

from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness

COLOUR = (0.2, 0.4, 0.8, 1.0)


class PillShapesTest(harness.BlenderTest):
    def shapes(self, rods, view):
        return harness.part("panels.pill_shapes").pill_triangles(rods, COLOUR, Vector(view))

    def test_a_pill_is_as_wide_as_its_radii_and_faces_the_viewer(self):
        rod = [(Vector((0, 0, 0)), 0.1), (Vector((1, 0, 0)), 0.2)]
        positions, colours = self.shapes([rod], (0, 0, 1, 0))  # from above, far away
        self.assertEqual(len(positions), len(colours))
        self.assertEqual(len(positions) % 3, 0)
        for axis, (low, high) in enumerate(((-0.1, 1.2), (-0.2, 0.2), (0.0, 0.0))):
            values = [place[axis] for place in positions]
            self.assertAlmostEqual(min(values), low, delta=0.02)
            self.assertAlmostEqual(max(values), high, delta=0.02)
        self.assertEqual(set(colours), {COLOUR, tuple(0.35 * value for value in COLOUR[:3]) + (1.0,)})

    def test_what_is_nearer_is_drawn_later(self):
        near = [(Vector((0, 0, 1)), 0.1), (Vector((1, 0, 1)), 0.1)]
        far = [(Vector((0, 0, -1)), 0.1), (Vector((1, 0, -1)), 0.1)]
        for view in ((0, 0, 1, 0), (0.5, 0, 9, 1)):
            positions, _ = self.shapes([near, far], view)
            half = len(positions) // 2
            self.assertTrue(all(place.z < 0 for place in positions[:half]), view)
            self.assertTrue(all(place.z > 0 for place in positions[half:]), view)

    def test_a_pill_seen_along_its_axis_is_its_discs(self):
        rod = [(Vector((0, 0, 0)), 0.1), (Vector((0, 0, 1)), 0.1)]
        positions, _ = self.shapes([rod], (0, 0, 1, 0))
        self.assertTrue(positions)
        self.assertTrue(all(place.xy.length < 0.1001 for place in positions))


if __name__ == "__main__":
    harness.main()
