"""What is remembered of a mesh that was filled with rods."""

import unittest

import support

support.make_addon_importable()

from addon.export import mesh_shape

# A box of 2 x 1 x 3: vertex 4 x + 2 y + z.
BOX = [float(value) for x in (0, 2) for y in (0, 1) for z in (0, 3) for value in (x, y, z)]
SIDES = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3]


def moved(offset, factor=1.0):
    return [factor * value + offset[index % 3] for index, value in enumerate(BOX)]


class MeshShapeTest(unittest.TestCase):
    def test_a_box_by_hand(self):
        self.assertEqual(mesh_shape.shape(BOX, SIDES), (6.0, 0.0, 0.0, 0.0, 2.0, 1.0, 3.0))

    def test_a_sheet_is_told_from_a_box(self):
        self.assertFalse(mesh_shape.is_sheet(BOX, SIDES))
        self.assertTrue(mesh_shape.is_sheet(BOX, SIDES[:6]))
        self.assertFalse(mesh_shape.is_sheet(BOX, SIDES[:12]))  # two sides that look away from each other
        self.assertFalse(mesh_shape.is_sheet([], []))

    def test_it_is_carried_along_the_axes(self):
        kept = mesh_shape.shape(BOX, SIDES)
        flip = ((-1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
        self.assertEqual(mesh_shape.carried(kept, flip), (6.0, -2.0, 0.0, 0.0, 0.0, 1.0, 3.0))
        larger = ((2, 0, 0, 5), (0, 1, 0, 0), (0, 0, 3, 0), (0, 0, 0, 1))
        self.assertEqual(mesh_shape.carried(kept, larger), (36.0, 5.0, 0.0, 0.0, 9.0, 1.0, 9.0))
        turn = ((0, -1, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
        self.assertEqual(mesh_shape.carried(kept, turn), (0.0,) * 7)

    def test_what_has_changed_is_told(self):
        kept = mesh_shape.shape(BOX, SIDES)
        self.assertIsNone(mesh_shape.change(kept, kept))
        self.assertIsNone(mesh_shape.change(kept, mesh_shape.shape(moved((0.1, 0.0, 0.0)), SIDES)))
        farther = mesh_shape.change(kept, mesh_shape.shape(moved((0.3, 0.0, 0.0)), SIDES))
        self.assertIn("moved by 10 %", farther)
        larger = mesh_shape.change(kept, mesh_shape.shape(moved((0, 0, 0), 2.0), SIDES))
        self.assertIn("changed by 700 %", larger)

    def test_a_file_that_has_nothing_kept_is_left_alone(self):
        self.assertIsNone(mesh_shape.change((0.0,) * 7, mesh_shape.shape(BOX, SIDES)))
        self.assertEqual(mesh_shape.shape([], []), (0.0,) * 7)

    def test_a_mesh_without_volume_is_known_by_its_outline(self):
        kept = mesh_shape.shape(BOX, [])
        self.assertEqual(kept[0], 0.0)
        self.assertIn("moved", mesh_shape.change(kept, mesh_shape.shape(moved((1, 0, 0)), [])))


if __name__ == "__main__":
    unittest.main()
