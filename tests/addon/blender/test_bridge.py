"""The library in Blender's process, through ctypes: structs, worlds of rods, solids and shells, errors in words."""

import ctypes
import os
import sys
from array import array

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness


class BridgeTest(harness.BlenderTest):
    def test_structs_are_laid_out_as_in_the_library(self):
        library = harness.part("bridge.library").Library()
        layouts = library.struct_layouts()
        for mirror in harness.part("bridge.structs").MIRRORS:
            expected = layouts[mirror.__name__]
            self.assertEqual(ctypes.sizeof(mirror), expected["size"], mirror.__name__)
            offsets = {name: getattr(mirror, name).offset for name, _ in mirror._fields_}
            self.assertEqual(offsets, expected["members"], mirror.__name__)

    def test_a_world_in_blenders_process_falls_with_gravity(self):
        library = harness.part("bridge.library").Library()
        world_type = harness.part("bridge.world").World
        with world_type(library, frame_rate=24.0, gravity=(0, 0, -9.81)) as world:
            points = array("f", [0, 0, 0, 0.1, 0, 0, 0.2, 0, 0])
            body = world.add_viper_rods("Rod", points, array("f", [0.02] * 3), array("i", [3]))
            for _ in range(24):
                report = world.step()
            self.assertAlmostEqual(report.frame, 25.0)
            positions = world.positions(body)
            self.assertEqual(len(positions), 9)
            self.assertTrue(-5.5 < positions[2] < -4.0, positions)
            self.assertAlmostEqual(world.radii(body)[1], 0.02, places=4)

    def test_a_solid_hangs_from_its_pins(self):
        library = harness.part("bridge.library").Library()
        error = harness.part("bridge.errors").SinewError
        corners = array("f", [x for i in range(8) for x in (0.1 * (i & 1), 0.1 * (i >> 1 & 1), 0.1 * (i >> 2))])
        triangles = array("i", [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2])
        triangles.extend([2, 4, 6, 1, 3, 5, 3, 7, 5])
        with harness.part("bridge.world").World(library) as world:
            body = world.add_micropolar_solid(
                "Jelly", corners, triangles, array("i", [4, 5, 6, 7]), size=0.05, young_modulus=1e4
            )
            self.assertEqual(world.positions(body), corners)
            for _ in range(3):
                report = world.step()
            self.assertLess(report.pin_error, 1e-4)
            positions = world.positions(body)
            self.assertAlmostEqual(positions[3 * 7 + 2], 0.1, places=3)
            self.assertTrue(-0.1 < positions[2] < -1e-4, positions)
            with self.assertRaisesRegex(error, "poisson_ratio"):
                world.add_micropolar_solid("Jelly", corners, triangles, poisson_ratio=0.5)

    def test_a_shell_settles_under_its_weight(self):
        library = harness.part("bridge.library").Library()
        structs = harness.part("bridge.structs")
        error = harness.part("bridge.errors").SinewError
        corners = array("f", [x for i in range(10) for x in (0.1 * (i // 2), 0.1 * (i % 2), 0.0)])
        triangles = array("i", [v for a in range(0, 8, 2) for v in (a, a + 2, a + 3, a, a + 3, a + 1)])
        with harness.part("bridge.world").World(library, integrator=structs.INTEGRATOR_QUASI_STATIC) as world:
            settings = {"pin_flags": structs.PIN_POSITION | structs.PIN_ROTATION, "thickness": 0.01, "young_modulus": 1e9}
            body = world.add_shell("Leaf", corners, triangles, array("i", [0, 1]), **settings)
            self.assertEqual(world.positions(body), corners)
            world.step()
            positions = world.positions(body)
            self.assertTrue(-0.01 < positions[-1] < -1e-3, positions)
            world.step()
            self.assertAlmostEqual(world.positions(body)[-1], positions[-1], places=6)
            with self.assertRaisesRegex(error, "Leaf.*poisson_ratio"):
                world.add_shell("Leaf", corners, triangles, poisson_ratio=0.6)

    def test_shell_material_of_the_library_is_that_of_the_add_on(self):
        library = harness.part("bridge.library").Library()
        structs = harness.part("bridge.structs")
        defaults = library.defaults(structs.SinewShellDef, "sinew_shell_def_init")
        shell = self.new_rod().sinew.shell
        for name in set(harness.material("cosserat_shell")):
            self.assertAlmostEqual(getattr(shell, name), getattr(defaults, name), places=6, msg=name)
        self.assertAlmostEqual(shell.thickness_mm, 1000.0 * defaults.thickness, places=6)

    def test_solid_material_of_the_library_is_that_of_the_add_on(self):
        library = harness.part("bridge.library").Library()
        structs = harness.part("bridge.structs")
        defaults = library.defaults(structs.SinewMicropolarSolidDef, "sinew_micropolar_solid_def_init")
        solid = self.new_rod().sinew.solid
        for name in harness.material("micropolar_solid"):
            self.assertAlmostEqual(getattr(solid, name), getattr(defaults, name), places=6, msg=name)

    def test_errors_of_the_library_arrive_in_words(self):
        library = harness.part("bridge.library").Library()
        error = harness.part("bridge.errors").SinewError
        with harness.part("bridge.world").World(library) as world:
            with self.assertRaisesRegex(error, "density"):
                world.add_viper_rods(
                    "Rod",
                    array("f", [0, 0, 0, 1, 0, 0]),
                    array("f", [0.1, 0.1]),
                    array("i", [2]),
                    density=-1.0,
                )

    def test_a_missing_library_is_told_in_a_sentence(self):
        error = harness.part("bridge.errors").SinewError
        with self.assertRaisesRegex(error, "Install the add-on again"):
            harness.part("bridge.library").Library(self.folder / "libsinew.so")


if __name__ == "__main__":
    harness.main()
