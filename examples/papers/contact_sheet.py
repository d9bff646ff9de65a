"""Stretchy sheets over balls, with contact [micropolar Fig. 1 left]."""

import math

import drawing
import stretchy_sheet  # of the checks, which paper_report makes known
from contact_results import Run, work_row
from paper_report import DOCS, Section

TITLE = "Stretchy sheet over a ball, with contact [micropolar Fig. 1 left]"
FULL, REDUCED = (16, 101, 50), (6, 11, 25)  # boxes along an edge, frames, time steps a second
ORANGE, BLUE = (0.9, 0.62, 0.35), (0.4, 0.6, 0.9)


def plot(run, path):
    scene = stretchy_sheet.SCENE
    figure, all_axes = drawing.pyplot().subplots(2, 2, figsize=(10, 5.6))
    for number, (axes, body) in enumerate(zip(all_axes.flat, run.job["bodies"])):
        vertices, triangles = drawing.ball([scene.SPACING * number, 0, scene.HIGH - scene.RADIUS], scene.RADIUS)
        sheet = (run.baked.objects[body["name"]][-1], body["surface"]["faces"], ORANGE)
        drawing.draw(axes, drawing.View(-70, 14), [sheet, (vertices, triangles, BLUE)])
        axes.set_title(body["name"], fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=100)


def nearest(run):
    """Smallest distance of a vertex from the middle of its ball at the end [m]."""
    scene = stretchy_sheet.SCENE
    sheets = (run.baked.objects[body["name"]][-1] for body in run.job["bodies"])
    return min(math.dist(v, (scene.SPACING * number, 0, scene.HIGH - scene.RADIUS)) for number, sheet in enumerate(sheets) for v in sheet)


def run(setting):
    cells, frames, rate = REDUCED if setting.reduced else FULL
    result = Run(setting, setting.job("stretchy_contact", (cells, frames, rate)))
    rows, pictures = [result.judged_row("sheets")], []
    if not setting.reduced:
        found = stretchy_sheet.measure(result.baked, cells)
        stiff, soft, even, directed = (found[name] for name in stretchy_sheet.SCENE.SHEETS)
        radius, near = stretchy_sheet.SCENE.RADIUS, nearest(result)
        rows += [
            ("sheets: vertex nearest to the middle of its ball, by the radius of the ball", "outside", f"{near / radius:.4f}", near > 0.98 * radius),
            ("sheets: sag of the free edge, classic soft and micropolar", "one sags", f"{soft['sag']:.3f} and {even['sag']:.3f} m", abs(even["sag"]) < 0.2 * soft["sag"]),
            (
                "sheets: stretch over the ball, classic stiff and micropolar",
                "one is nearly inextensible",
                f"{100 * stiff['stretch over the ball']:.1f} % and {100 * even['stretch over the ball']:.1f} %",
                stiff["stretch over the ball"] < even["stretch over the ball"],
            ),
            (
                "sheets: turning of the free edge along x, isotropic and anisotropic",
                "the anisotropic one bends along x",
                f"{even['turning along x']:.0f}° and {directed['turning along x']:.0f}°",
                directed["turning along x"] > 2 * even["turning along x"],
            ),
            work_row("sheets", [result]),
            ("sheets: ms a step", "", f"{result.milliseconds():.0f} of CPU time", None),
        ]
        plot(result, DOCS / "contact_sheet.png")
        pictures = [("Four sheets over balls at the end", "contact_sheet.png")]
    text = f"""The four sheets of [micropolar.md](micropolar.md), {cells} × {cells} boxes each, over balls that are meshes of 512 triangles and come up while the sheets sag; friction 0.3. The ball is a mesh with corners, whose flat faces lie up to 1 % deeper than the ball.
There springs push vertices out of the ball, here nothing gets in."""
    return Section(TITLE, text, rows, pictures)
