"""Triangles in space as plain numbers: normals, slopes of painted maps, how vertices turn. No Blender in it.

Positions are flat arrays, 3 numbers a vertex; triangles 3 indices each. Vectors of single vertices are tuples.
"""

from array import array

from .vectors import (
    add,
    cross,
    dot,
    frame_matrix,
    length,
    normalized,
    perpendicular,
    quaternion_between,
    scale,
    subtract,
)


def at(values, vertex):
    return tuple(values[3 * vertex : 3 * vertex + 3])


def corners_of(triangles):
    return zip(*(iter(triangles),) * 3)


def triangle_normal(positions, corners):
    """Twice the area times the unit normal."""
    a, b, c = (at(positions, corner) for corner in corners)
    return cross(subtract(b, a), subtract(c, a))


def vertex_normals(positions, triangles):
    """Unit normals, weighted by areas. Where triangles disagree which side is the front, the first one of the vertex
    says: a Moebius strip has normals too."""
    normals = [(0.0, 0.0, 0.0)] * (len(positions) // 3)
    for corners in corners_of(triangles):
        normal = triangle_normal(positions, corners)
        for corner in corners:
            side = -1.0 if dot(normals[corner], normal) < 0.0 else 1.0
            normals[corner] = add(normals[corner], scale(normal, side))
    return [normalized(normal) for normal in normals]


def slopes(positions, triangles, values):
    """Gradient along the surface of a number that was painted on the vertices: the mean of the triangles around each.

    Of a triangle with 2 A n = N it is the sum of value_a N x side_a / |N|², side_a opposite to corner a; with its area as
    weight, |N| is divided by once.
    """
    result = [(0.0, 0.0, 0.0)] * (len(positions) // 3)
    for corners in corners_of(triangles):
        normal = triangle_normal(positions, corners)
        size = length(normal)
        if size == 0.0:
            continue
        gradient = (0.0, 0.0, 0.0)
        for index, corner in enumerate(corners):
            side = subtract(at(positions, corners[index - 1]), at(positions, corners[index - 2]))
            gradient = add(gradient, scale(cross(normal, side), values[corner] / size))
        for corner in corners:
            result[corner] = add(result[corner], gradient)
    return result


class TurnWatch:
    """How vertices turn with the surface around them: the turn of the frame that the normal and the direction to one
    neighbour make. Exact where the surface moves without deforming."""

    def __init__(self, rest, triangles, vertices):
        self._vertices = vertices
        chosen = set(vertices)
        self._around = {vertex: [] for vertex in vertices}
        for corners in corners_of(triangles):
            for corner in corners:
                if corner in chosen:
                    self._around[corner].append(tuple(corners))
        self._rest = self._frames(rest)

    def turns(self, positions):
        """Quaternions w, x, y, z from rest to now, 4 numbers a vertex, w not negative."""
        result = array("d")
        for start, end in zip(self._rest, self._frames(positions)):
            result.extend(quaternion_between(start, end))
        return result

    def _frames(self, positions):
        frames = []
        for vertex in self._vertices:
            normal = (0.0, 0.0, 0.0)
            for corners in self._around[vertex]:
                part = triangle_normal(positions, corners)
                normal = add(normal, scale(part, -1.0 if dot(normal, part) < 0.0 else 1.0))
            normal = normalized(normal)
            neighbour = next(corner for corner in self._around[vertex][0] if corner != vertex)
            towards = subtract(at(positions, neighbour), at(positions, vertex))
            frames.append(frame_matrix(normal, perpendicular(normal, towards)))
        return frames
