"""Writes a job in which a hollow ball of cloth hits a wall at 50 m/s: cloth_ball.py SPLITS FRAMES JOB.

The ball has a radius of 0.1 m, cloth of E h = 3,000 N/m and 0.2 kg/m²; it meets itself. A step is 0.2 m of flight.
"""

import sys

from ball_mesh import ball
from rigid_parts import job
from scene_file import write_job

RADIUS = 0.1  # [m]
SPEED = 50.0  # [m/s]
START = 1.0  # of the ball's middle before the wall [m]
THICKNESS = 4e-4  # [m]


def cloth(splits):
    mesh = ball(RADIUS, splits, (-START, 0.013, 0.007))
    return {
        "kind": "cosserat_shell",
        "name": "Ball",
        "contact": "all",
        "mesh": mesh,
        "material": {"density": 500, "thickness": THICKNESS, "young_modulus": 3000 / THICKNESS, "poisson_ratio": 0.3, "damping": 1},
        "initial": {"velocities": [[SPEED, 0, 0]] * len(mesh["vertices"])},
    }


def wall():
    vertices = [[0, -1, -1], [0, 1, -1], [0, 1, 1], [0, -1, 1]]
    return {"kind": "mesh", "name": "Wall", "mesh": {"vertices": vertices, "faces": [[0, 3, 2, 1]]}}


if __name__ == "__main__":
    write_job(job("cloth_ball", int(sys.argv[2]), [cloth(int(sys.argv[1]))], [wall()], rate=240, substeps=1), sys.argv[3])
