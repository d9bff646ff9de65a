"""Writes a job in which a wrinkled sheet rolls up from both ends and is pushed open again by three rigid bars [shell Fig. 1, section 5.3]: papyrus_scroll.py SQUARES FRAMES JOB.

A sheet of 0.5 × 0.25 m, h = 1 mm, E = 100 MPa, ν = 0.3, µ_c = µ, L_c = 10 mm lies on a floor: SQUARES × SQUARES/2 squares of two curved triangles; with 20 there are 400, and with 14 × 7, 196 — the paper has 200.
Rest curvature 1/r about y spreads from the short sides inwards; r grows from turn to turn, so that the layers of a roll do not meet at rest. Then a bar comes down on the middle and holds it,
and two bars move outwards along the floor and roll both rolls open, by contact and friction alone. The paper does not give the curvature, the bodies and the density.
"""

import math
import sys

from rigid_parts import prism, rigid
from scene_file import write_job
from shell_parts import keys, plate
from subdivision import with_middles

LENGTH, WIDTH, THICKNESS = 0.5, 0.25, 0.001  # [m]
WRINKLE = 0.002  # height of the wrinkles [m]
FLAT = 0.05  # half of the middle that stays flat [m]
INNER, PITCH = 0.024, 0.008  # radius of the innermost turn, growth of the radius a turn [m]
RATE = 100  # frames a second; a step each
ROLL, RAMP = 5.0, 0.8  # seconds until the curvature has spread, and in which it grows at a place
DOWN, OPEN, END = 6.0, 8.0, 15.0  # when the bars come down, when they move outwards, when all ends [s]
BAR = 0.012  # radius of a bar [m]
SIDES = 24
LIFT = 0.004  # lowest distance of the bars from the floor [m]
REST_HEIGHT = 0.2  # of the bars until they come down [m]
FAR = 0.2  # where the outer bars end [m]
FRICTION = 0.3


def wrinkled(x, y, _z=0.0):
    waves = math.sin(31 * x + 9 * y + 0.4) + math.sin(17 * x - 38 * y + 1.1) * 0.7 + math.sin(53 * y + 5 * x) * 0.5
    return [x, y, WRINKLE * waves / 2.2 + WRINKLE + 0.6 * THICKNESS]


def spiral_curvature(along):
    """1/r at a distance along the sheet from its end [1/m]: r = r0 + p φ/2π, length r0 φ + p φ²/4π."""
    a = PITCH / (4 * math.pi)
    turn = (-INNER + math.sqrt(INNER**2 + 4 * a * along)) / (2 * a)
    return 1 / (INNER + 2 * a * turn)


def rest_curvature(vertex, time):
    along, rolled = 0.5 * LENGTH - abs(vertex[0]), 0.5 * LENGTH - FLAT
    if along > rolled:
        return [0] * 9
    grown = (time - (ROLL - RAMP) * along / rolled) / RAMP
    bend = -spiral_curvature(along) * min(max(grown, 0), 1)
    return [0, 0, 0, round(bend, 4), 0, 0, 0, 0, 0]


def sheet(squares):
    flat = plate(LENGTH, WIDTH, squares, squares // 2, alternating=True)
    mesh = {**flat, "vertices": [wrinkled(*v) for v in flat["vertices"]]}
    points, surface = with_middles(mesh, lambda a, b: wrinkled(0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])))
    times = [0.25 * k for k in range(round(4 * ROLL) + 1)]
    return {
        "kind": "cosserat_shell",
        "name": "Papyrus",
        "contact": "all",
        "friction": FRICTION,
        "mesh": mesh,
        "edge_points": points,
        "surface": surface,
        "material": {
            "density": 600,
            "thickness": THICKNESS,
            "young_modulus": 1e8,
            "poisson_ratio": 0.3,
            "length_scale": 1e-2,
            "damping": 1,
        },
        "rest_curvature_map": keys(*((RATE * t, [rest_curvature(v, t) for v in flat["vertices"]]) for t in times)),
    }


def bar(name, place, far):
    """A bar that comes down at x = place and then moves to x = far; by name its mover too."""
    outline = [(BAR * math.cos(2 * math.pi * k / SIDES), BAR * math.sin(2 * math.pi * k / SIDES)) for k in range(SIDES)]
    body = rigid(name, prism(outline, -0.6 * WIDTH, 0.6 * WIDTH), FRICTION, motion="fixed", mover=f"{name} path")

    def at(x, z):
        return [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, z]

    low = BAR + LIFT
    path = keys(
        (0, at(place, REST_HEIGHT)),
        (RATE * DOWN, at(place, REST_HEIGHT)),
        (RATE * OPEN, at(place, low)),
        (RATE * END, at(far, low)),
    )
    return body, {"name": f"{name} path", "transforms": path}


def job(squares, frames):
    outer = 2.2 * BAR
    bars = [bar("Holder", 0.0, 0.0), bar("Left bar", -outer, -FAR), bar("Right bar", outer, FAR)]
    return {
        "sinew_job": 1,
        "name": "papyrus_scroll",
        "frames": {"start": 0, "end": frames, "rate": RATE},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 1, "implicit": {"tolerance": 1e-3, "iterations": 300}},
        "movers": [mover for _, mover in bars],
        "bodies": [sheet(squares)] + [body for body, _ in bars],
        "colliders": [{"kind": "half_plane", "name": "Floor", "normal": [0, 0, 1], "offset": 0, "friction": FRICTION}],
        "outputs": {"checkpoint_every": 100},
    }


if __name__ == "__main__":
    write_job(job(int(sys.argv[1]), int(sys.argv[2])), sys.argv[3])
