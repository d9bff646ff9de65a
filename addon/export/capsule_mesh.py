"""A closed mesh of a capsule: the surface of a bone that has no mesh, for ends of muscles to glide along."""

import math
from array import array

from . import vectors

SIDES = 16
CAP_RINGS = 4  # of each cap, its pole and the ring at its rim not counted


def capsule_mesh(head, tail, radius):
    """(positions, 3 a vertex; vertices of triangles, 3 a triangle)."""
    along = vectors.normalized(vectors.subtract(tail, head)) if head != tail else _AXES[2]
    across = vectors.normalized(vectors.cross(along, min(_AXES, key=lambda axis: abs(vectors.dot(axis, along)))))
    other = vectors.cross(along, across)
    positions = array("d", vectors.subtract(head, vectors.scale(along, radius)))
    steps = CAP_RINGS + 1
    # From the pole behind the head to the one before the tail.
    rings = [(head, 0.5 * math.pi * step / steps - 0.5 * math.pi) for step in range(1, steps + 1)]
    rings += [(tail, 0.5 * math.pi * step / steps) for step in range(steps)]
    for centre, latitude in rings:
        middle = vectors.add(centre, vectors.scale(along, radius * math.sin(latitude)))
        for side in range(SIDES):
            angle = 2.0 * math.pi * side / SIDES
            outwards = vectors.add(vectors.scale(across, math.cos(angle)), vectors.scale(other, math.sin(angle)))
            positions.extend(vectors.add(middle, vectors.scale(outwards, radius * math.cos(latitude))))
    positions.extend(vectors.add(tail, vectors.scale(along, radius)))
    return positions, _triangles(len(rings), len(positions) // 3 - 1)


_AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _triangles(rings, last):
    triangles = array("i")
    for side in range(SIDES):
        following = (side + 1) % SIDES
        triangles.extend((0, 1 + following, 1 + side))
        triangles.extend((last, last - SIDES + side, last - SIDES + following))
        for ring in range(rings - 1):
            here, there = 1 + ring * SIDES, 1 + (ring + 1) * SIDES
            triangles.extend((here + side, here + following, there + following))
            triangles.extend((here + side, there + following, there + side))
    return triangles
