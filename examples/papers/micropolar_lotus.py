"""Lotus flower [micropolar section 5.3.2, Fig. 1 right]."""

import json

import drawing
import lotus_solid
from paper_report import DOCS, Section

TITLE = "Lotus flower [section 5.3.2, Fig. 1 right]"

# Boxes along an edge, frames, frames a second, time steps in a frame.
FULL = (24, 51, 5, 20)
REDUCED = (lotus_solid.CELLS, lotus_solid.FRAMES, lotus_solid.RATE, lotus_solid.STEPS)
COLOURS = ((0.85, 0.45, 0.65), (0.95, 0.65, 0.8), (1.0, 0.85, 0.9))


def plot(job, baked, path):
    pyplot = drawing.pyplot()
    bodies = json.loads(job.read_text(encoding="utf-8"))["bodies"]
    triangles = [drawing.boundary(body["tets"]["tetrahedra"]) for body in bodies]
    figure, all_axes = pyplot.subplots(1, 3, figsize=(12, 3.6))
    last = len(baked.frames) - 1
    for axes, frame in zip(all_axes, (last // 6, last // 3, last)):
        surfaces = [
            (baked.objects[body["name"]][frame], part, colour)
            for body, part, colour in zip(bodies, triangles, COLOURS)
        ]
        drawing.draw(axes, drawing.View(-60, 25), surfaces)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def run(setting):
    cells, frames, rate, steps = REDUCED if setting.reduced else FULL
    job = setting.job("lotus_solid", (cells, frames, rate, steps))
    baked = setting.bake(job)
    sheets = lotus_solid.measure(baked, cells, rate)
    rows = [
        (
            f"{name} sheet: edges above the centre",
            f"if it bent in one direction only: {wanted:.3f} m",
            f"{height:.3f} m",
            None,
        )
        for name, height, wanted, _ in sheets
    ]
    uneven = max(uneven for *_, uneven in sheets)
    rows.append(("difference between the four petals of a sheet", "0", f"{uneven:.1g} m", uneven < 1e-3))
    most = max(frame["iterations"] / frame["steps"] for frame in baked.frames if frame["steps"])
    rows.append(("Newton iterations a step", "", f"{most:.1f} on average in the hardest frame", None))
    pictures = []
    if not setting.reduced:
        plot(job, baked, DOCS / "lotus_solid.png")
        pictures = [(f"The flower after {10 / 6:.1f} s, {10 / 3:.1f} s and 10 s", "lotus_solid.png")]
    text = f"""Three sheets of 1 × 1 × 0.01 m, E = 0.5 MPa, ν = 0.3, µ_c = µ, L_c = 1 m, curvature energy µ L_c² |Γ|², 3000 kg/m³, held at the centre, without gravity, {cells} × {cells} boxes each; their rest curvature
grows as `examples/scenes/lotus_solid.py` says. Ten seconds in steps of {1 / (rate * steps):g} s. The paper gives no figures. A sheet that bends both ways has to stretch, the more so the more it bends, so the edges end below where the middle line
alone would have them; coarse meshes are stiffer (24 boxes: this; 16 boxes: 5 % and 2 % lower, the inner sheet 1 % higher; 8 boxes: 34 %, 27 % and 15 % lower)."""
    return Section(TITLE, text, rows, pictures)
