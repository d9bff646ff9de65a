"""The objects of a cache and of its job, and where they are in each frame.

Bodies are taken as the cache has them: single precision, which doubles hold exactly. Colliders are taken as the job has them.
"""

import array
import errno
import math
import os
import stat
import struct
from dataclasses import dataclass
from pathlib import Path

import job_arrays
from job_arrays import BadInput
from scene_program import Placement, Rod, SceneObject, rod_places

PC2_HEADER = struct.Struct("<12s2i2fi")
PC2_WORD = b"POINTCACHE2\0"

# They show other bodies and touch nothing.
FOR_SHOW = ("skin", "shell_surface", "directors")


def open_regular(path, remedy):
    """A file of the cache, opened for reading. Bakes write no links, so a link is not the bake's file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise BadInput(f"{path}: is a link, and a bake writes none; put the file itself in its place") from error
        raise BadInput(f"{path}: {error.strerror}; {remedy}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadInput(f"{path}: is not a file; {remedy}")
    return os.fdopen(descriptor, "rb")


class PointCache:
    """A PC2 file: float32 positions of every frame."""

    def __init__(self, path, vertices):
        self.path, self.vertices = path, vertices
        self._file = open_regular(path, "bake again to write it")
        head = self._file.read(PC2_HEADER.size)
        if len(head) < PC2_HEADER.size or head[:12] != PC2_WORD:
            raise BadInput(f"{path}: is not a PC2 file; bake again to write it")
        _, version, points, start, rate, self.frames = PC2_HEADER.unpack(head)
        if version != 1 or rate != 1.0 or not math.isfinite(start):
            raise BadInput(f"{path}: has version {version}, start {start:g} and rate {rate:g}; bakes write version 1 and rate 1")
        self.first_frame = round(start)
        if points != vertices:
            raise BadInput(f"{path}: has {points} vertices, bake.json says {vertices}; bake again")
        wanted = PC2_HEADER.size + self.frame_bytes * self.frames
        size = os.fstat(self._file.fileno()).st_size
        if self.frames < 0 or size < wanted:
            whole = max(0, size - PC2_HEADER.size) // max(1, self.frame_bytes)
            raise BadInput(f"{path}: is cut off: it has {whole} of {self.frames} frames; `sinew bake` again repairs it")

    @property
    def frame_bytes(self):
        return 12 * self.vertices

    def at(self, frame):
        self._file.seek(PC2_HEADER.size + self.frame_bytes * (frame - self.first_frame))
        data = self._file.read(self.frame_bytes)
        if len(data) < self.frame_bytes:
            raise BadInput(f"{self.path}: ends within frame {frame}; `sinew bake` again repairs it")
        return data


@dataclass
class Thing:
    """An object of the scene, a body or a collider."""

    shape: SceneObject
    source: object  # with at(frame): a Placement
    is_collider: bool
    numbers: str  # which numbers are judged, in words
    file: str

    @property
    def name(self):
        return self.shape.name

    @property
    def element(self):
        return "pill" if self.shape.is_pills else "triangle"


class StoredBody:
    def __init__(self, cache, space):
        self._cache, self._space = cache, space

    def at(self, frame):
        matrix = None if self._space is None else list(self._space.at(frame))
        return Placement(points=self._cache.at(frame), matrix=matrix)


class JobCollider:
    """Stands still, moves with a mover, or deforms."""

    def __init__(self, points, mover=None, animated=None, radii=None):
        self._points, self._mover, self._animated, self._radii = points, mover, animated, radii
        self._sent = False

    def at(self, frame):
        placement = Placement()
        if self._animated is not None:
            placement.points = array.array("d", self._animated.at(frame))
        elif not self._sent:
            placement.points = array.array("d", [number for point in self._points for number in point])
        if self._mover is not None:
            placement.matrix = self._mover.at(frame)
            if self._radii is not None:
                # A mover that scales scales the radius too.
                factor = abs(job_arrays.determinant(job_arrays.linear_part(placement.matrix))) ** (1.0 / 3.0)
                placement.radii = [factor * radius for radius in self._radii]
        self._sent = True
        return placement


def find_job(cache, record):
    """bake.json has the name of the job, not its folder."""
    name = Path(record["job"]["path"]).name
    for folder in (cache, cache.parent, Path.cwd()):
        if (folder / name).is_file():
            return folder / name
    raise BadInput(f"{cache}: the job {name} is neither in the cache nor beside it; name it with --job")


class CacheScene:
    """What a cache and its job have. `things` are judged; `left_out` are pairs of a name and a reason."""

    def __init__(self, cache, job_path=None, with_shown=()):
        self.cache = Path(cache)
        if not self.cache.is_dir():
            raise BadInput(f"{cache}: is not a folder; give the folder of a bake")
        self.record = self._read_record()
        self.job_path = Path(job_path) if job_path else find_job(self.cache, self.record)
        self._arrays = job_arrays.JobArrays(self.job_path)
        self.things, self.planes, self.left_out = [], [], []
        self._first, self._last = None, None
        self._read_bodies(with_shown)
        self._read_colliders()
        if not any(not thing.is_collider for thing in self.things):
            raise BadInput(f"{cache}: no body of it has triangles or rods to judge")

    @property
    def frames(self):
        """The frames that every judged body has."""
        return range(self._first, self._last + 1)

    def _read_record(self):
        path = self.cache / "bake.json"
        open_regular(path, "give the folder of a bake").close()
        record = job_arrays.load_json(path)
        try:
            if record["sinew_cache"] != 1:
                raise BadInput(f"{path}: has the format {record['sinew_cache']}, this tool reads 1")
            for item in record["objects"]:
                if "/" in item["name"] or "/" in item["file"]:
                    raise BadInput(f"{path}: the name {item['name']!r} is not one that a bake writes; bake again")
            return record
        except (KeyError, TypeError) as error:
            raise BadInput(f"{path}: is not the record of a bake ({error}); bake again") from error

    def _read_bodies(self, with_shown):
        job = self._arrays.job
        bodies = {body["name"]: body for body in job["bodies"]}
        spaces = {space["body"]: space["transforms"] for space in job.get("outputs", {}).get("spaces", [])}
        for item in self.record["objects"]:
            name, body = item["name"], bodies.get(item["name"])
            if body is None or body["kind"] != item["kind"]:
                raise BadInput(f"{self.job_path}: is not the job of {self.cache}: it has no {item['kind']} {name!r}; use --job")
            if body["kind"] in FOR_SHOW and name not in with_shown:
                self.left_out.append((name, f"a {body['kind']} shows other bodies; --with judges it"))
                continue
            shape = self._shape_of(item, body)
            if shape is None:
                self.left_out.append((name, "has neither faces nor rods"))
                continue
            file = self.cache / item["file"]
            cache = PointCache(file, item["vertices"])
            self._take_frames(cache)
            space = self._arrays.animated(spaces[name], 12) if name in spaces else None
            numbers = "as stored" if space is None else "as stored; against others moved to world space in double precision"
            if shape.is_pills:
                numbers += "; radii at rest, of the job, since the cache has none"
            elif "rods" in body:
                numbers += "; its surface, since the cache does not have its rods"
            self.things.append(Thing(shape, StoredBody(cache, space), False, numbers, str(file)))
        unknown = set(with_shown) - {item["name"] for item in self.record["objects"]}
        if unknown:
            raise BadInput(f"{self.cache}: has no body {sorted(unknown)[0]!r} for --with")

    def _take_frames(self, cache):
        if cache.frames == 0:
            raise BadInput(f"{cache.path}: has no frames yet; bake first")
        last = cache.first_frame + cache.frames - 1
        self._first = cache.first_frame if self._first is None else max(self._first, cache.first_frame)
        self._last = last if self._last is None else min(self._last, last)

    def _shape_of(self, item, body):
        """Triangles or rods of a body, or None if it has neither."""
        name, count = item["name"], item["vertices"]
        if "mesh" in item:  # faces that the solver made
            path = self.cache / Path(item["mesh"]).name
            open_regular(path, "bake again to write it").close()
            vertices, triangles = job_arrays.read_obj(path)
            vertices = len(vertices)
        elif "surface" in body or "mesh" in body:
            vertices, triangles = self._arrays.mesh(body.get("surface") or body["mesh"])
            vertices = len(vertices)
        elif "tets" in body:
            vertices = len(self._arrays.points(body["tets"]["vertices"]))
            corners = [int(corner) for corner in self._arrays.numbers(body["tets"]["tetrahedra"])]
            triangles = job_arrays.border_triangles(zip(*(corners[i::4] for i in range(4))))
        elif "rods" in body:
            return self._rods_of(name, count, body["rods"])
        else:
            return None
        if vertices != count:
            raise BadInput(f"{self.job_path}: is not the job of {self.cache}: {name} has {vertices} vertices there and {count} in the cache; use --job")
        return SceneObject(name, count, triangles=triangles) if triangles else None

    def _rods_of(self, name, count, rods):
        points = self._arrays.points(rods["points"])
        counts = [int(number) for number in self._arrays.numbers(rods["counts"])] if "counts" in rods else [len(points)]
        if len(points) != count or sum(counts) != count:
            raise BadInput(f"{self.job_path}: is not the job of {self.cache}: {name} has {len(points)} points there and {count} in the cache; use --job")
        shape = SceneObject(name, count, radii=self._arrays.per_item(rods["radii"], count))
        first = 0
        for length in counts:
            indices = list(range(first, first + length))
            shape.rods.append(Rod(indices, rod_places([points[i] for i in indices])))
            first += length
        return shape

    def _read_colliders(self):
        job = self._arrays.job
        movers = {mover["name"]: job_arrays.Mover(self._arrays, mover["transforms"]) for mover in job.get("movers", [])}
        for number, collider in enumerate(job.get("colliders", []), start=1):
            name = collider.get("name", f"collider {number}")
            if collider["kind"] == "half_plane":
                self.planes.append((name, collider["normal"], collider.get("offset", 0.0)))
                continue
            mover = movers[collider["mover"]] if collider.get("mover") else None
            if collider["kind"] == "pills":
                shape, source = self._pills_of(name, collider, mover)
            elif collider["kind"] == "mesh":
                vertices, triangles = self._arrays.mesh(collider["mesh"])
                shape = SceneObject(name, len(vertices), triangles=triangles)
                animated = self._arrays.animated(collider["vertices"], 3 * len(vertices)) if "vertices" in collider else None
                source = JobCollider(vertices, mover, animated)
            else:
                self.left_out.append((name, f"this tool does not know colliders of the kind {collider['kind']!r}"))
                continue
            numbers = "of the job" if mover is None else f"of the job, moved by {collider['mover']} in double precision"
            self.things.append(Thing(shape, source, True, numbers, str(self.job_path)))

    def _pills_of(self, name, collider, mover):
        points = self._arrays.points(collider["points"])
        radii = self._arrays.per_item(collider["radii"], len(points))
        if "pills" in collider:
            ends = [int(end) for end in self._arrays.numbers(collider["pills"])]
            pills = list(zip(ends[0::2], ends[1::2]))
        else:
            pills = [(i, i + 1) for i in range(len(points) - 1)]
        shape = SceneObject(name, len(points), pills=pills, radii=radii)
        return shape, JobCollider(points, mover, radii=radii)
