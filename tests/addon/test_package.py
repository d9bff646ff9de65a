"""The zip itself: one folder, everything inside, nothing from the system but the C library,
versions agree."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

FROM_SYSTEM = {"linux-vdso.so.1", "ld-linux-x86-64.so.2", "libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0",
               "librt.so.1"}  # fmt: skip
OPTIONS = None


class PackageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with zipfile.ZipFile(OPTIONS.zip) as archive:
            self.names = archive.namelist()
            archive.extractall(folder.name)
        self.addon = pathlib.Path(folder.name) / "sinew"
        self.binaries = sorted((self.addon / "bin").iterdir())

    def test_has_one_top_folder(self):
        self.assertEqual({name.split("/")[0] for name in self.names}, {"sinew"})

    def test_has_every_file_of_the_addon(self):
        expected = {
            path.relative_to(OPTIONS.source).as_posix()
            for path in OPTIONS.source.rglob("*")
            if path.suffix in {".json", ".py", ".toml"}
            and not {"packaging", "__pycache__"} & set(path.parts)
        }
        packed = {
            name.removeprefix("sinew/") for name in self.names if not name.startswith("sinew/bin/")
        }
        self.assertEqual(packed, expected | {"LICENSE", "manual.md"})

    def test_the_manual_comes_along_and_the_texts_name_all_bodies(self):
        manual = (self.addon / "manual.md").read_text("utf-8")
        for heading in ("## Muscles", "## Solids", "## Shells", "## Check"):
            self.assertIn(heading, manual)
        for name in ("blender_manifest.toml", "__init__.py"):
            self.assertIn("Rods, muscles, solids, shells", (self.addon / name).read_text("utf-8"))

    def test_versions_agree(self):
        manifest = (self.addon / "blender_manifest.toml").read_text()
        self.assertEqual(
            re.search(r'^version = "(.*)"$', manifest, re.MULTILINE)[1], OPTIONS.version
        )
        package = (self.addon / "__init__.py").read_text()
        numbers = ", ".join(OPTIONS.version.split("."))
        self.assertIn(f'"version": ({numbers})', package)
        program = subprocess.run(
            [self.runnable("sinew"), "--version"], capture_output=True, text=True, check=True
        )
        self.assertIn(OPTIONS.version, program.stdout)

    def test_needs_nothing_but_the_c_library(self):
        for path in self.binaries:
            path.chmod(0o755)
        for path in self.binaries:
            lines = subprocess.run(
                ["ldd", str(path)], capture_output=True, text=True, check=True
            ).stdout
            for line in lines.splitlines():
                name, arrow, place = line.strip().partition(" => ")
                name = pathlib.PurePath(name.split(" (")[0]).name
                if name in FROM_SYSTEM:
                    continue
                self.assertTrue(arrow, line)
                self.assertEqual(
                    pathlib.Path(place.rsplit(" (", 1)[0]).parent, self.addon / "bin", line
                )

    def test_libraries_have_names_of_their_own(self):
        self.assertGreater(len(self.binaries), 2)
        for path in self.binaries:
            if path.name != "sinew":
                self.assertTrue(path.name.startswith("libsinew"), path.name)

    def test_only_the_api_is_visible(self):
        result = subprocess.run(
            ["nm", "-D", "--defined-only", str(self.addon / "bin" / "libsinew.so")],
            capture_output=True,
            text=True,
            check=True,
        )
        symbols = [line.split()[-1].split("@")[0] for line in result.stdout.splitlines()]
        self.assertIn("sinew_api_version", symbols)
        self.assertEqual([name for name in symbols if not name.startswith("sinew_")], [])

    def runnable(self, name):
        path = self.addon / "bin" / name
        path.chmod(0o755)
        return str(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
