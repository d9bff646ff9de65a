"""run_gtest.py, run_script.py and count_tests.py with a program whose tests misbehave: test_run_gtest.py UNRULY_PROGRAM."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PROGRAM = sys.argv[1]


class RunGtest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, program, *options, **environment):
        """Exit status and words of run_gtest.py, and outcomes by name."""
        report = self.folder / "reports" / "unruly.json"
        result = subprocess.run(
            [sys.executable, "-B", FOLDER / "run_gtest.py", program, "--report", report, "--timeout", "3", *options],
            capture_output=True, text=True, check=False, env={**os.environ, **environment},
        )
        outcomes = {test["name"]: test["outcome"] for test in json.loads(report.read_text())}
        return result.returncode, result.stdout, outcomes

    def count(self, status):
        """What count_tests.py prints when ctest gives the program this status."""
        junit = self.folder / "tests.xml"
        junit.write_text(f"""<testsuite tests="4" failures="1" skipped="2">
            <testcase name="unruly" classname="unruly" time="1.5" status="{status}"/>
            <testcase name="alone" classname="alone" time="0.5" status="run"/>
            <testcase name="absent" time="0" status="notrun"><skipped message="Unable to find executable"/></testcase>
            <testcase name="left_out" time="0" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
            </testsuite>""")
        reports, times = self.folder / "reports", self.folder / "times"
        return subprocess.run(
            [sys.executable, "-B", FOLDER / "count_tests.py", "release", junit, reports, times],
            capture_output=True, text=True, check=True,
        ).stdout.splitlines()[0]

    def test_each_test_has_its_outcome(self):
        status, text, outcomes = self.run_program(PROGRAM)
        self.assertEqual(status, 1)
        self.assertEqual(outcomes, {
            "Unruly.Passes": "passed",
            "Unruly.IsSkipped": "skipped",
            "Unruly.Fails": "failed",
            "Unruly.Crashes": "failed",
            "Unruly.Hangs": "failed",
            "Unruly.LeavesAsIfAllWereWell": "failed",
            "UnrulyAtTheEnd.PassesAfterACrash": "passed",
            "Numbers/UnrulyCase.IsOdd/0": "passed",
            "Numbers/UnrulyCase.IsOdd/1": "failed",
            "Numbers/UnrulyCase.IsOdd/2": "passed",
        })
        for words in ("words of the one that fails", "FAILED Unruly.Crashes", "by signal 6", "no end after 3 s"):
            self.assertIn(words, text)
        self.assertNotIn("a line without an end", text)
        # With one test that passes beside it, one that ctest did not find and one that it skipped.
        self.assertEqual(self.count("fail"), "5 6 2 0")
        self.assertIn("release unruly: Unruly.Hangs", (self.folder / "times").read_text())

    def test_crash_after_the_last_test_is_a_failure(self):
        status, text, outcomes = self.run_program(PROGRAM, SINEW_UNRULY_EXIT="1", GTEST_FILTER="UnrulyAtTheEnd.*")
        self.assertEqual(status, 1)
        self.assertEqual(outcomes, {"UnrulyAtTheEnd.PassesAfterACrash": "passed", "(outside of the tests)": "failed"})
        self.assertIn("ended with 23", text)

    def test_program_that_cannot_start_is_a_failure(self):
        status, _, outcomes = self.run_program("/bin/false")
        self.assertEqual(status, 1)
        self.assertEqual(outcomes, {"(list of the tests)": "failed"})

    def test_program_without_tests_is_a_failure(self):
        status, _, outcomes = self.run_program("/bin/true")
        self.assertEqual((status, outcomes), (1, {}))

    def keep(self, program, **environment):
        """Status, and whether the program ran."""
        report = self.folder / "reports" / "unruly.json"
        status, _, outcomes = self.run_program(program, "--keep", self.folder / "kept", **environment)
        self.assertTrue(outcomes)
        return status, not any(test.get("kept") for test in json.loads(report.read_text()))

    def test_a_program_that_passed_runs_again_only_when_it_changed(self):
        program = self.folder / "bin" / "unruly"
        program.parent.mkdir()
        shutil.copy(PROGRAM, program)
        passing = {"GTEST_FILTER": "UnrulyAtTheEnd.*"}
        self.assertEqual(self.keep(program, **passing), (0, True))
        self.assertEqual(self.keep(program, **passing), (0, False))
        self.assertEqual(self.count("run"), "2 1 1 1")
        self.assertEqual(self.keep(program, SINEW_UNRULY_OTHER="1", **passing), (0, True))
        self.assertEqual(self.keep(program, **passing), (0, True))  # the last settings are kept, no others
        (program.parent / "libneighbour.so").write_text("new")
        self.assertEqual(self.keep(program, **passing), (0, True))
        with open(program, "ab") as file:
            file.write(b"\0")
        self.assertEqual(self.keep(program, **passing), (0, True))
        self.assertEqual(self.keep(program, **passing), (0, False))

    def test_a_program_that_failed_or_skipped_always_runs_again(self):
        for tests, status in (("Unruly.Fails", 1), ("Unruly.IsSkipped:Unruly.Passes", 0)):
            for _ in range(2):
                self.assertEqual(self.keep(PROGRAM, GTEST_FILTER=tests), (status, True))

    def test_a_script_that_passed_runs_again_only_when_something_changed(self):
        script, ran, report = self.folder / "script.py", self.folder / "ran", self.folder / "reports" / "s.json"
        (self.folder / "bin").mkdir()
        script.write_text(f"import sys\nopen({str(ran)!r}, 'a').write('x')\nsys.exit(int(sys.argv[1]))\n")

        def run(word):
            before = len(ran.read_text()) if ran.exists() else 0
            command = [sys.executable, "-B", FOLDER / "run_script.py", "--name", "s", "--bin", self.folder / "bin", "--report", report]
            status = subprocess.run([*command, "--keep", self.folder / "kept", script, word], check=False).returncode
            return status, len(ran.read_text()) > before, report.exists()

        self.assertEqual(run("0"), (0, True, True))
        self.assertEqual(run("0"), (0, False, True))
        self.assertTrue(json.loads(report.read_text())[0]["kept"])
        (self.folder / "bin" / "sinew").write_text("new")
        self.assertEqual(run("0"), (0, True, True))
        for word in ("1", "77"):  # failed and skipped
            for _ in range(2):
                self.assertEqual(run(word), (int(word), True, False))
        self.assertEqual(run("0"), (0, True, True))

    def test_failure_that_only_ctest_saw_is_counted(self):
        (self.folder / "reports").mkdir()
        (self.folder / "reports/unruly.json").write_text('[{"name": "A.B", "outcome": "passed", "seconds": 0.1}]')
        self.assertEqual(self.count("run"), "2 1 1 0")
        self.assertEqual(self.count("fail"), "2 2 1 0")

    def test_killed_program_without_a_report_is_counted(self):
        self.assertEqual(self.count("fail"), "1 2 1 0")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
