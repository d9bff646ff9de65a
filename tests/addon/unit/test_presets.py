import pathlib
import re
import unittest

PRESETS = pathlib.Path(__file__).parents[3] / "addon" / "presets" / "micropolar_solid"
# Laws whose energy is infinite where a tetrahedron is turned inside out.
CANNOT_INVERT = ("NEO_HOOKEAN", "CLASSIC_NEO_HOOKEAN")


class SolidPresetsTest(unittest.TestCase):
    def test_choose_a_law_that_cannot_invert(self):
        files = sorted(PRESETS.glob("*.py"))
        self.assertGreater(len(files), 3)
        for file in files:
            law = re.search(r'solid\.law = "(\w+)"', file.read_text(encoding="utf-8"))
            self.assertIn(law.group(1), CANNOT_INVERT, file.name)


if __name__ == "__main__":
    unittest.main()
