"""Closed bodies, bent by rest curvature and soft ones under gravity [shell Fig. 9 and 11]."""

import math

from drawing import View, draw, pyplot
from paper_report import DOCS, Section
from shell_results import run_scene
from shell_surfaces import BLUE, GREEN, save, surface

import shell_curved  # of the scenes, which paper_report makes known

TITLE = "Closed bodies [Fig. 9 and 11]"
TEXT = """Bodies with limbs, ears and tails of `examples/scenes/blob_bodies.py` in place of the paper's armadillo and bunny. Of the soft ones, held at their feet, the thick one stands; the thinner two collapse onto themselves and stay free of intersections (`tools/check_intersections`)."""


def bent_rows(result):
    rows = []
    for axis in (1, 2, 3):
        name = f"Axis {axis}"
        rest, nodes = result.rest(name), result.nodes(name)
        # The crown, which is over the middle of the feet, and the sides of the head.
        head = [i for i, X in enumerate(rest) if 0.36 < X[2] < 0.42]
        crown = min((i for i, X in enumerate(rest) if X[2] > 0.42), key=lambda i: math.hypot(rest[i][0] - 0.6 * axis, rest[i][1]))
        x, y = (nodes[crown][k] - rest[crown][k] for k in range(2))
        left, right = (choose(head, key=lambda i: rest[i][0]) for choose in (min, max))
        turn = math.degrees(math.atan2(nodes[right][1] - nodes[left][1], nodes[right][0] - nodes[left][0]))
        wanted = {1: "leans along y", 2: "leans along x", 3: "twists about z"}[axis]
        good = {1: abs(y) > 5 * abs(x) and abs(y) > 0.03, 2: abs(x) > 5 * abs(y) and abs(x) > 0.03, 3: abs(turn) > 10 and math.hypot(x, y) < 0.02}[axis]
        rows.append((f"closed body, rest curvature Γ₀_{axis}3", wanted, f"crown moves by ({100 * x:.1f}, {100 * y:.1f}) cm, head turns by {turn:.0f}°", good))
    return rows


def soft_row(result):
    sags = []
    for millimetres in shell_curved.SOFT_THICKNESSES:
        name = f"{millimetres} mm"
        rest, nodes = result.rest(name), result.nodes(name)
        sags.append(max(math.dist(x, X) for x, X in zip(nodes, rest)))
    shown = ", ".join(f"{100 * sag:.2f}" for sag in sags)
    return ("soft closed body of 10, 3.75 and 1.5 mm under gravity: moved by", "the thick one stands, the others collapse", f"{shown} cm", sags[0] < 0.05 and min(sags[1:]) > 0.2)


def plot(bent, soft, path):
    figure, both = pyplot().subplots(2, 1, figsize=(8, 6))
    draw(both[0], View(-90, 15), [surface(bent, f"Axis {axis}", GREEN, 2) for axis in (1, 2, 3)])
    draw(both[1], View(-90, 15), [surface(soft, name, BLUE, 2) for name in ("10 mm", "3.75 mm", "1.5 mm")])
    save(figure, path)


def run(setting):
    coarse = {"size": 0.04, "edges": "straight"} if setting.reduced else {}
    bent = run_scene(setting, "bent_body", shell_curved.bent_body(**coarse), 10 if setting.reduced else None)
    soft = run_scene(setting, "soft_body", shell_curved.soft_body(**coarse), 5 if setting.reduced else None)
    rows, pictures = [], []
    if not setting.reduced:
        rows = [*bent_rows(bent), soft_row(soft)]
        plot(bent, soft, DOCS / "shell_bodies.png")
        pictures = [("Bodies bent by rest curvature, and soft ones of three thicknesses", "shell_bodies.png")]
    return Section(TITLE, TEXT, rows, pictures)
