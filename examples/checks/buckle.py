"""A belt is pulled taut: its straps stay on the buckle, the prong falls onto the frame and stays, and nothing intersects."""

import math

from baked import expect, main_of_scene, scene
from pendulum import judge

SCENE = scene("buckle")
FRAMES = 37


def check(baked):
    judge(baked)
    seams = 0.0
    for name in ("Left", "Right"):
        vertices = list(range(2 * (SCENE.CELLS[1] + 1)))
        for asked, strap in zip(baked.objects[f"{name} seam"], baked.objects[f"{name} strap"]):
            seams = max(seams, max(math.dist(a, strap[v]) for a, v in zip(asked, vertices)))
    print(f"seams open by {seams:.1e} m; {sum(f['iterations'] for f in baked.frames)} iterations")
    expect(seams < 2e-5, "a seam opened")
    frame, prong = baked.objects["Frame"][-1], baked.objects["Prong"][-1]
    top = max(v[2] for v in frame)
    tip = min(v[2] for v in prong)
    print(f"the prong is {1000 * (tip - top):.3f} mm above the frame, {1000 * SCENE.LIFT:.1f} mm at the start")
    expect(0 < tip - top < 0.5e-3, "the prong does not lie on the frame")
    straps = [baked.objects[f"{name} strap"] for name in ("Left", "Right")]
    ends = [max(shapes[-1], key=lambda v: abs(v[0]))[0] - max(shapes[0], key=lambda v: abs(v[0]))[0] for shapes in straps]
    expect(all(abs(abs(way) - SCENE.PULL) < 1e-3 for way in ends), f"the ends moved by {ends}")


if __name__ == "__main__":
    main_of_scene("buckle", [str(FRAMES)], check)
