"""Everyday scenes of contact: what the checks of examples/checks measure, on one page."""

import drawing
from contact_results import Run
from paper_report import DOCS, Section

TITLE = "Cards, towers, arches and the rest"
# By scene: its arguments, quicker ones, and what it shows.
SCENES = {
    "card_house": ((0.5, 241), (0.5, 5), "house of ten playing cards, 10 s"),
    "box_tower": ((121,), (5,), "tower of ten boxes, 5 s"),
    "stone_arch": ((11, 0.12, 48), (11, 0.12, 3), "arch of eleven stones"),
    "dominoes": ((10, 48), (10, 3), "row of ten dominoes"),
    "slope": ((73,), (3,), "blocks on a slope"),
    "cloth_ball": ((3, 24), (2, 5), "ball of cloth at a wall, 50 m/s"),
    "folded_shell": ((24, 48), (8, 3), "sheet folded on itself under 20 kg"),
    "pressed_sheets": ((12, 36), (4, 3), "five sheets of 1 mm under 10 kg"),
    "exact_touch": ((36,), (3,), "points exactly on edges and vertices"),
    "running_shirt": ((0.06, 200), (0.06, 3), "shirt on a running body, 200 frames"),
    "soft_sack": ((20, 60, 30), (4, 60, 3), "sack of twenty soft balls"),
}
COLOURS = ((0.85, 0.72, 0.5), (0.5, 0.62, 0.85), (0.85, 0.5, 0.5), (0.6, 0.8, 0.5), (0.72, 0.6, 0.85), (0.9, 0.8, 0.45))
GREY = (0.8, 0.75, 0.72)
VIEWS = {"card_house": (-75, 12), "stone_arch": (-70, 12), "cloth_ball": (-110, 15), "folded_shell": (-75, 8), "pressed_sheets": (-70, 8), "soft_sack": (-70, 40), "running_shirt": (-60, 12)}
SHOWN = {"dominoes": 18, "cloth_ball": 8, "folded_shell": 12, "exact_touch": 10, "running_shirt": 30}  # frames that tell more than the last one


def faces_of(body):
    mesh = body.get("surface") or body["mesh"]
    return [(face[0], face[k], face[k + 1]) for face in mesh["faces"] for k in range(1, len(face) - 1)]


def plot(runs, path):
    figure, all_axes = drawing.pyplot().subplots(2, -(-len(runs) // 2), figsize=(15, 6))
    for axes in all_axes.flat:
        axes.set_axis_off()
    for axes, (name, run) in zip(all_axes.flat, runs.items()):
        frame = SHOWN.get(name, len(run.baked.frames) - 1)
        bodies = [(run.baked.objects[body["name"]][frame], faces_of(body), COLOURS[i % len(COLOURS)]) for i, body in enumerate(run.job["bodies"])]
        # Colliders that deform.
        moving = [collider for collider in run.job["colliders"] if "vertices" in collider]
        bodies += [(collider["vertices"]["values"][frame], faces_of(collider), GREY) for collider in moving]
        drawing.draw(axes, drawing.View(*VIEWS.get(name, (-60, 20))), bodies)
        axes.set_title(SCENES[name][2], fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def run(setting):
    runs, rows = {}, []
    for name, (full, reduced, what) in SCENES.items():
        runs[name] = result = Run(setting, setting.job(name, reduced if setting.reduced else full))
        mean, worst = result.iterations()
        _, _, said, good = result.judged_row(what)
        verdict = "clean" if good else said
        rows.append((what, "nothing intersects", f"{verdict}; {mean:.1f} iterations a step, {worst:.0f} in the hardest frame; {result.seconds:.1f} s for {len(result.frames)} frames", good))
    pictures = []
    if not setting.reduced:
        plot(runs, DOCS / "contact_jobs.png")
        pictures = [("All of them, in the middle or at the end", "contact_jobs.png")]
    text = "Jobs that `examples/scenes` writes; `examples/checks` tests what each is to do: the cards stand to a micrometre, the arch falls if it is thinner than Milankovitch's limit, blocks slide as theory says."
    return Section(TITLE, text, rows, pictures)
