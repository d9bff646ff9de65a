"""Which files of a cache folder belong to the cache, and deleting exactly those."""

import fcntl
import json
import pathlib

from .cache_owner import OWNER_NAME
from .job import LOG_NAME

JOB_NAME = "job.json"
BINARY_NAME = "job.bin"

_PLAIN_FILES = (JOB_NAME, BINARY_NAME, LOG_NAME, "bake.json", "lock", OWNER_NAME)
_STATE_PATTERNS = ("*.bin", "*.bin.tmp", "*.json", "*.jsonl")


def read_summary(folder):
    """bake.json, or None when there is no bake in the folder."""
    try:
        return json.loads((pathlib.Path(folder) / "bake.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None


def files_of_cache(folder):
    """Every file that a bake or its export wrote. A stranger's file in the folder is never in the
    list."""
    folder = pathlib.Path(folder)
    found = [folder / name for name in _PLAIN_FILES]
    summary = read_summary(folder) or {}
    for entry in summary.get("objects", []):
        for key, suffix in (("file", ".pc2"), ("mesh", ".obj")):
            name = pathlib.PurePath(entry.get(key, ""))
            if len(name.parts) == 1 and name.suffix == suffix:  # never follow a path out of the folder
                found.append(folder / name)
    for pattern in _STATE_PATTERNS:
        found.extend(sorted((folder / "state").glob(pattern)))
    return [path for path in found if path.is_file()]


def locked_by(folder):
    """What the lock file says about the bake that is writing the cache, None when there is none.

    Asking for the lock here and giving it back at once disturbs nobody: a bake that starts in that
    moment would be refused, and could not be started from this Blender anyway.
    """
    try:
        with open(pathlib.Path(folder) / "lock", "r+b") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return file.read().decode("utf-8", "replace").strip() or "unknown"
    except FileNotFoundError:
        pass
    return None


def free(folder):
    """Deletes the cache's files and the folders that are empty then; returns the number of bytes
    freed."""
    folder = pathlib.Path(folder)
    freed = 0
    for path in files_of_cache(folder):
        freed += path.stat().st_size
        path.unlink()
    for emptied in (folder / "state", folder):
        if emptied.is_dir() and not any(emptied.iterdir()):
            emptied.rmdir()
    return freed
