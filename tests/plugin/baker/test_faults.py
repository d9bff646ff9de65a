"""What goes wrong while baking: signals, kills, full disks, two bakes at once, a stuck solver."""
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import time
import unittest

from baker import BakerTest, endless_job, long_job, rod_job


def with_default_signals():
    """As a shell starts a program: whatever started the tests may ignore some of them."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGXCPU, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)


def limit_file_size(size):
    """Writes beyond `size` bytes fail as on a full disk; the system also sends SIGXFSZ."""

    def limit():
        with_default_signals()
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


class Interrupted(BakerTest):
    def go_on_and_compare(self, job):
        """Ten frames more have the same bytes as a bake that nothing interrupted."""
        frames = f"1-{self.info()['complete_frames'] + 10}"
        self.bake(job, "--progress", "none", "--frames", frames)
        whole = self.folder / "whole"
        self.bake(job, "--progress", "none", "--frames", frames, cache=whole)
        self.assert_same_cache(self.cache, whole)

    def test_by_a_signal_it_keeps_frames_and_goes_on_from_there(self):
        job = self.write_job(endless_job())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT,
                       signal.SIGXCPU, signal.SIGUSR1, signal.SIGRTMIN):
            process = self.bake_until_frame(job, 3, preexec_fn=with_default_signals)
            process.send_signal(number)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, number)
            end = self.events(out)[-1]
            self.assertEqual((end["event"], end["status"]), ("end", "cancelled"))
            info = self.info()
            self.assertEqual(info["status"], "cancelled")
            self.assertEqual(info["complete_frames"], end["frame"])
            self.assertIsNone(info["locked_by"])
            self.assertTrue((self.cache / f"state/{end['frame']:06}.bin").is_file())
        self.go_on_and_compare(job)

    def test_by_the_death_of_its_caller_it_keeps_frames(self):
        job = self.write_job(endless_job())
        process = self.bake_until_frame(job, 3, "--until-eof", stdin=subprocess.PIPE)
        process.stdin.close()  # as the system does when the caller dies
        out = process.stdout.read()
        self.assertEqual(process.wait(timeout=60), 130)
        end = self.events(out)[-1]
        self.assertEqual((end["event"], end["status"]), ("end", "cancelled"))
        self.assertEqual(self.info()["complete_frames"], end["frame"])
        self.go_on_and_compare(job)

    def test_without_the_option_a_closed_input_does_not_stop_it(self):
        job = self.write_job(rod_job(last_frame=5))
        self.bake(job, "--progress", "none", stdin=subprocess.DEVNULL)
        self.assertEqual(self.info()["complete_frames"], 5)

    def test_by_one_signal_twice_it_ends_in_order_or_at_once(self):
        job = self.write_job(endless_job())
        for number, reason in ((signal.SIGHUP, "terminal was closed"),
                               (signal.SIGXCPU, "processor time"), (signal.SIGTERM, "")):
            process = self.bake_until_frame(job, 2, preexec_fn=with_default_signals)
            process.send_signal(number)
            process.send_signal(number)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, number)
            self.assertGreaterEqual(self.info()["complete_frames"], 2)
            if reason:  # these come twice by themselves
                self.assertIn(reason, self.events(out)[-1]["message"])

    def test_by_a_terminal_that_is_closed_it_keeps_its_frames(self):
        job = self.write_job(endless_job())
        try:
            master, slave = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminal to be had: {error}")

        def own_terminal():
            with_default_signals()
            os.setsid()
            os.close(os.open(os.ttyname(slave), os.O_RDWR))  # becomes the controlling one

        process = self.start("bake", job, "--cache", self.cache, stdin=slave, stdout=slave,
                             stderr=slave, preexec_fn=own_terminal)
        os.close(slave)
        text = b""
        while not re.search(rb" ([3-9]|[0-9]{2,})/100000", text):
            text += os.read(master, 4096)
        os.close(master)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertEqual(self.info()["status"], "cancelled")
        self.assertGreaterEqual(self.info()["complete_frames"], 3)

    def test_by_a_limit_of_processor_time_it_keeps_its_frames(self):
        def limit():
            with_default_signals()
            resource.setrlimit(resource.RLIMIT_CPU, (1, resource.RLIM_INFINITY))

        job = rod_job(rods=60, points=24, last_frame=2000)
        out, _ = self.bake(self.write_job(job), "--progress", "json", status=130,
                           preexec_fn=limit)
        end = self.events(out)[-1]
        self.assertIn("SIGXCPU: the allowed processor time is used up", end["message"])
        self.assertEqual(self.info()["complete_frames"], end["frame"])

    def test_by_a_hangup_that_nohup_ignores_it_bakes_on(self):
        def ignore():
            with_default_signals()
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

        process = self.bake_until_frame(self.write_job(long_job()), 2, preexec_fn=ignore)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=200)
        self.assertEqual(process.returncode, 0)

    def test_by_kill_it_goes_on_with_the_same_bytes(self):
        job = self.write_job(endless_job())
        for frame in (2, 20):
            process = self.bake_until_frame(job, frame)
            process.kill()
            process.wait()
            self.assertGreaterEqual(self.info()["complete_frames"], frame)
        self.go_on_and_compare(job)

    def test_by_a_reader_that_goes_away_it_bakes_on(self):
        job = self.write_job(long_job())
        process = self.bake_until_frame(job, 2)
        process.stdout.close()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=200), 0)
        self.assertEqual(self.info()["status"], "done")


class Files(BakerTest):
    def test_a_second_bake_of_one_cache_is_refused(self):
        job = self.write_job(endless_job())
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


class Removed(BakerTest):
    """What somebody removes during a bake is missed, and the next bake brings it back."""

    def bake_without(self, name, remove):
        job = endless_job()
        job["outputs"] = {"checkpoint_every": 1000}
        job = self.write_job(job)
        process = self.bake_until_frame(job, 2)
        remove(self.cache / name)
        out, _ = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 4, name)
        end = self.events(out)[-1]
        self.assertEqual(end["status"], "failed")
        self.assertIn(name, end["message"])
        self.assertIn("during the bake", end["message"])
        return job

    def test_point_cache(self):
        job = self.bake_without("Rod.pc2", os.remove)
        self.bake(job, "--progress", "none", "--frames", "1-20")
        self.assertEqual(self.info()["problems"], [])
        self.assertEqual(self.info()["complete_frames"], 20)

    def test_point_cache_that_was_cut(self):
        self.bake_without("Rod.pc2", lambda path: os.truncate(path, 32))

    def test_point_cache_that_was_replaced(self):
        def replace(path):
            shutil.copy(path, path.with_suffix(".copy"))
            os.replace(path.with_suffix(".copy"), path)

        self.bake_without("Rod.pc2", replace)

    def test_journal(self):
        self.bake_without("state/frames.jsonl", os.remove)

    def test_lock(self):
        self.bake_without("lock", os.remove)

    def test_state(self):
        self.bake_without("state", shutil.rmtree)

    def test_the_whole_folder(self):
        self.bake_without("", lambda path: os.rename(path, self.folder / "moved"))
        self.assertFalse(self.cache.exists())


class Links(BakerTest):
    """What somebody plants in a cache is not written, emptied or removed through."""

    NAMES = ("lock", "bake.json", "bake.json.tmp", "Rod.pc2", "state", "state/frames.jsonl",
             "state/inputs.json", "state/inputs.json.tmp", "state/000001.bin",
             "state/000001.bin.tmp")
    TEXT = "precious " * 10

    def setUp(self):
        super().setUp()
        self.job = self.write_job(rod_job(last_frame=3))
        self.outside = self.folder / "outside"
        self.outside.mkdir()
        self.victims = [self.outside / name for name in ("victim", "000001.bin", "frames.jsonl",
                                                         "inputs.json", "notes.txt")]
        for victim in self.victims:
            victim.write_text(self.TEXT, encoding="utf-8")

    def plant(self, name, link):
        shutil.rmtree(self.cache, ignore_errors=True)
        self.cache.mkdir()
        if name.startswith("state/"):
            (self.cache / "state").mkdir()
        link(self.outside if name == "state" else self.outside / "victim", self.cache / name)

    def assert_untouched(self):
        self.assertEqual(sorted(self.outside.iterdir()), sorted(self.victims))
        for victim in self.victims:
            self.assertEqual(victim.read_text(encoding="utf-8"), self.TEXT)

    def bake_anyway(self, *arguments):
        """To its end, or refused with a reason."""
        process = self.start("bake", self.job, "--cache", self.cache, "--progress", "none",
                             *arguments)
        _, err = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, 2, 4), err)
        if process.returncode:
            self.assertIn("sinew: ", err)

    def test_symbolic(self):
        for name in self.NAMES:
            for arguments in ((), ("--restart",)):
                with self.subTest(name, arguments=arguments):
                    self.plant(name, lambda target, path: path.symlink_to(target))
                    self.bake_anyway(*arguments)
                    self.assert_untouched()

    def test_hard(self):
        for name in self.NAMES:
            if name == "state":
                continue
            for arguments in ((), ("--restart",)):
                with self.subTest(name, arguments=arguments):
                    self.plant(name, os.link)
                    self.bake_anyway(*arguments)
                    self.assert_untouched()

    def test_in_a_cache_that_is_there(self):
        self.bake(self.job, "--progress", "none")
        shutil.copytree(self.cache / "state", self.folder / "elsewhere")
        shutil.rmtree(self.cache / "state")
        (self.cache / "state").symlink_to(self.folder / "elsewhere")
        before = sorted(path.name for path in (self.folder / "elsewhere").iterdir())
        _, err = self.bake(self.job, "--restart", status=4)
        self.assertIn("links are not followed here", err)
        after = sorted(path.name for path in (self.folder / "elsewhere").iterdir())
        self.assertEqual(after, before)

    def test_to_the_folder_itself_are_followed(self):
        self.cache.symlink_to(self.outside)
        self.bake(self.job, "--progress", "none")
        self.assertTrue((self.outside / "Rod.pc2").is_file())


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
        process = self.bake_until_frame(self.write_job(endless_job()), 1)
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertLess(time.monotonic() - asked, 2.0)

    def test_works_before_the_first_frame(self):
        process = self.start("bake", self.write_job(endless_job()), "--cache", self.cache,
                             "--progress", "json", stderr=subprocess.DEVNULL)
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)


if __name__ == "__main__":
    unittest.main()
