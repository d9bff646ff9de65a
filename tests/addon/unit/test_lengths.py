"""Lengths that an artist reads are in the units of the scene, also those in sentences of the solver."""

import unittest
from types import SimpleNamespace

import support

support.make_addon_importable()

from addon.export.lengths import in_scene_units, length_text


def scene(system="METRIC", length_unit="ADAPTIVE", scale=1.0, names=()):
    return SimpleNamespace(
        unit_settings=SimpleNamespace(system=system, length_unit=length_unit, scale_length=scale),
        objects=[SimpleNamespace(name=name) for name in names],
    )


class LengthsTest(unittest.TestCase):
    def test_every_unit_of_blender(self):
        for system, unit, length, text in (
            ("METRIC", "METERS", 0.31, "0.31 m"),
            ("METRIC", "CENTIMETERS", 0.31, "31 cm"),
            ("METRIC", "MILLIMETERS", 0.31, "310 mm"),
            ("METRIC", "MICROMETERS", 0.00031, "310 µm"),
            ("METRIC", "KILOMETERS", 310.0, "0.31 km"),
            ("METRIC", "ADAPTIVE", 0.31, "31 cm"),
            ("METRIC", "ADAPTIVE", 1e-9, "0.001 µm"),
            ("METRIC", "ADAPTIVE", 0.0, "0 m"),
            ("IMPERIAL", "FEET", 0.3048, "1 ft"),
            ("IMPERIAL", "INCHES", 0.254, "10 in"),
            ("IMPERIAL", "THOU", 0.000254, "10 thou"),
            ("IMPERIAL", "MILES", 1609.344, "1 mi"),
            ("IMPERIAL", "ADAPTIVE", 0.127, "5 in"),
            ("IMPERIAL", "ADAPTIVE", 0.0, "0 ft"),
            ("NONE", "METERS", 0.31, "0.31 units"),
        ):
            with self.subTest(system=system, unit=unit):
                self.assertEqual(length_text(scene(system, unit), length), text)

    def test_numbers_stay_readable(self):
        metres = scene(length_unit="METERS")
        self.assertEqual(length_text(metres, 0.0), "0 m")
        self.assertEqual(length_text(metres, -0.5), "-0.5 m")
        self.assertEqual(length_text(metres, 0.0032), "3.2 mm")  # not 0.0032 m
        self.assertEqual(length_text(metres, 12345.0), "12,300 m")
        self.assertEqual(length_text(metres, 1e7), "10,000 km")
        self.assertEqual(length_text(scene(length_unit="KILOMETERS"), 0.5), "50 cm")

    def test_the_unit_scale_counts(self):
        self.assertEqual(length_text(scene(length_unit="CENTIMETERS", scale=0.01), 31.0), "31 cm")
        self.assertEqual(length_text(scene("NONE", scale=0.01), 31.0), "31 units")

    def test_sentences_of_the_solver(self):
        said = "Biceps: starts 3.2 mm inside Triceps near (0.100, -0.200, 1e-05) m, in 2 places"
        self.assertEqual(
            in_scene_units(scene(length_unit="CENTIMETERS"), said),
            "Biceps: starts 0.32 cm inside Triceps near (10, -20, 0.001) cm, in 2 places",
        )
        self.assertIn("starts 0.0032 units inside", in_scene_units(scene("NONE"), said))
        self.assertIn("near (0.1, -0.2, 0) m", in_scene_units(scene(length_unit="METERS", scale=0.01), said))
        self.assertEqual(in_scene_units(scene(), "voxels of 5 m", metres=0.01), "voxels of 5 cm")

    def test_what_is_no_length_stays(self):
        said = "gravity 9.81 m/s², 2 m³, 5 meters, 100 m2, (5) m, x1 m, 2 mmol"
        self.assertEqual(in_scene_units(scene(length_unit="CENTIMETERS"), said), said)

    def test_names_are_not_lengths(self):
        centimetres = scene(length_unit="CENTIMETERS", names=("Rope 5 m", "Rope 5 m.001", "Cube"))
        said = "Rope 5 m.001: size 0.5 m; Rope 5 m: 2 m"
        self.assertEqual(in_scene_units(centimetres, said), "Rope 5 m.001: size 50 cm; Rope 5 m: 200 cm")


if __name__ == "__main__":
    unittest.main()
