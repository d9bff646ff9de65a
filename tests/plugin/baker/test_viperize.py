"""sinew viperize as a shell sees it."""
import json
import unittest

from baker import BakerTest, rod_job


def box_obj(low=(0, 0, 0), sides=(1.0, 0.3, 0.3)):
    """Quads; the faces at both ends along x are the groups `low` and `high`."""
    corners = [[low[axis] + sides[axis] * (corner >> axis & 1) for axis in range(3)] for corner in range(8)]
    lines = ["v {} {} {}".format(*corner) for corner in corners]
    lines += ["g side", "f 1 3 4 2", "f 5 6 8 7", "f 1 2 6 5", "f 3 7 8 4", "g low", "f 1 5 7 3", "g high"]
    return "\n".join([*lines, "f 2/1 4/1 8/1 6/1"]) + "\n"


class Viperize(BakerTest):
    def setUp(self):
        super().setUp()
        self.mesh = self.folder / "büx.obj"
        self.mesh.write_text(box_obj(), encoding="utf-8")
        self.out = self.folder / "rods.json"

    def viperize(self, *arguments, **options):
        return self.run_sinew("viperize", self.mesh, "--voxel-size", "0.03", *arguments, **options)

    def test_prints_a_table(self):
        out, err = self.viperize("--rods", "4", "--levels", "5")
        for part in ("4 with 5 points each", "0.09 m³", "points outside   0", "segments outside 0",
                     "surface at rest  ", "length of rods", "voxels"):
            self.assertIn(part, out)
        self.assertEqual(err, "")

    def test_writes_rods_that_a_job_takes_as_they_are(self):
        out, _ = self.viperize("--rods", "4", "--levels", "5", "--out", self.out, "--json")
        measures = json.loads(out)
        self.assertLessEqual(measures["volume_error"], 0.03)
        self.assertEqual(measures["points_outside"], 0)
        self.assertEqual(measures["segments_outside"], 0)
        self.assertLess(measures["rest_distance"], 1e-12)
        self.assertEqual(measures["warnings"], [])
        written = json.loads(self.out.read_text())
        self.assertEqual(written["rods"]["counts"], [5] * 4)
        self.assertEqual(len(written["rods"]["points"]), 20)
        self.assertEqual(len(written["rods"]["radii"]), 20)
        self.assertEqual(written["sections"], "levels")
        self.assertEqual(written["source_points"], [0, 5, 10, 15])
        self.assertEqual(written["sink_points"], [4, 9, 14, 19])
        job = rod_job(rods=1, points=2, last_frame=2)
        job["bodies"][0]["rods"] = written["rods"]
        job["bodies"][0]["sections"] = written["sections"]
        job["bodies"][0]["pins"] = [{"points": written["source_points"]}]
        self.bake(self.write_job(job))

    def test_takes_groups_numbers_and_files_as_ends(self):
        numbers = self.folder / "sink.txt"
        numbers.write_text("1 3\n5,7\n")
        for source, sink in (("low", "high"), ("0,2,4,6", "1, 3, 5, 7"), ("low", str(numbers))):
            self.viperize("--source", source, "--sink", sink, "--out", self.out)
            written = json.loads(self.out.read_text())
            self.assertEqual(written["source_vertices"], [0, 2, 4, 6])
            self.assertEqual(written["sink_vertices"], [1, 3, 5, 7])
            self.assertLess(written["rods"]["points"][0][0], 0.1)

    def test_is_the_same_on_one_thread_and_on_many(self):
        self.viperize("--out", self.out, "--threads", "1")
        one = self.out.read_bytes()
        self.viperize("--out", self.out)
        self.assertEqual(self.out.read_bytes(), one)

    def test_says_what_is_wrong(self):
        garbage = self.folder / "garbage.txt"
        garbage.write_text("1 2 three")
        for arguments, part in (
            (("--rods", "0"), "rods is 0"),
            (("--levels", "1"), "levels is 1"),
            (("--source", "nose", "--sink", "low"), "side, low, high"),
            (("--source", "low"), "sink is empty"),
            (("--source", "low", "--sink", "low"), "the same place"),
            (("--source", "low", "--sink", "0,99"), "vertex 99"),
            (("--source", str(garbage), "--sink", "low"), "garbage.txt"),
        ):
            out, err = self.viperize(*arguments, status=2)
            self.assertIn(part, err, arguments)
            self.assertEqual(out, "")
        self.viperize("--out", self.folder / "nowhere" / "rods.json", status=4)
        self.run_sinew("viperize", self.folder / "nowhere.obj", status=2)

    def test_refuses_a_flat_mesh(self):
        self.mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        _, err = self.run_sinew("viperize", self.mesh, status=2)
        self.assertIn("the mesh has no inside", err)


if __name__ == "__main__":
    unittest.main()
