"""The surface of a mesh that carries an end of a muscle: how far the end is from it, and along what it may glide."""

from collections import Counter

from mathutils import Vector
from mathutils.bvhtree import BVHTree

from .mesh_probe import MeshProbe


class CarrierSurface:
    """Of a mesh object with all its modifiers, in the rest pose. `remove` it when it was read."""

    def __init__(self, scene, obj):
        self._probe = MeshProbe(scene, obj, lambda modifier: True)
        self._tree = None
        self.mesh = None  # positions, triangles; for what glides along it

    def remove(self):
        self._probe.remove()

    def read(self, depsgraph, frame):
        numbers = self._probe.read(depsgraph, frame)
        triangles = self._probe.triangles(depsgraph)
        if triangles:
            self.mesh = (numbers, triangles)
            self._tree = BVHTree.FromPolygons(
                [Vector(numbers[first : first + 3]) for first in range(0, len(numbers), 3)],
                [tuple(triangles[first : first + 3]) for first in range(0, len(triangles), 3)],
                all_triangles=True,
            )

    def is_closed(self):
        """Has it an inside: do two triangles meet at every edge?"""
        if self.mesh is None:
            return False
        corners = iter(self.mesh[1])
        uses = Counter()
        for a, b, c in zip(corners, corners, corners):
            uses.update((min(edge), max(edge)) for edge in ((a, b), (b, c), (c, a)))
        return all(count == 2 for count in uses.values())

    def nearest(self, point):
        """(unit normal of the surface where it is nearest, distance to it); None where there are no faces."""
        if self._tree is None:
            return None
        _, normal, _, distance = self._tree.find_nearest(Vector(point))
        return (tuple(normal), distance) if normal is not None and normal.length > 0.0 else None
