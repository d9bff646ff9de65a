"""The scroll of the shell paper begins to roll up, on a floor; the whole of it is `examples/papers/run contact scroll`."""

from baked import expect, main_of_scene
from judged import expect_clean, work

SQUARES, FRAMES = 14, 300


def check(baked):
    work(baked)
    expect_clean(baked)
    first, last = baked.objects["Papyrus"][0], baked.objects["Papyrus"][-1]
    heights = [max(v[2] for v in shape) for shape in (first, last)]
    print(f"highest point of the sheet: {heights[0]:.3f} m, then {heights[1]:.3f} m")
    expect(heights[1] > heights[0] + 0.03, "the sheet does not roll up")


if __name__ == "__main__":
    main_of_scene("papyrus_scroll", [str(SQUARES), str(FRAMES)], check)
