"""tools/check_intersections on the caches of real bakes, whole, changed and damaged."""

import json
import math
import os
import random
import shutil
import struct
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "intersections"))
import job_arrays
from judged_cache import FRAMES, PC2_HEADER, SQUARE, JudgedCacheTest, moved, shell, still_job
from planted_cases import BASE, PLANTED, standing

JudgedCacheTest.programs = Path(sys.argv.pop(1)).resolve()


class Verdicts(JudgedCacheTest):
    def test_a_clean_bake(self):
        run = self.check()
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        lines = run.stdout.splitlines()
        self.assertRegex(lines[-1], rf"^checked {FRAMES} frames, 10 triangles, 9 pills, \d+ candidate pairs: clean$")
        self.assertIn("    Base (body): 1 triangles, as stored", lines)
        self.assertIn("    Hair (body): 8 pills, as stored; radii at rest, of the job, since the cache has none", lines)
        self.assertIn("    Block (body): 4 triangles, as stored; against others moved to world space in double precision", lines)
        self.assertIn("    Wall (collider): 2 triangles, of the job, moved by Arm: 1 in double precision", lines)
        self.assertTrue(any(line.startswith("    not judged: Show: a shell_surface") for line in lines))

    def test_planted_cases(self):
        self.plant()
        expected = {(frame, "Base", "Tip"): 1 for frame, case in enumerate(PLANTED.values(), start=1) if case[2]}
        self.assertEqual(self.findings(), expected)
        run = self.check()
        self.assertEqual(run.returncode, 1)
        self.assertIn("frame 1: Base x Tip: 1 pairs, first triangle 0 and triangle 0 near (", run.stdout)
        self.assertIn("intersecting in 5 frames, 5 pairs", run.stdout.splitlines()[-1])

    def test_frames_pairs_and_new(self):
        self.plant()
        self.assertEqual(self.findings("--frames", "4"), {})
        self.assertEqual(set(self.findings("--frames", "4-5")), {(5, "Base", "Tip")})
        self.assertEqual(self.findings("--skip", "Tip:Base"), {})
        self.assertEqual(self.findings("--pairs", "Base:Base"), {})
        self.assertEqual(len(self.findings("--pairs", "Base:Tip")), 5)
        self.assertEqual(set(self.findings("--new")), {(1, "Base", "Tip")})

    def test_rods(self):
        hair = [[20 + 0.1 * i, y, 0] for y in (0, 1) for i in range(5)]
        self.put("Hair", 2, hair[:5] + moved(hair[:5], 0, 0.0999, 0))
        self.put("Hair", 3, hair[:5] + moved(hair[:5], 0, 0.1001, 0))
        self.assertEqual({key: count > 0 for key, count in self.findings().items()}, {(2, "Hair", "Hair"): True})
        self.assertEqual(self.findings("--self", "no"), {})

    def test_colliders_are_where_the_job_has_them(self):
        # At frame 3 the wall has turned by a quarter and risen by 2: [4, 5] x [0, 1] is now [-1, 0] x [4, 5].
        self.put("Tip", 3, moved(standing(-0.5), -1, 4, 52))
        self.put("Tip", 2, moved(standing(-0.5), -1, 4, 52))
        self.put("Tip", 5, moved(standing(-0.5), -5, -1, 54))  # half a turn
        self.put("Base", 4, moved(standing(-0.5), 0, 0, 63))  # the veil rises by 1 a frame
        self.put("Base", 5, moved(standing(-0.5), 0, 0, 66))
        self.assertEqual(set(self.findings()), {(3, "Tip", "Wall"), (5, "Tip", "Wall"), (4, "Base", "Veil")})

    def test_pills_of_the_job(self):
        self.put("Tip", 1, moved(BASE, 0, 0, 70.4))
        self.put("Tip", 2, moved(BASE, 0, 0, 70.6))
        self.assertEqual(set(self.findings()), {(1, "Tip", "Bone")})

    def test_half_planes(self):
        self.put("Tip", 2, moved(BASE, 0, 0, -10))
        self.put("Tip", 3, moved(BASE, 0, 0, -10.001))
        self.assertEqual(self.findings(), {(3, "Tip", "Floor"): 3})
        self.assertIn("frame 3: Tip x Floor: 3 pairs, first vertex 0 near (0, 0, -10.001)", self.check().stdout)
        self.assertEqual(self.findings("--skip", "Tip:Floor"), {})

    def test_bodies_in_the_space_of_an_object(self):
        # The tetrahedron's first corner is at (30, 0, 0) of the world; its face x + y + z = 31 is crossed.
        self.put("Tip", 4, [[30.1, 0.1, 0.1], [40, 10, 10], [40, 11, 10]])
        self.assertEqual(set(self.findings()), {(4, "Tip", "Block")})

    def test_colliders_against_each_other_only_on_request(self):
        job = json.loads((self.folder / "job.json").read_text())
        job["colliders"].append({"kind": "mesh", "mesh": {"vertices": moved(SQUARE, 4, 0, 50), "faces": [[0, 1, 2, 3]]}})
        (self.folder / "job.json").write_text(json.dumps(job))
        self.assertEqual(self.findings("--frames", "1"), {})
        self.assertEqual(set(self.findings("--frames", "1", "--all")), {(1, "Wall", "collider 5")})

    def test_bodies_for_show_only_on_request(self):
        self.assertEqual(set(self.findings("--with", "Show", "--frames", "1")), {(1, "Base", "Show")})

    def test_triangles_without_area_are_counted(self):
        self.put("Tip", 2, [[5, 5, 5]] * 3)
        self.assertIn("frame 2: 1 triangles without area, judged as segments or points", self.check().stdout)


class BadInput(JudgedCacheTest):
    def refused(self, *words, options=()):
        run = self.check(*options)
        self.assertEqual(run.returncode, 2, run.stdout)
        for word in words:
            self.assertIn(word, run.stderr)

    def test_missing_files(self):
        (self.cache / "Tip.pc2").unlink()
        self.refused("Tip.pc2: No such file", "bake again")
        (self.cache / "bake.json").unlink()
        self.refused("bake.json: No such file", "folder of a bake")

    def test_no_cache(self):
        self.cache = self.folder / "nothing"
        self.refused("nothing: is not a folder")

    def test_links(self):
        for name in ("Tip.pc2", "bake.json"):
            with self.subTest(name):
                os.rename(self.cache / name, self.folder / name)
                os.symlink(self.folder / name, self.cache / name)
                self.refused(f"{name}: is a link")
                os.replace(self.folder / name, self.cache / name)

    def test_a_truncated_file(self):
        with open(self.cache / "Tip.pc2", "r+b") as file:
            file.truncate(PC2_HEADER + 3 * 36 - 1)
        self.refused("Tip.pc2: is cut off: it has 2 of 6 frames", "sinew bake")
        with open(self.cache / "Tip.pc2", "r+b") as file:
            file.truncate(5)
        self.refused("Tip.pc2: is not a PC2 file")

    def test_a_wrong_number_of_vertices(self):
        with open(self.cache / "Tip.pc2", "r+b") as file:
            file.seek(16)
            file.write(struct.pack("<i", 4))
        self.refused("Tip.pc2: has 4 vertices, bake.json says 3")

    def test_numbers_that_are_not_finite(self):
        self.put("Tip", 4, [*BASE[:2], [0, math.nan, 0]])
        self.refused("Tip.pc2: frame 4: vertex 2 of Tip is not finite", "sinew verify")

    def test_another_job(self):
        job = still_job()
        job["bodies"][1] = shell("Tip", SQUARE, [[0, 1, 2, 3]])
        other = self.folder / "other.json"
        other.write_text(json.dumps(job))
        self.refused("is not the job of", "Tip has 4 vertices there and 3 in the cache", "--job", options=["--job", other])
        job["bodies"][1]["name"] = "Top"
        other.write_text(json.dumps(job))
        self.refused("it has no cosserat_shell 'Tip'", options=["--job", other])
        (self.folder / "job.json").unlink()
        self.refused("the job job.json is neither in the cache nor beside it", "--job")

    def test_wrong_options(self):
        self.refused("must be two names", "Base", options=["--skip", "Base:Nobody"])
        self.refused("has the frames 1 to 6", options=["--frames", "3-9"])
        self.refused("must be A-B", options=["--frames", "some"])
        self.refused("is not built", "tools/build release", options=["--program", self.folder / "nothing"])
        self.refused("no body 'Nobody'", options=["--with", "Nobody"])

    def test_a_damaged_record(self):
        (self.cache / "bake.json").write_text("{}")
        self.refused("bake.json: is not the record of a bake")
        (self.cache / "bake.json").write_text("{")
        self.refused("bake.json: ")


class Reading(JudgedCacheTest):
    """Jobs mean the same to the judge as to the solver."""

    def test_faces_are_cut_by_the_same_diagonals(self):
        dice = random.Random(6)
        vertices, faces = [], []
        for row in range(6):  # bent quads, whose two diagonals differ
            for column in range(6):
                vertices.append([column + 0.3 * dice.random(), row + 0.3 * dice.random(), 0.5 * dice.random()])
        faces += [[6 * r + c, 6 * r + c + 1, 6 * r + c + 7, 6 * r + c + 6] for r in range(5) for c in range(5)]
        # a dart, an L, a star, a hexagon
        for polygon in ([[0, 0], [2, -1], [0.5, 0], [2, 1]], [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]],
                        [[math.cos(0.2 * math.pi * i) * (1 + i % 2), math.sin(0.2 * math.pi * i) * (1 + i % 2)] for i in range(10)],
                        [[math.cos(math.pi * i / 3), math.sin(math.pi * i / 3)] for i in range(6)]):  # fmt: skip
            first = len(vertices)
            vertices += [[x + 10 + first, y, 0.1 * dice.random()] for x, y in polygon]
            faces.append(list(range(first, first + len(polygon))))
        job = still_job()
        job["bodies"] = [shell("Sheet", vertices, faces), {"kind": "shell_surface", "name": "Show", "shell": "Sheet"}]
        job["outputs"] = {}
        job["frames"]["end"] = 1
        (self.folder / "job.json").write_text(json.dumps(job))
        self.bake_again()
        made = job_arrays.read_obj(self.cache / "Show.obj")[1]
        front = {frozenset(triangle) for triangle in made if max(triangle) < len(vertices)}
        own = {frozenset(triangle) for triangle in job_arrays.cut_polygons(vertices, faces, "")}
        self.assertEqual(own, front)

    def bake_again(self):
        shutil.rmtree(self.cache)
        self.bake(self.folder)

    def test_blocks_of_the_binary_file(self):
        job = still_job()
        data = struct.pack("<9f", *(number for point in BASE for number in point)) + struct.pack("<3i", 0, 1, 2)
        (self.folder / "arrays.bin").write_bytes(bytes(8) + data)
        job["binary"] = "arrays.bin"
        job["bodies"][0]["mesh"] = {
            "vertices": {"dtype": "float32", "shape": [3, 3], "offset": 8},
            "faces": {"dtype": "int32", "shape": [1, 3], "offset": 44},
        }
        (self.folder / "job.json").write_text(json.dumps(job))
        self.plant()
        self.assertEqual(len(self.findings()), 5)
        (self.folder / "arrays.bin").unlink()
        run = self.check()
        self.assertEqual(run.returncode, 2)
        self.assertIn("arrays.bin: No such file", run.stderr)

    def test_movers_between_keys(self):
        class Arrays:
            path = "job"
            numbers = staticmethod(job_arrays.flatten)

        def at(first, second, frame):
            keys = {"keys": [{"frame": 0, "value": first}, {"frame": 10, "value": second}]}
            return job_arrays.Mover(Arrays, keys).at(frame)

        identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
        for angle in (0.3, 2.0, 3.0, math.pi):  # about z, with a stretch along x that grows to 3
            c, s = math.cos(angle), math.sin(angle)
            matrix = at(identity, [3 * c, -s, 0, 5, 3 * s, c, 0, 6, 0, 0, 1, 7], 4)
            c, s = math.cos(0.4 * angle), math.sin(0.4 * angle)
            if angle == math.pi and matrix[4] < 0:  # either way round
                s = -s
            for got, wanted in zip(matrix, [1.8 * c, -s, 0, 2, 1.8 * s, c, 0, 2.4, 0, 0, 1, 2.8]):
                self.assertAlmostEqual(got, wanted, 12)
        mirrored = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
        self.assertEqual(at(mirrored, mirrored, 3), mirrored)
        self.assertEqual(at(identity, mirrored, 10), mirrored)


if __name__ == "__main__":
    unittest.main()
