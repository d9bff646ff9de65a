"""Writes a job with the five helices of [micropolar section 5.3.1, Fig. 6]: helices.py ACROSS ALONG FRAMES RATE JOB.

Straight square rods of 1 m along x, held at one end, without gravity. Their rest curvature grows over the first half of the
frames: about the vertical axis, which bends them in a circle, and about their own, which twists them out of it. The fifth rod
has all of it, the others a part. ACROSS and ALONG count the little boxes that a rod is made of, RATE the time steps a second. The run
of docs/validation is 2 80 201 50.
"""

import sys

from scene_file import write_job
from tet_shapes import centred_box, vertices_where

LENGTH, SIDE = 1.0, 0.02  # [m]
INTENSITIES = (0.2, 0.4, 0.6, 0.8, 1.0)
BEND, TWIST = 16.0, 4.0  # rest curvature of the last rod [1/m]
YOUNG, POISSON, LENGTH_SCALE = 1e5, 0.3, 0.1
# C of [micropolar eq. 14]: rods resist what turns along them, and nothing else.
STIFFNESS = [[1, 0, 0], [1, 0, 0], [1, 0, 0]]


def rod(number, across, along, frames):
    tets = centred_box(
        [0, 0.3 * number - 0.5 * SIDE, -0.5 * SIDE], [LENGTH, SIDE, SIDE], [along, across, across]
    )
    part = INTENSITIES[number]
    full = [[part * TWIST, 0, 0], [0, 0, 0], [part * BEND, 0, 0]]
    return {
        "kind": "micropolar_solid",
        "contact": "none",  # wide helices reach into their neighbours
        "name": f"Rod {number + 1}",
        "tets": tets,
        "law": "linear",
        "material": {
            "young_modulus": YOUNG,
            "poisson_ratio": POISSON,
            "length_scale": LENGTH_SCALE,
            "damping": 4.0,
        },
        "curvature_stiffness": STIFFNESS,
        "rest_curvature": {
            "keys": [
                {"frame": 1, "value": [[0, 0, 0]] * 3},
                {"frame": 1 + frames // 2, "value": full},
            ]
        },
        "pins": [
            {"vertices": vertices_where(tets, lambda x: x[0] < 1e-9), "what": ["position", "rotation"]}
        ],
    }


def job(across, along, frames, rate):
    return {
        "sinew_job": 1,
        "name": "helices",
        "frames": {"start": 1, "end": frames, "rate": rate},
        "gravity": [0, 0, 0],
        "solver": {"substeps": 1},
        "bodies": [rod(number, across, along, frames) for number in range(len(INTENSITIES))],
    }


def main():
    across, along, frames, rate = (int(argument) for argument in sys.argv[1:5])
    write_job(job(across, along, frames, rate), sys.argv[5])


if __name__ == "__main__":
    main()
