"""Bakes a job of examples/jobs with the real program and reads what it leaves behind.

Only the Python standard library: this is also the shortest description of how to read a cache.
"""

import importlib.util
import json
import math
import shutil
import struct
import subprocess
import sys
from pathlib import Path

JOBS = Path(__file__).resolve().parents[1] / "jobs"
SIDES = 12  # vertices of a ring, see tools/make_tube.py


class Baked:
    """A finished cache: statistics of every frame and positions of every vertex."""

    def __init__(self, folder):
        self.folder = folder
        self.report = json.loads((folder / "bake.json").read_text(encoding="utf-8"))
        self.frames = self.report["frames"]
        self.objects = {entry["name"]: read_pc2(folder / entry["file"]) for entry in self.report["objects"]}

    def rod(self, name="Rod"):
        """The samples of a tube as rings of vertices: rod[frame][point][vertex]."""
        return [
            [sample[i : i + SIDES] for i in range(0, len(sample), SIDES)] for sample in self.objects[name]
        ]


def read_pc2(path):
    """All samples of a point cache; a sample is a list of (x, y, z)."""
    data = path.read_bytes()
    magic, version, points, _start, _rate, samples = struct.unpack_from("<12siiffi", data)
    if magic != b"POINTCACHE2\0" or version != 1:
        raise ValueError(f"{path} is not a point cache")
    values = struct.unpack_from(f"<{3 * points * samples}f", data, 32)
    vertices = [values[i : i + 3] for i in range(0, len(values), 3)]
    return [vertices[i * points : (i + 1) * points] for i in range(samples)]


def centre(ring):
    return tuple(sum(axis) / len(ring) for axis in zip(*ring))


def radius(ring):
    """Mean distance of a ring's vertices from their centre."""
    middle = centre(ring)
    return sum(math.dist(vertex, middle) for vertex in ring) / len(ring)


def length(rings):
    """Length of the line through the centres."""
    centres = [centre(ring) for ring in rings]
    return sum(math.dist(a, b) for a, b in zip(centres, centres[1:]))


def bake_file(job, program, folder):
    """Bakes a job file from the start and gives the result."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(
        [program, "bake", str(job), "--cache", str(folder), "--progress", "none"], check=True
    )
    baked = Baked(folder)
    expect(baked.report["status"] == "done", f"status is {baked.report['status']}")
    first, last = baked.report["frame_range"]
    expect(len(baked.frames) == last - first + 1, f"{len(baked.frames)} frames of {first} to {last}")
    return baked


def expect(condition, what):
    if not condition:
        sys.exit(f"check failed: {what}")


def scene(name):
    """The module scenes/<name>.py, for the numbers that its job is made of."""
    folder = JOBS.parent / "scenes"
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    specification = importlib.util.spec_from_file_location(f"scene_{name}", folder / f"{name}.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def main(job, check):
    """Entry of every check: <check>.py PROGRAM OUTPUT_FOLDER."""
    program, output = sys.argv[1], Path(sys.argv[2])
    check(bake_file(JOBS / f"{job}.json", program, output / job))


def main_of_scene(scene, arguments, check, name=None):
    """The same for a job that scenes/<scene>.py writes: it gets the arguments and the path of the job.

    A job that is also kept under jobs/, by its name or that of the scene, must be what the script writes.
    """
    program, output, name = sys.argv[1], Path(sys.argv[2]), name or scene
    output.mkdir(parents=True, exist_ok=True)
    job = output / f"{name}.json"
    script = JOBS.parent / "scenes" / f"{scene}.py"
    subprocess.run([sys.executable, "-B", str(script), *arguments, str(job)], check=True)
    kept = JOBS / f"{name}.json"
    if kept.exists():
        expect(kept.read_text() == job.read_text(), f"{kept} is not what scenes/{scene}.py writes with {' '.join(arguments)}")
    check(bake_file(job, program, output / name))
