"""Writes a job in which a sheet is folded in two and pressed flat on itself: folded_shell.py SQUARES FRAMES JOB.

A sheet of 0.4 × 0.1 m, 1 mm thick, lies on a table. A bar carries one end over to the other and lets go; then a slab of 20 kg falls on it.
"""

import math
import sys

from rigid_parts import box, job, rigid, table
from scene_file import write_job
from shell_parts import plate, shifted

LENGTH, WIDTH, THICKNESS = 0.4, 0.1, 0.001  # [m]
TURN_FRAMES = 16  # in which one end is carried over
SLAB = (0.2, 0.2, 0.05)  # [m]
MASS = 20.0  # [kg]
HEIGHT = 0.14  # of the slab's lower face at the start [m]
FRICTION = 0.3


def carried():
    """A mover that turns by 178° about y, around a line over the middle of the sheet: the end lands a few millimetres above the other."""
    keys = []
    for k in range(TURN_FRAMES + 1):
        angle = math.radians(178) * k / TURN_FRAMES
        c, s, z = math.cos(angle), math.sin(angle), 0.004
        # x turns towards z: a rotation by -angle about y; around the point (0, z).
        keys.append({"frame": 1 + k, "value": [c, 0, -s, s * z, 0, 1, 0, 0, s, 0, c, z - c * z]})
    return {"name": "Bar", "transforms": {"keys": keys}}


def sheet(squares):
    mesh = shifted(plate(LENGTH, WIDTH, squares, squares // 4, alternating=True), z=0.6 * THICKNESS)
    end = [i for i, v in enumerate(mesh["vertices"]) if v[0] > 0.5 * LENGTH - 1e-9]
    return {
        "kind": "cosserat_shell",
        "name": "Sheet",
        "contact": "all",
        "friction": FRICTION,
        "mesh": mesh,
        "material": {"density": 500, "thickness": THICKNESS, "young_modulus": 1e7, "poisson_ratio": 0.3, "damping": 1},
        "pins": [{"vertices": end, "mover": "Bar", "release_frame": TURN_FRAMES + 1}],
    }


def scene(squares, frames):
    # Its middle is over the folded half, which lies on the other.
    slab = rigid("Slab", box(SLAB, (-0.5 * SLAB[0] + 0.02, 0, HEIGHT + 0.5 * SLAB[2])), FRICTION, MASS / (SLAB[0] * SLAB[1] * SLAB[2]))
    # It begins to fall when the end is let go.
    slab["initial"] = {"velocity": [[0, 0, 9.81 * (TURN_FRAMES / 24) / 2]]}
    result = job("folded_shell", frames, [sheet(squares), slab], [table(1.0, FRICTION)], implicit={"iterations": 300})
    result["movers"] = [carried()]
    return result


if __name__ == "__main__":
    write_job(scene(int(sys.argv[1]), int(sys.argv[2])), sys.argv[3])
