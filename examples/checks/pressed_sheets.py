"""Five sheets of 1 mm under a slab of 10 kg are five millimetres thick."""

import math

from baked import expect, main_of_scene, scene
from judged import expect_clean, work

SCENE = scene("pressed_sheets")
SQUARES, FRAMES = 8, 24


def check(baked):
    work(baked)
    expect_clean(baked)
    slab = min(v[2] for v in baked.objects["Slab"][-1])
    thickness = SCENE.SHEETS * SCENE.THICKNESS
    print(f"the slab lies at {1e3 * slab:.3f} mm, the sheets are {1e3 * thickness:g} mm thick together")
    # Surfaces keep a distance of at most their reach, a thousandth of their size.
    reach = 1e-3 * math.sqrt(2) * SCENE.SIDE
    expect(thickness < slab < thickness + (SCENE.SHEETS + 1) * reach, "the sheets are pressed into each other, or do not touch")


if __name__ == "__main__":
    main_of_scene("pressed_sheets", [str(SQUARES), str(FRAMES)], check)
