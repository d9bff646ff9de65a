"""Writes a job in which rods carry a box, and a box hits a rod in free flight: rods_staggered.py strong|staggered FRAMES JOB.

With `strong` the rods are solved together with the boxes (`contact`). With `staggered` they are solved before them (`collides`), as muscles are: they
stop the boxes and do not feel them.
"""

import sys

from scene_file import write_job

RADIUS = 0.01  # [m]
LENGTH = 0.4  # [m]
SIDE = 0.08  # of the boxes [m]
FLIGHT = 2.0  # where the flying box and rod are, along x [m]
HEIGHT = 1.0  # of that box above its rod's middle, along y: both feel the same weight [m]
SPEED = 2.0  # [m/s]
SEGMENTS = 12
DENSITY = 200  # of the boxes [kg/m³]

FACES = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def box(low):
    """A cube from its lowest corner."""
    corners = [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)]
    return {"vertices": [[low[0] + x, low[1] + y, low[2] + z] for z in (0, SIDE) for x, y in corners], "faces": FACES}


def line(begin, end):
    return [[a + (b - a) * i / SEGMENTS for a, b in zip(begin, end)] for i in range(SEGMENTS + 1)]


def rods(name, points, coupling, pins):
    body = {
        "kind": "viper_rods",
        "name": name,
        "rods": {"points": points, "radii": RADIUS, "counts": [SEGMENTS + 1] * (len(points) // (SEGMENTS + 1))},
        "friction": 0,
        "material": {"bend_stiffness": 2e7, "damping": 2 if pins else 0, "density": 1000},
    }
    body.update({"contact": "others"} if coupling == "strong" else {"collides": True})
    if pins:
        body["pins"] = [{"points": pins}]
    return body


def job(coupling, frames):
    half = LENGTH / 2
    bars = line((-half, -0.02, 0), (half, -0.02, 0)) + line((-half, 0.02, 0), (half, 0.02, 0))
    ends = [0, SEGMENTS, SEGMENTS + 1, 2 * SEGMENTS + 1]
    free = line((FLIGHT - half, 0, 0), (FLIGHT + half, 0, 0))
    material = {"density": DENSITY}
    return {
        "sinew_job": 1,
        "name": "rods_staggered",
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 4},
        "bodies": [
            rods("Bars", bars, coupling, ends),
            {
                "kind": "rigid_body",
                "name": "Box",
                "mesh": box((-SIDE / 2, -SIDE / 2, RADIUS + 0.0005)),
                "friction": 0,
                "material": {**material, "damping": 2},
            },
            rods("Flying rod", free, coupling, []),
            {
                "kind": "rigid_body",
                "name": "Flying box",
                "mesh": box((FLIGHT - SIDE / 2, 0.1, -SIDE / 2)),
                "friction": 0,
                "material": material,
                "initial": {"velocity": [[0, -SPEED, 0]]},
            },
        ],
    }


def main():
    write_job(job(sys.argv[1], int(sys.argv[2])), sys.argv[3])


if __name__ == "__main__":
    main()
