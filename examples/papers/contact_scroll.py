"""A scroll that is pushed open [shell Fig. 1, section 5.3]."""

import drawing
from contact_results import Run
from paper_report import DOCS, Section

import papyrus_scroll  # of the scenes, which paper_report makes known

TITLE = "Papyrus scroll [shell Fig. 1, section 5.3]"
SQUARES = 14
FULL, REDUCED = 1500, 60  # steps
SAND, BLUE = (0.85, 0.75, 0.55), (0.45, 0.6, 0.85)


def width(shape):
    along = [x for x, _, _ in shape]
    return max(along) - min(along)


def surfaces(run, frame):
    shown = []
    for body in run.job["bodies"]:
        mesh = body.get("surface") or body["mesh"]
        faces = [(face[0], face[k], face[k + 1]) for face in mesh["faces"] for k in range(1, len(face) - 1)]
        shown.append((run.baked.objects[body["name"]][frame], faces, BLUE if body["kind"] == "rigid_body" else SAND))
    return shown


def plot(run, path):
    figure, both = drawing.pyplot().subplots(1, 3, figsize=(13, 3.6))
    for axes, seconds in zip(both, (6, 9, 15)):
        drawing.draw(axes, drawing.View(-70, 18), surfaces(run, round(seconds * papyrus_scroll.RATE)))
        axes.set_title(f"{seconds} s", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=100)


def run(setting):
    frames = REDUCED if setting.reduced else FULL
    result = Run(setting, setting.job("papyrus_scroll", (SQUARES, frames)))
    rows, pictures = [result.judged_row("scroll")], []
    if not setting.reduced:
        shapes = result.baked.objects["Papyrus"]
        rolled, opened = width(shapes[round(papyrus_scroll.DOWN * papyrus_scroll.RATE)]), width(shapes[-1])
        mean, worst = result.iterations()
        rows += [
            ("scroll: width when rolled, and at the end", "pushed open", f"{rolled:.2f} and {opened:.2f} m of {papyrus_scroll.LENGTH} m", opened > 2 * rolled),
            ("scroll: Newton iterations a step", "4 to 5, with significant outliers", f"{mean:.1f}, {worst:.0f} in the hardest step", mean <= 5),
            ("scroll: ms a step", "180 (32 cores)", f"{result.milliseconds():.0f} of CPU time", result.milliseconds() <= 60),
        ]
        plot(result, DOCS / "contact_scroll.png")
        pictures = [("The scroll, rolled up and pushed open", "contact_scroll.png")]
    squares = f"{SQUARES} × {SQUARES // 2}"
    text = f"""A wrinkled sheet of 0.5 × 0.25 m with {2 * SQUARES * (SQUARES // 2)} curved triangles ({squares} squares; the paper has 200), material and thickness as in the paper, rolls up from both ends and is pushed open by three rigid bars, with friction 0.3,
on a floor. Bars, curvature and density are not in the paper: `examples/scenes/papyrus_scroll.py` says which are taken. Steps of 10 ms; tolerance 1e-3, that of the paper."""
    return Section(TITLE, text, rows, pictures)
