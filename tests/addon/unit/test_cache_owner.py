import pathlib
import tempfile
import unittest

import support

support.make_addon_importable()

from addon.bake import cache_copy, cache_files, cache_owner
from addon.bake.cache_owner import Claim


class CacheOwnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.folder = self.root / "sinew_cache" / "v001"
        self.folder.mkdir(parents=True)

    def blend(self, name):
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
        return str(path)

    def claim(self, file, identifier="a", scene="Scene", **more):
        return Claim(identifier, file, scene, **more)

    def test_a_cache_without_a_record_is_nobodys(self):
        self.assertIsNone(cache_owner.other_owner(self.folder, self.claim(self.blend("v001.blend"))))
        self.assertIsNone(cache_owner.other_owner(self.root / "not there", self.claim("")))

    def test_a_file_that_was_saved_under_another_name_is_not_the_owner(self):
        first, second = self.blend("v001.blend"), self.blend("v002.blend")
        cache_owner.write(self.folder, self.claim(first))
        self.assertIsNone(cache_owner.other_owner(self.folder, self.claim(first)))
        self.assertEqual(cache_owner.other_owner(self.folder, self.claim(second)), "v001.blend")

    def test_a_file_that_was_renamed_is_still_the_owner(self):
        first = self.blend("v001.blend")
        cache_owner.write(self.folder, self.claim(first))
        pathlib.Path(first).rename(self.root / "shot.blend")
        self.assertIsNone(cache_owner.other_owner(self.folder, self.claim(str(self.root / "shot.blend"))))
        stranger = self.claim(str(self.root / "shot.blend"), identifier="b")
        self.assertEqual(cache_owner.other_owner(self.folder, stranger), "v001.blend")

    def test_file_and_cache_can_be_moved_and_copied_together(self):
        cache_owner.write(self.folder, self.claim(self.blend("v001.blend")))
        with tempfile.TemporaryDirectory() as other:
            moved = pathlib.Path(other) / "sinew_cache" / "v001"
            moved.mkdir(parents=True)
            (moved / cache_owner.OWNER_NAME).write_bytes((self.folder / cache_owner.OWNER_NAME).read_bytes())
            blend = pathlib.Path(other) / "v001.blend"
            blend.touch()
            self.assertIsNone(cache_owner.other_owner(moved, self.claim(str(blend))))

    def test_two_files_that_never_met_do_not_share(self):
        cache_owner.write(self.folder, self.claim(self.blend("v001.blend")))
        other = self.claim(self.blend("other.blend"), identifier="")
        self.assertEqual(cache_owner.other_owner(self.folder, other), "v001.blend")

    def test_a_bake_that_was_undone_can_be_baked_again(self):
        first = self.blend("v001.blend")
        cache_owner.write(self.folder, self.claim(first))
        self.assertIsNone(cache_owner.other_owner(self.folder, self.claim(first, identifier="")))

    def test_scenes_of_one_file_do_not_share(self):
        first = self.blend("v001.blend")
        cache_owner.write(self.folder, self.claim(first))
        copy = self.claim(first, scene="Scene.001", twins=frozenset({"Scene"}))
        self.assertIn("scene 'Scene'", cache_owner.other_owner(self.folder, copy))
        self.assertIn("scene 'Scene'", cache_owner.other_owner(self.folder, self.claim(first, "b", "Other")))
        # Renamed: no other scene has the identifier.
        self.assertIsNone(cache_owner.other_owner(self.folder, self.claim(first, scene="Shot")))

    def test_a_damaged_record_is_none(self):
        for text in ("", "{", "[1]", '{"id": 3, "file": "", "scene": ""}', "\udcff"):
            (self.folder / cache_owner.OWNER_NAME).write_bytes(text.encode("utf-8", "surrogateescape"))
            self.assertIsNone(cache_owner.read(self.folder), text)

    def test_the_record_is_a_file_of_the_cache(self):
        cache_owner.write(self.folder, self.claim(""))
        cache_files.free(self.folder)
        self.assertFalse(self.folder.exists())


class CacheCopyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source, self.target = (pathlib.Path(folder.name) / name for name in ("a", "b"))
        (self.source / "state").mkdir(parents=True)
        names = ("Rod.pc2", "Rod.obj", "state/000001.bin", "state/frames.jsonl", "job.json", "lock", "stranger.txt")
        for name in names:
            (self.source / name).write_text(name * 3, "utf-8")
        (self.source / "state" / "000001.bin").write_bytes(b"SINEWCPT and a state")
        (self.source / "state" / "000002.bin").write_text("a stranger's", "utf-8")
        (self.source / "bake.log").symlink_to(self.source / "stranger.txt")
        entry = '{"objects": [{"name": "Rod", "file": "Rod.pc2", "mesh": "Rod.obj"}]}'
        (self.source / "bake.json").write_text(entry, "utf-8")

    def copied(self):
        files = (path for path in self.target.rglob("*") if path.is_file())
        return {path.relative_to(self.target).as_posix() for path in files}

    def test_all_files_of_the_cache_and_no_others(self):
        progress = list(cache_copy.steps(self.source, self.target))
        expected = {"Rod.pc2", "Rod.obj", "state/000001.bin", "state/frames.jsonl", "job.json", "bake.json"}
        self.assertEqual(self.copied(), expected)
        for name in expected:
            self.assertEqual((self.target / name).read_bytes(), (self.source / name).read_bytes())
        self.assertEqual(progress[-1][0], progress[-1][1])

    def test_a_cancelled_copy_leaves_nothing(self):
        steps = cache_copy.steps(self.source, self.target)
        next(steps)
        next(steps)
        steps.close()
        self.assertFalse(self.target.exists())

    def test_what_is_there_is_never_overwritten(self):
        self.target.mkdir()
        (self.target / "Rod.pc2").write_text("precious", "utf-8")
        with self.assertRaises(FileExistsError):
            list(cache_copy.steps(self.source, self.target))
        self.assertEqual((self.target / "Rod.pc2").read_text("utf-8"), "precious")
        self.assertEqual(self.copied(), {"Rod.pc2"})


if __name__ == "__main__":
    unittest.main()
