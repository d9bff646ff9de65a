"""Writes a job with the lotus flower of [micropolar section 5.3.2, Fig. 1 right]: lotus_solid.py CELLS FRAMES RATE STEPS JOB.

Three thin flat sheets of 1 × 1 m, held at the vertex in the middle, without gravity. Their rest curvature grows for six seconds:
    s = min(t/6, 1),  y = |x/l| min(t/6 + 1, 1.8),  l = 0.5 m,  f(x) = B (−0.2314286 + 10.89881 y − 14.28571 y² + 4.427083 y³),
    Γ₀₁₂ = 10 s f(Y),  Γ₀₂₁ = −10 s f(X),  B = 0.1, 0.2, 0.35 for the three.
CELLS counts the little boxes along an edge, RATE the frames a second, STEPS the time steps in a frame; the run of docs/validation is 24 51 5 20.
"""

import sys

from scene_file import write_job
from tet_shapes import centred_box, vertices_where

SIDE, THICKNESS = 1.0, 0.01  # [m]
LAYERS = {"Outer": 0.1, "Middle": 0.2, "Inner": 0.35}
GAP = 0.02  # between the sheets [m]
KEYS = 5  # of the rest curvature over six seconds, one where y stops to grow


def f(x, b, time):
    y = abs(x / (0.5 * SIDE)) * min(time / 6 + 1, 1.8)
    return b * (-0.2314286 + 10.89881 * y - 14.28571 * y**2 + 4.427083 * y**3)


def rest_curvature(vertex, b, time):
    s = 10 * min(time / 6, 1)
    about_x, about_y = round(s * f(vertex[1], b, time), 4), round(-s * f(vertex[0], b, time), 4)
    return [0, about_x, 0, about_y, 0, 0, 0, 0, 0]


def sheet(number, name, cells, rate):
    b = LAYERS[name]
    tets = centred_box(
        [-0.5 * SIDE, -0.5 * SIDE, GAP * number - 0.5 * THICKNESS], [SIDE, SIDE, THICKNESS], [cells, cells, 1]
    )
    times = [6 * key / KEYS for key in range(KEYS + 1)]
    return {
        "kind": "micropolar_solid",
        "contact": "none",
        "name": name,
        "tets": tets,
        "law": "linear",
        "material": {
            "density": 3000,
            "young_modulus": 5e5,
            "poisson_ratio": 0.3,
            "length_scale": 1.0,
            "alpha": 2.0,
            "beta": 2.0,
            "gamma": 0.0,
        },
        "rest_curvature_map": {
            "keys": [
                {
                    "frame": 1 + rate * time,
                    "value": [rest_curvature(vertex, b, time) for vertex in tets["vertices"]],
                }
                for time in times
            ]
        },
        "pins": [
            {
                "vertices": vertices_where(tets, lambda x: abs(x[0]) + abs(x[1]) < 1e-9),
                "what": ["position", "rotation"],
            }
        ],
    }


def job(cells, frames, rate, steps):
    return {
        "sinew_job": 1,
        "name": "lotus_solid",
        "frames": {"start": 1, "end": frames, "rate": rate},
        "gravity": [0, 0, 0],
        "solver": {"substeps": steps},
        "bodies": [sheet(number, name, cells, rate) for number, name in enumerate(LAYERS)],
    }


def main():
    cells, frames, rate, steps = (int(argument) for argument in sys.argv[1:5])
    write_job(job(cells, frames, rate, steps), sys.argv[5])


if __name__ == "__main__":
    main()
