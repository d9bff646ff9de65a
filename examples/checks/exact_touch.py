"""Corners fall exactly onto vertices, edges onto parallel edges, boxes onto boxes with the same corners: nothing passes through anything."""

from baked import centre, expect, main_of_scene, scene
from judged import expect_clean, work

SCENE = scene("exact_touch")
FRAMES = 24


def check(baked):
    work(baked)
    expect_clean(baked)
    for kind in ("Rigid", "Soft"):
        lower, upper = (centre(baked.objects[f"{kind} {which}"][-1]) for which in ("lower", "upper"))
        print(f"{kind}: the upper box is {upper[2] - lower[2]:.4f} m above the lower one")
        expect(0.98 * SCENE.SIDE < upper[2] - lower[2] < 1.02 * SCENE.SIDE, f"{kind}: the box does not rest on the other")
    expect(min(v[2] for shapes in baked.objects.values() for v in shapes[-1]) > 0, "the ground does not hold")


if __name__ == "__main__":
    main_of_scene("exact_touch", [str(FRAMES)], check)
