"""A thin tube along a curve, read as rings: each ring has a centre, a radius and a spoke.

Blender draws a curve with a round bevel as rings of vertices. From such a tube everything about the
evaluated curve can be read at once: where it runs, how thick it is drawn and how it is twisted,
whatever modifiers, hooks, shape keys, parents and constraints did to it.
"""

from . import vectors

RING_SIZE = 4  # vertices of a ring at bevel resolution 0


class Rings:
    """Vertices of the tube (array of floats, ring after ring) and the object's world matrix
    (rows)."""

    def __init__(self, coordinates, matrix, bevel_depth):
        self._coordinates = coordinates
        self._matrix = tuple(tuple(row) for row in matrix)
        self._bevel_depth = bevel_depth

    @property
    def count(self):
        return len(self._coordinates) // (3 * RING_SIZE)

    def centre(self, ring):
        return self._to_world(self.local_centre(ring))

    def local_centre(self, ring):
        corners = [self._vertex(ring, corner) for corner in range(RING_SIZE)]
        return tuple(sum(corner[axis] for corner in corners) / RING_SIZE for axis in range(3))

    def local_spoke(self, ring):
        """From the centre to the ring's first vertex."""
        return vectors.subtract(self._vertex(ring, 0), self.local_centre(ring))

    def thickness(self, ring):
        """Radius in the world for a bevel depth of 1."""
        centre = self.local_centre(ring)
        spokes = (
            self.direction_to_world(vectors.subtract(self._vertex(ring, corner), centre))
            for corner in range(RING_SIZE)
        )
        return sum(vectors.length(spoke) for spoke in spokes) / (RING_SIZE * self._bevel_depth)

    def direction_to_world(self, vector):
        return tuple(vectors.dot(row, vector) for row in self._matrix[:3])

    def _to_world(self, point):
        return tuple(vectors.dot(row, point) + row[3] for row in self._matrix[:3])

    def _vertex(self, ring, corner):
        first = 3 * (ring * RING_SIZE + corner)
        return tuple(self._coordinates[first : first + 3])


def strands_of_tube(ring_count, edges):
    """Splits the rings into strands: (first ring, number of rings) of each spline.

    `edges` is a flat sequence of vertex pairs. Two rings follow each other on one strand when an
    edge joins their first vertices.
    """
    joined = {
        (a // RING_SIZE, b // RING_SIZE)
        for a, b in zip(edges[0::2], edges[1::2])
        if a % RING_SIZE == 0 and b % RING_SIZE == 0
    }
    strands = []
    first = 0
    for ring in range(1, ring_count + 1):
        if (ring - 1, ring) not in joined and (ring, ring - 1) not in joined:
            strands.append((first, ring - first))
            first = ring
    return strands
