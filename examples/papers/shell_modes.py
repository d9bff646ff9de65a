"""Rest curvature in one entry after the other [shell Fig. 10]."""

import math

from drawing import View, draw, pyplot
from paper_report import DOCS, Section
from shell_results import run_scene
from shell_surfaces import BLUE, RED, save, surface

import shell_growth  # of the scenes, which paper_report makes known

TITLE = "Curvature modes [Fig. 10]"
TEXT = """Strips that are held in the middle; one entry of the rest curvature grows in each, of one sign right of the middle and of the other left of it."""


def rows_of(result):
    rows = []
    for i, j in shell_growth.MODES:
        name = f"Mode {i}{j}"
        rest, nodes = result.rest(name), result.nodes(name)
        out = max(abs(x[2]) for x in nodes)
        moved = max(math.dist(x, X) for x, X in zip(nodes, rest))
        planar = i == 3
        rows.append(
            (
                f"curvature mode Γ₀_{i}{j}",
                "in the plane" if planar else "out of the plane",
                f"{100 * moved:.1f} cm, {100 * out:.2g} cm out of the plane",
                (out < 1e-6 and moved > 0.002) if planar else out > 0.001,
            )
        )
    # Γ₀_21 alone rolls up to two arcs. The middle is held in place but may turn: the chord of an arc tells.
    kappa = shell_growth.MODE_CURVATURE
    nodes = result.nodes("Mode 21")
    end, middle = nodes[40], nodes[20]  # of the first row of vertices
    chord, wanted = math.dist(end, middle), 2 * math.sin(0.25 * kappa) / kappa
    error = abs(chord / wanted - 1)
    rows.append(("curvature mode Γ₀_21: chord of the arc, by hand", f"{wanted:.4f} m", f"{chord:.4f} m ({100 * error:.2f} %)", error < 0.01))
    return rows


def plot(result, path):
    figure, grid = pyplot().subplots(3, 2, figsize=(10, 6))
    for axes, (i, j) in zip(grid.flat, shell_growth.MODES):
        view = View(-90, 89) if i == 3 else View(-60, 25)
        draw(axes, view, [surface(result, f"Mode {i}{j}", RED if i == 3 else BLUE, 2)])
        axes.set_title(f"$\\Gamma_{{0,{i}{j}}}$")
    save(figure, path)


def run(setting):
    result = run_scene(setting, "curvature_modes", shell_growth.curvature_modes(), 30 if setting.reduced else None)
    rows, pictures = [], []
    if not setting.reduced:
        rows = rows_of(result)
        plot(result, DOCS / "shell_curvature_modes.png")
        pictures = [("Six curvature modes", "shell_curvature_modes.png")]
    return Section(TITLE, TEXT, rows, pictures)
