"""A bake as it should go: progress, caches, going on, threads."""
import json
import os
import pty
import struct
import unittest

from baker import BakerTest, rod_job


class Bake(BakerTest):
    def test_leaves_every_frame_in_the_cache(self):
        self.bake(self.write_job(rod_job(last_frame=10)), "--progress", "none")
        data = (self.cache / "Rod.pc2").read_bytes()
        magic, version, points, _, _, samples = struct.unpack("<12siiffi", data[:32])
        self.assertEqual((magic, version, points, samples), (b"POINTCACHE2\0", 1, 16, 10))
        self.assertEqual(len(data), 32 + 10 * 16 * 12)
        info = self.info()
        self.assertEqual(info["status"], "done")
        self.assertEqual([frame["frame"] for frame in info["frames"]], list(range(1, 11)))
        self.assertIsNone(info["locked_by"])

    def test_tells_programs_how_far_it_is(self):
        out, err = self.bake(self.write_job(rod_job(last_frame=10)), "--progress", "json")
        events = self.events(out)
        self.assertEqual(err, "")
        self.assertEqual(events[0]["event"], "start")
        self.assertEqual((events[0]["first_frame"], events[0]["last_frame"]), (1, 10))
        self.assertEqual(events[0]["resumed_frame"], 0)
        frames = [event for event in events if event["event"] == "frame"]
        self.assertEqual(frames[-1]["frame"], 10)
        numbers = [event["frame"] for event in frames]
        self.assertEqual(numbers, sorted(set(numbers)))
        for key in ("last_frame", "seconds", "seconds_left", "iterations", "residual",
                    "volume_change"):
            self.assertIn(key, frames[-1])
        end = events[-1]
        self.assertEqual((end["event"], end["status"], end["frame"]), ("end", "done", 10))
        self.assertEqual(end["message"], "")

    def test_prints_lines_for_logs_and_a_bar_on_a_terminal(self):
        job = self.write_job(rod_job(rods=20, last_frame=40))
        out, err = self.bake(job)
        self.assertEqual(out, "")
        self.assertIn("baking frames 1 to 40", err)
        self.assertIn("frame 40 of 40", err)
        self.assertIn("done", err)
        self.assertNotIn("\r", err)

        try:
            master, slave = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminal to be had: {error}")
        process = self.start("bake", job, "--cache", self.folder / "other", stderr=slave)
        os.close(slave)
        text = b""
        while True:
            try:
                text += os.read(master, 4096)
            except OSError:  # the other end is closed
                break
        os.close(master)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertIn(b"\r\x1b[K[", text)
        self.assertIn(b"#] 40/40 100 %", text)
        self.assertIn(b"done", text)

    def test_does_nothing_when_all_is_there(self):
        job = self.write_job(rod_job(last_frame=10))
        self.bake(job, "--progress", "none")
        before = self.contents()
        out, _ = self.bake(job, "--progress", "json")
        self.assertEqual(self.events(out)[0]["resumed_frame"], 10)
        self.assertEqual(self.events(out)[-1]["frame"], 10)
        self.assertEqual(self.contents(), before)
        self.assertIn("there already", self.bake(job)[1])

    def test_bakes_a_part_and_then_the_rest(self):
        job = self.write_job(rod_job(last_frame=12))
        out, _ = self.bake(job, "--frames", "1-5", "--progress", "json")
        self.assertEqual(self.events(out)[-1]["frame"], 5)
        self.assertEqual(self.info()["complete_frames"], 5)
        self.bake(job, "--progress", "none")
        whole = self.folder / "whole"
        self.bake(job, "--progress", "none", cache=whole)
        self.assert_same_cache(self.cache, whole)

    def test_takes_frames_below_zero(self):
        job = rod_job()
        job["frames"].update(start=-3, end=3)
        out, _ = self.bake(self.write_job(job), "--frames=-3--1", "--progress", "json")
        self.assertEqual(self.events(out)[-1]["frame"], -1)
        self.assertEqual([frame["frame"] for frame in self.info()["frames"]], [-3, -2, -1])

    def test_gives_the_same_bytes_on_any_number_of_threads(self):
        job = self.write_job(rod_job(rods=40, last_frame=12))
        one = self.folder / "1"
        self.bake(job, "--threads", "1", "--progress", "none", cache=one)
        for threads in ("2", "3", "5"):
            cache = self.folder / threads
            self.bake(job, "--threads", threads, "--progress", "none", cache=cache)
            self.assert_same_cache(one, cache)

    def test_describes_a_cache_for_people(self):
        job = self.write_job(rod_job(last_frame=10))
        self.bake(job, "--progress", "none")
        out, _ = self.run_sinew("info", self.cache)
        for part in ("done", "10 of 10", "Rod: viper_rods, 16 vertices", "Rod.pc2", "iterations"):
            self.assertIn(part, out)
        self.assertEqual(len([line for line in out.splitlines() if line[:7].strip().isdigit()]), 10)

    def test_names_what_is_damaged(self):
        job = self.write_job(rod_job(last_frame=10))
        self.bake(job, "--progress", "none")
        whole = self.contents()
        out, _ = self.run_sinew("verify", self.cache)
        self.assertIn("frames    1 to 10, whole up to 10", out)
        with open(self.cache / "Rod.pc2", "r+b") as file:
            file.seek(32 + 6 * 16 * 12 + 24)
            file.write(struct.pack("<f", float("nan")))
        out, _ = self.run_sinew("verify", self.cache, status=4)
        self.assertIn("Rod.pc2, frame 7, bytes 1184 to 1375: vertex 2 is not finite", out)
        self.assertIn("whole up to 6", out)
        found = json.loads(self.run_sinew("verify", self.cache, "--json", status=4)[0])
        self.assertEqual((found["whole"], found["last_whole_frame"]), (False, 6))
        self.assertIn("frame 7", self.info()["problems"][0])
        out, _ = self.bake(job, "--progress", "json")
        self.assertEqual(self.events(out)[0]["resumed_frame"], 6)
        self.assertEqual(self.contents(), whole)
        self.run_sinew("verify", self.cache)
        self.run_sinew("verify", self.folder, status=4)

    def test_asks_before_it_throws_away_another_job(self):
        self.bake(self.write_job(rod_job(last_frame=6)), "--progress", "none")
        before = self.contents()
        heavier = self.write_job(rod_job(last_frame=6, material={"density": 2000}))
        out, err = self.bake(heavier, "--progress", "json", status=2)
        self.assertEqual(self.events(out)[-1]["status"], "failed")
        self.assertIn("--restart", self.events(out)[-1]["message"] + err)
        self.assertEqual(self.contents(), before)
        self.bake(heavier, "--restart", "--progress", "none")
        self.assertNotEqual(self.contents()["bytes"], before["bytes"])


class Json(BakerTest):
    def test_ends_with_an_end_also_when_the_job_is_refused(self):
        job = self.write_job(rod_job(material={"density": -3}))
        out, _ = self.bake(job, "--progress", "json", status=2)
        events = self.events(out)
        self.assertEqual([event["event"] for event in events], ["end"])
        self.assertEqual(events[0]["status"], "failed")
        self.assertIsNone(events[0]["frame"])
        self.assertIn("density", events[0]["message"])
        self.assertEqual(json.loads(out), events[0])


if __name__ == "__main__":
    unittest.main()
