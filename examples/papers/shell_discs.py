"""Discs that grow unevenly [shell Fig. 12]."""

import math

from drawing import View, draw, pyplot
from paper_report import DOCS, Section
from shell_results import run_scene
from shell_surfaces import SAND, save, surface

import shell_growth  # of the scenes, which paper_report makes known

TITLE = "Growing discs [Fig. 12]"
TEXT = """The rest length grows by up to 35 %, most in the middle of one disc and most at the boundary of the other. Both are bent by a hundredth of their thickness at rest, as flat ones would have no side to buckle to."""


def rows_of(result):
    rows = []
    for name, wanted in (("Centre", "a dome"), ("Boundary", "a wavy boundary")):
        rest, nodes = result.rest(name), result.nodes(name)
        offset = 0.0 if name == "Centre" else 0.08
        rim = [x[2] for x, X in zip(nodes, rest) if math.hypot(X[0] - offset, X[1]) > 0.0249]
        height = max(x[2] for x in nodes) - min(x[2] for x in nodes)
        centre = nodes[0][2]
        dome = all(z < centre for z in rim) or all(z > centre for z in rim)
        good = height > 0.002 and (dome if name == "Centre" else min(rim) < centre < max(rim))
        rows.append((f"circular plate, most growth at the {name.lower()}", wanted, f"{1000 * height:.1f} mm high, rim on {'one side' if dome else 'both sides'} of the middle", good))
    return rows


def plot(result, path):
    figure, both = pyplot().subplots(1, 2, figsize=(9, 3))
    for axes, name in zip(both, ("Centre", "Boundary")):
        draw(axes, View(-60, 30), [surface(result, name, SAND, 6)])
        axes.set_title(f"most growth at the {name.lower()}")
    save(figure, path)


def run(setting):
    result = run_scene(setting, "circle_growth", shell_growth.circle_growth(), 40 if setting.reduced else None)
    rows, pictures = [], []
    if not setting.reduced:
        rows = rows_of(result)
        plot(result, DOCS / "shell_circle_growth.png")
        pictures = [("Discs that grow in the middle and at the boundary", "shell_circle_growth.png")]
    return Section(TITLE, TEXT, rows, pictures)
