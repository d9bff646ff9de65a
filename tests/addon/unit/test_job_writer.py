import json
import pathlib
import struct
import tempfile
import unittest
from array import array

import support

support.make_addon_importable()

from addon.export.job_writer import JobWriter


class JobWriterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, writer, **job):
        writer.write(job, self.folder / "job.json", self.folder / "job.bin")
        data = (self.folder / "job.bin").read_bytes()
        return json.loads((self.folder / "job.json").read_text("utf-8")), data

    def test_blocks_can_be_read_back(self):
        writer = JobWriter()
        first = writer.block(array("i", [7]), 1)
        second = writer.block(array("d", [1.5, 2.5, 3.5, 4.5, 5.5, 6.5]), 2, 3)
        job, data = self.write(writer, first=first, second=second)
        self.assertEqual(job["binary"], "job.bin")
        self.assertEqual(job["second"], {"dtype": "float64", "shape": [2, 3], "offset": 8})
        self.assertEqual(struct.unpack_from("<i", data, job["first"]["offset"]), (7,))
        self.assertEqual(struct.unpack_from("<6d", data, 8), (1.5, 2.5, 3.5, 4.5, 5.5, 6.5))

    def test_the_job_in_memory_is_that_of_the_files(self):
        writer = JobWriter()
        block = writer.block(array("i", [7, 8]), 2)
        job, data = self.write(writer, counts=block)
        text, binary = writer.in_memory({"counts": block})
        self.assertEqual({**json.loads(text), "binary": "job.bin"}, job)
        self.assertEqual(binary, data)

    def test_a_planted_link_is_not_written_through(self):
        victim = self.folder / "victim"
        victim.write_text("precious", "utf-8")
        for name in ("job.json", "job.bin", "job.json.tmp", "job.bin.tmp"):
            (self.folder / name).symlink_to(victim)
        job, _ = self.write(JobWriter(), name="mine")
        self.assertEqual(job["name"], "mine")
        self.assertEqual(victim.read_text("utf-8"), "precious")

    def test_refuses_a_shape_that_does_not_fit(self):
        with self.assertRaises(ValueError):
            JobWriter().block(array("d", [1.0, 2.0]), 3)

    def test_samples_that_never_change_are_written_once(self):
        writer = JobWriter()
        constant = writer.animated([array("d", [1.0])] * 3, 1, 2, 1)
        moving = writer.animated([array("d", [1.0]), array("d", [2.0])], 1, 2, 1)
        self.assertEqual(constant["shape"], [1])
        self.assertEqual(
            (moving["start"], moving["per_frame"], moving["values"]["shape"]), (1, 2, [2, 1])
        )

    def test_refuses_nan_and_leaves_the_old_job(self):
        self.write(JobWriter(), name="good")
        with self.assertRaises(ValueError):
            self.write(JobWriter(), name=float("nan"))
        self.assertIn("good", (self.folder / "job.json").read_text())
        self.assertEqual(
            sorted(path.name for path in self.folder.iterdir()), ["job.bin", "job.json"]
        )


if __name__ == "__main__":
    unittest.main()
