"""Writes a job in which soft balls fall into a sack of cloth: soft_sack.py BALLS TETRAHEDRA FRAMES JOB.

The sack hangs on its rim, 0.5 m wide, of cloth with E h = 3,000 N/m. The balls have a radius of 7 cm and are as soft as sponge, 20 kPa.
"""

import math
import sys

from ball_mesh import ball
from rigid_parts import job
from scene_file import write_job

RADIUS, DEPTH = 0.25, 0.35  # of the sack; of its straight part [m]
BALL = 0.07  # [m]
THICKNESS = 1e-3  # [m]
AROUND = 20  # vertices of the rim
FRICTION = 0.3


def sack():
    """A tube with a half ball below; the rim first."""
    rings = [(RADIUS, z) for z in (DEPTH, 0.75 * DEPTH, 0.5 * DEPTH, 0.25 * DEPTH, 0.0)]
    rings += [(RADIUS * math.cos(a), -RADIUS * math.sin(a)) for a in (math.radians(18 * k) for k in range(1, 5))]
    vertices, faces = [], []
    for number, (r, z) in enumerate(rings):
        for k in range(AROUND):
            angle = 2 * math.pi * (k + 0.5 * number) / AROUND
            vertices.append([r * math.cos(angle), r * math.sin(angle), z])
    for i in range(len(rings) - 1):
        for k in range(AROUND):
            a, b = AROUND * i + k, AROUND * i + (k + 1) % AROUND
            c, d = a + AROUND, b + AROUND
            faces += [[a, c, b], [b, c, d]]
    vertices.append([0, 0, -RADIUS])
    last = AROUND * (len(rings) - 1)
    faces += [[last + k, len(vertices) - 1, last + (k + 1) % AROUND] for k in range(AROUND)]
    return {
        "kind": "cosserat_shell",
        "name": "Sack",
        "contact": "all",
        "friction": FRICTION,
        "mesh": {"vertices": vertices, "faces": faces},
        "material": {"density": 300, "thickness": THICKNESS, "young_modulus": 3000 / THICKNESS, "poisson_ratio": 0.3, "damping": 2},
        "pins": [{"vertices": list(range(AROUND))}],
    }


def balls(count, tetrahedra):
    """Layers of four, each turned against the one below."""
    bodies = []
    for i in range(count):
        layer, k = divmod(i, 4)
        angle = math.pi / 2 * k + 0.6 * layer
        centre = (0.11 * math.cos(angle), 0.11 * math.sin(angle), 0.05 + 0.16 * layer)
        bodies.append(
            {
                "kind": "micropolar_solid",
                "name": f"Ball {i + 1}",
                "surface": ball(BALL, 2, centre),
                "resolution": {"count": tetrahedra},
                "friction": FRICTION,
                "material": {"density": 100, "young_modulus": 2e4, "poisson_ratio": 0.3, "damping": 1},
            }
        )
    return bodies


if __name__ == "__main__":
    count, tetrahedra, frames = (int(argument) for argument in sys.argv[1:4])
    write_job(job("soft_sack", frames, [sack(), *balls(count, tetrahedra)], [], substeps=2), sys.argv[4])
