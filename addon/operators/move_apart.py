"""Moves rigid bodies that stand in each other, or touch, until there is a small gap between them.

Each step finds the pairs whose faces meet, and moves one of each along the axis of the world on which their boxes overlap least: the
upper one up, or the one that is farther along the axis. So a stack is lifted from its foot. Bodies that stand deep in others are
left to the artist.
"""

from mathutils import Vector

from ..export.errors import ExportError
from ..export.fcurves import is_animated
from ..export.start_overlaps import StartSurface, find_overlaps

GAP = 2e-3  # of the size of the smaller body
DEEPEST = 0.1  # of the size of the smaller body, that they are moved at most in a step
MOST_STEPS = 200


def move_apart(context, obj):
    """All free rigid bodies of the scene that meet others; `obj` is one of them."""
    scene = context.scene
    depsgraph = context.evaluated_depsgraph_get()
    bodies = {body.name: _Body(body, depsgraph) for body in scene.objects if _is_rigid(body)}
    if obj.name not in bodies:
        raise ExportError(f"'{obj.name}' is no rigid body. Move it in the view, or edit its mesh.")
    for _ in range(MOST_STEPS):
        overlaps = find_overlaps([body.surface() for body in bodies.values()])
        if not overlaps:
            break
        for overlap in overlaps:
            _part(bodies[overlap.first], bodies[overlap.second])
    for body in bodies.values():
        body.apply()
    context.view_layer.update()
    if overlaps:
        raise ExportError(f"'{overlaps[0].first}' and '{overlaps[0].second}' are still in each other. Move them in the view.")


def _is_rigid(obj):
    return obj.type == "MESH" and obj.sinew.body_type == "RIGID_BODY" and obj.sinew.rigid.contact != "NONE"


def _part(a, b):
    smaller = min(a.size, b.size)
    depth, axis = min((a.overlap(b, axis), axis) for axis in range(3))
    if depth > DEEPEST * smaller:
        raise ExportError(f"'{a.object.name}' and '{b.object.name}' stand deep in each other. Move them apart in the view.")
    lower, upper = sorted((a, b), key=lambda body: body.middle(axis))
    mover, sign = (upper, 1.0) if upper.is_free else (lower, -1.0)
    mover.way[axis] += sign * (depth + GAP * smaller)


class _Body:
    """A rigid body on its way."""

    def __init__(self, obj, depsgraph):
        self.object = obj
        self.is_free = obj.sinew.rigid.motion == "FREE"
        self.way = Vector()
        evaluated = obj.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        mesh.calc_loop_triangles()
        self._places = [evaluated.matrix_world @ vertex.co for vertex in mesh.vertices]
        self._triangles = [corner for triangle in mesh.loop_triangles for corner in triangle.vertices]
        evaluated.to_mesh_clear()
        self._ranges = [
            (min(place[axis] for place in self._places), max(place[axis] for place in self._places)) for axis in range(3)
        ]
        self.size = max(high - low for low, high in self._ranges)

    def surface(self):
        positions = [value for place in self._places for value in place + self.way]
        return StartSurface(self.object.name, positions, self._triangles, self.is_free)

    def middle(self, axis):
        return 0.5 * sum(self._ranges[axis]) + self.way[axis]

    def overlap(self, other, axis):
        """How deep their boxes are in each other."""
        (low, high), (other_low, other_high) = self._ranges[axis], other._ranges[axis]
        shift = self.way[axis] - other.way[axis]
        return min(high + shift - other_low, other_high - low - shift)

    def apply(self):
        if not any(self.way):
            return
        if any(is_animated(self.object, path) for path in ("location", "delta_location")):
            raise ExportError(f"The place of '{self.object.name}' is animated. Move its keyframes instead.")
        self.object.matrix_world.translation += self.way
