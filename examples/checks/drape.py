"""A sheet falls over a ball and a soft block onto the sheet: nothing passes through anything, as the judge of stored frames sees it."""

from baked import expect, main_of_scene, scene
from judged import expect_clean

SCENE = scene("drape")
CELLS, FRAMES = 12, 16


def check(baked):
    expect_clean(baked)
    sheet, block = baked.objects["Sheet"][-1], baked.objects["Block"][-1]
    nearest = {name: min(sum(x * x for x in v) ** 0.5 for v in shape) for name, shape in (("sheet", sheet), ("block", block))}
    print(f"sheet: {min(v[2] for v in sheet):.3f} m at its lowest; from the middle of the ball", nearest)
    expect(min(nearest.values()) > 0.97 * SCENE.RADIUS, "the ball holds neither sheet nor block")
    expect(nearest["block"] < 0.5, "the block is not on the sheet")
    expect(min(v[2] for v in sheet) < -0.1, "the sheet does not hang down")
    gaps = [frame["min_distance"] for frame in baked.frames if frame["min_distance"] is not None]
    expect(min(gaps) > 0, "a gap closed")


if __name__ == "__main__":
    main_of_scene("drape", [str(CELLS), str(FRAMES)], check)
