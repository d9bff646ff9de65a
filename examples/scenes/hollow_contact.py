"""Writes a job with a hollow body of [micropolar Fig. 4] that meets itself: hollow_contact.py WHICH SIZE FRAMES JOB.

The scene of hollow.py, with contact of the body with itself and friction. WHICH is `Classic soft` or `Micropolar without curvature`, which collapse, or `all`.
"""

import sys

import hollow
from scene_file import write_job

FRICTION = 0.3


def job(which, size, frames):
    scene = hollow.job("standing", which, size, frames)
    scene["name"] = "hollow_contact"
    for body in scene["bodies"]:
        body["contact"], body["friction"] = "all", FRICTION
    scene["colliders"][0]["friction"] = FRICTION
    return scene


if __name__ == "__main__":
    which, size, frames = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    write_job(job(which, size, frames), sys.argv[4])
