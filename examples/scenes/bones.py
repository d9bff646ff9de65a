"""Writes a job in which bones, as pills, stop everything: bones.py FRAMES JOB.

A sheet is shot at a thin bone with no vertex above it. A rigid box falls on two bones. A soft block falls on a ball. A bone that tapers rises into a sheet and
a rigid box and takes them along.
"""

import sys

from scene_file import write_job
from tet_shapes import centred_box

RATE = 25
SPEED = 20.0  # of the sheet [m/s]
BONE = 0.03  # radius of the two bones [m]
BALL = 0.1  # [m]
RISE = 1.25  # of the bone that moves [m/s]
RISING = 8  # frames

FACES = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def box(low, side, height):
    corners = [(0, 0), (side, 0), (side, side), (0, side)]
    return {"vertices": [[low[0] + x, low[1] + y, low[2] + z] for z in (0, height) for x, y in corners], "faces": FACES}


def square(middle, side, cells):
    step = side / cells
    vertices = [
        [middle[0] - side / 2 + i * step, middle[1] - side / 2 + j * step, middle[2]]
        for j in range(cells + 1)
        for i in range(cells + 1)
    ]
    row = cells + 1
    faces = []
    for j in range(cells):
        for i in range(cells):
            a = j * row + i
            faces += [[a, a + 1, a + row + 1], [a, a + row + 1, a + row]]
    return {"vertices": vertices, "faces": faces}


def sheet(name, mesh, thickness, velocity):
    return {
        "kind": "cosserat_shell",
        "name": name,
        "mesh": mesh,
        "contact": "all",
        "material": {"young_modulus": 1e6, "density": 800, "thickness": thickness},
        "initial": {"velocities": [velocity] * len(mesh["vertices"])},
    }


def pills(name, points, radii, mover=None):
    collider = {"kind": "pills", "name": name, "points": points, "radii": radii}
    return {**collider, "mover": mover} if mover else collider


def job(frames):
    keys = [
        {"frame": 1 + i, "value": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, RISE / RATE * min(i, RISING)]} for i in range(RISING + 2)
    ]
    return {
        "sinew_job": 1,
        "name": "bones",
        "frames": {"start": 1, "end": frames, "rate": RATE},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 4},
        "movers": [{"name": "arm", "transforms": {"keys": keys}}],
        "bodies": [
            sheet("Shot", square((0, 0, 0.3), 0.6, 5), 0.002, [0, 0, -SPEED]),
            {"kind": "rigid_body", "name": "Box", "mesh": box((1.4, -0.1, 0.05), 0.2, 0.1)},
            {
                "kind": "micropolar_solid",
                "name": "Block",
                "tets": centred_box((2.1, -0.09, 0.12), (0.2, 0.2, 0.2), (4, 4, 4)),
                "material": {"young_modulus": 5e4, "density": 1000, "damping": 3},
            },
            sheet("Lifted", square((3, 0, 0.12), 0.5, 8), 0.001, [0, 0, 0]),
            {"kind": "rigid_body", "name": "Lifted box", "mesh": box((3.95, -0.05, 0.09), 0.1, 0.1)},
        ],
        "colliders": [
            pills("Thin", [[-0.5, 0.01, 0], [0.5, 0.02, 0]], 0.01),
            pills("Left", [[1.3, -0.06, 0], [1.7, -0.06, 0]], BONE),
            pills("Right", [[1.3, 0.06, 0], [1.7, 0.06, 0]], BONE),
            pills("Ball", [[2.2, 0, 0], [2.2, 0, 0]], BALL),
            pills("Arm", [[2.6, 0, 0], [3.4, 0.02, 0]], [0.1, 0.04], "arm"),
            pills("Forearm", [[3.8, 0, 0], [4.2, 0, 0]], 0.08, "arm"),
        ],
    }


def main():
    write_job(job(int(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
