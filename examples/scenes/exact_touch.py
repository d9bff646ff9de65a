"""Writes a job in which points meet exactly points, edges and corners: exact_touch.py FRAMES JOB.

Everything is on whole tenths of a metre, nothing is shifted or turned: a corner falls exactly onto a vertex of the table's mesh, another onto the middle of an edge, an edge onto
a parallel edge, an edge across an edge, boxes stand on each other with all corners at the same places, a sheet falls with its vertices onto those of a box.
"""

import math
import sys

from rigid_parts import box, job, rigid
from scene_file import write_job
from shell_parts import plate, shifted

SIDE = 0.2  # of boxes [m]
FALL = 0.05  # [m]
FRICTION = 0.3


def ground():
    """Squares of half a metre, so that vertices and edges are at halves and whole metres."""
    return {"kind": "mesh", "name": "Ground", "mesh": plate(6, 4, 12, 8), "friction": FRICTION}


def octahedron(x, y, z):
    """Stands on a corner at z."""
    directions = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    r = 0.5 * SIDE
    faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    return {"vertices": [[x + r * a, y + r * b, z + r + r * c] for a, b, c in directions], "faces": faces}


def soft(name, mesh):
    material = {"density": 500, "young_modulus": 2e5, "poisson_ratio": 0.3}
    return {"kind": "micropolar_solid", "name": name, "surface": mesh, "resolution": {"count": 60}, "friction": FRICTION, "material": material}


def on_edge(x, y, z, *turns):
    """A box that stands on an edge at z."""
    return box((SIDE,) * 3, (x, y, z + SIDE / math.sqrt(2)), (0, math.pi / 4), *turns)


def bodies():
    result = []
    for x, make in ((-2, lambda name, mesh: rigid(name, mesh, FRICTION, 500)), (0, soft)):
        kind = "Rigid" if x else "Soft"
        result += [
            make(f"{kind} on a vertex", octahedron(x, 0, FALL)),
            make(f"{kind} on an edge", octahedron(x + 0.25, 1, FALL)),
            make(f"{kind} edge along an edge", on_edge(x, -0.5, FALL)),
            make(f"{kind} edge across an edge", on_edge(x, -1, FALL, (2, math.pi / 2))),
            make(f"{kind} lower", box((SIDE,) * 3, (x + 0.5, -0.5, FALL + 0.5 * SIDE))),
            make(f"{kind} upper", box((SIDE,) * 3, (x + 0.5, -0.5, 2 * FALL + 1.5 * SIDE))),
        ]
    sheet = {
        "kind": "cosserat_shell",
        "name": "Sheet",
        "contact": "all",
        "friction": FRICTION,
        "mesh": shifted(plate(3 * SIDE, 3 * SIDE, 6, 6), 2, 0, SIDE + 2 * FALL),
        "material": {"density": 500, "thickness": 5e-4, "young_modulus": 1.2e7, "poisson_ratio": 0.3, "damping": 1},
    }
    return result + [rigid("Under the sheet", box((SIDE,) * 3, (2, 0, FALL + 0.5 * SIDE)), FRICTION, 500), sheet]


if __name__ == "__main__":
    write_job(job("exact_touch", int(sys.argv[1]), bodies(), [ground()]), sys.argv[2])
