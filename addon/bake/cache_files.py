"""Which files of a cache folder belong to the cache, and deleting exactly those."""

import fcntl
import json
import os
import pathlib
import re

from .cache_owner import OWNER_NAME
from .held_folder import HeldFolder
from .job import LOG_NAME

JOB_NAME = "job.json"
BINARY_NAME = "job.bin"

_PLAIN_FILES = (JOB_NAME, BINARY_NAME, LOG_NAME, "bake.json", "lock", OWNER_NAME)
_STATE_NAME = "state"
_STATE_FILES = re.compile(r"(-?[0-9]+\.bin|inputs\.json|frames\.jsonl)(\.tmp)?")
_CHECKPOINT_MAGIC = b"SINEWCPT"
# What a killed program leaves of a file that it was replacing.
_TEMPORARY = re.compile(r"(?P<name>.+)\.[0-9a-f]{16}\.tmp")
_MAX_SUMMARY_BYTES = 64 << 20


def read_summary(folder):
    """bake.json, or None when there is no bake in the folder."""
    try:
        with HeldFolder(folder) as held:
            return _summary_in(held)
    except OSError:
        return None


def _summary_in(held):
    try:
        with held.open("bake.json", os.O_RDONLY) as file:
            summary = json.loads(file.read(_MAX_SUMMARY_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return summary if isinstance(summary, dict) else None


def _output_names(summary):
    """Names of the files that the summary lists, without those that could not be ours."""
    objects = summary.get("objects") if summary else None
    for entry in objects if isinstance(objects, list) else ():
        if not isinstance(entry, dict):
            continue
        for key, suffix in (("file", ".pc2"), ("mesh", ".obj")):
            name = entry.get(key)
            if not isinstance(name, str) or "\0" in name:
                continue
            path = pathlib.PurePath(name)
            if len(path.parts) == 1 and path.suffix == suffix:  # never a path out of the folder
                yield name


def _was_written_by_a_bake(state, name):
    """Others may have files that are named by a number too: a checkpoint begins with its mark."""
    if not name.endswith(".bin"):
        return True
    with state.open(name, os.O_RDONLY) as file:
        return file.read(len(_CHECKPOINT_MAGIC)) == _CHECKPOINT_MAGIC


def _files_among(held, is_ours):
    """The regular files of a folder that are a cache's, and what is left of replacing them."""
    found = []
    for name in held.names():
        if held.file_size(name) is None:
            continue
        temporary = _TEMPORARY.fullmatch(name)
        if is_ours(temporary["name"] if temporary else name):
            found.append(name)
    return found


def _free_state(held):
    try:
        state = held.subfolder(_STATE_NAME)
    except OSError:  # absent, or a link to a folder that is not the cache's
        return 0
    with state:
        freed = sum(state.remove(name) for name in _files_of_state(state))
    held.remove_folder(_STATE_NAME)
    return freed


def _files_of_state(state):
    return [name for name in _files_among(state, _STATE_FILES.fullmatch) if _was_written_by_a_bake(state, name)]


def _files_beside_state(held):
    ours = {*_PLAIN_FILES, *_output_names(_summary_in(held))}
    return _files_among(held, ours.__contains__)


def files_of_cache(held):
    """(subfolder or None, name) of every file that a bake or its export wrote. A stranger's file is never among them."""
    found = [(None, name) for name in _files_beside_state(held)]
    try:
        state = held.subfolder(_STATE_NAME)
    except OSError:  # absent, or a link to a folder that is not the cache's
        return found
    with state:
        return found + [(_STATE_NAME, name) for name in _files_of_state(state)]


def locked_by(folder):
    """What the lock file says about the bake that is writing the cache, None when there is none.

    Asking for the lock here and giving it back at once disturbs nobody: a bake that starts in that
    moment would be refused, and could not be started from this Blender anyway.
    """
    try:
        held = HeldFolder(folder)
    except FileNotFoundError:
        return None
    with held:
        if held.file_size("lock") is None:
            return None
        with held.open("lock", os.O_RDWR, "r+b") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return file.read().decode("utf-8", "replace").strip() or "unknown"
    return None


def free(folder):
    """Deletes every file that a bake or its export wrote, and the folders that are empty then;
    returns the number of bytes freed. A stranger's file in the folder stays, and so does what links
    in it lead to."""
    folder = pathlib.Path(folder)
    with HeldFolder(folder) as held:
        files = _files_beside_state(held)  # before the summary that lists them goes
        freed = _free_state(held) + sum(held.remove(name) for name in files)
    if not any(folder.iterdir()) and not folder.is_symlink():
        folder.rmdir()
    return freed
