"""Copies a cache to another folder, piece by piece, so that a window stays alive."""

import pathlib
import shutil

from . import cache_files

PIECE = 16 * 1024 * 1024  # bytes
_NOT_COPIED = frozenset({"lock"})


def steps(source, target):
    """A generator of (bytes done, bytes in all). What it began is deleted when it is closed or fails before its end."""
    source, target = pathlib.Path(source), pathlib.Path(target)
    files = [path for path in cache_files.files_of_cache(source) if path.name not in _NOT_COPIED]
    total = sum(path.stat().st_size for path in files)
    done, made = 0, []
    finished = False
    try:
        for path in files:
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "rb") as reader, open(copy, "xb") as writer:
                made.append(copy)
                while piece := reader.read(PIECE):
                    writer.write(piece)
                    done += len(piece)
                    yield done, total
            shutil.copystat(path, copy)
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
