"""Rods that are solved before the boxes they stop, against rods that are solved together with them: how large the error is.

Prints how far two bars sag under a box, and the share of a box's momentum that is lost when it hits a rod in free flight.
"""

import subprocess
import sys
from pathlib import Path

from baked import JOBS, bake_file, expect, scene

SCENE = scene("rods_staggered")
FRAMES = 49


def bake(coupling):
    program, output = sys.argv[1], Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    job = output / f"rods_{coupling}.json"
    script = JOBS.parent / "scenes" / "rods_staggered.py"
    subprocess.run([sys.executable, "-B", str(script), coupling, str(FRAMES), str(job)], check=True)
    return bake_file(job, program, output / f"rods_{coupling}")


def mean(vertices, axis, weights=None):
    weights = weights or [1.0] * len(vertices)
    return sum(w * v[axis] for w, v in zip(weights, vertices)) / sum(weights)


def results(baked):
    """(sag of the bars, height of the box's lowest vertex, momentum along y before and after)."""
    middle = SCENE.SEGMENTS // 2
    bars, box = baked.objects["Bars"][-1], baked.objects["Box"][-1]
    rod, flying = baked.objects["Flying rod"], baked.objects["Flying box"]
    ends = [0.5 if i in (0, SCENE.SEGMENTS) else 1.0 for i in range(SCENE.SEGMENTS + 1)]
    mass_of_rod = 1000 * 3.14159265 * SCENE.RADIUS**2 * SCENE.LENGTH
    mass_of_box = SCENE.DENSITY * SCENE.SIDE**3
    rate = 24

    def momentum(frame):
        rod_speed = (mean(rod[frame + 1], 1, ends) - mean(rod[frame], 1, ends)) * rate
        box_speed = (mean(flying[frame + 1], 1) - mean(flying[frame], 1)) * rate
        return mass_of_rod * rod_speed + mass_of_box * box_speed

    return -bars[middle][2], min(v[2] for v in box), momentum(0), momentum(-2)


def main():
    sag, height, before, after = results(bake("strong"))
    kept = after / before
    print(f"together: sag {1000 * sag:.3f} mm, box at {1000 * height:.3f} mm, momentum after {100 * kept:.3f} %")
    expect(sag > 0.0005, "the bars do not feel the box")
    expect(abs(kept - 1) < 0.002, "momentum is lost in a collision")
    expect(SCENE.RADIUS - sag < height < SCENE.RADIUS + sag, "the box is not on the bars")
    sag_1, height_1, before_1, after_1 = results(bake("staggered"))
    print(f"staggered: sag {1000 * sag_1:.3f} mm, box at {1000 * height_1:.3f} mm, momentum after {100 * after_1 / before_1:.3f} %")
    print(f"error of staggering: box {1000 * (height_1 - height):.3f} mm too high, {100 * abs(after_1 / before_1 - 1):.1f} % of the momentum lost")
    expect(height_1 > SCENE.RADIUS - sag_1, "the box fell into the bars")
    expect(sag_1 < sag, "rods that are solved first feel the box")


if __name__ == "__main__":
    main()
