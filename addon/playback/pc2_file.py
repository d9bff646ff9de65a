"""Looks into a point cache: how many points it has, and where they start. Nothing in here imports bpy."""

import struct
from array import array
from dataclasses import dataclass

_HEADER = struct.Struct("<12siiffi")  # sign, version, number of points, start, rate, samples
_SIGN = b"POINTCACHE2\0"


@dataclass(frozen=True)
class Pc2Header:
    points: int
    samples: int


def read_header(path):
    """None for a file that is no point cache. Raises OSError when it cannot be opened."""
    with open(path, "rb") as file:
        return _header(file)


def read_first_sample(path):
    """Positions of all points, 3 numbers each; None when there are none."""
    with open(path, "rb") as file:
        header = _header(file)
        if header is None or header.samples < 1:
            return None
        positions = array("f")
        positions.frombytes(file.read(12 * header.points))
    return positions if len(positions) == 3 * header.points else None


def _header(file):
    data = file.read(_HEADER.size)
    if len(data) < _HEADER.size:
        return None
    sign, _, points, _, _, samples = _HEADER.unpack(data)
    return Pc2Header(points, samples) if sign == _SIGN and points >= 0 and samples >= 0 else None
