import unittest

import support

support.make_addon_importable()

from addon.playback.modifier_index import cache_index


class CacheIndexTest(unittest.TestCase):
    def test_is_behind_the_rig_and_before_what_makes_vertices(self):
        self.assertEqual(cache_index([]), 0)
        self.assertEqual(cache_index(["ARMATURE"]), 1)
        self.assertEqual(cache_index(["ARMATURE", "SUBSURF"]), 1)
        self.assertEqual(cache_index(["SUBSURF"]), 0)
        self.assertEqual(cache_index(["ARMATURE", "CORRECTIVE_SMOOTH", "SUBSURF", "DISPLACE"]), 2)

    def test_a_rig_behind_modifiers_of_weights_is_found(self):
        self.assertEqual(cache_index(["VERTEX_WEIGHT_EDIT", "ARMATURE", "SUBSURF"]), 2)
        self.assertEqual(cache_index(["WEIGHTED_NORMAL"]), 0)


if __name__ == "__main__":
    unittest.main()
