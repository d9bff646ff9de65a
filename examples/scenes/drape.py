"""Writes a job in which a sheet falls over a ball and a soft block falls onto the sheet: drape.py CELLS FRAMES JOB.

The sheet is 1 m wide, E h = 6,000 N/m, and meets itself too. The ball of 0.25 m radius is a fixed mesh.
"""

import math
import sys

from scene_file import write_job
from shell_parts import plate, shifted

RADIUS = 0.25  # of the ball [m]
SEGMENTS = 24
THICKNESS = 5e-4  # of the sheet [m]
BLOCK = 0.1  # side [m]
BLOCK_CELLS = 3


def ball():
    """Rings of vertices from pole to pole."""
    rings = SEGMENTS // 2
    vertices = [[0, 0, RADIUS]]
    for ring in range(1, rings):
        polar = math.pi * ring / rings
        for k in range(SEGMENTS):
            turn = 2 * math.pi * k / SEGMENTS
            vertices.append(
                [RADIUS * math.sin(polar) * math.cos(turn), RADIUS * math.sin(polar) * math.sin(turn), RADIUS * math.cos(polar)]
            )
    vertices.append([0, 0, -RADIUS])

    def at(ring, k):
        return 1 + (ring - 1) * SEGMENTS + k % SEGMENTS

    faces = [[0, at(1, k), at(1, k + 1)] for k in range(SEGMENTS)]
    for ring in range(1, rings - 1):
        faces += [[at(ring, k), at(ring + 1, k), at(ring + 1, k + 1), at(ring, k + 1)] for k in range(SEGMENTS)]
    faces += [[at(rings - 1, k), len(vertices) - 1, at(rings - 1, k + 1)] for k in range(SEGMENTS)]
    return {"vertices": vertices, "faces": faces}


def block(x, y, z):
    """The surface of a cube around a point, in squares."""
    n = BLOCK_CELLS
    index, vertices, faces = {}, [], []

    def at(i, j, k):
        if (i, j, k) not in index:
            index[i, j, k] = len(vertices)
            vertices.append([c + BLOCK * (a / n - 0.5) for c, a in zip((x, y, z), (i, j, k))])
        return index[i, j, k]

    for a in range(n):
        for b in range(n):
            for side in (0, n):
                corners = ((a, b), (a + 1, b), (a + 1, b + 1), (a, b + 1))
                for place in (
                    lambda u, v, w=side: at(u, v, w),
                    lambda u, v, w=side: at(w, u, v),
                    lambda u, v, w=side: at(v, w, u),
                ):
                    face = [place(u, v) for u, v in corners]
                    faces.append(face if side else face[::-1])
    return {"vertices": vertices, "faces": faces}


def job(cells, frames):
    sheet = shifted(plate(1.0, 1.0, cells, cells, alternating=True), 0.03, 0.02, RADIUS + 0.05)
    return {
        "sinew_job": 1,
        "name": "drape",
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 2},
        "bodies": [
            {
                "kind": "cosserat_shell",
                "name": "Sheet",
                "contact": "all",
                "mesh": sheet,
                "material": {
                    "density": 500,
                    "thickness": THICKNESS,
                    "young_modulus": 6000 / THICKNESS,
                    "poisson_ratio": 0.3,
                    "damping": 1,
                },
            },
            {
                "kind": "micropolar_solid",
                "name": "Block",
                "surface": block(0, 0, RADIUS + 0.25),
                "resolution": {"count": 100},
                "material": {"density": 100, "young_modulus": 2e4, "poisson_ratio": 0.3},
            },
        ],
        "colliders": [{"kind": "mesh", "name": "Ball", "mesh": ball()}],
    }


def main():
    cells, frames = (int(argument) for argument in sys.argv[1:3])
    write_job(job(cells, frames), sys.argv[3])


if __name__ == "__main__":
    main()
