"""A Moebius strip of both models [shell Fig. 13]."""

import math

from drawing import View, draw, pyplot
from paper_report import DOCS, Section
from shell_results import run_scene
from shell_surfaces import GREEN, fine_triangles, save, surface

import shell_curved  # of the scenes, which paper_report makes known

TITLE = "Moebius strip [Fig. 13]"
TEXT = """The strip here is the ruled surface around a circle with half a turn, curved triangles with their nodes on it, not the paper's, which was bent in a simulation of its own."""


def by_the_box(result, one, two):
    """Largest distance between the same nodes of two bodies, by the diagonal of the first one's bounding box."""
    a, b = result.nodes(one), result.nodes(two)
    box = math.dist([min(x[k] for x in a) for k in range(3)], [max(x[k] for x in a) for k in range(3)])
    return max(math.dist(p, q) for p, q in zip(a, b)) / box


def rows_of(result):
    relative = by_the_box(result, "Plate", "Curved")
    moved = max(math.dist(x, X) for x, X in zip(result.nodes("Plate"), result.rest("Plate")))
    return [
        ("Moebius strip: distance of plate and curved model, by the box", "1.56e-4", f"{relative:.2e}", relative < 1e-3),
        ("Moebius strip: hangs down by", "a strip without sides", f"{100 * moved:.1f} cm", moved > 0.005),
    ]


def plot(result, path):
    figure, both = pyplot().subplots(1, 2, figsize=(9, 3.2))
    rest = fine_triangles(result.rest("Plate"), result.triangles("Plate"))
    draw(both[0], View(-60, 35), [(*rest, GREEN)])
    both[0].set_title("at rest")
    draw(both[1], View(-60, 35), [surface(result, "Plate", GREEN)])
    both[1].set_title("under gravity")
    save(figure, path)


def run(setting):
    result = run_scene(setting, "moebius", shell_curved.moebius(), 20 if setting.reduced else None)
    rows, pictures = [], []
    if not setting.reduced:
        rows = rows_of(result)
        plot(result, DOCS / "shell_moebius.png")
        pictures = [("A Moebius strip under gravity", "shell_moebius.png")]
    return Section(TITLE, TEXT, rows, pictures)
