"""Three sheets that a growing rest curvature makes into a lotus flower: they bend as far as they are told to [micropolar Fig. 1].

Along the middle of a sheet only the turn about the other axis counts, so that the profile which it wants to have is that of a
curve with the angle θ' = −Γ₀₂₁. A sheet that bends both ways has to stretch for it, so that it stays below; one as coarse as
here more so.
"""

import math

from baked import expect, main_of_scene, scene

SCENE = scene("lotus_solid")
CELLS, FRAMES, RATE, STEPS = 10, 21, 2, 1


def profile(sample, cells):
    """The middle line of a sheet along x, from its centre: half way between its two faces."""
    row, face = cells + 1, (cells + 1) ** 2
    line = []
    for i in range(cells // 2, cells + 1):
        low = cells // 2 * row + i
        line.append([0.5 * (a + b) for a, b in zip(sample[low], sample[face + low])])
    return line


def wanted_profile(b, time, pieces=400):
    """Ends of a curve from the centre along x: (x, height) and the angle at its end."""
    x = z = angle = 0.0
    step = 0.5 * SCENE.SIDE / pieces
    for i in range(pieces):
        bend = 10 * min(time / 6, 1) * SCENE.f((i + 0.5) * step, b, time)
        middle = angle + 0.5 * step * bend
        x, z, angle = x + step * math.cos(middle), z + step * math.sin(middle), angle + step * bend
    return x, z


def measure(baked, cells, rate):
    """Of every sheet: height of the middle of its edge above its centre, wanted height, asymmetry under a quarter turn [m]."""
    time = (len(baked.frames) - 1) / rate
    found = []
    for name, b in SCENE.LAYERS.items():
        sample = baked.objects[name][-1]
        line = profile(sample, cells)
        row, face = cells + 1, (cells + 1) ** 2
        half = cells // 2
        edges = [
            0.5 * (sample[index][2] + sample[face + index][2]) - line[0][2]
            for index in (half * row, half * row + cells, half, cells * row + half)
        ]
        height = sum(edges) / 4
        found.append((name, height, wanted_profile(b, time)[1], max(edges) - min(edges)))
    return found


def check(baked):
    for name, height, wanted, uneven in measure(baked, CELLS, RATE):
        print(f"{name}: edges {height:.4f} m above the centre, wanted {wanted:.4f} m, uneven by {uneven:.1g} m")
        expect(0.4 * wanted < height <= wanted, "the sheet does not bend as it is told to")
        expect(uneven < 0.001, "the four petals differ")


if __name__ == "__main__":
    main_of_scene("lotus_solid", [str(CELLS), str(FRAMES), str(RATE), str(STEPS)], check)
