"""Writes a job in which five sheets of 1 mm lie on each other under a slab of 10 kg: pressed_sheets.py SQUARES FRAMES JOB.

The sheets are 0.3 m wide, soft, and turned against each other; each lies half a millimetre above the one below at the start.
"""

import math
import sys

from rigid_parts import box, job, rigid, table, turned
from scene_file import write_job
from shell_parts import plate

SHEETS = 5
SIDE, THICKNESS = 0.3, 0.001  # [m]
GAP = 5e-4  # between sheets at the start [m]
SLAB = (0.25, 0.25, 0.05)  # [m]
MASS = 10.0  # [kg]
FRICTION = 0.3


def sheet(number, squares):
    mesh = plate(SIDE, SIDE, squares, squares, alternating=True)
    z = (number + 0.5) * THICKNESS + (number + 1) * GAP
    vertices = [turned(v, 2, math.radians(7 * number)) for v in mesh["vertices"]]
    return {
        "kind": "cosserat_shell",
        "name": f"Sheet {number + 1}",
        "contact": "all",
        "friction": FRICTION,
        "mesh": {**mesh, "vertices": [[x, y, z] for x, y, _ in vertices]},
        "material": {"density": 500, "thickness": THICKNESS, "young_modulus": 1e7, "poisson_ratio": 0.3, "damping": 1},
    }


def scene(squares, frames):
    height = SHEETS * (THICKNESS + GAP) + 0.01
    slab = rigid("Slab", box(SLAB, (0, 0, height + 0.5 * SLAB[2]), (2, 0.3)), FRICTION, MASS / (SLAB[0] * SLAB[1] * SLAB[2]))
    return job("pressed_sheets", frames, [sheet(i, squares) for i in range(SHEETS)] + [slab], [table(1.0, FRICTION)])


if __name__ == "__main__":
    write_job(scene(int(sys.argv[1]), int(sys.argv[2])), sys.argv[3])
