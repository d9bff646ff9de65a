"""The surface of rods: a tube with rounded ends around each, with UVs, as plain lists."""

import math
from dataclasses import dataclass, field

from . import vectors

CAP_RINGS = 3
CAP_HEIGHT = 0.5  # of the radius


@dataclass
class TubeMesh:
    vertices: list = field(default_factory=list)  # (x, y, z)
    faces: list = field(default_factory=list)  # tuples of vertex indices
    uvs: list = field(default_factory=list)  # (u, v) of each corner of each face
    materials: list = field(default_factory=list)  # material slot of each face


def add_tube(mesh, points, radii, first_normal, sides, material):
    """Adds the tube of one rod. u runs once around it, v from 0 at its start to 1 at its end, caps
    included."""
    rings = _ring_list(points, radii)
    total = sum(vectors.length(vectors.subtract(b[0], a[0])) for a, b in zip(rings, rings[1:]))
    first_vertex = len(mesh.vertices)

    normal = vectors.perpendicular(rings[0][2], first_normal)
    travelled = [0.0]
    for index, (centre, radius, direction) in enumerate(rings):
        if index > 0:
            previous_centre, _, previous_direction = rings[index - 1]
            normal = vectors.perpendicular(
                direction, vectors.transported(normal, previous_direction, direction)
            )
            travelled.append(
                travelled[-1] + vectors.length(vectors.subtract(centre, previous_centre))
            )
        side = vectors.cross(direction, normal)
        for corner in range(sides):
            angle = 2.0 * math.pi * corner / sides
            spoke = vectors.add(
                vectors.scale(normal, radius * math.cos(angle)),
                vectors.scale(side, radius * math.sin(angle)),
            )
            mesh.vertices.append(vectors.add(centre, spoke))

    for ring in range(len(rings) - 1):
        v_0, v_1 = travelled[ring] / total, travelled[ring + 1] / total
        here = first_vertex + ring * sides
        for corner in range(sides):
            following = (corner + 1) % sides
            u_0, u_1 = corner / sides, (corner + 1) / sides
            face = (
                here + corner,
                here + following,
                here + sides + following,
                here + sides + corner,
            )
            _add_face(mesh, face, ((u_0, v_0), (u_1, v_0), (u_1, v_1), (u_0, v_1)), material)

    last = first_vertex + (len(rings) - 1) * sides
    _add_lid(mesh, [first_vertex + corner for corner in reversed(range(sides))], 0.0, material)
    _add_lid(mesh, [last + corner for corner in range(sides)], 1.0, material)


def _ring_list(points, radii):
    """(centre, radius, direction) from the start of the first cap to the end of the last one."""
    start = vectors.normalized(vectors.subtract(points[1], points[0]))
    end = vectors.normalized(vectors.subtract(points[-1], points[-2]))
    rings = []
    for step in range(CAP_RINGS, 0, -1):
        rings.append((*_cap_ring(points[0], radii[0], vectors.scale(start, -1.0), step), start))
    for index, (point, radius) in enumerate(zip(points, radii)):
        before, after = points[max(index - 1, 0)], points[min(index + 1, len(points) - 1)]
        along = vectors.normalized(vectors.subtract(after, before))
        if vectors.length(along) == 0.0:  # the rod turns back on itself here
            along = rings[-1][2]
        rings.append((point, radius, along))
    for step in range(1, CAP_RINGS + 1):
        rings.append((*_cap_ring(points[-1], radii[-1], end, step), end))
    return rings


def _cap_ring(centre, radius, outward, step):
    # The outermost ring stays a little open: a lid closes it, which gives even quads instead of a
    # pole.
    angle = 0.5 * math.pi * step / (CAP_RINGS + 0.5)
    height = CAP_HEIGHT * radius * math.sin(angle)
    return vectors.add(centre, vectors.scale(outward, height)), radius * math.cos(angle)


def _add_face(mesh, face, uvs, material):
    mesh.faces.append(face)
    mesh.uvs.extend(uvs)
    mesh.materials.append(material)


def _add_lid(mesh, face, v, material):
    _add_face(mesh, tuple(face), [(0.5, v)] * len(face), material)
