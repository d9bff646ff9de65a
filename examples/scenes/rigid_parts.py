"""What scenes of rigid bodies are made of: boxes, the rows of a job, tables."""

import math

BOX_FACES = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def turned(point, axis, angle):
    """Rotates a point about one of the axes 0, 1 and 2, which goes through the origin [rad]."""
    a, b = (axis + 1) % 3, (axis + 2) % 3
    c, s = math.cos(angle), math.sin(angle)
    result = list(point)
    result[a], result[b] = c * point[a] - s * point[b], s * point[a] + c * point[b]
    return result


def box(sizes, centre, *turns):
    """A box around a point, turned by pairs of an axis and an angle, one after the other."""
    corners = [[x, y, z] for z in (-0.5, 0.5) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]
    vertices = []
    for corner in corners:
        point = [share * size for share, size in zip(corner, sizes)]
        for axis, angle in turns:
            point = turned(point, axis, angle)
        vertices.append([p + c for p, c in zip(point, centre)])
    return {"vertices": vertices, "faces": BOX_FACES}


def prism(outline, low, high):
    """A convex outline in the plane of x and z, given against the clock as seen from -y, drawn out along y."""
    n = len(outline)
    vertices = [[x, y, z] for y in (low, high) for x, z in outline]
    sides = [[(i + 1) % n, i, n + i, n + (i + 1) % n] for i in range(n)]
    return {"vertices": vertices, "faces": [list(range(n)), list(range(2 * n - 1, n - 1, -1)), *sides]}


def rigid(name, mesh, friction, density=1000, **fields):
    return {"kind": "rigid_body", "name": name, "mesh": mesh, "friction": friction, "material": {"density": density}, **fields}


def table(half, friction, name="Table", height=0.0):
    vertices = [[-half, -half, height], [half, -half, height], [half, half, height], [-half, half, height]]
    return {"kind": "mesh", "name": name, "mesh": {"vertices": vertices, "faces": [[0, 1, 2, 3]]}, "friction": friction}


def job(name, frames, bodies, colliders, rate=24, substeps=4, gravity=(0, 0, -9.81), **solver):
    return {
        "sinew_job": 1,
        "name": name,
        "frames": {"start": 1, "end": frames, "rate": rate},
        "gravity": list(gravity),
        "solver": {"substeps": substeps, **solver},
        "bodies": bodies,
        "colliders": colliders,
    }
