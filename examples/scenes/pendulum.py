"""Writes a job in which a chain of rigid links with a heavy ball at its end swings from the ceiling: pendulum.py LINKS FRAMES JOB."""

import math
import sys

from scene_file import write_job

LINK = 0.12  # length of a link [m]
WIDTH = 0.03
BALL = 0.07  # radius [m]
RATE = 24

FACES = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def box(x, length, width):
    """From x along the x axis."""
    vertices = [[x + length * i, width * (j - 0.5), width * (k - 0.5)] for k in (0, 1) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return {"vertices": vertices, "faces": FACES}


def ball(x, radius, rings=8, segments=12):
    vertices = [[x - radius, 0, 0]]
    for ring in range(1, rings):
        angle = math.pi * ring / rings
        for k in range(segments):
            turn = 2 * math.pi * k / segments
            r = radius * math.sin(angle)
            vertices.append([x - radius * math.cos(angle), r * math.cos(turn), r * math.sin(turn)])
    vertices.append([x + radius, 0, 0])
    last = len(vertices) - 1
    faces = []
    for k in range(segments):
        after = (k + 1) % segments
        faces.append([0, 1 + after, 1 + k])
        faces.append([last, last - segments + k, last - segments + after])
        for ring in range(rings - 2):
            a = 1 + ring * segments
            faces.append([a + k, a + after, a + segments + after, a + segments + k])
    return {"vertices": vertices, "faces": faces}


def job(links, frames):
    bodies, joints = [], []
    for i in range(links + 1):
        is_ball = i == links
        name = "Ball" if is_ball else f"Link {i + 1}"
        mesh = ball(LINK * links + BALL, BALL) if is_ball else box(LINK * i + 0.004, LINK - 0.008, WIDTH)
        bodies.append({"kind": "rigid_body", "name": name, "mesh": mesh, "material": {"density": 7800 if is_ball else 1200}})
        joint = {"kind": "joint", "name": f"Joint {i + 1}", "type": "hinge" if i % 2 else "ball", "bodies": [name]}
        if i > 0:
            joint["bodies"].append(f"Link {i}")
        joints.append({**joint, "point": [[LINK * i, 0, 0]], "axis": [[0, 1, 0]]})
    return {
        "sinew_job": 1,
        "name": "pendulum",
        "frames": {"start": 1, "end": frames, "rate": RATE},
        "gravity": [0, 0.5, -9.81],
        "solver": {"substeps": 8, "implicit": {"integrator": "bdf2"}},
        "bodies": bodies + joints,
    }


def main():
    links, frames = (int(argument) for argument in sys.argv[1:3])
    write_job(job(links, frames), sys.argv[3])


if __name__ == "__main__":
    main()
