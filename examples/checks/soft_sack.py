"""Soft balls fall into a sack of cloth, which holds them all."""

import math

from baked import centre, expect, main_of_scene, scene
from judged import expect_clean, work

SCENE = scene("soft_sack")
BALLS, TETRAHEDRA, FRAMES = 8, 60, 11


def check(baked):
    work(baked)
    expect_clean(baked)
    for i in range(BALLS):
        x, y, _ = centre(baked.objects[f"Ball {i + 1}"][-1])
        expect(math.hypot(x, y) < SCENE.RADIUS, f"ball {i + 1} is outside of the sack")
    heights = [centre(baked.objects[f"Ball {i + 1}"][-1])[2] for i in range(BALLS)]
    sack = baked.objects["Sack"][-1]
    print(f"the sack reaches down to {min(v[2] for v in sack):.3f} m, the balls to {min(heights):.3f} m")
    expect(min(v[2] for v in sack) < min(heights), "a ball fell out")


if __name__ == "__main__":
    main_of_scene("soft_sack", [str(BALLS), str(TETRAHEDRA), str(FRAMES)], check)
