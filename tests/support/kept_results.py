"""Results of test programs and scripts that passed, kept for as long as nothing changes that their tests depend on.

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


def binaries_in(folder, program=None):
    """All in a folder but programs of tests; `program` is one that counts."""
    return [
        path
        for path in sorted(folder.iterdir())
        if path.is_file() and (path == program or not path.name.startswith(("test_", "fuzz_")))
    ]


def fingerprint(binaries, folders, command):
    hasher = hashlib.sha256()
    for path in binaries:  # gigabytes: the linker's time stands for their content
        status = path.stat()
        hasher.update(f"{path.name} {status.st_size} {status.st_mtime_ns}\n".encode())
    for folder in folders:
        for path in files_of(folder):
            hasher.update(f"{path.relative_to(folder.parent)} {path.stat().st_size}\n".encode())
            hasher.update(path.read_bytes())
    for name, value in sorted(os.environ.items()):
        if name.startswith(SETTINGS):
            hasher.update(f"{name}={value}\n".encode())
    hasher.update("\0".join(command).encode())
    return hasher.hexdigest()


class KeptResults:
    """Of one program or script, in a file of `folder`. It depends on `binaries`, on all files of the folders `read`, and on
    the words of its command."""

    def __init__(self, folder, name, binaries, read, command=()):
        self._file = folder / f"{name}.json"
        self._fingerprint = fingerprint(binaries, read, command)

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
