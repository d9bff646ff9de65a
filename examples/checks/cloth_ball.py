"""A hollow ball of cloth hits a wall at 50 m/s: no vertex gets behind the wall, and the ball does not pass through itself."""

from baked import expect, main_of_scene
from judged import expect_clean, work

SPLITS, FRAMES = 2, 20


def check(baked):
    work(baked)
    expect_clean(baked)
    shapes = baked.objects["Ball"]
    print(f"nearest to the wall: {min(-v[0] for shape in shapes for v in shape):.2g} m")
    expect(max(v[0] for shape in shapes for v in shape) < 0, "a vertex is behind the wall")
    expect(max(v[0] for shape in shapes for v in shape) > -0.01, "the ball does not reach the wall")


if __name__ == "__main__":
    main_of_scene("cloth_ball", [str(SPLITS), str(FRAMES)], check)
