"""The files of the project by kind, for the checks in this folder."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (".ci", "addon", "examples", "plugin", "solver", "tests", "tools")
LEFT_OUT = {"__pycache__", "build", "output"}


def all_files():
    """Every file that people write, relative to the root, sorted."""
    found = []
    for folder in FOLDERS:
        for parent, folders, names in os.walk(ROOT / folder):
            folders[:] = [name for name in folders if name not in LEFT_OUT]
            found += [(Path(parent) / name).relative_to(ROOT) for name in names]
    return sorted(found)


def with_suffix(*suffixes):
    return [path for path in all_files() if path.suffix in suffixes]


def shell_scripts():
    """Files that start with a line for a shell, whatever their name."""
    scripts = []
    for path in all_files():
        with open(ROOT / path, "rb") as file:
            first = file.readline()
        if first.startswith(b"#!") and (b"bash" in first or b"/sh" in first):
            scripts.append(path)
    return scripts
