"""Writes a job in which ten boxes stand on each other: box_tower.py FRAMES JOB.

Rigid boxes of 0.2 m, 4.8 kg each, every one turned and shifted a little against the one below, as a child would stack them.
"""

import sys

from rigid_parts import box, job, rigid, table
from scene_file import write_job

BOXES = 10
SIDE = 0.2  # [m]
GAP = 1e-4  # between boxes at the start [m]
FRICTION = 0.5


def boxes():
    bodies = []
    for i in range(BOXES):
        centre = (0.008 * (-1) ** i, 0.005 * (i % 3 - 1), (i + 0.5) * SIDE + (i + 1) * GAP)
        bodies.append(rigid(f"Box {i + 1}", box((SIDE,) * 3, centre, (2, 0.4 * i)), FRICTION, 600))
    return bodies


if __name__ == "__main__":
    write_job(job("box_tower", int(sys.argv[1]), boxes(), [table(1.0, FRICTION)]), sys.argv[2])
