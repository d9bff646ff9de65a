import pathlib
import tempfile
import tracemalloc
import unittest
from array import array

import support

support.make_addon_importable()

from addon.export.errors import ExportError
from addon.export.job_writer import JobWriter
from addon.export.samples import Samples, Spool, same_numbers

LARGE = 1 << 19  # numbers of single precision, more than wait in memory


def samples_of(arrays, folder=None):
    samples = Samples(Spool(folder))
    for values in arrays:
        samples.append(values)
    return samples


class SamplesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_large_and_small_samples_come_back_in_order(self):
        for count in (3, LARGE):
            arrays = [array("f", [number]) * count for number in (1.5, 1.5, 2.5, 3.5)]
            samples = samples_of(arrays)
            self.assertTrue(samples.changes)
            for _ in range(2):  # a job may be written twice
                self.assertEqual(b"".join(samples.pieces()), b"".join(map(bytes, arrays)))

    def test_equal_samples_are_held_once(self):
        samples = samples_of([array("d", [1.0, -0.0]), array("d", [1.0, 0.0])])
        self.assertFalse(samples.changes)
        self.assertEqual((len(samples), samples.first), (2, array("d", [1.0, 0.0])))
        self.assertTrue(samples.all_equal(array("d", [1.0, 0.0])))
        self.assertFalse(samples.all_equal(array("d", [1.0, 2.0])))

    def test_the_last_number_counts(self):
        one = array("f", [1.0, 2.0, 3.0])
        self.assertTrue(same_numbers(one, array("f", one)))
        self.assertFalse(same_numbers(one, array("f", [1.0, 2.0, 4.0])))

    def test_refuses_a_sample_of_another_length(self):
        with self.assertRaises(ValueError):
            samples_of([array("f", [1.0]), array("f", [1.0, 2.0])])

    def test_the_file_has_no_name_and_its_folder_need_not_exist(self):
        samples_of((array("f", [number]) * LARGE for number in range(3)), self.folder / "later" / "cache")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_full_disk_is_a_refusal_with_a_remedy(self):
        class Full:
            def seek(self, *_):
                return 0

            def write(self, _):
                raise OSError(28, "No space left on device")

            def close(self):
                pass

        spool = Spool()
        spool._file = Full()
        with self.assertRaisesRegex(ExportError, "No space left on device. Free some space"):
            spool.keep(b"1234")

    def test_an_export_holds_few_samples_in_memory(self):
        """Of 40 samples no more than 6 at a time, from the first reading to the file."""
        size, count = 4 * LARGE, 40
        writer = JobWriter(self.folder)
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        samples = Samples(writer.spool)
        for number in range(count):
            samples.append(array("f", [number]) * LARGE)
        values = writer.animated(samples, 1, 1, LARGE)
        writer.write({"values": values}, self.folder / "job.json", self.folder / "job.bin")
        _, peak = tracemalloc.get_traced_memory()
        self.assertEqual((self.folder / "job.bin").stat().st_size, count * size)
        self.assertLess(peak, 6 * size)

    def test_arrays_made_one_by_one_are_not_held_either(self):
        writer = JobWriter(self.folder)
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        writer.animated((array("f", [number]) * LARGE for number in range(40)), 1, 1, LARGE)
        self.assertLess(tracemalloc.get_traced_memory()[1], 6 * 4 * LARGE)


if __name__ == "__main__":
    unittest.main()
