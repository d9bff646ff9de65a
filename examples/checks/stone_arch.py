"""A round arch of eleven stones stands if it is thick enough, and falls if not: Milankovitch's limit is 0.1075 of the radius."""

from baked import expect, main_of_scene
from judged import distance, expect_clean, work

STONES, FRAMES = 11, 48
STANDS, FALLS = 0.12, 0.095  # thickness by radius


def moved(baked, first):
    return max(distance(shapes, first) for shapes in baked.objects.values())


def check_stands(baked):
    work(baked)
    expect_clean(baked)
    print(f"stands: stones moved by {1e3 * moved(baked, 0):.2f} mm, and by {1e6 * moved(baked, 24):.2f} µm in the second second")
    expect(moved(baked, 0) < 5e-3, "a stone moved")
    expect(moved(baked, 24) < 1e-5, "the arch creeps")


def check_falls(baked):
    work(baked)
    expect_clean(baked)
    expect(moved(baked, 0) > 0.5, "an arch stands that is too thin")


if __name__ == "__main__":
    main_of_scene("stone_arch", [str(STONES), str(STANDS), str(FRAMES)], check_stands)
    main_of_scene("stone_arch", [str(STONES), str(FALLS), str(FRAMES)], check_falls, "stone_arch_falls")
