"""Runs a test file in an installed Blender, headless, with a user folder of its own.

Usage: run_in_blender.py --blender PROGRAM --zip ZIP FILE [WORDS...]

The words go to the file.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blender", required=True)
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("words", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if not pathlib.Path(arguments.blender).is_file():
        print("skipped: Blender is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="sinew_blender_") as folder:
        environment = dict(
            os.environ,
            BLENDER_USER_SCRIPTS=f"{folder}/scripts",
            BLENDER_USER_CONFIG=f"{folder}/config",
            PYTHONDONTWRITEBYTECODE="1",
        )
        command = [
            arguments.blender, "--background", "--factory-startup", "--python-exit-code", "1",
            "--python", str(arguments.file), "--", "--zip", str(arguments.zip.resolve()),
            *arguments.words,
        ]  # fmt: skip
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
