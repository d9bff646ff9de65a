"""Writes a job with the sheets of [micropolar Fig. 1 left] over balls that are meshes: stretchy_contact.py CELLS FRAMES RATE JOB.

The scene of stretchy_sheet.py with contact and friction instead of springs: the balls are mesh colliders, and the sheets have faces.
"""

import sys

import stretchy_sheet
from ball_mesh import ball
from scene_file import write_job
from tet_border import border

SPLITS = 3  # of the balls
FRICTION = 0.3


def job(cells, frames, rate):
    scene = stretchy_sheet.job(cells, frames, rate)
    scene["name"] = "stretchy_contact"
    for body in scene["bodies"]:
        body["surface"], body["contact"], body["friction"] = border(body["tets"]), "all", FRICTION
    scene["colliders"] = [
        {
            "kind": "mesh",
            "name": f"Ball {number + 1}",
            "mover": "Lift",
            "mesh": ball(stretchy_sheet.RADIUS, SPLITS, (stretchy_sheet.SPACING * number, 0, -stretchy_sheet.RADIUS)),
            "friction": FRICTION,
        }
        for number in range(len(scene["bodies"]))
    ]
    return scene


if __name__ == "__main__":
    cells, frames, rate = (int(argument) for argument in sys.argv[1:4])
    write_job(job(cells, frames, rate), sys.argv[4])
