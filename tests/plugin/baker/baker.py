"""Runs the program `sinew` the way a shell or the add-on does, and compares caches."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1)).resolve() / "sinew"


def rod_job(rods=1, points=16, last_frame=10, **changes):
    """Rods that hang from one end and swing; `changes` go to the body."""
    body = {
        "kind": "viper_rods",
        "name": "Rod",
        "rods": {
            "points": [[0.05 * i, 0.2 * rod, 1.0] for rod in range(rods) for i in range(points)],
            "radii": 0.02,
            "counts": [points] * rods,
        },
        "pins": [{"points": [rod * points for rod in range(rods)]}],
    }
    body.update(changes)
    return {
        "sinew_job": 1,
        "frames": {"start": 1, "end": last_frame, "rate": 24},
        "bodies": [body],
    }


def long_job():
    """Some seconds of work, for bakes that something disturbs and that run to their end."""
    return rod_job(rods=60, points=24, last_frame=150)


def endless_job():
    """More work than any test waits for: a slow test still finds it at work when it interrupts it."""
    return rod_job(rods=60, points=24, last_frame=100_000)


class BakerTest(unittest.TestCase):
    """Every test has a folder of its own, with a space and a letter outside ASCII in its name."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sinew tëst "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.cache = self.folder / "cache"

    def write_job(self, job, name="job.json"):
        path = self.folder / name
        path.write_text(job if isinstance(job, str) else json.dumps(job), encoding="utf-8")
        return path

    def start(self, *arguments, **options):
        command = [str(PROGRAM), *map(str, arguments)]
        # Fillings are kept in the test's folder, not in the home of who runs it.
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache_home")}
        options = {
            "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment, **options
        }  # fmt: skip
        process = subprocess.Popen(command, **options)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream and not stream.closed:
                stream.close()

    def run_sinew(self, *arguments, status=0, **options):
        """Runs the program to its end and checks the exit status. Returns (stdout, stderr)."""
        process = self.start(*arguments, **options)
        out, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, status, f"{arguments}\n{out}\n{err}")
        return out, err

    def bake(self, job, *arguments, cache=None, **options):
        return self.run_sinew("bake", job, "--cache", cache or self.cache, *arguments, **options)

    def events(self, text):
        """The lines of --progress json; each must be JSON by itself."""
        return [json.loads(line) for line in text.splitlines()]

    def bake_until_frame(self, job, frame, *arguments, **options):
        """A bake in progress that has told of `frame`."""
        process = self.start("bake", job, "--cache", self.cache, "--progress", "json", *arguments,
                             **options)
        for line in process.stdout:
            event = json.loads(line)
            self.assertNotEqual(event["event"], "end", "over before it could be stopped")
            if event["event"] == "frame" and event["frame"] >= frame:
                return process
        self.fail(process.stderr.read())

    def info(self, cache=None):
        return json.loads(self.run_sinew("info", cache or self.cache, "--json")[0])

    def contents(self, cache=None):
        """What a bake promises to be the same on every machine and after every resume."""
        cache = cache or self.cache
        info = self.info(cache)
        for frame in info["frames"]:
            del frame["seconds"]
        names = sorted(os.path.relpath(path, cache) for path in cache.rglob("*") if path.is_file())
        exact = {name: (cache / name).read_bytes() for name in names
                 if name.endswith((".pc2", ".bin"))}
        return {"names": names, "frames": info["frames"], "status": info["status"], "bytes": exact}

    def assert_same_cache(self, a, b):
        """Tells which part differs, without printing megabytes."""
        first, second = self.contents(a), self.contents(b)
        for part in ("names", "status", "frames"):
            self.assertEqual(first[part], second[part])
        different = [name for name, data in first["bytes"].items() if second["bytes"][name] != data]
        self.assertEqual(different, [])
