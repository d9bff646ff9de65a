"""Rods meet a rigid box, a cloth and a sheet: nothing passes, the rod lies over the box, the needle is held by the cloth, the sheet by the rods."""

from baked import expect, main_of_scene, scene
from judged import expect_clean

SCENE = scene("rods_meet")
FRAMES = 25


def check(baked):
    expect_clean(baked)
    rod = baked.objects["Rod"][-1]
    top = max(v[2] for v in baked.objects["Box"][-1])
    # It lies on the edges of the box; what hangs over bends its middle upwards.
    side = max(v[0] for v in baked.objects["Box"][-1])
    lowest = min(p[2] for p in rod if abs(p[0]) < 1.1 * side)
    middle = rod[len(rod) // 2][2]
    print(f"rod {lowest - top:.4f} m above the box, its middle {middle - top:.4f} m, its ends {top - max(rod[0][2], rod[-1][2]):.3f} m below its top")
    expect(0.9 * SCENE.ROD_RADIUS < lowest - top < 1.2 * SCENE.ROD_RADIUS, "the rod does not lie on the box")
    expect(middle - top < 1.5 * SCENE.ROD_RADIUS, "the middle of the rod hovers")
    expect(max(rod[0][2], rod[-1][2]) < top, "the ends of the rod do not hang down")
    cloth = baked.objects["Cloth"]
    needle = baked.objects["Needle"]
    for frame, (points, vertices) in enumerate(zip(needle, cloth)):
        lowest = min(v[2] for v in vertices)
        expect(max(p[2] for p in points) > lowest - 0.001, f"the needle is below the cloth in frame {frame + 1}")
    sheet = baked.objects["Sheet"][-1]
    height = sum(v[2] for v in sheet) / len(sheet)
    print(f"sheet at {height:.3f} m in the mean, bars at {SCENE.BARS_HEIGHT} m")
    expect(height > SCENE.BARS_HEIGHT - 0.15, "the sheet fell through the bars")


if __name__ == "__main__":
    main_of_scene("rods_meet", [str(FRAMES)], check)
