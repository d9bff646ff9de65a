"""Runs test files in the Python module bpy of a newer Blender, where it can be installed; skips
otherwise.

Usage: run_in_bpy.py --version 4.2.0 --zip ZIP FILE...

The module takes more than a gigabyte, so it is fetched once per user, into the folder for caches,
and serves every clone. It exists for one version of Python only, so another interpreter or a
machine without network skips the tests and says why.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77


def venv_folder(version):
    caches = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(caches) / "sinew" / f"bpy_{version}"


def installed(python):
    return (
        subprocess.run([python, "-c", "import bpy"], capture_output=True, check=False).returncode
        == 0
    )


def install(version, venv):
    """The venv's Python, or None with a printed reason."""
    python = venv / "bin" / "python"
    if python.is_file() and installed(python):
        return python
    steps = (
        [sys.executable, "-m", "venv", "--clear", str(venv)],
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "0",
         "--timeout", "15", f"bpy=={version}"],
    )  # fmt: skip
    for step in steps:
        result = subprocess.run(step, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            lines = (result.stdout + result.stderr).strip().splitlines()
            print(
                f"skipped: bpy {version} cannot be installed: {lines[-1] if lines else 'no reason given'}"
            )
            return None
    if not installed(python):
        print(f"skipped: bpy {version} cannot be loaded on this machine")
        return None
    return python


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    python = install(arguments.version, venv_folder(arguments.version))
    if python is None:
        return SKIPPED
    for file in arguments.files:
        with tempfile.TemporaryDirectory(prefix="sinew_bpy_") as folder:
            environment = dict(
                os.environ, BLENDER_USER_RESOURCES=folder, PYTHONDONTWRITEBYTECODE="1"
            )
            command = [str(python), "-B", str(file), "--", "--zip", str(arguments.zip.resolve())]
            status = subprocess.run(command, env=environment, check=False).returncode
            if status != 0:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
