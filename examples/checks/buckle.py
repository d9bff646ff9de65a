"""A belt is pulled taut: its straps stay on the buckle, the prong falls onto the frame and stays, and nothing intersects."""

import math

from baked import expect, main_of_scene, scene
from pendulum import judge

SCENE = scene("buckle")
FRAMES = 37


def lowest_above(frame, prong):
    """The least height of the prong's vertices above the upper side of the frame, which tilts with it."""
    origin, along, across = frame[8], minus(frame[9], frame[8]), minus(frame[11], frame[8])
    normal = [along[(k + 1) % 3] * across[(k + 2) % 3] - along[(k + 2) % 3] * across[(k + 1) % 3] for k in range(3)]
    return min(sum(a * n for a, n in zip(minus(v, origin), normal)) for v in prong) / math.hypot(*normal)


def minus(a, b):
    return [p - q for p, q in zip(a, b)]


def check(baked):
    judge(baked)
    seams = 0.0
    for name in ("Left", "Right"):
        vertices = list(range(2 * (SCENE.CELLS[1] + 1)))
        for asked, strap in zip(baked.objects[f"{name} seam"], baked.objects[f"{name} strap"]):
            seams = max(seams, max(math.dist(a, strap[v]) for a, v in zip(asked, vertices)))
    print(f"seams open by {seams:.1e} m; {sum(f['iterations'] for f in baked.frames)} iterations")
    expect(seams < 2e-5, "a seam opened")
    height = lowest_above(baked.objects["Frame"][-1], baked.objects["Prong"][-1])
    print(f"the prong is {1000 * height:.3f} mm above the frame, {1000 * SCENE.LIFT:.1f} mm at the start")
    expect(0 < height < 0.5e-3, "the prong does not lie on the frame")
    straps = [baked.objects[f"{name} strap"] for name in ("Left", "Right")]
    ends = [max(shapes[-1], key=lambda v: abs(v[0]))[0] - max(shapes[0], key=lambda v: abs(v[0]))[0] for shapes in straps]
    expect(all(abs(abs(way) - SCENE.PULL) < 1e-3 for way in ends), f"the ends moved by {ends}")


if __name__ == "__main__":
    main_of_scene("buckle", [str(FRAMES)], check)
