"""tools/check_intersections --ipctk on the planted cases; skipped where the module ipctk cannot be installed.

The module takes 60 MB with numpy and scipy, so it is fetched once per user, into the folder for caches, and serves every clone.
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from judged_cache import FRAMES, JudgedCacheTest
from planted_cases import PLANTED

SKIPPED = 77
MODULES = ["ipctk==1.6.1", "numpy", "scipy"]


def has_module(python):
    return subprocess.run([python, "-c", "import ipctk"], capture_output=True, check=False).returncode == 0


def python_with_ipctk():
    """An interpreter that has ipctk, or None with a printed reason."""
    if has_module(sys.executable):
        return sys.executable
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    venv = Path(caches) / "sinew" / MODULES[0].replace("==", "_")
    python = venv / "bin" / "python"
    if python.is_file() and has_module(python):
        return python
    steps = (
        [sys.executable, "-m", "venv", "--clear", str(venv)],
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "0", "--timeout", "15", *MODULES],
    )
    for step in steps:
        run = subprocess.run(step, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            lines = (run.stdout + run.stderr).strip().splitlines()
            print(f"skipped: {MODULES[0]} cannot be installed: {lines[-1] if lines else 'no reason given'}")
            return None
    if not has_module(python):
        print(f"skipped: {MODULES[0]} cannot be loaded on this machine")
        return None
    return python


class SecondOpinion(JudgedCacheTest):
    def test_planted_cases(self):
        self.plant()
        report = self.report("--ipctk")
        self.assertEqual(report["ipctk"], {str(frame): case[2] for frame, case in enumerate(PLANTED.values(), start=1)})
        self.assertIn("ipctk: intersections in 5 of 6 frames, the same frames", self.check("--ipctk").stdout)

    def test_it_judges_the_same_pairs(self):
        self.plant()
        for options in (["--skip", "Base:Tip"], ["--pairs", "Tip:Tip"]):
            self.assertEqual(set(self.report("--ipctk", *options)["ipctk"].values()), {False})

    def test_a_clean_bake(self):
        self.assertIn(f"ipctk: intersections in 0 of {FRAMES} frames, the same frames", self.check("--ipctk").stdout)


class WithoutModule(JudgedCacheTest):
    python = "/usr/bin/python3"

    def test_it_says_that_it_was_skipped(self):
        if has_module(self.python):
            self.skipTest("this Python has ipctk")
        run = self.check("--ipctk")
        self.assertEqual(run.returncode, 0)
        self.assertIn("ipctk: skipped, the module is not installed", run.stdout)


if __name__ == "__main__":
    JudgedCacheTest.programs = Path(sys.argv.pop(1)).resolve()
    interpreter = python_with_ipctk()
    if interpreter is None:
        sys.exit(SKIPPED)
    SecondOpinion.python = interpreter
    unittest.main()
