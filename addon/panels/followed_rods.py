"""Rods as the baked mesh around them moves.

The cache has the vertices of a muscle, not its rods. Each point of a rod is written once as a weighted mean of vertices
around it, in the rest shape; the same mean of the vertices that are shown is where the point is now. The weights reproduce
the point exactly, so that turning and stretching the mesh turns and stretches the rods.
"""

import math
from dataclasses import dataclass

from mathutils import Matrix, Vector

MOST_VERTICES = 2000  # that are looked at; more make no better neighbours


@dataclass
class FollowedRod:
    """Numbers for each point of a rod."""

    neighbours: list  # vertices
    weights: list
    lengths: list  # of the rod around the point, at rest
    radii: list

    def now(self, places):
        """(place, radius) of all points, for vertices that are now at `places`. A rod keeps its volume: it widens as it gets
        shorter."""
        points = [
            sum((weight * places[vertex] for vertex, weight in zip(vertices, weights)), Vector((0.0, 0.0, 0.0)))
            for vertices, weights in zip(self.neighbours, self.weights)
        ]
        return [
            (point, radius * math.sqrt(rest / now) if now > 0.0 else radius)
            for point, radius, rest, now in zip(points, self.radii, self.lengths, _lengths(points))
        ]


def follow(rods, vertices):
    """The rods, lists of (place, radius), as FollowedRods. `vertices` are the places of the mesh at rest, in the same space."""
    step = max(1, len(vertices) // MOST_VERTICES)
    some = range(0, len(vertices), step)
    return [_followed(rod, vertices, some) for rod in rods]


def _followed(rod, vertices, some):
    points = [place for place, _ in rod]
    neighbours = [_around(place, vertices, some) for place in points]
    weights = [
        _weights([vertices[vertex] - place for vertex in around]) for place, around in zip(points, neighbours)
    ]
    return FollowedRod(neighbours, weights, _lengths(points), [radius for _, radius in rod])


def _lengths(points):
    last = len(points) - 1
    return [(points[min(index + 1, last)] - points[max(index - 1, 0)]).length for index in range(last + 1)]


def _around(place, vertices, some):
    """The nearest vertex in each octant: a point inside the mesh lies between them."""
    nearest = {}
    for vertex in some:
        offset = vertices[vertex] - place
        octant = (offset.x > 0.0, offset.y > 0.0, offset.z > 0.0)
        squared = offset.length_squared
        if octant not in nearest or squared < nearest[octant][0]:
            nearest[octant] = (squared, vertex)
    return [vertex for _, vertex in sorted(nearest.values())]


def _weights(offsets):
    """Σ w = 1 and Σ w d = 0, as near to 1 / d² as can be: w = (a + b·d) / d² with four numbers a, b."""
    scale = max(offset.length for offset in offsets) or 1.0
    rows = [Vector((1.0, *(offset / scale))) for offset in offsets]
    near = [1.0 / (offset.length_squared / scale**2 + 1e-6) for offset in offsets]
    system = Matrix([[sum(w * r[i] * r[j] for w, r in zip(near, rows)) for j in range(4)] for i in range(4)])
    try:
        solved = system.inverted() @ Vector((1.0, 0.0, 0.0, 0.0))
    except ValueError:  # all of them in a plane
        total = sum(near)
        return [weight / total for weight in near]
    return [weight * solved.dot(row) for weight, row in zip(near, rows)]
