"""Four lotus flowers fall into a bowl [micropolar section 5.3.3, Fig. 7]."""

import math

import drawing
from contact_results import Run, work_row
from paper_report import DOCS, Section

TITLE = "Lotus bowl [micropolar section 5.3.3, Fig. 7]"
FULL, REDUCED = (4, 121, 25, 2), (4, 6, 25, 2)  # boxes along an edge, frames, frames a second, time steps in a frame
COLOURS = ((0.85, 0.45, 0.65), (0.95, 0.65, 0.8), (1.0, 0.85, 0.9), (0.8, 0.5, 0.8))
GREY = (0.75, 0.78, 0.8)


def plot(run, path):
    figure, both = drawing.pyplot().subplots(1, 3, figsize=(13, 4.5))
    last = len(run.baked.frames) - 1
    bowl = run.job["colliders"][0]["mesh"]
    for axes, frame in zip(both, (last * 2 // 5, last * 3 // 5, last)):
        flowers = [(run.baked.objects[body["name"]][frame], body["surface"]["faces"], colour) for body, colour in zip(run.job["bodies"], COLOURS)]
        # The side of the bowl that is turned away.
        back = [face for face in bowl["faces"] if sum(bowl["vertices"][i][0] - 1.7 * bowl["vertices"][i][1] for i in face) < 0]
        drawing.draw(axes, drawing.View(-60, 35), [(bowl["vertices"], back, GREY), *flowers])
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def highest(run):
    """Largest distance of a flower's middle from the axis of the bowl, and the highest vertex, at the end [m]."""
    shapes = [run.baked.objects[body["name"]][-1] for body in run.job["bodies"]]
    middles = [[sum(axis) / len(shape) for axis in zip(*shape)] for shape in shapes]
    return max(math.hypot(*middle[:2]) for middle in middles), max(middle[2] for middle in middles)


def run(setting):
    arguments = REDUCED if setting.reduced else FULL
    result = Run(setting, setting.job("lotus_bowl", arguments))
    rows, pictures = [result.judged_row("bowl")], []
    if not setting.reduced:
        away, top = highest(result)
        radius = max(math.hypot(*vertex[:2]) for vertex in result.job["colliders"][0]["mesh"]["vertices"])
        rows += [
            ("bowl: middle of a flower farthest from the axis, and highest, at the end", "all four are in the bowl", f"{away:.2f} m of {radius:.2f} m, {top:.2f} m", away < radius and top < 0.5),
            work_row("bowl", [result]),
            ("bowl: s a step", "", f"{1e-3 * result.milliseconds():.2f} of CPU time", None),
        ]
        plot(result, DOCS / "contact_bowl.png")
        pictures = [("The flowers fall one after the other; the near side of the bowl is left out", "contact_bowl.png")]
    text = f"""Four flowers of three sheets that have grown together in the middle, with the material and rest curvature of the lotus flower in [micropolar.md](micropolar.md), {arguments[0]} × {arguments[0]} boxes a sheet. The paper gives no numbers for bowl, size and friction:
`examples/scenes/lotus_bowl.py` says which are taken. Petals meet each other, other flowers and the bowl, with friction {result.job["bodies"][0]["friction"]}."""
    return Section(TITLE, text, rows, pictures)
