"""Runs a script in a Blender window on a display of its own (Xvfb), and keeps the picture that it
takes.

Usage: run_in_window.py --blender PROGRAM --zip ZIP --picture PNG FILE
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
WIDTH, HEIGHT = 620, 1180


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blender", required=True)
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--picture", type=pathlib.Path, required=True)
    parser.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    if not pathlib.Path(arguments.blender).is_file() or not shutil.which("xvfb-run"):
        print("skipped: Blender or Xvfb is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="sinew_window_") as folder:
        environment = dict(
            os.environ,
            BLENDER_USER_SCRIPTS=f"{folder}/scripts",
            BLENDER_USER_CONFIG=f"{folder}/config",
            LIBGL_ALWAYS_SOFTWARE="1",
            PYTHONDONTWRITEBYTECODE="1",
        )
        command = [
            "xvfb-run", "--auto-servernum", "--server-args", f"-screen 0 {WIDTH}x{HEIGHT}x24",
            arguments.blender, "--factory-startup", "--enable-event-simulate",
            "--window-geometry", "0", "0", str(WIDTH), str(HEIGHT),
            "--python", str(arguments.file),
            "--", "--zip", str(arguments.zip.resolve()), "--picture", str(arguments.picture.resolve()),
            "--folder", folder,
        ]  # fmt: skip
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
