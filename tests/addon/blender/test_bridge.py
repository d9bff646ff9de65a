"""The library in Blender's process, through ctypes: structs, worlds from jobs in memory, errors in words."""

import ctypes
import json
import os
import sys
from array import array

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness


ROD = {
    "kind": "viper_rods",
    "name": "Rod",
    "rods": {"points": [[0, 0, 0], [0.1, 0, 0], [0.2, 0, 0]], "radii": 0.02},
}


class BridgeTest(harness.BlenderTest):
    def setUp(self):
        super().setUp()
        self.error = harness.part("bridge.errors").SinewError

    def world(self, body, binary=b""):
        job = {"sinew_job": 1, "frames": {"start": 1, "end": 2, "rate": 24}, "bodies": [body]}
        library = harness.part("bridge.library").Library()
        return harness.part("bridge.world").World(library, json.dumps(job), binary)

    def test_structs_are_laid_out_as_in_the_library(self):
        library = harness.part("bridge.library").Library()
        layouts = library.struct_layouts()
        for mirror in harness.part("bridge.structs").MIRRORS:
            expected = layouts[mirror.__name__]
            self.assertEqual(ctypes.sizeof(mirror), expected["size"], mirror.__name__)
            offsets = {name: getattr(mirror, name).offset for name, _ in mirror._fields_}
            self.assertEqual(offsets, expected["members"], mirror.__name__)

    def test_a_world_in_blenders_process_falls_with_gravity(self):
        with self.world(ROD) as world:
            body = world.find_body("Rod")
            for _ in range(24):
                report = world.step()
            self.assertAlmostEqual(report.frame, 25.0)
            positions = world.result(body, "positions")
            self.assertEqual(len(positions), 9)
            self.assertTrue(-5.5 < positions[2] < -4.0, positions)
            self.assertAlmostEqual(world.result(body, "radii")[1], 0.02, places=4)

    def test_large_arrays_come_from_memory(self):
        points = array("f", [0, 0, 0, 0.1, 0, 0, 0.25, 0, 0])
        block = {"dtype": "float32", "shape": [3, 3], "offset": 0}
        with self.world({**ROD, "rods": {"points": block, "radii": 0.02}}, points.tobytes()) as world:
            self.assertEqual(world.result(world.find_body("Rod"), "positions"), points)

    def test_inputs_are_set_by_path(self):
        pins = [{"points": [0], "positions": [[0, 0, 0]]}]
        with self.world({**ROD, "pins": pins}) as world:
            self.assertEqual(world.describe()["inputs"], [{"path": "bodies.Rod.pins[0].positions", "numbers": 3}])
            for typecode, height in (("f", 0.25), ("d", 0.5)):
                world.set_input("bodies.Rod.pins[0].positions", array(typecode, [0, 0, height]))
                world.step()
                self.assertEqual(world.result(world.find_body("Rod"), "positions")[2], height)
            with self.assertRaisesRegex(self.error, "bodies.Rod.pins.0..positions is 2 numbers: must have 3"):
                world.set_input("bodies.Rod.pins[0].positions", array("f", [0, 0]))

    def test_a_solid_hangs_from_its_pins(self):
        corners = [[0.1 * (i & 1), 0.1 * (i >> 1 & 1), 0.1 * (i >> 2)] for i in range(8)]
        faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
        solid = {
            "kind": "micropolar_solid",
            "name": "Jelly",
            "surface": {"vertices": corners, "faces": faces},
            "resolution": {"size": 0.05},
            "material": {"young_modulus": 1e4},
            "pins": [{"vertices": [4, 5, 6, 7]}],
        }
        with self.world(solid) as world:
            body = world.find_body("Jelly")
            self.assertEqual(world.result(body, "positions"), array("f", sum(corners, [])))
            for _ in range(3):
                report = world.step()
            self.assertLess(report.pin_error, 1e-4)
            positions = world.result(body, "positions")
            self.assertAlmostEqual(positions[3 * 7 + 2], 0.1, places=3)
            self.assertTrue(-0.1 < positions[2] < -1e-4, positions)

    def test_errors_of_the_library_arrive_in_words(self):
        with self.assertRaisesRegex(self.error, "Rod.*density"):
            self.world({**ROD, "material": {"density": -1}})
        with self.world(ROD) as world:
            with self.assertRaisesRegex(self.error, "radius.*positions.*radii"):
                world.result(world.find_body("Rod"), "radius")
            with self.assertRaisesRegex(self.error, '"Rot".*which has "Rod"'):
                world.find_body("Rot")

    def test_a_missing_library_is_told_in_a_sentence(self):
        with self.assertRaisesRegex(self.error, "Install the add-on again"):
            harness.part("bridge.library").Library(self.folder / "libsinew.so")


if __name__ == "__main__":
    harness.main()
