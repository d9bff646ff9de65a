"""Writes a job with the twisted cantilever of [micropolar section 5.1]: twisted_cantilever.py ACROSS ALONG FRAMES JOB.

A bar of 0.05 × 0.05 × 0.6 m whose ends turn in opposite directions at 45 degrees a second. ACROSS and ALONG count the little
boxes that it is cut into, a body-centred lattice of tetrahedra; a frame is a time step of 10 ms. The paper's run is 4 48 1001.
"""

import math
import sys

from scene_file import write_job
from tet_shapes import centred_box, vertices_where

LENGTH, SIDE = 0.6, 0.05
RATE = 100
SPEED = math.pi / 4


def mover(name, speed, frames):
    """Turns about x, a sample a frame."""
    matrices = []
    for frame in range(frames):
        c, s = math.cos(speed * frame / RATE), math.sin(speed * frame / RATE)
        matrices.append([1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0])
    return {"name": name, "transforms": {"start": 1, "values": matrices}}


def job(across, along, frames):
    tets = centred_box([0, -0.5 * SIDE, -0.5 * SIDE], [LENGTH, SIDE, SIDE], [along, across, across])
    ends = {"left": 0.0, "right": LENGTH}
    pins = [
        {
            "vertices": vertices_where(tets, lambda x, place=place: abs(x[0] - place) < 1e-9),
            "what": ["position", "rotation"],
            "mover": name,
        }
        for name, place in ends.items()
    ]
    return {
        "sinew_job": 1,
        "name": "twisted_cantilever",
        "frames": {"start": 1, "end": frames, "rate": RATE},
        "gravity": [0, 0, 0],
        "solver": {"substeps": 1},
        "movers": [mover("left", -SPEED, frames), mover("right", SPEED, frames)],
        "bodies": [
            {
                "kind": "micropolar_solid",
                "name": "Cantilever",
                "tets": tets,
                "law": "linear",
                "material": {"young_modulus": 1e4, "poisson_ratio": 0.3},
                "pins": pins,
            }
        ],
    }


def main():
    across, along, frames = (int(argument) for argument in sys.argv[1:4])
    write_job(job(across, along, frames), sys.argv[4])


if __name__ == "__main__":
    main()
