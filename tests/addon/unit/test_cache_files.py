import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import support

support.make_addon_importable()

from addon.bake import cache_files


class CacheFilesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.folder = self.root / "cache"
        (self.folder / "state").mkdir(parents=True)

    def put(self, name, text="x"):
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path

    def bake(self, *files):
        self.put("bake.json", json.dumps({"objects": [{"file": name} for name in files]}))
        for name in (
            "job.json",
            "job.bin",
            "bake.log",
            "lock",
            "state/000001.bin",
            "state/frames.jsonl",
        ):
            self.put(name)

    def test_free_deletes_the_cache_and_its_folder(self):
        self.bake("Rod.pc2")
        self.put("Rod.pc2", "12345678")
        self.assertGreater(cache_files.free(self.folder), 8)
        self.assertFalse(self.folder.exists())

    def test_free_leaves_other_files_alone(self):
        self.bake("Rod.pc2")
        mine = [self.put(name) for name in ("notes.txt", "Other.pc2", "state/mine.txt")]
        cache_files.free(self.folder)
        self.assertTrue(all(path.exists() for path in mine))
        self.assertEqual(len([path for path in self.folder.rglob("*") if path.is_file()]), 3)

    def test_free_never_leaves_the_folder(self):
        outside = self.root / "precious.pc2"
        outside.write_text("x")
        self.bake("../precious.pc2", str(outside))
        cache_files.free(self.folder)
        self.assertTrue(outside.exists())

    def test_a_lock_that_nobody_holds_is_no_lock(self):
        self.assertIsNone(cache_files.locked_by(self.folder))
        self.put("lock", "left behind")
        self.assertIsNone(cache_files.locked_by(self.folder))

    def test_the_holder_of_the_lock_is_named(self):
        lock = self.put("lock", "somebody 123")
        code = (
            "import fcntl, sys; file = open(sys.argv[1], 'r+b'); fcntl.lockf(file, fcntl.LOCK_EX); "
            "print('held', flush=True); sys.stdin.read()"
        )
        holder = subprocess.Popen(
            [sys.executable, "-c", code, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.addCleanup(holder.communicate)
        self.assertEqual(holder.stdout.readline(), b"held\n")
        self.assertEqual(cache_files.locked_by(self.folder), "somebody 123")

    def test_a_damaged_summary_is_no_summary(self):
        self.put("bake.json", "{broken")
        self.assertIsNone(cache_files.read_summary(self.folder))


if __name__ == "__main__":
    unittest.main()
