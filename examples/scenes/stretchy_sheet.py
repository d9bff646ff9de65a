"""Writes a job with the sheets of [micropolar section 5.2.1, Fig. 1 left]: stretchy_sheet.py CELLS FRAMES RATE JOB.

Four thin sheets of 1 × 1 m, held along two opposite edges, sag under gravity while a ball comes up under the middle of each. Two
are of classic material, stiff and soft; two of soft micropolar material that resists bending, in all directions or only about
x along y. CELLS counts the little boxes along an edge, RATE the time steps a second; the run of docs/validation is 24 151 50.
"""

import sys

from scene_file import write_job
from tet_shapes import centred_box, vertices_where

SIDE, THICKNESS = 1.0, 0.02  # [m]
RADIUS = 0.2  # of the balls [m]
LOW, HIGH = -0.25, 0.1  # of the ball's top, first and last [m]
RISE = 1  # seconds that it takes
SPACING = 1.5
DENSITY, POISSON = 1000.0, 0.3
SOFT, STIFF = 2e4, 1e7  # Young's modulus [Pa]
ABOUT_X_ALONG_Y = [[0, 20, 0], [0, 0, 0], [0, 0, 0]]
SHEETS = {
    "Classic stiff": {"law": "classic_neo_hookean", "material": {"young_modulus": STIFF}},
    "Classic soft": {"law": "classic_neo_hookean", "material": {"young_modulus": SOFT}},
    "Micropolar isotropic": {
        "law": "linear",
        "material": {"young_modulus": SOFT, "length_scale": 1.0, "alpha": 20.0, "beta": 20.0, "gamma": 20.0},
    },
    "Micropolar anisotropic": {
        "law": "linear",
        "material": {"young_modulus": SOFT, "length_scale": 1.0},
        "curvature_stiffness": ABOUT_X_ALONG_Y,
    },
}


def sheet(number, name, cells):
    middle = SPACING * number
    tets = centred_box(
        [middle - 0.5 * SIDE, -0.5 * SIDE, -0.5 * THICKNESS], [SIDE, SIDE, THICKNESS], [cells, cells, 1]
    )
    body = {"kind": "micropolar_solid", "name": name, "tets": tets, **SHEETS[name]}
    body["material"] = {"density": DENSITY, "poisson_ratio": POISSON, "damping": 6.0, **body["material"]}
    classic = body.get("law") == "classic_neo_hookean"
    held = vertices_where(tets, lambda x: abs(x[0] - middle) > 0.5 * SIDE - 1e-9)
    body["pins"] = [{"vertices": held, "what": ["position"] if classic else ["position", "rotation"]}]
    return body


def ball(number):
    centre = [SPACING * number, 0, -RADIUS]
    return {
        "kind": "pills",
        "name": f"Ball {number + 1}",
        "mover": "Lift",
        "points": [centre, centre],
        "radii": RADIUS,
    }


def lift(rate):
    def up(height):
        return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, height]

    keys = [{"frame": 1, "value": up(LOW)}, {"frame": 1 + RISE * rate, "value": up(HIGH)}]
    return {"name": "Lift", "transforms": {"keys": keys}}


def job(cells, frames, rate):
    return {
        "sinew_job": 1,
        "name": "stretchy_sheet",
        "frames": {"start": 1, "end": frames, "rate": rate},
        "solver": {"substeps": 1},
        "movers": [lift(rate)],
        "bodies": [sheet(number, name, cells) for number, name in enumerate(SHEETS)],
        "colliders": [ball(number) for number in range(len(SHEETS))],
    }


def main():
    cells, frames, rate = (int(argument) for argument in sys.argv[1:4])
    write_job(job(cells, frames, rate), sys.argv[4])


if __name__ == "__main__":
    main()
