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
            self.put(name, "SINEWCPT..." if name.endswith("1.bin") else "x")

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

    def test_free_leaves_what_links_lead_to(self):
        outside = self.root / "outside"
        outside.mkdir()
        victims = [outside / name for name in ("000001.bin", "inputs.json", "frames.jsonl", "v")]
        for victim in victims:
            victim.write_text("SINEWCPT precious", "utf-8")
        (self.folder / "state").rmdir()
        (self.folder / "state").symlink_to(outside)
        for name in ("job.json", "bake.log", "lock", "Rod.pc2"):
            (self.folder / name).symlink_to(outside / "v")
        self.put("bake.json", json.dumps({"objects": [{"file": "Rod.pc2"}]}))
        cache_files.free(self.folder)
        for victim in victims:
            self.assertEqual(victim.read_text("utf-8"), "SINEWCPT precious")
        self.assertFalse((self.folder / "bake.json").exists())

    def test_free_leaves_files_that_only_look_like_checkpoints(self):
        self.bake("Rod.pc2")
        mine = [self.put("state/000007.bin", "of another program"), self.put("state/notes.json")]
        cache_files.free(self.folder)
        self.assertTrue(all(path.exists() for path in mine))
        self.assertFalse((self.folder / "state/000001.bin").exists())

    def test_free_deletes_what_a_killed_bake_left(self):
        self.bake("Rod.pc2")
        for name in ("bake.json", "bake.log", "Rod.pc2", "state/000002.bin", "state/inputs.json"):
            self.put(f"{name}.0123456789abcdef.tmp")
        cache_files.free(self.folder)
        self.assertFalse(self.folder.exists())

    def test_free_deletes_meshes_that_sinew_made(self):
        self.put("bake.json", json.dumps({"objects": [{"file": "A.pc2", "mesh": "A.obj"}]}))
        self.put("A.obj")
        cache_files.free(self.folder)
        self.assertFalse(self.folder.exists())

    def test_free_takes_any_summary(self):
        for summary in (
            "[1]",
            "1",
            "null",
            '{"objects": 3}',
            '{"objects": [1, null, {"file": 2}, {"file": "\\u0000.pc2"}]}',
            "[" * 100000,
        ):
            with self.subTest(summary[:60]):
                self.put("bake.json", summary)
                self.assertGreater(cache_files.free(self.folder), 0)
                self.folder.mkdir(exist_ok=True)

    def test_the_lock_of_a_link_is_nobodys(self):
        outside = self.root / "outside"
        outside.write_text("x", "utf-8")
        (self.folder / "lock").symlink_to(outside)
        self.assertIsNone(cache_files.locked_by(self.folder))

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
