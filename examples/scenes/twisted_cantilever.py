"""Writes a job with the twisted cantilever of [micropolar section 5.1]: twisted_cantilever.py ACROSS ALONG FRAMES JOB.

A bar of 0.05 × 0.05 × 0.6 m whose ends turn in opposite directions at 45 degrees a second. ACROSS and ALONG count the little
boxes that it is cut into, each of six tetrahedra; a frame is a time step of 10 ms. The paper's run is 5 61 1001.
"""

import json
import math
import sys

LENGTH, SIDE = 0.6, 0.05
RATE = 100
SPEED = math.pi / 4
# From corner to opposite corner, one axis after the other; the last three are left-handed.
WAYS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0))


def bar(across, along):
    def index(i, j, k):
        return (k * (across + 1) + j) * (along + 1) + i

    vertices = [
        [LENGTH * i / along, SIDE * (j / across - 0.5), SIDE * (k / across - 0.5)]
        for k in range(across + 1)
        for j in range(across + 1)
        for i in range(along + 1)
    ]
    tetrahedra = []
    for cell in range(along * across * across):
        for number, way in enumerate(WAYS):
            at = [cell % along, cell // along % across, cell // along // across]
            corners = [index(*at)]
            for axis in way:
                at[axis] += 1
                corners.append(index(*at))
            if number >= 3:
                corners[1], corners[2] = corners[2], corners[1]
            tetrahedra.append(corners)
    return {"vertices": vertices, "tetrahedra": tetrahedra}


def mover(name, speed, frames):
    """Turns about x, a sample a frame."""
    matrices = []
    for frame in range(frames):
        c, s = math.cos(speed * frame / RATE), math.sin(speed * frame / RATE)
        matrices.append([1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0])
    return {"name": name, "transforms": {"start": 1, "values": matrices}}


def job(across, along, frames):
    tets = bar(across, along)
    ends = {"left": 0.0, "right": LENGTH}
    pins = [
        {
            "vertices": [i for i, x in enumerate(tets["vertices"]) if abs(x[0] - place) < 1e-9],
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
                "material": {"young_modulus": 1e4, "poisson_ratio": 0.3},
                "pins": pins,
            }
        ],
    }


def main():
    across, along, frames = (int(argument) for argument in sys.argv[1:4])
    with open(sys.argv[4], "w", encoding="utf-8") as file:
        json.dump(job(across, along, frames), file)


if __name__ == "__main__":
    main()
