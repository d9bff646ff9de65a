"""Writes a job in which the pole of a half sphere turns and its folds meet [shell Fig. 1, section 5.3]: half_sphere_contact.py MODEL SPLITS FRAMES JOB.

1,536 curved triangles with SPLITS = 3: r = 1 m, h = 1 mm, E = 10 kPa, ν = 0.4, µ_c = µ, L_c = 10 µm, with friction. The equator stays, the pole turns by 90° a second for four seconds.
The output has all six nodes of each triangle.
"""

import math
import sys

import shell_curved
from scene_file import write_job
from subdivision import with_middles


def on_sphere(a, b):
    middle = [0.5 * (p + q) for p, q in zip(a, b)]
    return [x / math.hypot(*middle) for x in middle]


def job(model, splits, frames):
    scene = shell_curved.half_sphere(model, splits)
    scene["frames"]["end"] = frames
    scene["name"] = "half_sphere_contact"
    shell = scene["bodies"][0]
    shell["contact"], shell["friction"] = "all", 0.3
    shell["material"]["shear_factor"] = 0  # that of the paper
    shell["edge_points"], shell["surface"] = with_middles(shell["mesh"], on_sphere)
    return scene


if __name__ == "__main__":
    write_job(job(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])), sys.argv[4])
