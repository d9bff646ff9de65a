"""Hollow bodies that collapse and meet themselves [micropolar Fig. 4]."""

import drawing
import hollow  # of the checks, which paper_report makes known
from contact_results import Run, work_row
from paper_report import DOCS, Section

TITLE = "Hollow bodies that meet themselves [micropolar Fig. 4]"
NAMES = ("Classic soft", "Micropolar without curvature")
FULL, REDUCED = (0.05, 121), (0.1, 6)  # edge of the tetrahedra [m], frames of 10 ms
COLOUR = (0.75, 0.7, 0.6)


def plot(runs, path):
    figure, both = drawing.pyplot().subplots(1, len(runs), figsize=(8, 3.4))
    for axes, (name, run) in zip(both, runs.items()):
        triangles = [(face[0], face[k], face[k + 1]) for face in run.job["bodies"][0]["surface"]["faces"] for k in range(1, len(face) - 1)]
        drawing.draw(axes, drawing.View(-25, 12), [(run.baked.objects[name][-1], triangles, COLOUR)])
        axes.set_title(name, fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=100)


def run(setting):
    size, frames = REDUCED if setting.reduced else FULL
    runs = {name: Run(setting, setting.job("hollow_contact", (name, size, frames), f"hollow_contact_{name}".replace(" ", "_").lower())) for name in NAMES}
    rows = [run.judged_row(f"hollow body, {name}") for name, run in runs.items()]
    pictures = []
    if not setting.reduced:
        for name, run in runs.items():
            lowest, last = hollow.measure(run.baked, name)
            rows.append((f"hollow body, {name}", "collapses", f"{100 * lowest:.0f} % of its height at the lowest, {100 * last:.0f} % at the end", lowest < 0.7))
        rows.append(work_row("hollow bodies", runs.values()))
        plot(runs, DOCS / "contact_hollow.png")
        pictures = [(f"Both bodies after {(frames - 1) / 100:g} s", "contact_hollow.png")]
    text = f"""The two bodies of [micropolar.md](micropolar.md) that collapse, with walls and tetrahedra of {size} m. There they fall through themselves; here each meets itself and the floor, with friction 0.3. {(frames - 1) / 100:g} s in steps of 2.5 ms."""
    return Section(TITLE, text, rows, pictures)
