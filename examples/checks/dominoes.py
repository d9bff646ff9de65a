"""A row of ten dominoes falls, one after the other."""

from baked import expect, main_of_scene, scene
from judged import expect_clean, work

SCENE = scene("dominoes")
DOMINOES, FRAMES = 10, 36


def check(baked):
    work(baked)
    expect_clean(baked)
    # The frame in which each is lower by a tenth.
    fallen = []
    for i in range(DOMINOES):
        tops = [max(v[2] for v in shape) for shape in baked.objects[f"Domino {i + 1}"]]
        fallen.append(next((frame for frame, top in enumerate(tops) if top < 0.9 * SCENE.HEIGHT), None))
    print("frames in which they have begun to fall:", fallen)
    expect(None not in fallen, "a domino stands")
    expect(fallen == sorted(fallen) and fallen[-1] > fallen[0] + 5, "they do not fall one after the other")


if __name__ == "__main__":
    main_of_scene("dominoes", [str(DOMINOES), str(FRAMES)], check)
