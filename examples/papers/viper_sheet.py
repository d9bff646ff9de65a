"""A sheet of rods against the same sheet of tetrahedra [viper Fig. 16]."""

import drawing
from paper_report import DOCS, Section

import stretched_sheet  # of the checks, which paper_report makes known

TITLE = "Stretched sheet against tetrahedra [Fig. 16]"

FULL = 32  # segments along the sheet
SCENE = stretched_sheet.SCENE
COLOURS = {"Rods": (0.85, 0.45, 0.35), "Tetrahedra": (0.4, 0.6, 0.85)}


def triangles(faces):
    return [(face[0], b, c) for face in faces for b, c in zip(face[1:], face[2:])]


def draw_sheets(axes, baked, frame):
    surfaces = [
        (baked.objects[name][frame], triangles(stretched_sheet.FACES), COLOURS[name]) for name in SCENE.NAMES
    ]
    drawing.draw(axes, drawing.View(-90, 50), surfaces)
    axes.set_title(f"{SCENE.NAMES[0]} in front, {SCENE.NAMES[1].lower()} behind: frame {frame + 1}", fontsize=9)


def draw_curves(axes, values, what):
    for name in SCENE.NAMES:
        axes.plot(*zip(*values(name)), color=COLOURS[name], label=name)
    axes.set_ylabel(what)
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3)


def stretch_at(frame):
    part = (frame + 1 - SCENE.PULL_START) / (SCENE.PULL_END - SCENE.PULL_START)
    return 1 + (SCENE.STRETCH - 1) * min(1.0, max(0.0, part))


def plot(baked, path):
    figure, ((before, after), (volume, size)) = drawing.pyplot().subplots(2, 2, figsize=(10, 7))
    draw_sheets(before, baked, 0)
    draw_sheets(after, baked, len(baked.frames) - 1)
    pulled = range(SCENE.PULL_START - 1, SCENE.PULL_END)
    by_volume = {name: stretched_sheet.volumes(baked.objects[name]) for name in SCENE.NAMES}
    draw_curves(volume, lambda name: [(stretch_at(i), by_volume[name][i]) for i in pulled], "volume / rest")
    volume.set_ylim(0.9, 1.1)
    volume.set_xlabel("length / rest")
    profile = {name: stretched_sheet.sizes(baked.objects[name][-1]) for name in SCENE.NAMES}
    draw_curves(size, lambda name: [(x, width) for x, width, _ in profile[name]], "width / rest")
    size.set_xlabel("along the sheet at the end [m]")
    figure.tight_layout()
    figure.savefig(path, dpi=100)


def rows_of(found):
    rods, tets = (found[name] for name in SCENE.NAMES)
    rows = [
        (
            f"{what} in the middle at twice the length: tetrahedra, rods",
            "close correspondence; 0.707 for an incompressible rod far from its ends",
            f"{tets[what]:.3f}, {rods[what]:.3f}",
            abs(rods[what] / tets[what] - 1) < 0.03,
        )
        for what in ("width", "thickness")
    ]
    rows.append(
        (
            "largest change of a rod's volume",
            "strongly volume preserving",
            f"{100 * found['volume of the rods']:.1f} %",
            found["volume of the rods"] < 0.05,
        )
    )
    rows.append(
        (
            "volume inside the surface at twice the length: tetrahedra, rods",
            "strongly volume preserving",
            f"{tets['volume']:.3f}, {rods['volume']:.3f}",
            max(abs(tets["volume"] - 1), abs(rods["volume"] - 1)) < 0.06,
        )
    )
    return rows


def run(setting):
    segments = stretched_sheet.SEGMENTS if setting.reduced else FULL
    baked = setting.bake(setting.job("stretched_sheet", (segments,)))
    pictures = []
    if not setting.reduced:
        plot(baked, DOCS / "viper_sheet.png")
        pictures = [("Sheets of rods and of tetrahedra, their volume and width", "viper_sheet.png")]
    text = f"""A sheet of {SCENE.LENGTH} × {SCENE.WIDTH} × {SCENE.THICKNESS} m is clamped at both ends and pulled to twice its length: as {SCENE.RODS} rods of {segments} segments in one bundle, and as {12 * segments * segments} Neo-Hookean tetrahedra with the paper's Young's modulus of
10⁶ Pa and Poisson's ratio of 0.49. Both carry the same surface. The sizes and the stiffness of the rods are not given in the paper; here the rods resist stretching with 10⁶ Pa too. The volume inside the surface of the rods grows near the clamps,
where the skin blends sections of different size; the rods themselves keep theirs."""
    return Section(TITLE, text, rows_of(stretched_sheet.measure(baked)), pictures)
