"""Three sheets that a growing rest curvature makes into a lotus flower: they bend as far as they are told to [micropolar Fig. 1].

Along the middle of a sheet only the turn about the other axis counts, so that the profile which it wants to have is that of a
curve with the angle θ' = −Γ₀₂₁. A sheet that bends both ways has to stretch for it, so that it stays below. How far, a finer mesh
with shorter steps tells; meshes as coarse as here come nearer to that with the square of their boxes.
"""

import math

import subprocess
import sys
from pathlib import Path

from baked import bake_file, expect, main_of_scene, scene

SCENE = scene("lotus_solid")
CELLS, FRAMES, RATE, STEPS = 10, 21, 2, 1
FINER = 16
# Edges above the centre with 24 boxes and steps of 0.01 s [m]: docs/validation/micropolar.md.
REFINED = {"Outer": 0.134, "Middle": 0.229, "Inner": 0.299}


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


def bake_finer():
    program, output = sys.argv[1], Path(sys.argv[2])
    job = output / "lotus_solid_finer.json"
    arguments = [str(FINER), str(FRAMES), str(RATE), str(STEPS), str(job)]
    subprocess.run([sys.executable, "-B", SCENE.__file__, *arguments], check=True)
    return bake_file(job, program, output / "lotus_solid_finer")


def check(baked):
    finer = measure(bake_finer(), FINER, RATE)
    for (name, coarse, wanted, uneven), (_, height, _, uneven_finer) in zip(measure(baked, CELLS, RATE), finer):
        refined = REFINED[name]
        print(
            f"{name}: edges {coarse:.4f} m above the centre with {CELLS} boxes, {height:.4f} m with {FINER}, "
            f"refined {refined} m, wanted {wanted:.4f} m, uneven by {uneven:.1g} m"
        )
        expect(max(coarse, height) <= wanted, "a sheet that has to stretch cannot bend this far")
        expect(abs(height / refined - 1) < 0.1, "the sheet does not bend as far as finer ones")
        closer = abs(height - refined) < 0.5 * abs(coarse - refined) or abs(height / refined - 1) < 0.02
        expect(closer, "finer sheets must come nearer to the refined one, with the square of their boxes")
        expect(max(uneven, uneven_finer) < 0.001, "the four petals differ")


if __name__ == "__main__":
    main_of_scene("lotus_solid", [str(CELLS), str(FRAMES), str(RATE), str(STEPS)], check)
