"""Whose a cache is. A cache belongs to one file and, in it, to one scene: `owner.json` in its folder says which.

The record names the file. A file that was saved under another name, or copied, has the identifier of the first one in it, so
the identifier decides only where the file in the record is gone: then it was moved or renamed.
"""

import json
import os
import pathlib
import uuid
from dataclasses import dataclass

from .held_folder import HeldFolder

OWNER_NAME = "owner.json"
_FORMAT = 1
_MAX_BYTES = 1 << 20


@dataclass(frozen=True)
class Claim:
    """Who asks."""

    identifier: str  # of the scene, empty before its first bake
    file: str  # absolute path of the .blend file, empty when it was never saved
    scene: str
    twins: frozenset = frozenset()  # other scenes of the file that have the same identifier: one is a copy of the other


def new_identifier():
    return uuid.uuid4().hex


def read(folder):
    """The record of a cache as a dict; None when there is none, as in caches that the program made on its own."""
    try:
        with HeldFolder(folder) as held, held.open(OWNER_NAME, os.O_RDONLY) as file:
            record = json.loads(file.read(_MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    texts = isinstance(record, dict) and all(isinstance(record.get(key), str) for key in ("id", "file", "scene"))
    return record if texts else None


def write(folder, claim):
    """Makes the cache that of the claim. The file's path is relative, so that both can be moved together."""
    folder = pathlib.Path(folder)
    record = {
        "sinew_owner": _FORMAT,
        "id": claim.identifier,
        "file": _relative(claim.file, folder),
        "scene": claim.scene,
    }
    if read(folder) == record:
        return
    with HeldFolder(folder) as held:
        held.replace(OWNER_NAME, (json.dumps(record, indent=1, ensure_ascii=False).encode(),)).close()


def other_owner(folder, claim):
    """Words for the other file or scene that the cache belongs to; None when it is the claim's, or nobody's."""
    record = read(folder)
    if record is None:
        return None
    named = _absolute(record["file"], folder)
    same = record["id"] == claim.identifier
    if _is_same(named, claim.file):
        renamed = same and record["scene"] not in claim.twins
        return None if renamed or record["scene"] == claim.scene else f"scene '{record['scene']}' of this file"
    moved = same and not (named is not None and named.is_file())
    return None if moved else _words(record)


def _words(record):
    return pathlib.PurePath(record["file"]).name or "a file that was not saved"


def _relative(file, folder):
    if not file:
        return ""
    try:
        return pathlib.PurePath(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # on another drive
        return file


def _absolute(file, folder):
    return pathlib.Path(os.path.normpath(pathlib.Path(folder) / file)) if file else None


def _is_same(named, file):
    if named is None or not file:
        return named is None and not file
    try:
        return os.path.samefile(named, file)
    except OSError:
        return os.path.normpath(file) == str(named)
