"""Meshes that stop bodies, read with all their modifiers wherever their animation takes them.

A mesh that only moves rides on a mover, which is cheap; one that deforms has its vertices in the job
for every sample.
"""

from contextlib import ExitStack
from math import isfinite

from .errors import ExportError
from .mesh_probe import MeshProbe
from .numbers import single_precision
from .samples import Samples, same_numbers
from .start_overlaps import StartSurface

KIND = "mesh"


class MeshColliderExport:
    """A context manager, as the bodies are. The rest shape is read with all armatures in rest
    position, as those of the movers are."""

    def __init__(self, scene, obj, movers, spool):
        self._object = obj
        self._name = obj.name
        self._frame_start = scene.frame_start
        self._mover = movers.use(obj)
        self._probe = MeshProbe(scene, obj, lambda modifier: True)
        self._stack = ExitStack()
        self._stack.callback(self._probe.remove)
        self._matrices = []  # of the samples before the first that deforms
        self._samples = Samples(spool)
        self._deforms = False
        self.warnings = []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._stack.close()

    def read_rest(self, depsgraph):
        self._rest = self._probe.read(depsgraph, self._frame_start)
        self._shape = self._probe.read(depsgraph, self._frame_start, in_world=False)
        self._triangles = self._probe.triangles(depsgraph)
        if not self._triangles:
            raise ExportError(
                f"The collider '{self._name}' has no faces. Give it some, or press Sinew Collider in its Physics tab "
                "to take it out."
            )

    def read_sample(self, depsgraph, frame):
        if not self._deforms:
            matrix = self._probe.evaluated(depsgraph).matrix_world.copy()
            shape = self._probe.read(depsgraph, frame, in_world=False)
            if same_numbers(shape, self._shape) and is_finite(matrix):
                self._matrices.append(matrix)
                return
            self._deforms = True
            for earlier in self._matrices:
                self._samples.append(self._probe.moved(self._shape, earlier))
        self._samples.append(self._probe.read(depsgraph, frame))

    def start_surface(self):
        first = self._probe.moved(self._shape, self._matrices[0]) if self._matrices else self._samples.first
        return StartSurface(self._name, first, self._triangles, is_free=False)

    def collider(self, parts, name):
        count = len(self._rest) // 3
        collider = {
            "kind": KIND,
            "name": name,
            "mesh": {
                "vertices": parts.block(self._rest, count, 3),
                "faces": parts.block(self._triangles, len(self._triangles) // 3, 3),
            },
            "friction": single_precision(self._object.sinew.collider_friction),
        }
        if self._deforms:
            collider["vertices"] = parts.animated(self._samples, count, 3)
        else:
            collider["mover"] = self._mover
        return collider


def is_finite(matrix):
    return all(isfinite(value) for row in matrix for value in row)
