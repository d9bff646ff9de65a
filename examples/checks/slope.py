"""Blocks on a slope of 20°: with friction for 20.5° they hold, with friction for 19.5° they slide as theory says, rigid and soft ones."""

import math

from baked import centre, expect, main_of_scene, scene
from judged import expect_clean, work

SCENE = scene("slope")
FRAMES, RATE = 73, 24


def check(baked):
    work(baked)
    expect_clean(baked)
    along = [math.cos(SCENE.SLOPE), 0, -math.sin(SCENE.SLOPE)]
    places = {name: [sum(p * a for p, a in zip(centre(shape), along)) for shape in shapes] for name, shapes in baked.objects.items()}
    wanted = 9.81 * (math.sin(SCENE.SLOPE) - math.tan(SCENE.SLOPE - SCENE.MARGIN) * math.cos(SCENE.SLOPE))
    # From the second second on: before, springs stretch.
    first, last = RATE, FRAMES - 1
    middle, half = (first + last) // 2, (last - first) // 2
    for kind in ("Rigid", "Soft"):
        slid = places[f"{kind} slides"]
        acceleration = (slid[last] - 2 * slid[middle] + slid[first]) / (half / RATE) ** 2
        crept = places[f"{kind} holds"][last] - places[f"{kind} holds"][first]
        print(f"{kind}: holds to {1e6 * crept:.3f} µm in 2 s; slides with {acceleration:.4f} m/s², theory {wanted:.4f}")
        expect(abs(crept) < 1e-6, f"{kind}: creeps")
        expect(abs(acceleration / wanted - 1) < 0.05, f"{kind}: slides with the wrong acceleration")


if __name__ == "__main__":
    main_of_scene("slope", [str(FRAMES)], check)
