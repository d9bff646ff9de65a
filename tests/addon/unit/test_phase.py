import unittest

import support

support.make_addon_importable()

from addon.bake.phase import Phase, is_active, next_phase


class PhaseTest(unittest.TestCase):
    def test_a_bake_goes_from_idle_to_done(self):
        phase = Phase.IDLE
        for event in ("export", "start", "finish"):
            phase = next_phase(phase, event)
        self.assertIs(phase, Phase.DONE)

    def test_cancelling_ends_idle_so_that_it_can_resume(self):
        phase = next_phase(next_phase(Phase.RUNNING, "cancel"), "stop")
        self.assertIs(phase, Phase.IDLE)
        self.assertIs(next_phase(phase, "export"), Phase.EXPORTING)

    def test_a_failed_bake_can_be_tried_again(self):
        self.assertIs(next_phase(Phase.FAILED, "export"), Phase.EXPORTING)

    def test_refuses_what_does_not_follow(self):
        for phase, event in (
            (Phase.RUNNING, "export"),
            (Phase.IDLE, "start"),
            (Phase.DONE, "cancel"),
        ):
            with self.assertRaisesRegex(ValueError, event):
                next_phase(phase, event)

    def test_only_three_phases_are_active(self):
        active = {phase for phase in Phase if is_active(phase)}
        self.assertEqual(active, {Phase.EXPORTING, Phase.RUNNING, Phase.CANCELLING})


if __name__ == "__main__":
    unittest.main()
