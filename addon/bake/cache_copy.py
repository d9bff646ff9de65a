"""Copies a cache to another folder, piece by piece, so that a window stays alive. Links in it are not followed."""

import os
import pathlib
from contextlib import ExitStack

from . import cache_files
from .held_folder import HeldFolder

PIECE = 16 * 1024 * 1024  # bytes
_NOT_COPIED = frozenset({"lock"})


def steps(source, target):
    """A generator of (bytes done, bytes in all). What it began is deleted when it is closed or fails before its end."""
    target = pathlib.Path(target)
    with ExitStack() as stack:
        held = stack.enter_context(HeldFolder(source))
        files = [entry for entry in cache_files.files_of_cache(held) if entry[1] not in _NOT_COPIED]
        folders = {None: held}
        for subfolder in {entry[0] for entry in files} - {None}:
            folders[subfolder] = stack.enter_context(held.subfolder(subfolder))
        total = sum(folders[subfolder].file_size(name) or 0 for subfolder, name in files)
        done, made = 0, []
        finished = False
        try:
            for subfolder, name in files:
                copy = target / (subfolder or "") / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                with folders[subfolder].open(name, os.O_RDONLY) as reader, open(copy, "xb") as writer:
                    made.append(copy)
                    while piece := reader.read(PIECE):
                        writer.write(piece)
                        done += len(piece)
                        yield done, total
            finished = True
        finally:
            if not finished:
                _take_back(made, target)


def _take_back(made, target):
    for path in made:
        path.unlink(missing_ok=True)
    for folder in (target / "state", target):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
