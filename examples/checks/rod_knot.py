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
    # Without the knot the rope is straight: a knot keeps points away from the line of the ends.
    line = [(b - a) / apart for a, b in zip(last[0], last[-1])]

    def off(point):
        along = sum((p - a) * d for p, a, d in zip(point, last[0], line))
        return math.dist(point, [a + along * d for a, d in zip(last[0], line)])

    wide = [i for i, point in enumerate(last) if off(point) > SCENE.RADIUS]
    size = max(math.dist(last[i], last[j]) for i in wide for j in wide) if wide else 0.0
    before = max(math.dist(a, b) for a in first[20:-20] for b in first[20:-20])
    print(f"knot {size:.3f} m across, {before:.3f} m before")
    expect(wide and max(off(point) for point in last) > 1.5 * SCENE.RADIUS, "the knot is gone")
    expect(size < 0.8 * before, "the knot is not tight")


if __name__ == "__main__":
    main_of_scene("rod_knot", [str(FRAMES)], check)
