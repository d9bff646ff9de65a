"""Writes a job: JSON beside one binary file that has the large arrays. docs/job.md has the
format."""

import json
import math
import pathlib

from ..bake.held_folder import HeldFolder
from .samples import Samples, Spool, little_endian

_DTYPES = {"f": "float32", "d": "float64", "i": "int32"}
_ALIGNMENT = 8


class JobWriter:
    def __init__(self, folder=None):
        """`folder` is where the job will be written, if that is known."""
        self.spool = Spool(folder)
        self._parts = []  # bytes, or Samples
        self._size = 0

    def block(self, values, *shape):
        """Puts an array.array into the binary file and returns what stands for it in the job."""
        return self._put(little_endian(values), values, len(values), shape)

    def animated(self, samples, start, per_frame, *shape):
        """An animated array of Samples, or of any sequence of arrays. Constant ones are written once."""
        if not isinstance(samples, Samples):
            samples = self._kept(samples)
        if not samples.changes:
            return self.block(samples.first, *shape)
        count = len(samples) * len(samples.first)
        values = self._put(samples, samples.first, count, (len(samples), *shape))
        return {"start": start, "per_frame": per_frame, "values": values}

    def write(self, job, job_path, binary_path):
        """Writes both files; each is complete or unchanged, whatever happens in between."""
        job_path, binary_path = pathlib.Path(job_path), pathlib.Path(binary_path)
        job_path.parent.mkdir(parents=True, exist_ok=True)
        _replace(binary_path, self._pieces())
        _replace(job_path, (_text({**job, "binary": binary_path.name}).encode("utf-8"),))

    def in_memory(self, job):
        """The same job as text, and the bytes of its binary file."""
        return _text(job), b"".join(self._pieces())

    def _kept(self, arrays):
        samples = Samples(self.spool)
        for values in arrays:
            samples.append(values)
        return samples

    def _put(self, part, values, count, shape):
        """`values` has the type of the numbers."""
        if count != math.prod(shape):
            raise ValueError(f"{count} values do not have the shape {shape}")
        padding = bytes(-self._size % _ALIGNMENT)
        offset = self._size + len(padding)
        self._parts += (padding, part)
        self._size = offset + count * values.itemsize
        return {"dtype": _DTYPES[values.typecode], "shape": list(shape), "offset": offset}

    def _pieces(self):
        for part in self._parts:
            if isinstance(part, Samples):
                yield from part.pieces()
            else:
                yield part


def _text(job):
    return json.dumps(job, indent=1, ensure_ascii=False, allow_nan=False)


def _replace(path, pieces):
    with HeldFolder(path.parent) as folder:
        folder.replace(path.name, pieces).close()
