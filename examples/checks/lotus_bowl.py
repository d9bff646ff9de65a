"""The first of four flowers falls into the bowl; the whole of it is `examples/papers/run contact bowl`."""

from baked import centre, expect, main_of_scene
from judged import expect_clean, work

CELLS, FRAMES, RATE, STEPS = 4, 70, 25, 2


def check(baked):
    work(baked)
    expect_clean(baked)
    fell = [centre(shapes[0])[2] - centre(shapes[-1])[2] for shapes in baked.objects.values()]
    print("flowers fell by", ", ".join(f"{way:.2f} m" for way in fell))
    expect(fell[0] > fell[1] + 0.3 and fell[1] > fell[3] + 0.1, "the flowers do not fall one after the other")


if __name__ == "__main__":
    main_of_scene("lotus_bowl", [str(CELLS), str(FRAMES), str(RATE), str(STEPS)], check)
