"""Arrays, animated arrays, meshes and movers of a job file, as docs/job.md describes them.

Written apart from the solver, from the page alone: the judge must not share the reader's mistakes.
"""

import array
import bisect
import json
import math
from pathlib import Path

TYPES = {"float32": "f", "float64": "d", "int32": "i"}
LARGEST_POLYGON = 256  # larger ones are cut as fans


class BadInput(Exception):
    """A message that names the file and the remedy."""


def load_json(path):
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInput(f"{path}: {error}") from error


def flatten(value):
    """Numbers of a nested list, in order."""
    if not isinstance(value, list):
        return [value]
    return [number for item in value for number in flatten(item)]


class JobArrays:
    """Reads the arrays of one job; the binary file is opened when the first array needs it."""

    def __init__(self, job_path):
        self.path = Path(job_path)
        self.job = load_json(job_path)
        self._binary = None

    def block(self, description, first=0, count=None):
        """Numbers of a block of the binary file, from number `first` on."""
        total = math.prod(description["shape"])
        count = total - first if count is None else count
        if self._binary is None:
            path = self.path.parent / self.job.get("binary", "")
            try:
                self._binary = open(path, "rb")
            except OSError as error:
                raise BadInput(f"{path}: {error.strerror}; the job's arrays are in it: put it beside {self.path.name}") from error
        numbers = array.array(TYPES[description["dtype"]])
        self._binary.seek(description["offset"] + first * numbers.itemsize)
        try:
            numbers.fromfile(self._binary, count)
        except EOFError as error:
            raise BadInput(f"{self._binary.name}: too short for an array of {self.path.name}; export the job again") from error
        return numbers

    def numbers(self, value):
        """An array, in one dimension."""
        return self.block(value) if isinstance(value, dict) else flatten(value)

    def per_item(self, value, count):
        """An array with a number for each item, or one number for all."""
        numbers = self.numbers(value)
        return list(numbers) * count if len(numbers) == 1 else list(numbers)

    def points(self, value):
        numbers = self.numbers(value)
        return list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))

    def animated(self, value, size):
        """A function of the frame that gives `size` numbers, linear between keys."""
        return Animated(self, value, size)

    def mesh(self, value):
        """Vertices and triangles of a mesh; a path is relative to the job."""
        if isinstance(value, str):
            return read_obj(self.path.parent / value)
        vertices = self.points(value["vertices"])
        polygons = self._polygons(value.get("faces", []))
        return vertices, cut_polygons(vertices, polygons, self.path)

    def _polygons(self, faces):
        if isinstance(faces, list) and faces and isinstance(faces[0], list):
            return [[int(corner) for corner in face] for face in faces]
        corners = [int(corner) for corner in self.numbers(faces)]
        width = faces["shape"][-1] if isinstance(faces, dict) and len(faces["shape"]) > 1 else 3
        return [corners[i : i + width] for i in range(0, len(corners), width)]


class Animated:
    """An animated array: keys, samples, or one constant value."""

    def __init__(self, arrays, value, size):
        self._arrays, self._size = arrays, size
        self._samples = None
        if isinstance(value, dict) and "keys" in value:
            self.frames = [key["frame"] for key in value["keys"]]
            self._values = [key["value"] for key in value["keys"]]
        elif isinstance(value, dict) and "values" in value:
            self._samples = value["values"]
            per_frame = value.get("per_frame", 1)
            if isinstance(self._samples, dict):
                total = math.prod(self._samples["shape"])
            else:
                self._samples = flatten(self._samples)
                total = len(self._samples)
            self.frames = [value["start"] + i / per_frame for i in range(total // size)]
        else:
            self.frames, self._values = [0.0], [value]

    @property
    def is_constant(self):
        return len(self.frames) == 1

    def key(self, number):
        """The numbers of one key."""
        if self._samples is None:
            numbers = self._arrays.numbers(self._values[number])
        elif isinstance(self._samples, dict):
            numbers = self._arrays.block(self._samples, number * self._size, self._size)
        else:
            numbers = self._samples[number * self._size : (number + 1) * self._size]
        if len(numbers) != self._size:
            raise BadInput(f"{self._arrays.path}: an animated array has {len(numbers)} numbers a key instead of {self._size}")
        return numbers

    def span(self, frame):
        """Keys before and after a frame, and how far it is from the first to the second."""
        after = bisect.bisect_right(self.frames, frame)
        if after == 0:
            return 0, 0, 0.0
        if after == len(self.frames):
            return after - 1, after - 1, 0.0
        before = after - 1
        return before, after, (frame - self.frames[before]) / (self.frames[after] - self.frames[before])

    def at(self, frame):
        before, after, part = self.span(frame)
        first = self.key(before)
        if part == 0.0:
            return first
        return [a + part * (b - a) for a, b in zip(first, self.key(after))]


# 3 x 3 matrices, as nine numbers row after row


def _product(a, b):
    return [sum(a[3 * i + k] * b[3 * k + j] for k in range(3)) for i in range(3) for j in range(3)]


def _transposed(a):
    return [a[3 * j + i] for i in range(3) for j in range(3)]


def _cofactors(a):
    def minor(i, j):
        rows, columns = [r for r in range(3) if r != i], [c for c in range(3) if c != j]
        first, second = rows
        left, right = columns
        return (-1) ** (i + j) * (a[3 * first + left] * a[3 * second + right] - a[3 * first + right] * a[3 * second + left])

    return [minor(i, j) for i in range(3) for j in range(3)]


def determinant(a):
    return sum(a[j] * cofactor for j, cofactor in enumerate(_cofactors(a)[:3]))


def _rotation_part(a):
    """R of A = R S. A mirror image has the rotation of its opposite."""
    rotation = list(a) if determinant(a) > 0.0 else [-entry for entry in a]
    for _ in range(100):  # Newton's iteration for the polar decomposition
        size = determinant(rotation)
        after = [0.5 * (x + y / size) for x, y in zip(rotation, _cofactors(rotation))]
        done = max(abs(x - y) for x, y in zip(rotation, after)) <= 1e-15
        rotation = after
        if done:
            break
    return rotation


def _power_of_rotation(r, part):
    """The rotation about the same axis by a part of the angle."""
    axis = [r[7] - r[5], r[2] - r[6], r[3] - r[1]]
    sine, cosine = 0.5 * math.hypot(*axis), 0.5 * (r[0] + r[4] + r[8] - 1.0)
    angle = math.atan2(sine, cosine)
    if sine > 1e-8:
        axis = [x / (2.0 * sine) for x in axis]
    elif cosine > 0.0:
        return [1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0]
    else:  # half a turn: R + 1 has the axis in its columns
        columns = [[r[3 * i + j] + (i == j) for i in range(3)] for j in range(3)]
        axis = max(columns, key=lambda column: math.hypot(*column))
        axis = [x / math.hypot(*axis) for x in axis]
    c, s = math.cos(part * angle), math.sin(part * angle)
    x, y, z = axis
    k = 1.0 - c
    return [c + x * x * k, x * y * k - z * s, x * z * k + y * s, y * x * k + z * s, c + y * y * k, y * z * k - x * s,
            z * x * k - y * s, z * y * k + x * s, c + z * z * k]  # fmt: skip


def linear_part(matrix):
    return [matrix[4 * row + column] for row in range(3) for column in range(3)]


class Mover:
    """An animated transform: between keys rotations turn evenly, stretches and translations are linear."""

    def __init__(self, arrays, transforms):
        self._keys = Animated(arrays, transforms, 12)

    def at(self, frame):
        before, after, part = self._keys.span(frame)
        first = list(self._keys.key(before))
        if part == 0.0:
            return first
        second = list(self._keys.key(after))
        if first == second:
            return first
        a, b = linear_part(first), linear_part(second)
        turn_a, turn_b = _rotation_part(a), _rotation_part(b)
        stretch_a, stretch_b = _product(_transposed(turn_a), a), _product(_transposed(turn_b), b)
        stretch = [x + part * (y - x) for x, y in zip(stretch_a, stretch_b)]
        turn = _product(turn_a, _power_of_rotation(_product(_transposed(turn_a), turn_b), part))
        linear = _product(turn, stretch)
        matrix = []
        for row in range(3):
            shift = first[4 * row + 3] + part * (second[4 * row + 3] - first[4 * row + 3])
            matrix += [*linear[3 * row : 3 * row + 3], shift]
        return matrix


def read_obj(path):
    """Vertices and triangles of an .obj file; other lines are of no use here."""
    vertices, polygons = [], []
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; the job or the cache names this mesh: put it back") from error
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].split()
        try:
            if words and words[0] == "v":
                vertices.append(tuple(float(word) for word in words[1:4]))
            elif words and words[0] == "f":
                corners = [int(word.split("/")[0]) for word in words[1:]]
                polygons.append([corner - 1 if corner > 0 else len(vertices) + corner for corner in corners])
        except ValueError as error:
            raise BadInput(f"{path}, line {number}: {error}") from error
    return vertices, cut_polygons(vertices, polygons, path)


def cut_polygons(vertices, polygons, path):
    triangles = []
    for number, polygon in enumerate(polygons):
        if len(polygon) < 3 or not all(0 <= corner < len(vertices) for corner in polygon):
            raise BadInput(f"{path}: face {number} of a mesh has {polygon} as corners; the mesh has {len(vertices)} vertices")
        triangles += cut_polygon(vertices, polygon)
    return triangles


def _minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cut_polygon(vertices, polygon):
    """Triangles of a polygon, by the diagonals that the solver takes: ears are cut off from the second corner on."""

    def fan(corners):
        return [(corners[0], corners[i], corners[i + 1]) for i in range(1, len(corners) - 1)]

    if len(polygon) == 3 or len(polygon) > LARGEST_POLYGON:
        return fan(polygon)
    origin = vertices[polygon[0]]
    areas = [_cross(_minus(vertices[b], origin), _minus(vertices[c], origin)) for b, c in zip(polygon[1:], polygon[2:])]
    normal = tuple(map(sum, zip(*areas)))

    def seen(a, b, c):
        return _dot(_cross(_minus(vertices[b], vertices[a]), _minus(vertices[c], vertices[a])), normal)

    def is_ear(a, b, c, left):
        if not seen(a, b, c) > 0.0:
            return False
        others = (p for p in left if p not in (a, b, c))
        return not any(seen(a, b, p) >= 0.0 and seen(b, c, p) >= 0.0 and seen(c, a, p) >= 0.0 for p in others)

    left, triangles, start = list(polygon), [], 1
    while len(left) > 3:
        count = len(left)
        for tried in range(count):
            i = (start + tried) % count
            ear = left[i - 1], left[i], left[(i + 1) % count]
            if is_ear(*ear, left):
                break
        else:
            break
        triangles.append(ear)
        del left[i]
        start = i % len(left)
    return triangles + fan(left)


def border_triangles(tetrahedra):
    """Faces that one tetrahedron alone has."""
    faces = {}
    for a, b, c, d in tetrahedra:
        for face in ((b, c, d), (a, d, c), (a, b, d), (a, c, b)):
            key = tuple(sorted(face))
            faces[key] = None if key in faces else face
    return [face for face in faces.values() if face is not None]
