"""Four sheets over balls: soft ones sag, and do not where they resist bending, in the direction in which they do [micropolar Fig. 1]."""

import math

from baked import expect, main_of_scene, scene

SCENE = scene("stretchy_sheet")
CELLS, FRAMES, RATE = 12, 51, 25


def lines(sample, cells):
    """Points in the middle of the sheet's thickness: grid[j][i], i along x."""
    row, face = cells + 1, (cells + 1) ** 2
    return [
        [[0.5 * (a + b) for a, b in zip(sample[j * row + i], sample[face + j * row + i])] for i in range(row)]
        for j in range(row)
    ]


def length(line):
    return sum(math.dist(a, b) for a, b in zip(line, line[1:]))


def turning(line):
    """Sum of all angles between neighbouring pieces [degrees]: 0 when straight."""
    pieces = [[q - p for p, q in zip(a, b)] for a, b in zip(line, line[1:])]
    total = 0.0
    for u, v in zip(pieces, pieces[1:]):
        cosine = sum(p * q for p, q in zip(u, v)) / (math.hypot(*u) * math.hypot(*v))
        total += math.acos(max(-1.0, min(1.0, cosine)))
    return math.degrees(total)


def measure(baked, cells):
    """By name of the sheet, at the end."""
    found = {}
    for name in SCENE.SHEETS:
        grid = lines(baked.objects[name][-1], cells)
        edge, middle = grid[0], grid[cells // 2]
        across = [row[cells // 4] for row in grid]
        found[name] = {
            "stretch of the edge": length(edge) / SCENE.SIDE - 1,
            "stretch over the ball": length(middle) / SCENE.SIDE - 1,
            "sag": -edge[cells // 2][2],
            "turning along x": turning(edge),
            "turning along y": turning(across),
        }
    return found


def check(baked):
    found = measure(baked, CELLS)
    for name, figures in found.items():
        print(f"{name}: " + ", ".join(f"{what} {value:.3g}" for what, value in figures.items()))
    stiff, soft, even, directed = (found[name] for name in SCENE.SHEETS)
    expect(stiff["stretch over the ball"] < 0.04, "the stiff sheet stretches")
    expect(soft["sag"] > 0.1, "the soft sheet does not sag")
    expect(abs(even["sag"]) < 0.2 * soft["sag"], "the sheet that resists bending sags")
    expect(even["turning along x"] < 0.5 * soft["turning along x"], "it bends along x")
    expect(directed["turning along x"] > 2 * even["turning along x"], "the directed one does not bend along x")
    expect(directed["turning along y"] < 0.7 * soft["turning along y"], "the directed one bends along y")
    deepest = min(frame["min_distance"] for frame in baked.frames if frame["min_distance"] is not None)
    expect(deepest > -0.005, f"a vertex is {-deepest:.2g} m inside a ball")


if __name__ == "__main__":
    main_of_scene("stretchy_sheet", [str(CELLS), str(FRAMES), str(RATE)], check)
