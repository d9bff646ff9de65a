import struct
import unittest

import support

support.make_addon_importable()

import addon as addon_package
from addon.bridge import platform_check
from addon.export.body_names import body_name
from addon.export.numbers import single_precision


class BodyNameTest(unittest.TestCase):
    def test_keeps_letters_of_any_language(self):
        self.assertEqual(body_name("Müskel 筋肉 (L).001", set()), "Müskel 筋肉 (L).001")

    def test_replaces_what_a_file_name_cannot_have(self):
        self.assertEqual(body_name("../arm/rod:1", set()), "_arm_rod_1")
        self.assertEqual(body_name("...", set()), "Object")

    def test_names_stay_different(self):
        taken = set()
        names = [body_name(name, taken) for name in ("a/b", "a:b", "A_B")]
        self.assertEqual(names, ["a_b", "a_b (2)", "A_B (3)"])


class PlatformCheckTest(unittest.TestCase):
    def test_accepts_a_processor_that_has_all(self):
        flags = frozenset(platform_check.NEEDED_CPU_FLAGS)
        self.assertIsNone(platform_check.reason_not_supported("linux", "x86_64", flags))

    def test_names_what_the_processor_lacks(self):
        flags = frozenset(platform_check.NEEDED_CPU_FLAGS) - {"avx2"}
        self.assertIn("AVX2", platform_check.reason_not_supported("linux", "x86_64", flags))

    def test_names_another_system(self):
        self.assertIn("win32", platform_check.reason_not_supported("win32", "AMD64", frozenset()))


class BlenderVersionTest(unittest.TestCase):
    def test_accepts_3_4_to_5_x(self):
        for version in ((3, 4, 0), (3, 6, 5), (4, 2, 0), (5, 1, 0)):
            self.assertIsNone(addon_package.reason_not_supported(version))

    def test_refuses_others_in_a_sentence_with_the_version(self):
        for version in ((2, 93, 0), (3, 3, 9), (6, 0, 0)):
            self.assertIn(
                f"this is Blender {version[0]}.{version[1]}",
                addon_package.reason_not_supported(version),
            )


class NumbersTest(unittest.TestCase):
    def test_gives_back_what_was_typed(self):
        for value in (0.1, 0.002, 9.81, 123456.7, 1e7, 0.0):
            stored = struct.unpack("f", struct.pack("f", value))[0]
            self.assertEqual(single_precision(stored), value)


if __name__ == "__main__":
    unittest.main()
