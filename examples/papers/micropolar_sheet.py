"""Stretchy sheet [micropolar section 5.2.1, Fig. 1 left]."""

import json

import drawing
import stretchy_sheet
from paper_report import DOCS, Section

TITLE = "Stretchy sheet [section 5.2.1, Fig. 1 left]"

# Boxes along an edge, frames, time steps a second.
FULL = (24, 151, 50)
REDUCED = (stretchy_sheet.CELLS, stretchy_sheet.FRAMES, stretchy_sheet.RATE)


def plot(job, baked, path):
    scene = stretchy_sheet.SCENE
    pyplot = drawing.pyplot()
    bodies = json.loads(job.read_text(encoding="utf-8"))["bodies"]
    figure, all_axes = pyplot.subplots(2, 2, figsize=(10, 5.6))
    for number, (axes, body) in enumerate(zip(all_axes.flat, bodies)):
        vertices = baked.objects[body["name"]][-1]
        round_vertices, round_triangles = drawing.ball(
            [scene.SPACING * number, 0, scene.HIGH - scene.RADIUS], scene.RADIUS
        )
        surfaces = [
            (vertices, drawing.boundary(body["tets"]["tetrahedra"]), (0.9, 0.62, 0.35)),
            (round_vertices, round_triangles, (0.4, 0.6, 0.9)),
        ]
        drawing.draw(axes, drawing.View(-70, 14), surfaces)
        axes.set_title(body["name"], fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=100)


def rows_of(found):
    stiff, soft, even, directed = (found[name] for name in stretchy_sheet.SCENE.SHEETS)

    def percent(value):
        return f"{100 * value:.1f} %"

    return [
        (
            "classic, stiff: stretch of the line over the ball",
            "nearly inextensible; 2.0 % at least to reach over the ball",
            percent(stiff["stretch over the ball"]),
            stiff["stretch over the ball"] < 0.04,
        ),
        (
            "classic, soft: sag and stretch of the free edge",
            "soft and stretchy",
            f"{soft['sag']:.3f} m, {percent(soft['stretch of the edge'])}",
            soft["sag"] > 0.1 and soft["stretch of the edge"] > 0.05,
        ),
        (
            "micropolar, as soft: sag of the free edge; stretch over the ball",
            "extensible and stiff to bending",
            f"{even['sag']:.3f} m; {percent(even['stretch over the ball'])}",
            abs(even["sag"]) < 0.2 * soft["sag"] and even["stretch over the ball"] > stiff["stretch over the ball"],
        ),
        (
            "turning of the free edge along x: soft, isotropic, anisotropic",
            "the anisotropic one bends along x",
            ", ".join(f"{sheet['turning along x']:.0f}°" for sheet in (soft, even, directed)),
            even["turning along x"] < 0.5 * soft["turning along x"]
            and directed["turning along x"] > 2 * even["turning along x"],
        ),
        (
            "turning of a line along y: soft, isotropic, anisotropic",
            "the anisotropic one does not bend along y",
            ", ".join(f"{sheet['turning along y']:.0f}°" for sheet in (soft, even, directed)),
            directed["turning along y"] < 0.7 * soft["turning along y"],
        ),
    ]


def run(setting):
    cells, frames, rate = REDUCED if setting.reduced else FULL
    job = setting.job("stretchy_sheet", (cells, frames, rate))
    baked = setting.bake(job)
    found = stretchy_sheet.measure(baked, cells)
    pictures = []
    if not setting.reduced:
        plot(job, baked, DOCS / "stretchy_sheet.png")
        pictures = [("Four sheets over balls at the end", "stretchy_sheet.png")]
    deepest = min(frame["min_distance"] for frame in baked.frames if frame["min_distance"] is not None)
    text = f"""Sheets of 1 × 1 × {stretchy_sheet.SCENE.THICKNESS} m, {cells} × {cells} boxes each, held along two edges, sag under gravity while a ball of {stretchy_sheet.SCENE.RADIUS} m comes up in their middle, to {stretchy_sheet.SCENE.HIGH} m above the clamps. Moduli and curvature stiffness are those of the paper
(E = 10 MPa and 20 kPa; L_c = 1 m, α = β = γ = 20, or C_xy = 20); size, density (1000 kg/m³), ball and clamps are not given there. Balls are pills, whose springs push vertices out (at most {-1e3 * deepest:.1f} mm inside);
the sheets are one layer of tetrahedra. Those of the classic sheets have straight edges, which makes the stiff one stiffer to bending than it is. *Turning* is the sum of all angles along a line: 0 when it is straight. The line along y lies a quarter of the way from clamp to clamp."""
    return Section(TITLE, text, rows_of(found), pictures)
