"""A half sphere whose pole is turned until folds meet [shell Fig. 1]."""

import math

import drawing
from contact_results import Run
from paper_report import DOCS, Section

TITLE = "Half sphere with contact and friction [shell Fig. 1]"
FULL, REDUCED = (3, 600), (1, 20)  # splits, steps
MODELS = ("plate", "curved")
BOX = 3.0  # diagonal of 2 × 2 × 1 m
SAND = (0.85, 0.75, 0.55)


def plot(run, path):
    figure, both = drawing.pyplot().subplots(1, 2, figsize=(11, 4))
    faces = [tuple(face) for face in run.job["bodies"][0]["surface"]["faces"]]
    for axes, seconds in zip(both, (4, 6)):
        drawing.draw(axes, drawing.View(-60, 45), [(run.baked.objects["Plate"][100 * seconds], faces, SAND)])
        axes.set_title(f"{seconds} s", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=100)


def rows_of(plate, curved):
    shapes, others = plate.baked.objects["Plate"], curved.baked.objects["Curved"]

    def apart(frame):
        return max(math.dist(p, q) for p, q in zip(shapes[frame], others[frame])) / BOX

    mean = max(run.iterations()[0] for run in (plate, curved))
    worst = max(run.iterations()[1] for run in (plate, curved))
    times = plate.milliseconds(), curved.milliseconds()
    return [
        ("half sphere: distance of plate and curved model, by the box, after 4 s and 6 s", "1.4e-7", f"{apart(400):.1e} and {apart(-1):.1e}", apart(-1) < 1e-5),
        ("half sphere: steps in which folds touch", "folds with contact", f"{plate.touches()} of {plate.steps}", plate.touches() > 0),
        ("half sphere: Newton iterations a step", "2 to 3", f"{mean:.1f}, {worst:.0f} in the hardest step", mean <= 3),
        ("half sphere: ms a step, plate and curved model", "210 and 234 (32 cores)", f"{times[0]:.0f} and {times[1]:.0f} of CPU time", times[0] < 210 and times[1] < 234),
    ]


def run(setting):
    splits, frames = REDUCED if setting.reduced else FULL
    plate, curved = (Run(setting, setting.job("half_sphere_contact", (model, splits, frames), f"half_sphere_{model}")) for model in MODELS)
    rows, pictures = [plate.judged_row("half sphere, plate model"), curved.judged_row("half sphere, curved model")], []
    if not setting.reduced:
        rows += rows_of(plate, curved)
        plot(plate, DOCS / "contact_half_sphere.png")
        pictures = [("The pole has been turned by one turn; two seconds after it is let go", "contact_half_sphere.png")]
    text = """1,536 curved triangles with the numbers of the paper; the pole turns by 90° a second for four seconds and is let go. The shell meets itself, with friction 0.3, by the six nodes of each triangle, and these are judged.
Steps of 10 ms. Caches are in single precision, which is 2e-8 of the box."""
    return Section(TITLE, text, rows, pictures)
