"""Options, help, messages and exit status of the program."""
import json
import re
import subprocess
import unittest
from pathlib import Path

from baker import BakerTest, rod_job

HEADER = Path(__file__).resolve().parents[3] / "plugin/include/sinew/sinew.h"


class CommandLine(BakerTest):
    def test_tells_its_version(self):
        text = HEADER.read_text(encoding="utf-8")
        numbers = re.findall(r"#define SINEW_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text)
        self.assertEqual(self.run_sinew("--version")[0], "sinew " + ".".join(numbers) + "\n")

    def test_helps(self):
        self.assertIn("bake", self.run_sinew("--help")[0])
        self.assertIn("--restart", self.run_sinew("bake", "--help")[0])

    def test_refuses_what_it_does_not_know(self):
        job = self.write_job(rod_job())
        bake = ("bake", job, "--cache", self.cache)
        for arguments in ((), ("boil", job), ("bake", job), ("bake", "--cache", self.cache),
                          (*bake, "--thread", "1"), (*bake, "--threads", "-1"),
                          (*bake, "--threads", "many"), (*bake, "--progress", "loud"),
                          (*bake, "--frames", "1"), (*bake, "--frames", "1-2-3"),
                          (*bake, "--frames", "a-b"), (*bake, "--frames", "5-2"),
                          ("check", job, "extra")):
            out, err = self.run_sinew(*arguments, status=2)
            self.assertNotEqual(out + err, "", arguments)
        self.assertFalse(self.cache.exists())

    def test_names_the_file_that_is_missing(self):
        for arguments in (("check", "nowhere.json"), ("info", "nowhere.json"),
                          ("bake", "nowhere.json", "--cache", self.cache)):
            out, err = self.run_sinew(*arguments, status=2)
            self.assertIn("nowhere.json", out + err)


class Check(BakerTest):
    def test_finds_nothing_in_a_good_job_and_tells_the_cost(self):
        job = self.write_job(rod_job(last_frame=10))
        out, err = self.run_sinew("check", job)
        self.assertIn("no problems", out)
        self.assertIn("10 frames", out)
        self.assertEqual(err, "")
        check = json.loads(self.run_sinew("check", job, "--json")[0])
        self.assertTrue(check["ok"])
        self.assertEqual(check["problems"], [])
        self.assertEqual(check["cost"]["frames"], 10)
        self.assertGreater(check["cost"]["disk_bytes"], 10 * 16 * 12)

    def test_lists_all_problems_of_a_bad_job(self):
        bad = rod_job(material={"density": -3, "stretch_stifness": 1})
        bad["frames"]["end"] = 0
        bad["gravitty"] = [0, 0, 0]
        job = self.write_job(bad)
        out, _ = self.run_sinew("check", job, status=2)
        for part in ("4 problems", "density", "-3", "stretch_stiffness", "gravity", "frames"):
            self.assertIn(part, out)
        check = json.loads(self.run_sinew("check", job, "--json", status=2)[0])
        self.assertFalse(check["ok"])
        self.assertEqual(len(check["problems"]), 4)
        self.bake(job, status=2)
        self.assertFalse(self.cache.exists(), "a refused bake must not leave a cache behind")

    def test_names_the_vertices_of_a_problem_and_stops_with_its_caller(self):
        mesh = {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 5, 5]], "faces": [[0, 1, 2]]}
        shell = {"kind": "cosserat_shell", "name": "Sheet", "mesh": mesh}
        job = self.write_job({"sinew_job": 1, "frames": {"start": 1, "end": 3, "rate": 24}, "bodies": [shell]})
        check = json.loads(self.run_sinew("check", job, "--json", status=2)[0])
        self.assertEqual([problem.get("vertices") for problem in check["problems"]], [[3]])
        solid = {
            "kind": "micropolar_solid",
            "name": "Jelly",
            "surface": {
                "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                "faces": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
            },
            "resolution": {"count": 500000},  # takes many seconds to fill
        }
        job = self.write_job({"sinew_job": 1, "frames": {"start": 1, "end": 3, "rate": 24}, "bodies": [solid]})
        process = self.start("check", job, "--json", "--until-eof", stdin=subprocess.PIPE)
        process.stdin.close()
        self.assertEqual(process.wait(timeout=60), 130)

    def test_tells_how_a_surface_is_filled_and_refuses_what_no_memory_holds(self):
        obj = ["v %d %d %d" % (i & 1, i >> 1 & 1, i >> 2) for i in range(8)]
        obj += ["f 1 3 4 2", "f 5 6 8 7", "f 1 2 6 5", "f 2 4 8 6", "f 4 3 7 8", "f 3 1 5 7"]
        (self.folder / "cube.obj").write_text("\n".join(obj), encoding="utf-8")
        solid = {"kind": "micropolar_solid", "name": "Jelly", "surface": "cube.obj", "resolution": {"count": 300}}
        job = {"sinew_job": 1, "frames": {"start": 1, "end": 3, "rate": 24}, "bodies": [solid]}
        self.assertRegex(self.run_sinew("check", self.write_job(job))[0],
                         r"Jelly: \d+ tetrahedra, \d+ nodes, dihedral angles from \d+\.\d to \d+\.\d degrees")
        self.bake(self.write_job(job))
        solid["resolution"] = {"size": 1e-4}
        self.assertRegex(self.run_sinew("check", self.write_job(job), status=2)[0],
                         r"Jelly: size is 0.0001 m: .*GB of memory and this machine has")

    def test_says_where_a_text_is_no_json(self):
        out, err = self.run_sinew("check", self.write_job('{"sinew_job": 1,'), status=2)
        self.assertIn("JSON", out + err)


if __name__ == "__main__":
    unittest.main()
