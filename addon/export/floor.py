"""Objects marked as floor: half-planes that bodies stay above."""

from . import probe_copy, vectors
from .errors import ExportError
from .numbers import single_precision

KIND = "half_plane"


class FloorExport:
    """The plane through the object's origin, across its local Z axis.

    A context manager: the object is read through an empty that hangs on it, so that it is evaluated although it may be
    hidden."""

    def __init__(self, scene, obj, is_body):
        self._scene = scene
        self._object = obj
        self._is_body = is_body
        self.name = obj.name
        self.plane = None  # its normal and its offset at the first sample
        self._moved_at = None

    def __enter__(self):
        self._empty = probe_copy.hanging_empty(self._scene, "Sinew Floor Place")
        self._empty.parent = self._object
        return self

    def __exit__(self, *error):
        probe_copy.remove(self._empty)

    def read_rest(self, _depsgraph):
        if self._is_body:
            raise ExportError(
                f"'{self.name}' is simulated and a floor at the same time, so it would push itself away. Press Sinew Floor in "
                "its Physics tab to take that off, or use another object."
            )

    def read_sample(self, depsgraph, frame):
        matrix = self._empty.evaluated_get(depsgraph).matrix_world
        x, y, z = (tuple(matrix.col[axis][:3]) for axis in range(3))
        normal = z if any(z) else vectors.cross(x, y)  # a block may have been made flat by its scale
        if not any(normal):
            raise ExportError(f"The floor '{self.name}' has a scale of 0 at frame {frame:g}. Give it a scale.")
        normal = vectors.normalized(normal)
        plane = (*normal, vectors.dot(normal, tuple(matrix.translation)))
        if self.plane is None:
            self.plane = plane
        elif self._moved_at is None and max(abs(a - b) for a, b in zip(plane, self.plane)) > 1e-5:
            self._moved_at = frame

    @property
    def warnings(self):
        if self._moved_at is None:
            return []
        return [
            f"Floor '{self.name}' moves at frame {self._moved_at:g}; it is used where it stands at the first frame."
        ]

    def collider(self, _parts, name):
        return {
            "kind": KIND,
            "name": name,
            "normal": list(self.plane[:3]),
            "offset": self.plane[3],
            "friction": single_precision(self._object.sinew.collider_friction),
        }
