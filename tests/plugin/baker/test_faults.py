"""What goes wrong while baking: signals, kills, full disks, two bakes at once, a stuck solver."""
import resource
import signal
import subprocess
import time
import unittest

from baker import BakerTest, long_job, rod_job


def limit_file_size(size):
    """Writes beyond `size` bytes fail as on a full disk, instead of killing the program."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


class Interrupted(BakerTest):
    def finish_and_compare(self, job):
        self.bake(job, "--progress", "none")
        whole = self.folder / "whole"
        self.bake(job, "--progress", "none", cache=whole)
        self.assert_same_cache(self.cache, whole)

    def test_by_a_signal_it_keeps_frames_and_goes_on_from_there(self):
        job = self.write_job(long_job())
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.bake_until_frame(job, 3)
            process.send_signal(number)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            end = self.events(out)[-1]
            self.assertEqual((end["event"], end["status"]), ("end", "cancelled"))
            info = self.info()
            self.assertEqual(info["status"], "cancelled")
            self.assertEqual(info["complete_frames"], end["frame"])
            self.assertIsNone(info["locked_by"])
        self.finish_and_compare(job)

    def test_by_the_death_of_its_caller_it_keeps_frames(self):
        job = self.write_job(long_job())
        process = self.bake_until_frame(job, 3, "--until-eof", stdin=subprocess.PIPE)
        process.stdin.close()  # as the system does when the caller dies
        out = process.stdout.read()
        self.assertEqual(process.wait(timeout=60), 130)
        end = self.events(out)[-1]
        self.assertEqual((end["event"], end["status"]), ("end", "cancelled"))
        self.assertEqual(self.info()["complete_frames"], end["frame"])
        self.finish_and_compare(job)

    def test_without_the_option_a_closed_input_does_not_stop_it(self):
        job = self.write_job(rod_job(last_frame=5))
        self.bake(job, "--progress", "none", stdin=subprocess.DEVNULL)
        self.assertEqual(self.info()["complete_frames"], 5)

    def test_by_kill_it_goes_on_with_the_same_bytes(self):
        job = self.write_job(long_job())
        for frame in (2, 20):
            process = self.bake_until_frame(job, frame)
            process.kill()
            process.wait()
            self.assertGreaterEqual(self.info()["complete_frames"], frame)
        self.finish_and_compare(job)

    def test_by_a_reader_that_goes_away_it_bakes_on(self):
        job = self.write_job(long_job())
        process = self.bake_until_frame(job, 2)
        process.stdout.close()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=200), 0)
        self.assertEqual(self.info()["status"], "done")


class Files(BakerTest):
    def test_a_second_bake_of_one_cache_is_refused(self):
        job = self.write_job(long_job())
        first = self.bake_until_frame(job, 1)
        out, _ = self.bake(job, "--progress", "json", status=4)
        self.assertIn(str(first.pid), self.events(out)[-1]["message"])
        self.assertIsNone(first.poll())
        self.assertIn(str(first.pid), str(self.info()["locked_by"]))

    def test_a_cache_that_cannot_be_made_is_file_trouble(self):
        job = self.write_job(rod_job())
        in_the_way = self.folder / "file"
        in_the_way.write_text("not a folder", encoding="utf-8")
        for cache in (in_the_way, in_the_way / "cache", "/proc/sinew-cache"):
            _, err = self.bake(job, status=4, cache=cache)
            self.assertIn(str(cache), err)
        self.assertEqual(in_the_way.read_text(encoding="utf-8"), "not a folder")

    def test_a_full_disk_keeps_whole_frames_and_the_rest_follows(self):
        job = self.write_job(rod_job(rods=20, points=20, last_frame=40))
        frame = 20 * 20 * 12
        out, _ = self.bake(job, "--progress", "json", status=4,
                           preexec_fn=limit_file_size(int(20.5 * frame)))
        end = self.events(out)[-1]
        self.assertEqual(end["status"], "failed")
        self.assertIn("Rod.pc2", end["message"])
        self.assertGreater(self.info()["complete_frames"], 5)
        self.assertLessEqual(self.info()["complete_frames"], 20)
        self.bake(job, "--progress", "none")
        whole = self.folder / "whole"
        self.bake(job, "--progress", "none", cache=whole)
        self.assert_same_cache(self.cache, whole)


class Solver(BakerTest):
    def test_that_gives_up_keeps_the_last_good_frame(self):
        job = rod_job(last_frame=10)
        job["solver"] = {"max_halvings": 0, "rods": {"iterations": 1, "tolerance": 1e-15}}
        out, err = self.bake(self.write_job(job), "--progress", "json", status=3)
        end = self.events(out)[-1]
        self.assertEqual(end["status"], "failed")
        self.assertIn("Rod", end["message"])
        self.assertEqual(end["frame"], 1)
        self.assertEqual(self.info()["status"], "failed")


class Stopping(BakerTest):
    def test_comes_soon(self):
        process = self.bake_until_frame(self.write_job(long_job()), 1)
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertLess(time.monotonic() - asked, 2.0)

    def test_works_before_the_first_frame(self):
        process = self.start("bake", self.write_job(long_job()), "--cache", self.cache,
                             "--progress", "json", stderr=subprocess.DEVNULL)
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)


if __name__ == "__main__":
    unittest.main()
