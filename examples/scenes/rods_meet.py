"""Writes a job in which rods meet everything else: rods_meet.py FRAMES JOB.

A rod falls over a rigid box on a floor and hangs down at both sides. A needle is shot at a cloth. A sheet falls on three rods that are held at
their ends.
"""

import sys

from scene_file import write_job

BOX = 0.2  # side [m]
ROD_RADIUS = 0.01  # [m]
CLOTH = 0.3  # side [m]
CELLS = 8
CLOTH_AT = (0.8, 0.0, 0.3)  # its middle [m]
NEEDLE_SPEED = 10.0  # [m/s]
SHEET_AT = (-0.8, 0.0, 0.36)
BARS_HEIGHT = 0.3  # [m]

FACES = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def box():
    half = BOX / 2
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    return {"vertices": [[x, y, z] for z in (0.001, BOX + 0.001) for x, y in corners], "faces": FACES}


def square(middle, side):
    step = side / CELLS
    vertices = [
        [middle[0] - side / 2 + i * step, middle[1] - side / 2 + j * step, middle[2]]
        for j in range(CELLS + 1)
        for i in range(CELLS + 1)
    ]
    row = CELLS + 1
    faces = []
    for j in range(CELLS):
        for i in range(CELLS):
            a = j * row + i
            faces += [[a, a + 1, a + row + 1], [a, a + row + 1, a + row]]
    return {"vertices": vertices, "faces": faces}


def line(begin, end, segments):
    return [[a + (b - a) * i / segments for a, b in zip(begin, end)] for i in range(segments + 1)]


def rod_over_box():
    points = line((-0.3, 0.01, BOX + 0.05), (0.3, 0.01, BOX + 0.05), 24)
    return {
        "kind": "viper_rods",
        "name": "Rod",
        "rods": {"points": points, "radii": ROD_RADIUS},
        "contact": "all",
        "material": {"bend_stiffness": 1e5, "damping": 1},
    }


def needle():
    x, y, z = CLOTH_AT
    points = line((x + 0.012, y + 0.007, z + 0.02), (x + 0.012, y + 0.007, z + 0.12), 4)
    return {
        "kind": "viper_rods",
        "name": "Needle",
        "rods": {"points": points, "radii": 0.0005},
        "contact": "others",
        "material": {"density": 7800, "stretch_stiffness": 1e9, "bend_stiffness": 1e9, "twist_stiffness": 4e8},
        "initial": {"velocities": [[0, 0, -NEEDLE_SPEED]] * len(points)},
    }


def bars():
    x, y, _ = SHEET_AT
    segments = 8
    points = []
    for k in (-1, 0, 1):
        points += line((x + 0.1 * k, y - 0.25, BARS_HEIGHT), (x + 0.1 * k, y + 0.25, BARS_HEIGHT), segments)
    ends = [k * (segments + 1) + end for k in range(3) for end in (0, segments)]
    return {
        "kind": "viper_rods",
        "name": "Bars",
        "rods": {"points": points, "radii": ROD_RADIUS, "counts": [segments + 1] * 3},
        "contact": "all",
        "material": {"bend_stiffness": 1e7, "damping": 1},
        "pins": [{"points": ends}],
    }


def sheet(name, middle, pins):
    body = {
        "kind": "cosserat_shell",
        "name": name,
        "mesh": square(middle, CLOTH),
        "contact": "all",
        "material": {"young_modulus": 3e6, "density": 500, "thickness": 0.001},
    }
    if pins:
        body["pins"] = [{"vertices": pins}]
    return body


def job(frames):
    corners = [0, CELLS, CELLS * (CELLS + 1), (CELLS + 1) ** 2 - 1]
    return {
        "sinew_job": 1,
        "name": "rods_meet",
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 4},
        "bodies": [
            {"kind": "rigid_body", "name": "Box", "mesh": box(), "material": {"density": 600}},
            rod_over_box(),
            sheet("Cloth", CLOTH_AT, corners),
            needle(),
            bars(),
            sheet("Sheet", SHEET_AT, []),
        ],
        "colliders": [{"kind": "half_plane", "name": "Floor", "normal": [0, 0, 1], "offset": 0}],
    }


def main():
    write_job(job(int(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
