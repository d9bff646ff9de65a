"""What run_clang_tidy.py looks at again: test_clang_tidy_stamps.py [--plugin FILE], in a project of three files."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "run_clang_tidy.py"
OPTIONS = sys.argv[1:]
CONFIGURATION = """Checks: '-*,modernize-use-nullptr,bugprone-sizeof-expression'
WarningsAsErrors: '*'
HeaderFilterRegex: '.*'
"""
CLEAN = '#include "part.hpp"\nint* nothing() { return value(nullptr); }\n'
HEADER = "#pragma once\ninline int* value(int* given) { return given; }\n"
FINDING = "inline int* planted() { return 0; }\n"


class Stamps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cache = self.folder / "cache"
        (self.folder / "others").mkdir()
        (self.folder / "others/library.hpp").write_text("int library();\n")
        self.make_project("project")

    def make_project(self, name):
        """A clone of the project, which `look` looks at from now on."""
        self.root = self.folder / name
        (self.root / "build").mkdir(parents=True)
        (self.root / "include").mkdir()
        self.write(".clang-tidy", CONFIGURATION)
        self.write("include/part.hpp", HEADER)
        self.write("first.cpp", "#include <library.hpp>\n" + CLEAN)
        self.write("second.cpp", "int second() { return 2; }\n")
        entries = [
            {"directory": f"{self.root}/build", "file": f"{self.root}/{name}.cpp",
             "command": f"/usr/bin/c++ -I{self.root}/include -isystem {self.folder}/others -o {name}.o -c {self.root}/{name}.cpp"}
            for name in ("first", "second")
        ]
        self.write("build/compile_commands.json", json.dumps(entries))

    def write(self, name, text):
        (self.root / name).write_text(text)

    def look(self):
        """How many sources were looked at, and what was said."""
        result = subprocess.run(
            [sys.executable, "-B", SCRIPT, self.root / "build", "--root", self.root, *OPTIONS],
            capture_output=True, text=True, check=False, env={**os.environ, "XDG_CACHE_HOME": str(self.cache)},
        )
        said = re.search(r"clang-tidy: (\d+) of 2 sources looked at, (\d+) with findings", result.stdout)
        self.assertIsNotNone(said, result.stdout + result.stderr)
        self.assertEqual(result.returncode, 1 if int(said[2]) else 0)
        return int(said[1]), result.stdout

    def test_clean_source_is_looked_at_once(self):
        self.assertEqual(self.look()[0], 2)
        self.assertEqual(self.look()[0], 0)

    def test_another_clone_finds_the_stamps(self):
        self.look()
        for name in ("a_clone", "z_clone"):  # on both sides of the folder of others
            self.make_project(name)
            self.assertEqual(self.look()[0], 0, name)

    def test_source_with_a_finding_is_looked_at_every_time(self):
        self.write("second.cpp", FINDING)
        for expected in (2, 1):
            looked_at, text = self.look()
            self.assertEqual(looked_at, expected)
            self.assertIn("second.cpp:1:32: error: use nullptr [modernize-use-nullptr", text)

    def test_change_of_a_header_makes_its_source_looked_at_again(self):
        self.look()
        self.write("include/part.hpp", HEADER + FINDING)
        looked_at, text = self.look()
        self.assertEqual(looked_at, 1)
        self.assertIn("part.hpp:3:32: error: use nullptr", text)

    def test_removed_comment_counts_as_a_change(self):
        self.write("include/part.hpp", HEADER + FINDING.replace("\n", " // NOLINT\n"))
        self.assertNotIn("error", self.look()[1])
        self.write("include/part.hpp", HEADER + FINDING)
        self.assertIn("use nullptr", self.look()[1])

    def test_new_header_that_hides_another_is_seen(self):
        self.look()
        self.write("part.hpp", HEADER + FINDING)  # beside the source, so it is found before include/
        self.assertIn("use nullptr", self.look()[1])

    def test_change_of_the_configuration_counts(self):
        self.write("second.cpp", "unsigned long second() { return sizeof(2); }\n")
        self.write(".clang-tidy", CONFIGURATION.replace(",bugprone-sizeof-expression", ""))
        self.assertNotIn("error", self.look()[1])
        self.write(".clang-tidy", CONFIGURATION)
        looked_at, text = self.look()
        self.assertEqual(looked_at, 2)
        self.assertIn("bugprone-sizeof-expression", text)

    def test_missing_header_is_a_finding(self):
        self.look()
        (self.root / "include/part.hpp").unlink()
        self.assertIn("'part.hpp' file not found", self.look()[1])

    def test_templates_of_the_project_are_looked_at(self):
        self.write("second.cpp", "#include <vector>\ntemplate <class T> struct Holder { T* get() { return 0; } };\n"
                   "int* second() { return Holder<int>().get(); }\n")
        self.assertIn("second.cpp:2:54: error: use nullptr", self.look()[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
