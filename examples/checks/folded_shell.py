"""A sheet is folded in two and a slab of 20 kg falls on it: both halves lie flat on each other and not in each other."""

from baked import centre, expect, main_of_scene, scene
from judged import distance, expect_clean, work

SCENE = scene("folded_shell")
SQUARES, FRAMES = 24, 48


def check(baked):
    work(baked)
    expect_clean(baked)
    first, last = baked.objects["Sheet"][0], baked.objects["Sheet"][-1]
    end = min(now[0] for then, now in zip(first, last) if then[0] < 0)
    upper = [now[2] for then, now in zip(first, last) if then[0] > 0.1 * SCENE.LENGTH and now[0] > end]
    slab = centre(baked.objects["Slab"][-1])[2] - 0.5 * SCENE.SLAB[2]
    print(f"middle of the upper layer: {1e3 * min(upper):.2f} to {1e3 * max(upper):.2f} mm; the slab lies at {1e3 * slab:.2f} mm")
    # Each layer is 1 mm thick.
    expect(min(upper) > 1.5 * SCENE.THICKNESS, "the layers are in each other")
    expect(max(upper) < 3 * SCENE.THICKNESS and slab < 4 * SCENE.THICKNESS, "the sheet is not flat")
    expect(distance(baked.objects["Slab"], -6) < 1e-3, "the slab does not rest")


if __name__ == "__main__":
    main_of_scene("folded_shell", [str(SQUARES), str(FRAMES)], check)
