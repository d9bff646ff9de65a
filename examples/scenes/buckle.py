"""Writes a job in which a belt with a buckle is pulled taut: buckle.py FRAMES JOB.

The frame of the buckle and its prong are rigid. The prong turns on one bar of the frame and falls onto the other. Two straps are shells
whose ends are attached to the bars of the frame; movers pull their other ends.
"""

import sys

from scene_file import write_job

OUTER, INNER = (0.034, 0.030), (0.026, 0.022)  # half sides of the frame along x and y [m]
THICK = 0.005  # of the frame [m]
STRAP = (0.14, 0.036)  # length and width [m]
CELLS = (14, 4)
PULL = 0.004  # way of each mover [m]
LIFT = 0.0035  # of the prong above the frame [m]

BOX = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def frame():
    """A ring with a square hole: corners of outside and inside, below and above."""
    vertices = []
    for z in (-0.5 * THICK, 0.5 * THICK):
        for x, y in (OUTER, INNER):
            vertices += [[-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]]
    faces = []
    for k in range(4):
        after = (k + 1) % 4
        faces.append([k, after, 8 + after, 8 + k])  # outside
        faces.append([4 + k, 12 + k, 12 + after, 4 + after])  # inside
        faces.append([k, 4 + k, 4 + after, after])  # below
        faces.append([8 + k, 8 + after, 12 + after, 12 + k])  # above
    return {"vertices": vertices, "faces": faces}


def prong():
    """A pin along x that begins above the left bar and ends above the right one, turned up a little."""
    vertices = []
    low, high = 0.5 * THICK + LIFT, 0.5 * THICK + LIFT + 0.003
    for z in (low, high):
        for x, y in ((-0.031, -0.002), (0.032, -0.002), (0.032, 0.002), (-0.031, 0.002)):
            vertices.append([x, y, z])
    return {"vertices": vertices, "faces": BOX}


def strap(side):
    """From the middle of a bar outwards."""
    start = side * 0.5 * (OUTER[0] + INNER[0])
    vertices, faces = [], []
    for i in range(CELLS[0] + 1):
        for j in range(CELLS[1] + 1):
            vertices.append([start + side * STRAP[0] * i / CELLS[0], STRAP[1] * (j / CELLS[1] - 0.5), -0.5 * THICK - 0.002])
    for i in range(CELLS[0]):
        for j in range(CELLS[1]):
            a = i * (CELLS[1] + 1) + j
            faces += [[a, a + CELLS[1] + 1, a + CELLS[1] + 2], [a, a + CELLS[1] + 2, a + 1]]
    return {"vertices": vertices, "faces": faces}


def pull(side, frames):
    rows = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    away = [[1, 0, 0, side * PULL], [0, 1, 0, 0], [0, 0, 1, 0]]
    return {"keys": [{"frame": 1, "value": rows}, {"frame": 1 + frames // 2, "value": away}]}


def job(frames):
    bodies = [
        {"kind": "rigid_body", "name": "Frame", "mesh": frame(), "material": {"density": 7800}},
        {"kind": "rigid_body", "name": "Prong", "mesh": prong(), "material": {"density": 7800}},
        {
            "kind": "joint",
            "name": "Prong hinge",
            "type": "hinge",
            "bodies": ["Prong", "Frame"],
            "point": [[-0.030, 0, 0.5 * THICK + LIFT + 0.0015]],
            "axis": [[0, 1, 0]],
            "angle_limits": [-1.5, 0.6],
            "angular_damping": 1e-5,
            "contact": True,
        },
    ]
    movers = []
    last = [CELLS[0] * (CELLS[1] + 1) + j for j in range(CELLS[1] + 1)]
    for side, name in ((-1, "Left"), (1, "Right")):
        movers.append({"name": name, "transforms": pull(side, frames)})
        bodies.append(
            {
                "kind": "cosserat_shell",
                "name": f"{name} strap",
                "mesh": strap(side),
                "material": {"density": 900, "young_modulus": 2e7, "thickness": 0.002, "damping": 3},
            }
        )
        bodies.append(
            {
                "kind": "attachment",
                "name": f"{name} seam",
                "body": f"{name} strap",
                "to": "Frame",
                "vertices": list(range(2 * (CELLS[1] + 1))),
            }
        )
        bodies.append(
            {"kind": "attachment", "name": f"{name} hand", "body": f"{name} strap", "mover": name, "vertices": last}
        )
    return {
        "sinew_job": 1,
        "name": "buckle",
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 4},
        "movers": movers,
        "bodies": bodies,
    }


def main():
    write_job(job(int(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
