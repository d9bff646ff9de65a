"""Writes a job with blocks on a slope, just below and just above the angle of friction: slope.py FRAMES JOB.

The slope has 20°. A pair of rigid blocks and a pair of soft ones: one of each has a friction that holds up to 20.5°, the other up to 19.5°.
The coefficient of a pair of surfaces is the geometric mean of both.
"""

import math
import sys

from rigid_parts import box, job, rigid, turned
from scene_file import write_job

SLOPE = math.radians(20)
MARGIN = math.radians(0.5)
SIZES = (0.2, 0.2, 0.1)  # of a block [m]
GAP = 1e-5  # above the slope at the start [m]


def friction(angle):
    """Of a block that holds on the slope up to an angle, where the slope itself has tan 20°."""
    return math.tan(angle) ** 2 / math.tan(SLOPE)


def bodies():
    result = []
    for i, (kind, sign) in enumerate((kind, sign) for kind in ("Rigid", "Soft") for sign in (1, -1)):
        name = f"{kind} {'holds' if sign > 0 else 'slides'}"
        place = turned((-0.3, 0.4 * (i - 1.5), 0.5 * SIZES[2] + GAP), 1, SLOPE)
        mesh, rub = box(SIZES, place, (1, SLOPE)), friction(SLOPE + sign * MARGIN)
        if kind == "Rigid":
            result.append(rigid(name, mesh, rub))
        else:
            material = {"density": 1000, "young_modulus": 1e6, "poisson_ratio": 0.3}
            soft = {"kind": "micropolar_solid", "name": name, "surface": mesh, "resolution": {"count": 60}, "friction": rub}
            result.append({**soft, "material": material})
    return result


def slope():
    corners = [turned(corner, 1, SLOPE) for corner in ((-1, -1, 0), (3, -1, 0), (3, 1, 0), (-1, 1, 0))]
    return {"kind": "mesh", "name": "Slope", "mesh": {"vertices": corners, "faces": [[0, 1, 2, 3]]}, "friction": math.tan(SLOPE)}


if __name__ == "__main__":
    write_job(job("slope", int(sys.argv[1]), bodies(), [slope()]), sys.argv[2])
