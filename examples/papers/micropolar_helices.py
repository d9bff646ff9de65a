"""Five helices [micropolar section 5.3.1, Fig. 6]."""

import json

import drawing
import helices
from paper_report import DOCS, Section

TITLE = "Five helices [section 5.3.1, Fig. 6]"

# Boxes across and along, frames, time steps a second.
FULL = (2, 80, 201, 50)
REDUCED = (helices.ACROSS, helices.ALONG, helices.FRAMES, helices.RATE)


def plot(job, baked, path):
    pyplot = drawing.pyplot()
    bodies = json.loads(job.read_text(encoding="utf-8"))["bodies"]
    shades = pyplot.get_cmap("viridis")
    surfaces = [
        (baked.objects[body["name"]][-1], drawing.boundary(body["tets"]["tetrahedra"]), shades(number / 4)[:3])
        for number, body in enumerate(bodies)
    ]
    figure, axes = pyplot.subplots(figsize=(9, 5))
    drawing.draw(axes, drawing.View(-50, 25), surfaces)
    figure.savefig(path, dpi=110, bbox_inches="tight", pad_inches=0.05)


def run(setting):
    across, along, frames, rate = REDUCED if setting.reduced else FULL
    job = setting.job("helices", (across, along, frames, rate))
    baked = setting.bake(job)
    rows = []
    radius_limit, pitch_limit = (0.06, 0.15) if setting.reduced else (0.01, 0.02)
    for intensity, (radius, pitch), (radius_1d, pitch_1d) in helices.measure(baked, across, along):
        good = abs(radius / radius_1d - 1) < radius_limit and abs(pitch / pitch_1d - 1) < pitch_limit
        rows.append(
            (
                f"radius and pitch with {100 * intensity:.0f} % of the curvature",
                f"of a Cosserat rod: {1e3 * radius_1d:.1f} mm, {1e3 * pitch_1d:.1f} mm",
                f"{1e3 * radius:.1f} mm, {1e3 * pitch:.1f} mm",
                good,
            )
        )
    pictures = []
    if not setting.reduced:
        plot(job, baked, DOCS / "helices.png")
        pictures = [("Five rods at the end", "helices.png")]
    scene = helices.SCENE
    text = f"""Straight rods of 1 m with a square section of {scene.SIDE} m, {along} × {across} × {across} boxes each, held at one end, without gravity, which do not meet each other. A rest curvature about the vertical axis of up to {scene.BEND:g} /m and about the rods' own axis of up to {scene.TWIST:g} /m
grows over two seconds; L_c = {scene.LENGTH_SCALE} m, C = 1 for what turns along the rod. The paper says that this matches one-dimensional rods and gives no numbers; a Cosserat rod of the same stiffness, computed in `examples/checks/helices.py`, does.
Pitch and radius are those of the helix through the rod's centre line."""
    return Section(TITLE, text, rows, pictures)
