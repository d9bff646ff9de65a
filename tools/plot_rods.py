"""Draws pictures of baked rods: plot_rods.py CACHES IMAGES. Called by tools/plot_examples."""

import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402: the backend comes first

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples" / "checks"))
from baked import Baked, centre, radius  # noqa: E402: not an installed package

COLOUR = "#b5443a"
WIDTH = 8.0


def silhouette(axes, rings, up=2, lift=0.0):
    """A rod from the side: its outline between the lowest and the highest vertex of each ring."""
    middle = [centre(ring) for ring in rings]
    x = [c[0] for c in middle]
    top = [c[up] + radius(ring) + lift for c, ring in zip(middle, rings)]
    bottom = [c[up] - radius(ring) + lift for c, ring in zip(middle, rings)]
    axes.fill_between(x, bottom, top, color=COLOUR, linewidth=0)


def save(figure, images, name):
    figure.tight_layout()
    figure.savefig(images / name, dpi=110)
    plt.close(figure)


def plot_pull(baked, images):
    rod = baked.rod()
    figure, (side, graph) = plt.subplots(1, 2, figsize=(WIDTH, 3.2), width_ratios=(3, 2))
    shown = range(0, len(rod), 6)
    for row, frame in enumerate(shown):
        silhouette(side, rod[frame], lift=-0.16 * row)
        side.text(-0.62, -0.16 * row, f"{frame + 1}", va="center", ha="right")
    side.set_aspect("equal")
    side.set_axis_off()
    side.set_title("frame, from the side", fontsize=10)

    middle = len(rod[0]) // 2
    stretch = [rings[-1][0][0] - rings[0][0][0] for rings in rod]
    ratio = [radius(rings[middle]) / radius(rod[0][middle]) for rings in rod]
    graph.plot(stretch, ratio, "o", color=COLOUR, markersize=4, label="baked")
    exact = [1.0 + i / 50.0 for i in range(51)]
    graph.plot(exact, [x**-0.5 for x in exact], color="black", linewidth=1, label="volume kept")
    graph.set_xlabel("length / rest length")
    graph.set_ylabel("radius / rest radius")
    graph.legend(frameon=False)
    save(figure, images, "rod_pull.png")


def plot_shockwave(baked, images):
    rod = baked.rod()
    rest = radius(rod[0][-1])
    figure, (side, graph) = plt.subplots(1, 2, figsize=(WIDTH, 4.2), width_ratios=(3, 2))
    for row, frame in enumerate(range(0, len(rod), 6)):
        silhouette(side, rod[frame], lift=-0.2 * row)
        side.text(-0.08, -0.2 * row, f"{frame + 1}", va="center", ha="right")
    side.set_aspect("equal")
    side.set_axis_off()
    side.set_title("frame, from the side", fontsize=10)

    swelling = [[radius(ring) / rest - 1.0 for ring in rings] for rings in rod]
    limit = max(abs(value) for row in swelling[10:] for value in row)
    picture = graph.imshow(
        swelling,
        origin="lower",
        aspect="auto",
        extent=(0.0, rod[0][-1][0][0], 0.0, (len(rod) - 1) / baked.report["rate"]),
        cmap="RdBu_r",
        vmin=-limit,
        vmax=limit,
    )
    graph.set_xlabel("along the rod [m]")
    graph.set_ylabel("time [s]")
    figure.colorbar(picture, ax=graph, label="radius / rest radius − 1")
    save(figure, images, "rod_shockwave.png")


def plot_curves(baked, images, name, frames, views, height):
    """Some frames, each seen along y and along z, all to one scale: discs as wide as the rod."""
    rod = baked.rod()
    figure, grid = plt.subplots(
        len(views), len(frames), figsize=(WIDTH, height), sharex=True, sharey="row", squeeze=False
    )
    for row, (axis, label) in zip(grid, views):
        for axes, frame in zip(row, frames):
            discs = [(centre(ring), radius(ring)) for ring in rod[frame - 1]]
            for middle, size in discs:
                axes.add_patch(plt.Circle((middle[0], middle[axis]), size, color=COLOUR, linewidth=0))
            # The line also makes matplotlib see the extent, which it does not for patches.
            axes.plot([c[0] for c, _ in discs], [c[axis] for c, _ in discs], color="black", linewidth=0.7)
            axes.set_aspect("equal")
            axes.margins(0.12)
            axes.set_title(f"frame {frame}, {label}", fontsize=8)
            axes.tick_params(labelsize=7)
    save(figure, images, name)


def plot_convergence(path, images):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    figure, axes = plt.subplots(1, 3, figsize=(WIDTH, 3.2))
    styles = {"chain": (COLOUR, "chain Newton"), "gauss_seidel": ("#35618e", "Gauss-Seidel")}
    for column, (quantity, label) in enumerate(
        (("strain_energy", "strain energy [J]"), ("volume_energy", "volume energy [J]"),
         ("residual", "force residual [1]"))
    ):
        for method, (colour, name) in styles.items():
            points = [(int(r["iteration"]), float(r[quantity])) for r in rows if r["method"] == method]
            points = [(i, value) for i, value in points if i > 0 and value > 0.0]
            axes[column].loglog(*zip(*points), color=colour, label=name,
                                marker="o" if method == "chain" else None, markersize=3)
        axes[column].set_xlabel("iterations")
        axes[column].set_title(label, fontsize=9)
    axes[0].legend(frameon=False, fontsize=8)
    save(figure, images, "rod_convergence.png")


def plot_contraction(baked, images):
    """Both muscles from the side, at rest and contracted, one above the other."""
    sides = 24
    figure, axes = plt.subplots(1, 2, figsize=(WIDTH, 2.2))
    for panel, (name, title) in zip(axes, (("Rigid", "rigid shape matching"), ("Scaled", "scaled shape matching"))):
        samples = baked.objects[name]
        for sample, colour, alpha in ((samples[-1], COLOUR, 1.0), (samples[0], "black", 0.35)):
            rings = [sample[i : i + sides] for i in range(0, len(sample), sides)]
            x = [centre(ring)[0] for ring in rings]
            r = [radius(ring) for ring in rings]
            panel.fill_between(x, [-v for v in r], r, color=colour, alpha=alpha, linewidth=0)
        panel.set_title(title, fontsize=10)
        panel.set_aspect("equal")
        panel.set_axis_off()
    save(figure, images, "contraction.png")


def main():
    caches, images = Path(sys.argv[1]), Path(sys.argv[2])
    images.mkdir(parents=True, exist_ok=True)
    plot_pull(Baked(caches / "rod_pull"), images)
    plot_shockwave(Baked(caches / "rod_shockwave"), images)
    plot_curves(Baked(caches / "rod_buckle"), images, "rod_buckle.png", (25, 37, 49, 73),
                ((2, "from the side"), (1, "from above")), height=2.8)
    plot_curves(Baked(caches / "rod_drop"), images, "rod_drop.png", (1, 8, 10, 49), ((2, "from the side"),),
                height=2.6)
    plot_convergence(caches / "rod_convergence.csv", images)
    plot_contraction(Baked(caches / "contraction"), images)


if __name__ == "__main__":
    main()
