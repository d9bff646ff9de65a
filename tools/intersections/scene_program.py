"""Gives scenes to the program `sinew_intersections` frame by frame; `scene_stream.hpp` describes the bytes."""

import array
import json
import math
import struct
import subprocess
from dataclasses import dataclass, field

FLOATS, DOUBLES, MATRIX, RADII = 1, 2, 4, 8


@dataclass
class Rod:
    """A chain of pills: vertices of its object one after the other, and their places along the rod at rest."""

    vertices: list
    along: list


@dataclass
class SceneObject:
    """Triangles or rods; `pills` are pairs of vertices that belong to no rod."""

    name: str
    vertices: int
    triangles: list = field(default_factory=list)
    rods: list = field(default_factory=list)
    pills: list = field(default_factory=list)
    radii: list = field(default_factory=list)

    def pill_rows(self):
        """(vertex, vertex, rod or -1, place, place) of each pill."""
        rows = [(a, b, -1, 0.0, 0.0) for a, b in self.pills]
        for number, rod in enumerate(self.rods):
            for i in range(len(rod.vertices) - 1):
                rows.append((rod.vertices[i], rod.vertices[i + 1], number, rod.along[i], rod.along[i + 1]))
        return rows

    @property
    def is_pills(self):
        return bool(self.rods or self.pills)


@dataclass
class Placement:
    """Where an object is in a frame. `points`: bytes of float32, an array of doubles, or None for those of the frame before."""

    points: object = None
    matrix: list = None
    radii: list = None

    def to_bytes(self):
        flags, parts = 0, []
        if isinstance(self.points, bytes):
            flags |= FLOATS
            parts.append(self.points)
        elif self.points is not None:
            flags |= DOUBLES
            parts.append(array.array("d", self.points).tobytes())
        if self.matrix is not None:
            flags |= MATRIX
            parts.append(array.array("d", self.matrix).tobytes())
        if self.radii is not None:
            flags |= RADII
            parts.append(array.array("d", self.radii).tobytes())
        return struct.pack("<q", flags) + b"".join(parts)


def rod_places(points):
    """Places of a chain of points along it, from its start."""
    places = [0.0]
    for a, b in zip(points, points[1:]):
        places.append(places[-1] + math.dist(a, b))
    return places


def _header(objects, planes, judged, judged_planes):
    parts = [struct.pack("<2q", len(objects), len(planes))]
    for item in objects:
        pills = item.pill_rows()
        parts.append(struct.pack("<3q", item.vertices, len(item.triangles), len(pills)))
        parts.append(array.array("i", [corner for triangle in item.triangles for corner in triangle]).tobytes())
        parts += [struct.pack("<4i2d", a, b, rod, 0, start, end) for a, b, rod, start, end in pills]
        if pills:
            parts.append(array.array("d", item.radii).tobytes())
    parts += [struct.pack("<4d", *normal, offset) for normal, offset in planes]
    parts.append(bytes(judged))
    parts.append(bytes(judged_planes))
    return b"".join(parts)


class ProgramError(Exception):
    """The program ended; `line` is what it said, as a dictionary."""

    def __init__(self, line):
        super().__init__(line.get("error", "the program ended without a word"))
        self.line = line


class SceneProgram:
    """The running program. Use it in a `with`.

    `planes` are pairs of a normal and an offset. `judges(a, b)` says whether two objects, or one with itself, are judged;
    `judges_plane(a, plane)` the same for a half-plane. All are numbers.
    """

    def __init__(self, program, objects, planes=(), judges=lambda a, b: True, judges_plane=lambda a, plane: True, pairs=10, only_new=False):
        count = len(objects)
        judged = [judges(min(a, b), max(a, b)) for a in range(count) for b in range(count)]
        judged_planes = [judges_plane(a, plane) for a in range(count) for plane in range(len(planes))]
        command = [str(program), "--pairs", str(pairs)] + (["--new"] if only_new else [])
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._send(_header(objects, planes, judged, judged_planes))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.stdout.close()
        self._process.wait()

    def _send(self, data):
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # its last line says why

    def judge(self, frame, placements):
        """The line of the program about a frame, as a dictionary."""
        self._send(struct.pack("<q", frame) + b"".join(placement.to_bytes() for placement in placements))
        text = self._process.stdout.readline()
        line = json.loads(text) if text else {}
        if "frame" not in line or "error" in line:
            raise ProgramError(line)
        return line
