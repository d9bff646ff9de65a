"""Twisting strip [shell Fig. 4]."""

import math

from drawing import View, draw, pyplot
from paper_report import DOCS, Section
from shell_results import run_scene
from shell_surfaces import BLUE, save, surface

import shell_beams  # of the scenes, which paper_report makes known

TITLE = "Twisting strip [Fig. 4]"
TEXT = """Its squares are cut along one diagonal and the other by turns. With all diagonals alike the mesh leans to one side: then the strip buckles after 3.1 turns, as its edges, 37 % longer by
then, press its middle together, and no step finds the way to what comes after. The paper does not say between which orientations its angle was taken."""


def rows_of(result, reduced):
    summary, nodes, row = result.summary, result.nodes("Strip"), 41
    angles = []
    for i in range(row):
        a, b = nodes[i], nodes[4 * row + i]
        angles.append(math.degrees(math.atan2(b[2] - a[2], b[1] - a[1])))
    turns = [(b - a) % 360 for a, b in zip(angles, angles[1:])]
    straight = max(math.hypot(x[1], x[2]) for x in nodes[2 * row : 3 * row])
    rows = [
        (
            "twisting strip: Newton iterations a step",
            "4 (4.2)",
            f"{summary['iterations_a_step']:.2f}, at most {summary['most_iterations']}",
            summary["iterations_a_step"] <= 4.2,
        )
    ]
    if reduced:
        return rows
    return rows + [
        (
            "twisting strip: largest angle inside an element",
            "36.9°",
            f"{max(turns):.1f}° along an edge of the strip's direction; {summary['angle_of_corners']:.1f}° between any two corners, "
            f"{summary['angle_of_points']:.1f}° between quadrature points",
            abs(max(turns) - 36.9) < 2,
        ),
        ("twisting strip: stays straight, distance of the middle line from the axis", "no buckling", f"{1e6 * straight:.0f} µm", straight < 1e-3),
    ]


def plot(result, path):
    figure, axes = pyplot().subplots(figsize=(10, 2))
    draw(axes, View(-90, 20), [surface(result, "Strip", BLUE)])
    save(figure, path)


def run(setting):
    result = run_scene(setting, "strip_twist", shell_beams.strip_twist(), 50 if setting.reduced else None)
    pictures = []
    if not setting.reduced:
        plot(result, DOCS / "shell_strip_twist.png")
        pictures = [("The strip after four turns", "shell_strip_twist.png")]
    return Section(TITLE, TEXT, rows_of(result, setting.reduced), pictures)
