"""A tower of ten rigid boxes stands still for five seconds."""

from baked import expect, main_of_scene
from judged import distance, expect_clean, work

FRAMES = 121


def check(baked):
    work(baked)
    expect_clean(baked)
    settled = max(distance(shapes) for shapes in baked.objects.values())
    crept = max(distance(shapes, FRAMES - 25) for shapes in baked.objects.values())
    print(f"boxes moved by {1e3 * settled:.2f} mm, and by {1e6 * crept:.2f} µm in the last second")
    expect(settled < 2e-3, "a box moved")
    expect(crept < 2e-6, "the tower creeps")


if __name__ == "__main__":
    main_of_scene("box_tower", [str(FRAMES)], check)
