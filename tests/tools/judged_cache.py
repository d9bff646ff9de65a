"""A small bake for tests of tools/check_intersections, and changes to its files."""

import json
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from planted_cases import BASE, PLANTED, standing

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "check_intersections"
PC2_HEADER = 32
FRAMES = len(PLANTED)

SQUARE = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]


def shell(name, vertices, faces):
    return {"kind": "cosserat_shell", "name": name, "mesh": {"vertices": vertices, "faces": faces}, "material": {"thickness": 1e-3}}


def moved(points, *shift):
    return [[x + y for x, y in zip(point, shift)] for point in points]


def still_job():
    """Bodies far from each other, without gravity, with colliders of every kind."""
    quarter_turn = [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    half_turn = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 4]
    return {
        "sinew_job": 1,
        "frames": {"start": 1, "end": FRAMES, "rate": 24},
        "gravity": [0, 0, 0],
        "solver": {"substeps": 1},
        "movers": [{"name": "Arm: 1", "transforms": {"keys": [{"frame": 1, "value": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]}, {"frame": 5, "value": half_turn}]}}],
        "bodies": [
            shell("Base", BASE, [[0, 1, 2]]),
            shell("Tip", standing(1.0), [[0, 1, 2]]),
            {
                "kind": "viper_rods",
                "name": "Hair",
                "rods": {"points": [[20 + 0.1 * i, y, 0] for y in (0, 1) for i in range(5)], "radii": 0.05, "counts": [5, 5]},
            },
            {"kind": "micropolar_solid", "name": "Block", "tets": {"vertices": [[30, 0, 0], [31, 0, 0], [30, 1, 0], [30, 0, 1]], "tetrahedra": [[0, 1, 2, 3]]}},
            {"kind": "shell_surface", "name": "Show", "shell": "Base"},
        ],
        "colliders": [
            {"kind": "mesh", "name": "Wall", "mesh": {"vertices": moved(SQUARE, 4, 0, 50), "faces": [[0, 1, 2, 3]]}, "mover": "Arm: 1", "voxel_size": 0.25},
            {
                "kind": "mesh",
                "name": "Veil",
                "voxel_size": 0.25,
                "mesh": {"vertices": moved(SQUARE, 0, 0, 60), "faces": [[0, 1, 2, 3]]},
                "vertices": {"start": 1, "values": [moved(SQUARE, 0, 0, 60 + frame) for frame in range(FRAMES)]},
            },
            {"kind": "pills", "name": "Bone", "points": [[0, 0, 70], [2, 0, 70]], "radii": [0.5, 0.25]},
            {"kind": "half_plane", "name": "Floor", "normal": [0, 0, 2], "offset": -10},
        ],
        "outputs": {"spaces": [{"body": "Block", "transforms": quarter_turn}]},
    }


class JudgedCacheTest(unittest.TestCase):
    """Bakes once; each test works on a copy."""

    programs = None  # folder with sinew and sinew_intersections
    python = sys.executable

    @classmethod
    def setUpClass(cls):
        cls.class_folder = Path(tempfile.mkdtemp(prefix="sinew tëst "))
        cls.addClassCleanup(shutil.rmtree, cls.class_folder, ignore_errors=True)
        (cls.class_folder / "job.json").write_text(json.dumps(still_job()), encoding="utf-8")
        cls.bake(cls.class_folder)

    @classmethod
    def bake(cls, folder):
        command = [cls.programs / "sinew", "bake", folder / "job.json", "--cache", folder / "cache", "--progress", "none"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise AssertionError(run.stdout + run.stderr)

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sinew tëst "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        shutil.copytree(self.class_folder, self.folder, dirs_exist_ok=True)
        self.cache = self.folder / "cache"

    def check(self, *options):
        command = [self.python, "-B", TOOL, self.cache, "--program", self.programs / "sinew_intersections", *options]
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)

    def report(self, *options):
        run = self.check("--json", "--list", "1000", *options)
        self.assertEqual(run.stderr, "")
        report = json.loads(run.stdout)
        self.assertEqual(run.returncode, 0 if report["verdict"] == "clean" else 1)
        return report

    def findings(self, *options):
        """{(frame, object, object): number of pairs}"""
        return {(frame["frame"], item["a"], item["b"]): item["count"] for frame in self.report(*options)["frames"] for item in frame["found"]}

    def put(self, name, frame, points):
        """Writes the positions of all vertices of an object in one frame."""
        data = b"".join(struct.pack("<3f", *point) for point in points)
        with open(self.cache / f"{name}.pc2", "r+b") as file:
            file.seek(PC2_HEADER + (frame - 1) * len(data))
            file.write(data)

    def plant(self):
        """The planted cases, one a frame."""
        for frame, (first, second, _) in enumerate(PLANTED.values(), start=1):
            self.put("Base", frame, first)
            self.put("Tip", frame, second)
