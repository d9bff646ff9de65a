"""Results of test programs that passed, kept for as long as nothing changes that their tests depend on.

These are the program, the libraries and programs beside it that tests may start, the files of the project that tests read, and
settings in the environment. A program with a test that failed or was skipped runs again.
"""

import hashlib
import json
import os

READ_BY_TESTS = ("docs", "examples", "tests")  # of the project
SETTINGS = ("SINEW_", "GTEST_", "ASAN_", "UBSAN_")  # how names of variables that change tests begin


MADE = {"__pycache__", "output"}  # folders of files that programs write


def files_of(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() and not MADE & set(path.parts))


def binaries_of(program):
    """Itself and all beside it but other programs of tests."""
    return [
        path
        for path in sorted(program.parent.iterdir())
        if path.is_file() and (path == program or not path.name.startswith(("test_", "fuzz_")))
    ]


def fingerprint(program, project):
    hasher = hashlib.sha256()
    for path in binaries_of(program):  # gigabytes: the linker's time stands for their content
        status = path.stat()
        hasher.update(f"{path.name} {status.st_size} {status.st_mtime_ns}\n".encode())
    for path in (file for name in READ_BY_TESTS for file in files_of(project / name)):
        hasher.update(f"{path.relative_to(project)} {path.stat().st_size}\n".encode())
        hasher.update(path.read_bytes())
    for name, value in sorted(os.environ.items()):
        if name.startswith(SETTINGS):
            hasher.update(f"{name}={value}\n".encode())
    return hasher.hexdigest()


class KeptResults:
    """Of one program, in a file of `folder`."""

    def __init__(self, folder, program, project):
        self._file = folder / f"{program.name}.json"
        self._fingerprint = fingerprint(program, project)

    def load(self):
        """The tests, each marked as kept; None if the program has to run."""
        try:
            kept = json.loads(self._file.read_text())
        except (OSError, ValueError):
            return None
        if kept.get("fingerprint") != self._fingerprint:
            return None
        return [{**test, "seconds": 0.0, "kept": True} for test in kept["tests"]]

    def save(self, tests):
        if not tests or any(test["outcome"] != "passed" for test in tests):
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps({"fingerprint": self._fingerprint, "tests": tests}))
