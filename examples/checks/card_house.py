"""A house of ten cards stands for ten seconds, to the micrometre; with too little friction it falls. Nothing passes through anything."""


from baked import expect, main_of_scene, scene
from judged import distance, expect_clean, work

SCENE = scene("card_house")
SECONDS = 10


def check(baked):
    work(baked)
    expect_clean(baked)
    settled = max(distance(shapes) for shapes in baked.objects.values())
    crept = max(distance(shapes, 48) for shapes in baked.objects.values())
    print(f"cards moved by {1e3 * settled:.2f} mm, and by {1e6 * crept:.2f} µm after the first two seconds")
    expect(settled < 1e-3, "a card moved")
    expect(crept < 1e-6, "the house creeps")


def check_fallen(baked):
    work(baked)
    expect_clean(baked)
    expect(max(v[2] for v in baked.objects["Top left"][-1]) < SCENE.HEIGHT, "the house stands on too little friction")


if __name__ == "__main__":
    main_of_scene("card_house", ["0.2", "20"], check_fallen, "card_house_falls")
    main_of_scene("card_house", ["0.5", str(24 * SECONDS + 1)], check)
