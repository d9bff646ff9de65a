"""Bones stop everything: a sheet at 20 m/s does not pass, a box rests at the right height, what a bone lifts goes with it."""

from baked import expect, main_of_scene, scene
from judged import expect_clean

SCENE = scene("bones")
FRAMES = 17


def lowest(vertices):
    return min(v[2] for v in vertices)


def check(baked):
    expect_clean(baked)
    objects = baked.objects
    # The four vertices in the middle of the sheet are about the bone, at both sides; later the sheet may slide off.
    for frame, sheet in enumerate(objects["Shot"][:4]):
        print(f"sheet in frame {frame + 1}: {sum(sheet[i][2] for i in (14, 15, 20, 21)) / 4:.3f} m above the bone's axis")
        expect(sum(sheet[i][2] for i in (14, 15, 20, 21)) > 0, f"the sheet passed the bone in frame {frame + 1}")
    gap = lowest(objects["Box"][-1]) - SCENE.BONE
    print(f"box {1e6 * gap:.0f} µm above its bones")
    expect(0 < gap < 4e-4, f"the box is {gap} m above its bones")
    height = max(v[2] for v in objects["Lifted box"][SCENE.RISING]) - SCENE.RISE / SCENE.RATE * SCENE.RISING
    expect(height > 0.08, "the bone did not take the box along")
    lifted = max(v[2] for v in objects["Lifted"][SCENE.RISING])
    expect(lifted > SCENE.RISE / SCENE.RATE * SCENE.RISING, "the bone did not take the sheet along")


if __name__ == "__main__":
    main_of_scene("bones", [str(FRAMES)], check)
