"""Samples of animated arrays while a scene is read. Large ones wait in a file, so that an export holds one sample in memory
and not all of them. No Blender in it."""

import pathlib
import sys
import tempfile
from array import array

from .errors import ExportError

_IN_MEMORY = 1 << 20  # bytes of an array that wait in memory before they go to the file


def same_numbers(a, b):
    """Have two arrays equal numbers? Bytes are compared first: Python compares numbers one by one."""
    return a.tobytes() == b.tobytes() or a == b


def little_endian(values):
    """The bytes of an array as the binary file has them."""
    if sys.byteorder == "big":
        values = array(values.typecode, values)
        values.byteswap()
    return values.tobytes()


class Spool:
    """One file without a name for the samples of an export. The system takes it away with this object, also after a crash."""

    def __init__(self, folder=None):
        """`folder` is where the job will be written, which need not exist yet; the folder for temporary files without one."""
        self._folder = folder
        self._file = None

    def __del__(self):
        if self._file is not None:
            self._file.close()

    def keep(self, data):
        """Puts bytes into the file; `read` takes what this returns."""
        try:
            if self._file is None:
                self._file = _nameless_file(self._folder)
            offset = self._file.seek(0, 2)
            self._file.write(data)
        except OSError as error:
            raise ExportError(
                f"The motion of the scene could not be kept on disk: {error.strerror or error}. Free some space, or choose another "
                "folder under Cache."
            ) from error
        return offset, len(data)

    def read(self, place):
        offset, size = place
        self._file.seek(offset)
        data = self._file.read(size)
        if len(data) != size:
            raise OSError("the temporary file of the export was cut off")
        return data


class Samples:
    """The samples of one animated array, in order: array.arrays of one length. While they are all equal only the first is held."""

    def __init__(self, spool):
        self._spool = spool
        self._places = []  # of the parts in the spool
        self._waiting = []  # what comes behind them, as bytes
        self._waiting_size = 0
        self._count = 0
        self.first = None
        self.changes = False  # True: some are not equal

    def __len__(self):
        return self._count

    def append(self, values):
        if self.first is None:
            self.first = values
        elif len(values) != len(self.first):
            raise ValueError(f"a sample has {len(values)} values, the first one {len(self.first)}")
        elif not self.changes and not same_numbers(values, self.first):
            self.changes = True
            for _ in range(self._count):
                self._keep(self.first)
        self._count += 1
        if self.changes:
            self._keep(values)

    def all_equal(self, values):
        return not self.changes and same_numbers(values, self.first)

    def pieces(self):
        """The bytes of all samples, in parts. For samples that change."""
        for place in self._places:
            yield self._spool.read(place)
        yield from self._waiting

    def _keep(self, values):
        self._waiting.append(little_endian(values))
        self._waiting_size += len(self._waiting[-1])
        if self._waiting_size >= _IN_MEMORY:
            self._places.append(self._spool.keep(b"".join(self._waiting)))
            self._waiting, self._waiting_size = [], 0


def _nameless_file(folder):
    """Beside the job, since the folder for temporary files may be memory; there, if nothing can be written beside the job."""
    place = pathlib.Path(folder).absolute() if folder else None
    while place and not place.is_dir():
        place = place.parent
    try:
        return tempfile.TemporaryFile(dir=place)
    except OSError:
        return tempfile.TemporaryFile()
