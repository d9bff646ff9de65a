"""An overhand knot in a rod is pulled tight: it stays a knot, and no part of the rod passes through another."""

import math

from baked import expect, main_of_scene, scene
from judged import expect_clean

SCENE = scene("rod_knot")
FRAMES = 49


def check(baked):
    expect_clean(baked)
    rope = baked.objects["Rope"]
    first, last = rope[0], rope[-1]
    apart = math.dist(last[0], last[-1])
    print(f"ends {apart:.3f} m apart, {baked.frames[-1]['iterations']} iterations in the last frame")
    expect(abs(apart - SCENE.APART) < 0.002, f"the pins hold the ends {apart} m apart")
    # Without the knot the rope is straight: a knot keeps points away from the line of the ends, tight at about two diameters.
    line = [(b - a) / apart for a, b in zip(last[0], last[-1])]

    def off(point):
        along = sum((p - a) * d for p, a, d in zip(point, last[0], line))
        return math.dist(point, [a + along * d for a, d in zip(last[0], line)])

    size = max(off(point) for point in last)
    before = max(off(point) for point in first)
    print(f"the loop reaches {size:.3f} m from the line of the ends, {before:.3f} m before")
    expect(size > 1.5 * SCENE.RADIUS, "the knot is gone")
    expect(size < 0.15 * before, "the knot is not tight")


if __name__ == "__main__":
    main_of_scene("rod_knot", [str(FRAMES)], check)
