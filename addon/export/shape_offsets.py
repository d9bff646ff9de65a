"""How far shape keys take the vertices of a mesh from where they are at rest, sample after sample.

Read from a hidden copy without modifiers, so that Blender itself mixes the keys: relative or absolute, with their vertex
groups, keyed, or driven by the posed bones as correctives are.
"""

from array import array

from .mesh_probe import MeshProbe


class ShapeOffsets:
    """Only vertices that some key moves are kept: of a character these are few."""

    def __init__(self, scene, obj):
        self._vertices = _touched(obj.data.shape_keys)
        self._probe = MeshProbe(scene, obj, lambda modifier: False)
        self._rest = None
        self._samples = []

    def remove(self):
        self._probe.remove()

    def read_rest(self, depsgraph, frame):
        """In the rest pose, in which the skin is bound."""
        self._rest = self._probe.read(depsgraph, frame, in_world=False)
        # Keys act before the armature does, in the space of the object; an offset is a direction, so it is turned only.
        self._turn = self._probe.evaluated(depsgraph).matrix_world.to_3x3()

    def read_sample(self, depsgraph, frame):
        now, rest = self._probe.read(depsgraph, frame, in_world=False), self._rest
        (a, b, c), (d, e, f), (g, h, i) = self._turn
        offsets = array("f")
        for vertex in self._vertices:
            first = 3 * vertex
            x, y, z = now[first] - rest[first], now[first + 1] - rest[first + 1], now[first + 2] - rest[first + 2]
            offsets.extend((a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z))
        self._samples.append(offsets)

    def job(self, parts):
        """The part of the job, or None when no sample has any."""
        if not any(any(sample) for sample in self._samples):
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
