import unittest

import support

support.make_addon_importable()

from addon.export.resample import stations_of_strand


class ResampleTest(unittest.TestCase):
    # Unequal pieces, so that points and stations differ.
    line = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (4.0, 0.0, 0.0), (10.0, 0.0, 0.0)]

    def points(self, line, segments, first=0):
        stations = stations_of_strand(first, self.line, segments)
        return [station.value(lambda ring: line[ring - first]) for station in stations]

    def test_points_have_equal_distances(self):
        points = self.points(self.line, 5)
        for index, point in enumerate(points):
            self.assertAlmostEqual(point[0], 2.0 * index)

    def test_ends_are_exact(self):
        points = self.points(self.line, 7, first=12)
        self.assertEqual(points[0], self.line[0])
        self.assertEqual(points[-1], self.line[-1])

    def test_stations_follow_the_curve_when_it_moves(self):
        moved = [(2.0 * x, 1.0, 0.0) for x, _, _ in self.line]
        still, follow = self.points(self.line, 5), self.points(moved, 5)
        for a, b in zip(still, follow):
            self.assertAlmostEqual(2.0 * a[0], b[0])
            self.assertAlmostEqual(b[1], 1.0)

    def test_numbers_are_interpolated_too(self):
        radii = [1.0, 2.0, 3.0, 4.0]
        stations = stations_of_strand(
            0, self.line, 2
        )  # the middle is at 5, one sixth into the last piece
        self.assertAlmostEqual(stations[1].value(lambda ring: radii[ring]), 3.0 + 1.0 / 6.0)

    def test_a_strand_without_length_is_refused(self):
        self.assertIsNone(stations_of_strand(0, [(1.0, 1.0, 1.0)] * 3, 4))

    def test_repeated_points_do_no_harm(self):
        line = [(0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0)]
        stations = stations_of_strand(0, line, 4)
        values = [station.value(lambda ring: line[ring])[0] for station in stations]
        for value, expected in zip(values, (0.0, 0.5, 1.0, 1.5, 2.0)):
            self.assertAlmostEqual(value, expected)


if __name__ == "__main__":
    unittest.main()
