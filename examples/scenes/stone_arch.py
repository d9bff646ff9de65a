"""Writes a job with a round arch of stones without mortar: stone_arch.py STONES THICKNESS FRAMES JOB.

The stones stand between two fixed ones. THICKNESS is that of the arch by its middle radius. A round arch of many stones stands if it is at least 0.1075 (Milankovitch 1907).
"""

import math
import sys

from rigid_parts import job, prism, rigid
from scene_file import write_job

RADIUS, DEPTH = 1.0, 0.3  # of the middle line; of the arch along y [m]
GAP = 2e-4  # between stones at the start [m]
FRICTION = 0.6
DENSITY = 2400


def stone(thickness, first, last):
    """Between two angles, less half a gap at both faces."""
    outline = []
    for radius, angle, side in ((-1, first, 1), (1, first, 1), (1, last, -1), (-1, last, -1)):
        r = RADIUS + 0.5 * radius * thickness
        turn = math.asin(0.5 * GAP / r) * side
        outline.append((r * math.cos(angle + turn), r * math.sin(angle + turn)))
    return prism(outline, -0.5 * DEPTH, 0.5 * DEPTH)


def springer(thickness, side):
    """What the arch stands on: its upper face is where the arch begins."""
    near, far = RADIUS - 0.7 * thickness, RADIUS + 0.7 * thickness
    low, high = sorted((side * near, side * far))
    return prism([(low, -0.2), (high, -0.2), (high, 0), (low, 0)], -0.6 * DEPTH, 0.6 * DEPTH)


def arch(stones, thickness):
    step = math.pi / stones
    bodies = [rigid(f"Stone {i + 1}", stone(thickness, i * step, (i + 1) * step), FRICTION, DENSITY) for i in range(stones)]
    fixed = [rigid(name, springer(thickness, side), FRICTION, motion="fixed") for name, side in (("Right springer", 1), ("Left springer", -1))]
    return bodies + fixed


if __name__ == "__main__":
    stones, thickness, frames = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    write_job(job("stone_arch", frames, arch(stones, thickness), []), sys.argv[4])
