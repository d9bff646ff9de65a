"""A box is thrown at a tower of rigid boxes: the tower falls, nothing passes through anything, and every box keeps its shape."""

import math

from baked import expect, main_of_scene, scene
from judged import expect_clean

SCENE = scene("rigid_tower")
BOXES, FRAMES = 4, 30


def lengths(shape):
    return [math.dist(a, b) for i, a in enumerate(shape) for b in shape[:i]]


def check(baked):
    expect_clean(baked)
    worst = 0.0
    for shapes in baked.objects.values():
        rest = lengths(shapes[0])
        for shape in shapes:
            worst = max(worst, max(abs(now - then) for now, then in zip(lengths(shape), rest)) / max(rest))
    print(f"largest change of a length: {worst:.1e} of the box")
    # Caches are in single precision: 1e-7 of a coordinate of up to 1.5 m.
    expect(worst < 5e-6, "a box changed its shape")
    on_table = [shapes for shapes in baked.objects.values() if max(math.hypot(*v[:2]) for v in shapes[-1]) < SCENE.TABLE]
    expect(on_table and min(v[2] for shapes in on_table for v in shapes[-1]) > 0, "the table holds nothing")
    top = baked.objects[f"Box {BOXES}"]
    moved = math.dist(top[0][0], top[-1][0])
    expect(moved > SCENE.SIDE, f"the topmost box moved by {moved} m only")


if __name__ == "__main__":
    main_of_scene("rigid_tower", [str(BOXES), str(FRAMES)], check)
