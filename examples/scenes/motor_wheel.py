"""Writes a job in which a cart drives off: two of its four wheels have motors of limited torque: motor_wheel.py FRAMES JOB."""

import math
import sys

from scene_file import write_job

RADIUS = 0.1  # of a wheel [m]
WIDTH = 0.05
SEGMENTS = 24
SPEED = 8.0  # of the motors [rad/s]
TORQUE = 1.0  # of each [N m]
DECK = (0.6, 0.3, 0.06)  # [m]

BOX = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def box(centre, sides):
    vertices = []
    for k in (-0.5, 0.5):
        for i, j in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
            vertices.append([c + s * t for c, s, t in zip(centre, sides, (i, j, k))])
    return {"vertices": vertices, "faces": BOX}


def wheel(centre):
    """A cylinder along y, with a vertex in the middle of both sides."""
    vertices = []
    for side in (-0.5, 0.5):
        vertices.append([centre[0], centre[1] + side * WIDTH, centre[2]])
        for k in range(SEGMENTS):
            angle = 2 * math.pi * (k + 0.5) / SEGMENTS
            vertices.append(
                [centre[0] + RADIUS * math.cos(angle), centre[1] + side * WIDTH, centre[2] + RADIUS * math.sin(angle)]
            )
    second = SEGMENTS + 1
    faces = []
    for k in range(SEGMENTS):
        a, b = 1 + k, 1 + (k + 1) % SEGMENTS
        faces += [[0, a, b], [second, second + b, second + a], [a, second + a, second + b, b]]
    return {"vertices": vertices, "faces": faces}


def job(frames):
    height = RADIUS + 0.0005
    bodies = [
        {
            "kind": "rigid_body",
            "name": "Cart",
            "mesh": box((0, 0, height + 0.02), DECK),
            "material": {"mass": 6},
        }
    ]
    joints = []
    for end, name in ((-1, "Rear"), (1, "Front")):
        for side, hand in ((-1, "right"), (1, "left")):
            centre = (0.2 * end, side * (0.5 * DECK[1] + 0.5 * WIDTH + 0.01), height)
            wheel_name = f"{name} {hand}"
            bodies.append(
                {
                    "kind": "rigid_body",
                    "name": wheel_name,
                    "mesh": wheel(centre),
                    "friction": 0.8,
                    "material": {"mass": 1},
                }
            )
            joint = {
                "kind": "joint",
                "name": f"{wheel_name} axle",
                "type": "hinge",
                "bodies": [wheel_name, "Cart"],
                "point": [centre],
                "axis": [[0, 1, 0]],
            }
            if name == "Rear":
                joint["motor"] = {"angular_speed": [SPEED], "torque": TORQUE}
            joints.append(joint)
    return {
        "sinew_job": 1,
        "name": "motor_wheel",
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 4},
        "bodies": bodies + joints,
        "colliders": [{"kind": "half_plane", "name": "Floor", "normal": [0, 0, 1], "friction": 0.8}],
    }


def main():
    write_job(job(int(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
