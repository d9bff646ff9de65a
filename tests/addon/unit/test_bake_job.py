import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import support

support.make_addon_importable()

from addon.bake import job as job_module
from addon.bake.job import LOG_NAME, BakeJob
from addon.bake.phase import Phase

FAKE = [sys.executable, str(pathlib.Path(__file__).with_name("fake_baker.py"))]


class BakeJobTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(
            prefix="sinew bäke "
        )  # space and non-ASCII letter on purpose
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.job = BakeJob()

    def start(self, *script, **options):
        path = self.folder / "job.json"
        path.write_text(json.dumps(script), "utf-8")
        self.job.begin_export(1, 10)
        self.job.start(FAKE, path, self.folder, **options)

    def wait_for(self, condition, seconds=10.0):
        limit = time.monotonic() + seconds
        while not condition():
            self.job.poll()
            self.assertLess(time.monotonic(), limit, "the fake program took too long")
            time.sleep(0.01)

    def test_reports_frames_time_left_and_notes(self):
        seen = []
        self.start(
            ["start", 1, 4, 0],
            ["message", "pins move fast"],
            ["frame", 1, 4],
            ["frame", 2, 4],
            ["end", "done", ""],
        )
        self.job.wait(on_news=lambda job: seen.append((job.frame, job.progress)))
        self.assertIs(self.job.phase, Phase.DONE)
        self.assertEqual(self.job.notes, ["pins move fast"])
        self.assertEqual(self.job.seconds_left, 1.5)
        self.assertEqual(self.job.frame, 2)
        self.assertEqual(self.job.progress, 1.0)
        self.assertTrue(seen)

    def test_the_program_notices_when_its_caller_is_killed(self):
        told = self.folder / "told"
        path = self.folder / "job.json"
        path.write_text(json.dumps([["start", 1, 4, 0], ["wait_for_end_of_input"], ["write", str(told), "end"]]), "utf-8")
        caller = (
            "import pathlib, sys, time; sys.path.insert(0, sys.argv[1]); from addon.bake.job import BakeJob; job = BakeJob()\n"
            "job.begin_export(1, 4); job.start(sys.argv[3:], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[2]).parent)\n"
            "while job.last_frame != 4 or not job.poll(): time.sleep(0.01)\n"
            "print('started', flush=True); time.sleep(60)"
        )
        process = subprocess.Popen(
            [sys.executable, "-B", "-c", caller, str(support.ROOT), str(path), *FAKE], stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(process.stdout.close)
        self.assertEqual(process.stdout.readline(), "started\n")
        self.assertFalse(told.exists(), "the input has ended though the caller lives")
        process.kill()
        process.wait()
        self.wait_for(told.exists)

    def test_tells_what_is_done_while_no_frame_is_finished(self):
        step = {"fraction": None, "seconds_left": 3.5, "step": 1, "steps": 2, "iteration": 7}
        for event, activity, left in (
            ({"phase": "filling Jelly", "fraction": None, "seconds_left": None}, "filling Jelly", None),
            ({"phase": "preroll", "fraction": 0.25, "seconds_left": None}, "preroll, 25%", None),
            ({"phase": "simulating frame 2", **step}, "step 1 of 2, iteration 7", 3.5),
        ):
            with self.subTest(activity):
                self.start(["phase", event], ["sleep", 60])
                self.wait_for(lambda: self.job.activity)
                self.assertEqual((self.job.activity, self.job.seconds_left), (activity, left))
                self.job.cancel()
                self.job.wait()
        self.start(["phase", event], ["frame", 2, 4], ["sleep", 60])
        self.wait_for(lambda: self.job.frame == 2)
        self.assertEqual(self.job.activity, "")
        self.job.cancel()
        self.job.wait()

    def test_progress_counts_frames_of_the_range(self):
        self.start(["start", 11, 20, 10], ["frame", 15, 20], ["sleep", 60])
        self.wait_for(lambda: self.job.frame == 15)
        self.assertAlmostEqual(self.job.progress, 0.5)
        self.job.cancel()
        self.job.wait()

    def test_resumed_frames_count_as_done(self):
        self.start(["start", 1, 10, 6], ["sleep", 60])
        self.wait_for(lambda: self.job.frame == 6)
        self.job.cancel()
        self.job.wait()

    def test_cancel_keeps_frames_and_ends_idle(self):
        self.start(["stop_when_asked"], ["start", 1, 9, 0], ["frame", 3, 9], ["sleep", 60])
        self.wait_for(lambda: self.job.frame == 3)
        self.job.cancel()
        self.assertIs(self.job.phase, Phase.CANCELLING)
        self.job.wait()
        self.assertIs(self.job.phase, Phase.IDLE)
        self.assertEqual(self.job.message, "Cancelled; frames up to 3 are kept.")

    def test_a_program_that_ignores_the_cancel_is_killed(self):
        with mock.patch.object(job_module, "KILL_AFTER_SECONDS", 0.2):
            self.start(["ignore_terminate"], ["start", 1, 9, 0], ["sleep", 60])
            self.wait_for(lambda: self.job.last_frame == 9)
            self.job.cancel()
            self.wait_for(lambda: not self.job.active)
        self.assertEqual(self.job.exit_status, -signal.SIGKILL)

    def test_cancel_before_the_program_runs_ends_at_once(self):
        self.job.begin_export(1, 10)
        self.job.cancel()
        self.assertIs(self.job.phase, Phase.IDLE)

    def test_a_killed_program_names_the_signal_and_the_frames_kept(self):
        self.start(["start", 1, 9, 0], ["frame", 5, 9], ["die", int(signal.SIGKILL)])
        self.job.wait()
        self.assertIs(self.job.phase, Phase.FAILED)
        self.assertIn("SIGKILL", self.job.message)
        self.assertIn("memory", self.job.message)
        self.assertIn("up to 5", self.job.message)

    def test_a_crash_names_the_signal(self):
        self.start(["start", 1, 9, 0], ["die", int(signal.SIGSEGV)])
        self.job.wait()
        self.assertIn("SIGSEGV", self.job.message)

    def test_a_refusal_shows_the_solvers_own_words(self):
        self.start(["end", "failed", "Rod: density must be > 0"], ["exit", 2])
        self.job.wait()
        self.assertEqual(self.job.message, "Rod: density must be > 0")
        self.assertEqual(self.job.exit_status, 2)

    def test_a_program_that_ends_without_a_word_shows_its_error_output(self):
        self.start(["complain", "libfoo.so: cannot open"], ["exit", 127])
        self.job.wait()
        self.assertIn("127", self.job.message)
        self.assertIn("libfoo.so: cannot open", self.job.message)

    def test_the_log_does_not_follow_a_link(self):
        victim = self.folder / "victim"
        victim.write_text("precious", "utf-8")
        (self.folder / LOG_NAME).symlink_to(victim)
        self.start(["message", "hello"], ["end", "done", ""])
        self.job.wait()
        self.assertIs(self.job.phase, Phase.DONE)
        self.assertEqual(victim.read_text("utf-8"), "precious")
        self.assertIn("hello", (self.folder / LOG_NAME).read_text("utf-8"))

    def test_lines_that_are_no_progress_go_to_the_log(self):
        self.start(
            ["print", "not json"], ["print", "[1, 2]"], ["complain", "oops"], ["end", "done", ""]
        )
        self.job.wait()
        self.assertIs(self.job.phase, Phase.DONE)
        log = (self.folder / LOG_NAME).read_text("utf-8")
        for text in ("not json", "[1, 2]", "oops"):
            self.assertIn(text, log)

    def test_a_missing_program_fails_with_a_sentence(self):
        self.job.begin_export(1, 10)
        self.job.start([str(self.folder / "nowhere")], self.folder / "job.json", self.folder)
        self.assertIs(self.job.phase, Phase.FAILED)
        self.assertIn("could not be started", self.job.message)

    def test_a_folder_that_cannot_be_written_fails_with_a_sentence(self):
        self.job.begin_export(1, 10)
        self.job.start(FAKE, self.folder / "job.json", self.folder / "missing")
        self.assertIs(self.job.phase, Phase.FAILED)
        self.assertIn("missing", self.job.message)

    def test_passes_threads_and_restart_on(self):
        arguments = self.folder / "arguments.json"
        self.start(["record_arguments", str(arguments)], threads=3, restart=True)
        self.job.wait()
        words = json.loads(arguments.read_text())
        self.assertEqual(words[0], "bake")
        self.assertEqual(words[words.index("--threads") + 1], "3")
        self.assertEqual(words[words.index("--cache") + 1], str(self.folder))
        self.assertIn("--restart", words)

    def test_can_be_used_again(self):
        self.start(["start", 1, 9, 0], ["frame", 5, 9], ["exit", 3])
        self.job.wait()
        self.start(["start", 1, 9, 5], ["frame", 9, 9], ["end", "done", ""])
        self.assertEqual(self.job.message, "")
        self.job.wait()
        self.assertIs(self.job.phase, Phase.DONE)


if __name__ == "__main__":
    unittest.main()
