"""Writes a job: JSON beside one binary file that has the large arrays. docs/job.md has the
format."""

import json
import pathlib
import sys
from array import array

from ..bake.held_folder import HeldFolder

_DTYPES = {"f": "float32", "d": "float64", "i": "int32"}
_ALIGNMENT = 8


class JobWriter:
    def __init__(self):
        self._blocks = []
        self._size = 0

    def block(self, values, *shape):
        """Puts an array.array into the binary file and returns what stands for it in the job."""
        count = 1
        for extent in shape:
            count *= extent
        if count != len(values):
            raise ValueError(f"{len(values)} values do not have the shape {shape}")
        if sys.byteorder == "big":
            values = array(values.typecode, values)
            values.byteswap()
        self._pad()
        reference = {"dtype": _DTYPES[values.typecode], "shape": list(shape), "offset": self._size}
        self._append(values.tobytes())
        return reference

    def animated(self, samples, start, per_frame, *shape):
        """An animated array: `samples` is a list of arrays, one per sample. Constant ones are
        written once."""
        if all(sample == samples[0] for sample in samples):
            return self.block(samples[0], *shape)
        values = array(samples[0].typecode)
        for sample in samples:
            values.extend(sample)
        return {
            "start": start,
            "per_frame": per_frame,
            "values": self.block(values, len(samples), *shape),
        }

    def write(self, job, job_path, binary_path):
        """Writes both files; each is complete or unchanged, whatever happens in between."""
        job_path, binary_path = pathlib.Path(job_path), pathlib.Path(binary_path)
        job_path.parent.mkdir(parents=True, exist_ok=True)
        job = {**job, "binary": binary_path.name}
        _replace(binary_path, self.binary())
        _replace(job_path, _text(job).encode("utf-8"))

    def in_memory(self, job):
        """The same job as text, and the bytes of its binary file."""
        return _text(job), self.binary()

    def binary(self):
        return b"".join(self._blocks)

    def _pad(self):
        self._append(bytes(-self._size % _ALIGNMENT))

    def _append(self, data):
        self._blocks.append(data)
        self._size += len(data)


def _text(job):
    return json.dumps(job, indent=1, ensure_ascii=False, allow_nan=False)


def _replace(path, data):
    with HeldFolder(path.parent) as folder:
        folder.replace(path.name, data).close()
