"""How far shape keys take the vertices of a mesh from where they are at rest, sample after sample.

Read from a hidden copy without modifiers, so that Blender itself mixes the keys: relative or absolute, with their vertex
groups, keyed, or driven by the posed bones as correctives are.
"""

from array import array
from operator import sub

from .mesh_probe import MeshProbe
from .samples import Samples
from .vertex_positions import VertexPick


class ShapeOffsets:
    """Only vertices that some key moves are kept: of a character these are few."""

    def __init__(self, scene, obj, spool):
        self._vertices = _touched(obj.data.shape_keys)
        self._probe = MeshProbe(scene, obj, lambda modifier: False)
        self._pick = VertexPick(self._vertices)
        self._rest = None  # of these vertices, as lists of each axis
        self._samples = Samples(spool)
        self._any = False  # True: some sample has an offset

    def remove(self):
        self._probe.remove()

    def read_rest(self, depsgraph, frame):
        """In the rest pose, in which the skin is bound."""
        self._rest = self._read(depsgraph, frame)
        # Keys act before the armature does, in the space of the object; an offset is a direction, so it is turned only.
        self._turn = self._probe.evaluated(depsgraph).matrix_world.to_3x3()

    def read_sample(self, depsgraph, frame):
        offsets = self._offsets(self._read(depsgraph, frame))
        self._any = self._any or any(offsets)
        self._samples.append(offsets)

    def _offsets(self, now):
        ways = [list(map(sub, *axis)) for axis in zip(now, self._rest)]
        offsets = array("f", bytes(12 * len(self._vertices)))
        for row, (a, b, c) in enumerate(self._turn):
            offsets[row::3] = array("f", [a * x + b * y + c * z for x, y, z in zip(*ways)])
        return offsets

    def _read(self, depsgraph, frame):
        picked = self._pick.of(self._probe.read(depsgraph, frame, in_world=False))
        return [picked[axis::3].tolist() for axis in range(3)]

    def job(self, parts):
        """The part of the job, or None when no sample has any."""
        if not self._any:
            return None
        count = len(self._vertices)
        return {
            "vertices": parts.block(array("i", self._vertices), count),
            "values": parts.animated(self._samples, count, 3),
        }


def _touched(keys):
    """Vertices that are not at the same place in all keys."""
    basis, *others = keys.key_blocks
    count = len(basis.data)
    first, other = (array("f", bytes(12 * count)) for _ in range(2))
    basis.data.foreach_get("co", first)
    touched = set()
    for key in others:
        key.data.foreach_get("co", other)
        if other != first:
            touched.update(index // 3 for index, (a, b) in enumerate(zip(first, other)) if a != b)
    return sorted(touched)
