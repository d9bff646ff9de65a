"""Writes a job in which an overhand knot in a rod is pulled tight: rod_knot.py FRAMES JOB.

The knot is an open trefoil, cut where it is widest, with straight tails. Pins pull their ends apart. The rod touches itself, with friction.
"""

import math
import sys

from scene_file import write_job

UNIT = 0.03  # of the curve's formula [m]
CUT = math.pi / 6  # on either side of t = π
TAIL = 8.0  # [units]
SPACING = 0.014  # between points [m]
RADIUS = 0.008  # [m]
APART = 1.0  # distance of the ends at the end [m]


def trefoil(t):
    return [UNIT * (math.sin(t) + 2 * math.sin(2 * t)), UNIT * (math.cos(t) - 2 * math.cos(2 * t)), -UNIT * math.sin(3 * t)]


def along(a, b, share):
    return [x + share * (y - x) for x, y in zip(a, b)]


def beyond(a, b, distance):
    """From b on, away from a."""
    return along(a, b, 1 + distance / math.dist(a, b))


def curve():
    """Close points of the tails and the knot."""
    first, last = math.pi + CUT, 3 * math.pi - CUT
    steps = 2000
    knot = [trefoil(first + (last - first) * i / steps) for i in range(steps + 1)]
    return [beyond(knot[1], knot[0], TAIL * UNIT), *knot, beyond(knot[-2], knot[-1], TAIL * UNIT)]


def resampled(points, spacing):
    """The same polyline, with points of equal distance along it."""
    places = [0.0]
    for a, b in zip(points, points[1:]):
        places.append(places[-1] + math.dist(a, b))
    count = round(places[-1] / spacing)
    out, k = [], 0
    for i in range(count + 1):
        place = places[-1] * i / count
        while k + 2 < len(places) and places[k + 1] < place:
            k += 1
        out.append(along(points[k], points[k + 1], (place - places[k]) / (places[k + 1] - places[k])))
    return out


def job(frames):
    points = resampled(curve(), SPACING)
    middle = along(points[0], points[-1], 0.5)
    ends = [[middle[0] + side * APART / 2, middle[1], middle[2]] for side in (-1, 1)]
    rod = {
        "kind": "viper_rods",
        "name": "Rope",
        "rods": {"points": points, "radii": RADIUS},
        "contact": "all",
        "friction": 0.1,
        "material": {"stretch_stiffness": 2e6, "bend_stiffness": 2e5, "twist_stiffness": 1e5, "damping": 4},
        "pins": [
            {
                "points": [0, len(points) - 1],
                "positions": {
                    "keys": [{"frame": 1, "value": [points[0], points[-1]]}, {"frame": frames, "value": ends}]
                },
            }
        ],
    }
    return {
        "sinew_job": 1,
        "name": "rod_knot",
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, 0],
        "solver": {"substeps": 2},
        "bodies": [rod],
    }


def main():
    write_job(job(int(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
