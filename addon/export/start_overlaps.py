"""Surfaces that stand in each other before the first step: which triangles of which objects."""

from dataclasses import dataclass
from itertools import combinations

from mathutils.bvhtree import BVHTree

# Surfaces are looked at so much larger, about their middles: touching counts, as it does in the solver.
TOUCHING = 1e-5

@dataclass
class StartSurface:
    """A body or collider as contact sees it at the first frame."""

    name: str  # of the object
    positions: object  # 3 numbers a vertex, in the world
    triangles: object  # 3 vertices a triangle
    is_free: bool  # False: nothing can push it
    meets_itself: bool = False


@dataclass
class Overlap:
    first: str  # names of the objects; equal where a surface goes through itself
    second: str
    vertices: dict  # name: sorted vertices of the triangles that meet
    corners: list  # of all these triangles, places in the world


def find_overlaps(surfaces):
    """All pairs of surfaces that stand in each other, as Overlaps."""
    trees = [_Tree(surface) for surface in surfaces]
    found = [_overlap(tree, tree) for tree in trees if tree.surface.meets_itself]
    found += [
        _overlap(a, b)
        for a, b in combinations(trees, 2)
        if (a.surface.is_free or b.surface.is_free) and a.may_touch(b)
    ]
    return [overlap for overlap in found if overlap]


class _Tree:
    def __init__(self, surface):
        self.surface = surface
        values = surface.positions
        self._ranges = [(min(values[axis::3]), max(values[axis::3])) for axis in range(3)]
        self._middle = [0.5 * (low + high) for low, high in self._ranges]
        self._tree = None

    def may_touch(self, other):
        margin = TOUCHING * max(high - low for tree in (self, other) for low, high in tree._ranges)
        return all(a[0] <= b[1] + margin and b[0] <= a[1] + margin for a, b in zip(self._ranges, other._ranges))

    @property
    def tree(self):
        if self._tree is None:
            triangles = self.surface.triangles
            corners = [tuple(triangles[first : first + 3]) for first in range(0, len(triangles), 3)]
            places = [self._enlarged(vertex) for vertex in range(len(self.surface.positions) // 3)]
            self._tree = BVHTree.FromPolygons(places, corners, all_triangles=True)
        return self._tree

    def place(self, vertex):
        return tuple(self.surface.positions[3 * vertex : 3 * vertex + 3])

    def _enlarged(self, vertex):
        return tuple(value + TOUCHING * (value - middle) for value, middle in zip(self.place(vertex), self._middle))

    def corners(self, triangle):
        return self.surface.triangles[3 * triangle : 3 * triangle + 3]


def _overlap(a, b):
    """None where they do not meet."""
    pairs = a.tree.overlap(b.tree)
    if not pairs:
        return None
    met = {}  # name: (tree, triangles)
    for index, tree in enumerate((a, b)):
        met.setdefault(tree.surface.name, (tree, set()))[1].update(pair[index] for pair in pairs)
    vertices, places = {}, []
    for name, (tree, triangles) in met.items():
        corners = [corner for triangle in sorted(triangles) for corner in tree.corners(triangle)]
        vertices[name] = sorted(set(corners))
        places += map(tree.place, corners)
    return Overlap(a.surface.name, b.surface.name, vertices, places)
