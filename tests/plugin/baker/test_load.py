"""Loading a job: small jobs that ask for much, files outside of the job's folder, names that command a terminal, cancel."""
import copy
import json
import math
import random
import resource
import signal
import time
import unittest
from pathlib import Path

from baker import BakerTest, rod_job

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "jobs"
MOST_MEMORY = 2 << 30


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def cube_job(count):
    corners = [[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]
    faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]]
    body = {"kind": "micropolar_solid", "name": "Jelly", "surface": {"vertices": corners, "faces": faces},
            "resolution": {"count": count}}
    return {"sinew_job": 1, "frames": {"start": 1, "end": 3, "rate": 24}, "bodies": [body]}


def numbers(value, path=()):
    """Paths of the numbers of a job; of long lists the first, the second and the last."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers(item, (*path, key))
    elif isinstance(value, list):
        for i in range(len(value)) if len(value) < 4 else (0, 1, len(value) - 1):
            yield from numbers(value[i], (*path, i))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


def with_number(job, path, text):
    """The job's text with another number."""
    changed = copy.deepcopy(job)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = "@"
    return json.dumps(changed).replace('"@"', text)


class Numbers(BakerTest):
    """Every number of every example, in turn, is one that nobody expects."""

    WRONG = ("-1", "0", "1e308", "-1e308", "1e-300", "1e9", "2147483648", "-6", "200000000", "0.5", "NaN")
    SHARE = 60  # of all, drawn with a seed

    def setUp(self):
        super().setUp()
        for file in EXAMPLES.glob("*.obj"):
            (self.folder / file.name).write_bytes(file.read_bytes())

    def test_end_in_a_message_or_a_cost_and_never_fill_the_memory(self):
        tries = []
        for file in sorted(EXAMPLES.glob("*.json")):
            job = json.loads(file.read_text(encoding="utf-8"))
            job["frames"]["end"] = min(job["frames"]["end"], job["frames"]["start"] + 1)
            tries += [(file.name, job, path, text) for path in numbers(job) for text in self.WRONG]
        self.assertGreater(len(tries), 2000)
        for name, job, path, text in random.Random(12).sample(tries, self.SHARE):
            with self.subTest(job=name, number=path, wrong=text):
                self.check_one(with_number(job, path, text))

    def check_one(self, text):
        path = self.write_job(text)
        process = self.start("check", path, "--json", preexec_fn=limit_memory)
        out, err = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, 2), out + err)
        self.assertNotIn("std::", out + err)
        check = json.loads(out)
        self.assertTrue(check["ok"] or check["problems"])


class Budget(BakerTest):
    def test_counts_that_fill_the_memory_are_refused(self):
        for counts, message in (([200000000, 200000000], "must add up"), ([-6, -6], "at least 2 points")):
            job = rod_job(rods=2, points=2)
            job["bodies"][0]["sections"] = "levels"
            job["bodies"][0]["rods"]["counts"] = counts
            out, err = self.run_sinew("check", self.write_job(job), status=2, preexec_fn=limit_memory)
            self.assertIn(message, out)
            self.assertNotIn("std::", out + err)

    def test_is_given_on_the_command_line(self):
        job = self.write_job(cube_job(20000))
        for command in (("check", job), ("bake", job, "--cache", self.cache)):
            out, err = self.run_sinew(*command, "--max-memory", "0.01", status=2)
            self.assertIn("too large for 0.01 GB of memory", out + err)
            out, err = self.run_sinew(*command, "--max-seconds", "0.0001", status=2)
            self.assertIn("takes longer than 0.0001 s", out + err)
            self.run_sinew(*command, "--max-memory", "-1", status=2)
        self.assertFalse(self.cache.exists())

    def test_a_face_that_goes_over_a_ball_a_thousand_times_does_not_take_minutes(self):
        vertices, faces, rings, around = [], [], 8, 12
        for ring in range(rings + 1):
            for k in range(around):
                a, b = math.pi * (ring + 0.01) / (rings + 0.02), 2 * math.pi * k / around
                vertices.append([math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)])
        for ring in range(rings):
            for k in range(around):
                a, b = ring * around + k, ring * around + (k + 1) % around
                faces.append([a, a + around, b + around, b])
        draw = random.Random(1)
        faces.append([draw.randrange(len(vertices)) for _ in range(1000)])
        job = cube_job(3000)
        job["bodies"][0]["surface"] = {"vertices": vertices, "faces": faces}
        start = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        process = self.start("check", self.write_job(job), "--json")
        out, err = process.communicate(timeout=200)
        self.assertIn(process.returncode, (0, 2), out + err)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start[1], 60)


class Confine(BakerTest):
    def test_keeps_reads_inside_of_the_jobs_folder(self):
        (self.folder / "job").mkdir()
        (self.folder / "outside.obj").write_text("v 0 0 0\n", encoding="utf-8")
        (self.folder / "job" / "link.obj").symlink_to("../outside.obj")
        for name in ("../outside.obj", str(self.folder / "outside.obj"), "link.obj"):
            job = self.write_job(rod_job(surface=name), "job/job.json")
            self.run_sinew("check", job)
            out, _ = self.run_sinew("check", job, "--confine", status=2)
            self.assertIn("outside of the job's folder", out)
            _, err = self.bake(job, "--confine", status=2)
            self.assertIn("outside of the job's folder", err)
        (self.folder / "job" / "inside.obj").write_text("v 0 0 0\n", encoding="utf-8")
        self.bake(self.write_job(rod_job(surface="inside.obj"), "job/job.json"), "--confine")


class Terminal(BakerTest):
    def test_no_name_commands_the_terminal(self):
        evil = "bone\x1b]0;owned\x07\x9b31m\u202eevil\x7f"
        job = rod_job(attachments=[{"mover": evil, "points": [0]}])
        job["movers"] = [{"name": evil, "transforms": [0] * 12}]
        job["name"] = evil
        path = self.write_job(job)
        texts = [*self.run_sinew("check", path, status=2), *self.run_sinew("check", path, "--json", status=2)]
        texts += self.bake(path, status=2)
        texts += self.bake(path, "--progress", "json", status=2)
        texts += self.run_sinew("check", self.folder / f"none{evil}", status=2)
        del job["movers"], job["bodies"][0]["attachments"]
        self.bake(self.write_job(job))
        texts += self.run_sinew("info", self.cache)
        self.assertIn("\\x1b]0;owned", "".join(texts))
        for text in texts:
            for letter in text:
                self.assertTrue(letter == "\n" or letter.isprintable(), repr(text))


class Cancel(BakerTest):
    def wait_for_phase(self, process, phase):
        for line in process.stdout:
            event = json.loads(line)
            if event["event"] == "phase" and phase in event["phase"]:
                return event
        self.fail(f"no phase {phase}: {process.stderr.read()}")

    def test_preparation_ends_soon_and_tells_what_it_did(self):
        job = self.write_job(cube_job(400000))
        process = self.start("bake", job, "--cache", self.cache, "--progress", "json")
        self.wait_for_phase(process, "filling Jelly with tetrahedra")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + err)
        end = self.events(out)[-1]
        self.assertEqual((end["event"], end["status"], end["frame"]), ("end", "cancelled", None))
        self.assertFalse(self.cache.exists())

    def test_a_check_ends_soon(self):
        process = self.start("check", self.write_job(cube_job(400000)))
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertIn(process.returncode, (130, -signal.SIGINT), out + err)

    def test_a_long_frame_tells_its_steps_and_iterations(self):
        job = cube_job(30000)
        job["solver"] = {"substeps": 3}
        job["bodies"][0]["pins"] = [{"vertices": [0, 1, 2, 3]}]
        process = self.start("bake", self.write_job(job), "--cache", self.cache, "--progress", "json")
        while True:
            event = self.wait_for_phase(process, "simulating frame 2")
            if event.get("iteration", 0) > 0:
                break
        self.assertEqual(event["steps"], 3)
        self.assertIsNone(event["seconds_left"])
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + err)


if __name__ == "__main__":
    unittest.main()
