import unittest

import support

support.make_addon_importable()

from addon.playback.cache_place import place_for_cache


class PlaceForCacheTest(unittest.TestCase):
    def test_is_behind_the_rig_and_before_what_makes_vertices(self):
        self.assertEqual(place_for_cache([]), 0)
        self.assertEqual(place_for_cache(["ARMATURE"]), 1)
        self.assertEqual(place_for_cache(["ARMATURE", "SUBSURF"]), 1)
        self.assertEqual(place_for_cache(["SUBSURF"]), 0)
        self.assertEqual(place_for_cache(["ARMATURE", "CORRECTIVE_SMOOTH", "SUBSURF", "DISPLACE"]), 2)

    def test_a_rig_behind_modifiers_of_weights_is_found(self):
        self.assertEqual(place_for_cache(["VERTEX_WEIGHT_EDIT", "ARMATURE", "SUBSURF"]), 2)
        self.assertEqual(place_for_cache(["WEIGHTED_NORMAL"]), 0)


if __name__ == "__main__":
    unittest.main()
