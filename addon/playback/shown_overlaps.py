"""Where bodies stand in each other at the start, as Check or Bake has found it last: what the overlay draws.

Kept in memory only. What belongs to an object that was moved since then is not shown any more; Check looks again.
"""

from dataclasses import dataclass

import bpy


@dataclass
class _Shown:
    matrices: dict  # object name: its matrix when it was looked at
    faces: list  # places of corners
    edges: list  # places of ends


_found = {}  # scene name: (first frame, list of _Shown)


def keep(scene, overlaps, first_frame):
    """Replaces what is shown for a scene. `overlaps` are those of export.start_overlaps."""
    _found[scene.name] = first_frame, [
        _Shown(_matrices(scene, {overlap.first, overlap.second}), overlap.corners, _edges(overlap.corners))
        for overlap in overlaps
    ]


def shown(scene):
    """Corners of faces and ends of edges at the current frame: only the start is known."""
    first_frame, overlaps = _found.get(scene.name, (0, []))
    faces, edges = [], []
    if scene.frame_current == first_frame:
        for overlap in overlaps:
            if overlap.matrices == _matrices(scene, overlap.matrices):
                faces += overlap.faces
                edges += overlap.edges
    return faces, edges


@bpy.app.handlers.persistent
def forget(*_):
    _found.clear()


def _matrices(scene, names):
    objects = {name: scene.objects.get(name) for name in names}
    return {name: obj and tuple(map(tuple, obj.matrix_basis)) for name, obj in objects.items()}


def _edges(corners):
    return [
        place
        for first in range(0, len(corners), 3)
        for a, b in ((0, 1), (1, 2), (2, 0))
        for place in (corners[first + a], corners[first + b])
    ]
