"""Writes a job in which a tower of rigid boxes stands on a table and a heavy box is thrown at it: rigid_tower.py BOXES FRAMES JOB.

The boxes get smaller towards the top and are turned a little, each in its own way. There is no friction.
"""

import math
import sys

from scene_file import write_job

TABLE = 1.5  # half a side [m]
SIDE = 0.3  # of the lowest box [m]
SHRINK = 0.85  # from box to box
GAP = 0.002  # between the boxes at the start [m]
SHOT = 0.12  # side of the box that is thrown [m]
SPEED = 6.0  # [m/s]

FACES = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def box(side, centre, turn):
    """A cube that is turned about z."""
    vertices = []
    for dz in (-0.5, 0.5):
        for k in range(4):
            angle = turn + math.pi / 4 + k * math.pi / 2
            reach = side / math.sqrt(2)
            vertices.append([centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle), centre[2] + dz * side])
    return {"vertices": vertices, "faces": FACES}


def job(boxes, frames):
    bodies = []
    height, side = 0.0, SIDE
    for i in range(boxes):
        height += GAP
        mesh = box(side, (0.01 * i, -0.005 * i, height + 0.5 * side), 0.3 * i)
        bodies.append({"kind": "rigid_body", "name": f"Box {i + 1}", "mesh": mesh, "material": {"density": 600}})
        height += side
        side *= SHRINK
    bodies.append(
        {
            "kind": "rigid_body",
            "name": "Shot",
            "mesh": box(SHOT, (-1.2, 0.03, 0.55), 0.2),
            "material": {"density": 2700},
            "initial": {"velocity": [[SPEED, 0, 1]], "angular_velocity": [[3, 5, 8]]},
        }
    )
    table = {
        "vertices": [[-TABLE, -TABLE, 0], [TABLE, -TABLE, 0], [TABLE, TABLE, 0], [-TABLE, TABLE, 0]],
        "faces": [[0, 1, 2, 3]],
    }
    return {
        "sinew_job": 1,
        "name": "rigid_tower",
        "frames": {"start": 1, "end": frames, "rate": 24},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": 4},
        "bodies": bodies,
        "colliders": [{"kind": "mesh", "name": "Table", "mesh": table}],
    }


def main():
    boxes, frames = (int(argument) for argument in sys.argv[1:3])
    write_job(job(boxes, frames), sys.argv[3])


if __name__ == "__main__":
    main()
