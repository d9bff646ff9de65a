"""Objects marked as floor: half-planes that bodies stay above."""

from . import vectors

KIND = "half_plane"


class FloorExport:
    """The plane through the object's origin, across its local Z axis."""

    def __init__(self, obj):
        self._object = obj
        self._name = obj.name
        self._plane = None
        self._moved_at = None

    def read_rest(self, _depsgraph):
        """A plane has no shape of its own."""

    def read_sample(self, depsgraph, frame):
        matrix = self._object.evaluated_get(depsgraph).matrix_world
        normal = vectors.normalized(tuple(matrix.col[2][:3]))
        plane = (*normal, vectors.dot(normal, tuple(matrix.translation)))
        if self._plane is None:
            self._plane = plane
        elif self._moved_at is None and max(abs(a - b) for a, b in zip(plane, self._plane)) > 1e-5:
            self._moved_at = frame

    @property
    def normal(self):
        return self._plane[:3]

    @property
    def warnings(self):
        if self._moved_at is None:
            return []
        return [
            f"Floor '{self._name}' moves at frame {self._moved_at:g}; it is used where it stands at the first frame."
        ]

    def collider(self, _parts, name):
        return {
            "kind": KIND,
            "name": name,
            "normal": list(self._plane[:3]),
            "offset": self._plane[3],
        }
