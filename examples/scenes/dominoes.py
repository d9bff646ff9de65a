"""Writes a job in which a row of dominoes falls: dominoes.py DOMINOES FRAMES JOB.

Dominoes of 0.1 × 0.25 × 0.025 m, 0.1 m apart; the first one is pushed at its top.
"""

import sys

from rigid_parts import box, job, rigid, table
from scene_file import write_job

WIDTH, HEIGHT, THICKNESS = 0.1, 0.25, 0.025  # [m]
SPACE = 0.1  # from domino to domino [m]
FRICTION = 0.3
PUSH = 2.0  # angular velocity of the first one [rad/s]
GAP = 1e-4  # above the table at the start [m]


def row(count):
    bodies = []
    for i in range(count):
        mesh = box((THICKNESS, WIDTH, HEIGHT), (i * SPACE, 0, 0.5 * HEIGHT + GAP))
        bodies.append(rigid(f"Domino {i + 1}", mesh, FRICTION, 600))
    # About the lower edge: the middle moves forward as the domino turns.
    bodies[0]["initial"] = {"velocity": [[0.5 * HEIGHT * PUSH, 0, 0.5 * THICKNESS * PUSH]], "angular_velocity": [[0, PUSH, 0]]}
    return bodies


if __name__ == "__main__":
    write_job(job("dominoes", int(sys.argv[2]), row(int(sys.argv[1])), [table(2.0, FRICTION)]), sys.argv[3])
