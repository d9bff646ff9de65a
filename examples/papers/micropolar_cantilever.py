"""Twisted cantilever [micropolar section 5.1, Fig. 2 and 3]."""

import csv
import json
import math
import subprocess

import drawing
from paper_report import DOCS, Section

TITLE = "Twisted cantilever [section 5.1, Fig. 2 and 3]"

# Mesh, boxes across and along, steps of 10 ms.
FULL = ("centred", 4, 48, 1000)
UNEVEN = ("boxes", 5, 61, 1000)
REDUCED = ("centred", 2, 12, 100)
REDUCED_UNEVEN = ("boxes", 2, 12, 20)


def degrees(radians):
    return 180.0 / math.pi * radians


def run_program(setting, size):
    folder = setting.output / f"twisted_cantilever_{size[0]}"
    arguments = [str(argument) for argument in size]
    subprocess.run([str(setting.programs / "twisted_cantilever"), *arguments, str(folder)], check=True)
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    with open(folder / "interpolation.csv", encoding="utf-8") as file:
        samples = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    return folder, summary, samples


def angle_row(summary, uneven):
    return (
        "mean angle between micro- and macrorotation",
        "2.62°",
        f"{summary['mean_angle_degrees']:.2f}° at the centroids, {summary['mean_angle_at_points_degrees']:.2f}° at the quadrature points; "
        f"on the other mesh {uneven['mean_angle_degrees']:.2f}°",
        abs(summary["mean_angle_degrees"] / 2.62 - 1) < 0.1,
    )


def curvature_row(summary):
    at_end = f"{100 * summary['largest_curvature_error']:.2f} % at the end"
    return (
        "largest error of the curvature, where an element is twisted by 31°",
        "0.8 %",
        f"{100 * summary['papers_twist_error']:.2f} % after {summary['papers_twist_time']:.1f} s; {at_end}",
        0 < summary["papers_twist_error"] <= 0.008,
    )


def rows_of(summary, samples, uneven, reduced):
    better = sum(s["angular_velocities"] <= s["rotation_vectors"] for s in samples) / len(samples)
    ours = max(s["angular_velocities"] for s in samples)
    theirs = max(s["rotation_vectors"] for s in samples)
    rows = [
        ("tetrahedra", "about 9200", f"{summary['tetrahedra']}", None),
        (
            "Newton iterations a step",
            "1 to 2",
            f"{summary['mean_iterations']:.2f} on average, {summary['most_iterations']} at most",
            summary["mean_iterations"] <= 2.0,
        ),
        ("largest twist inside one element", "31°", f"{summary['largest_twist_degrees']:.1f}°", None),
        (
            "Fig. 3: largest error, interpolated angular velocities against rotation vectors",
            "smaller, at all times",
            f"{degrees(ours):.2g}° against {degrees(theirs):.2g}°; smaller in {100 * better:.0f} % of the time",
            ours < theirs,
        ),
    ]
    if not reduced:
        rows[3:3] = [angle_row(summary, uneven), curvature_row(summary)]
    return rows


def plot_interpolation(samples, path):
    pyplot = drawing.pyplot()
    figure, axes = pyplot.subplots(figsize=(7, 4))
    times = [s["time"] for s in samples]
    axes.semilogy(times, [degrees(s["rotation_vectors"]) for s in samples], label="rotation vectors")
    axes.semilogy(times, [degrees(s["angular_velocities"]) for s in samples], label="angular velocities (ours)")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("largest error at a quadrature point [°]")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def plot_angle(samples, uneven, path):
    """Angle to the macrorotation, and how far the middle is from the axis, on both meshes."""
    pyplot = drawing.pyplot()
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.2))
    for values, label in ((samples, "symmetric mesh"), (uneven, "all boxes cut along one diagonal")):
        times = [s["time"] for s in values]
        left.plot(times, [degrees(s["mean_angle"]) for s in values], label=label)
        right.plot(times, [100 * s["sideways"] for s in values], label=label)
    left.plot([10], [2.62], "k*", label="paper")
    left.set_ylabel("mean angle to the macrorotation [°]")
    right.set_ylabel("middle of the bar off its axis [cm]")
    for axes in (left, right):
        axes.set_xlabel("time [s]")
        axes.grid(alpha=0.3)
    left.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def plot_bar(folder, size, path):
    """The surface of the twisted bar, coloured along its axis."""
    _, across, along, _ = size
    with open(folder / "bar.csv", encoding="utf-8") as file:
        vertices = [[float(value) for value in row[:3]] for row in list(csv.reader(file))[1:]]

    def vertex(i, j, k):
        return (k * (across + 1) + j) * (along + 1) + i

    pyplot = drawing.pyplot()
    shades = pyplot.get_cmap("coolwarm")
    triangles, colours = [], []
    for i in range(along):
        for m in range(across):
            for ends in (((m, 0), (m + 1, 0)), ((m, across), (m + 1, across)), ((0, m), (0, m + 1)), ((across, m), (across, m + 1))):
                a, b = (vertex(i, *end) for end in ends)
                c, d = (vertex(i + 1, *end) for end in ends)
                triangles += [(a, c, b), (b, c, d)]
                colours += 2 * [shades(i / along)[:3]]
    figure, axes = pyplot.subplots(figsize=(10, 2.4))
    drawing.draw(axes, drawing.View(-90, 20), [(vertices, triangles, colours)])
    figure.savefig(path, dpi=110, bbox_inches="tight", pad_inches=0.05)


def text_of(size, summary, uneven, uneven_samples):
    _, across, along, steps = size
    early = uneven_samples[len(uneven_samples) // 4]
    return f"""A bar of 0.05 × 0.05 × 0.6 m, E = 10 kPa, ν = 0.3, µ_c = µ, L_c = 0, whose ends turn in opposite directions at 45° a second for {steps / 100:g} s; steps of 10 ms.
The paper does not give its mesh. This one is a body-centred lattice of {across} × {across} × {along} boxes, {summary['unknowns']} unknowns, which has the symmetries of the bar.

The macrorotation is the polar factor of the F that straight edges have, as in the paper. It is constant in an element; the microrotation is not, so that a quadrature point also sees how far it is from the centroid. How much F differs between
neighbours, and so the angle to the macrorotation, depends on the shape of the elements: on {uneven['tetrahedra']} tetrahedra of boxes that are all cut along the same diagonal it is larger from the start
({degrees(early['mean_angle']):.2f}° after {early['time']:.1f} s). There the bar also buckles to the side, by {100 * uneven['sideways']:.1f} cm at the end: a straight bar that is twisted so far is not stable, and that mesh tells it where
to go. On the symmetric one it stays straight.

Reference for rotations inside an element are spherical averages of those at its corners, for the curvature the derivative of these averages. Rotation vectors are interpolated after each was brought to the turn nearest to the others. The error of
the curvature grows with the square of the twist, so it is compared where the twist is that of the paper."""


def run(setting):
    size, uneven_size = (REDUCED, REDUCED_UNEVEN) if setting.reduced else (FULL, UNEVEN)
    folder, summary, samples = run_program(setting, size)
    _, uneven, uneven_samples = run_program(setting, uneven_size)
    pictures = []
    if not setting.reduced:
        plot_bar(folder, size, DOCS / "twisted_cantilever.png")
        plot_angle(samples, uneven_samples, DOCS / "twisted_cantilever_angle.png")
        plot_interpolation(samples, DOCS / "twisted_cantilever_interpolation.png")
        pictures = [
            ("The bar at the end", "twisted_cantilever.png"),
            ("Angle to the macrorotation and motion to the side, on two meshes", "twisted_cantilever_angle.png"),
            ("Largest error of the rotation at a quadrature point", "twisted_cantilever_interpolation.png"),
        ]
    return Section(
        TITLE,
        text_of(size, summary, uneven, uneven_samples),
        rows_of(summary, samples, uneven, setting.reduced),
        pictures,
    )
