import math
import unittest

import support

support.make_addon_importable()

from addon.export.activation_curve import activation, between_keys, thinned
from addon.export.attachments import distance_to_segment, far_sentence, nearest_name


class ActivationTest(unittest.TestCase):
    def test_is_none_at_rest_length_and_beyond(self):
        self.assertEqual(activation(0.3, 0.3, 0.75), 0.0)
        self.assertEqual(activation(0.5, 0.3, 0.75), 0.0)

    def test_is_full_at_the_wanted_fraction_and_below(self):
        self.assertAlmostEqual(activation(0.75 * 0.3, 0.3, 0.75), 1.0)
        self.assertEqual(activation(0.0, 0.3, 0.75), 1.0)

    def test_is_linear_in_between(self):
        self.assertAlmostEqual(activation(0.9, 1.0, 0.75), 0.4)
        self.assertAlmostEqual(activation(0.9, 1.0, 0.5), 0.2)


class ThinnedTest(unittest.TestCase):
    frames = list(range(1, 101))

    def error(self, values, keys):
        worst = 0.0
        for a, b in zip(keys, keys[1:]):
            for frame in range(a.frame, b.frame + 1):
                worst = max(worst, abs(values[frame - 1] - between_keys(a, b, frame)))
        return worst

    def test_a_straight_line_needs_two_keys(self):
        values = [0.01 * frame for frame in self.frames]
        self.assertEqual([key.frame for key in thinned(self.frames, values, 1e-9)], [1, 100])

    def test_no_value_is_missed_by_more_than_the_tolerance(self):
        values = [0.5 + 0.5 * math.sin(0.15 * frame) for frame in self.frames]
        for tolerance in (0.05, 0.005, 0.0):
            self.assertLessEqual(self.error(values, thinned(self.frames, values, tolerance)), tolerance + 1e-12)
        self.assertLess(len(thinned(self.frames, values, 0.005)), 20)

    def test_a_kink_keeps_its_two_slopes(self):
        values = [max(0.0, 0.02 * (frame - 50)) for frame in self.frames]
        keys = thinned(self.frames, values, 1e-6)
        self.assertLessEqual(self.error(values, keys), 1e-6)
        kink = next(key for key in keys if key.frame == 50)
        self.assertAlmostEqual(kink.slope_before, 0.0)
        self.assertAlmostEqual(kink.slope_after, 0.02)
        self.assertLess(len(keys), 6)

    def test_a_single_spike_stays(self):
        values = [0.0] * 100
        values[40] = 1.0
        keys = thinned(self.frames, values, 0.1)
        self.assertIn((41, 1.0), [(key.frame, key.value) for key in keys])
        self.assertLessEqual(self.error(values, keys), 0.1)

    def test_two_frames_are_two_keys(self):
        self.assertEqual([key.value for key in thinned([1, 2], [0.0, 1.0], 0.1)], [0.0, 1.0])


class AttachmentsTest(unittest.TestCase):
    def test_the_nearest_name_is_found(self):
        bones = ["upper_arm.L", "forearm.L", "hand.L"]
        self.assertEqual(nearest_name("fore_arm.L", bones), "forearm.L")
        self.assertIsNone(nearest_name("zzz", bones))

    def test_distance_to_a_bone_is_to_its_nearest_place(self):
        a, b = (0.0, 0.0, 0.0), (2.0, 0.0, 0.0)
        self.assertAlmostEqual(distance_to_segment((1.0, 3.0, 4.0), a, b), 5.0)
        self.assertAlmostEqual(distance_to_segment((5.0, 0.0, 4.0), a, b), 5.0)
        self.assertAlmostEqual(distance_to_segment((0.0, 0.0, 1.0), a, a), 1.0)

    def test_only_far_ends_are_told(self):
        self.assertIsNone(far_sentence("M", "sink", "the bone 'b'", 0.05, 0.3, str))
        self.assertIn("0.2 away", far_sentence("M", "sink", "the bone 'b'", 0.2, 0.3, str))


if __name__ == "__main__":
    unittest.main()
