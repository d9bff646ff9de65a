"""Plots and pictures for docs/validation/shell.md, with matplotlib alone."""

from drawing import View, draw, pyplot


def shape_values(a, b, c):
    """Of six nodes at barycentric coordinates."""
    return (a * (2 * a - 1), b * (2 * b - 1), c * (2 * c - 1), 4 * a * b, 4 * b * c, 4 * c * a)


def fine_triangles(nodes, triangles, parts=4):
    """Each quadratic triangle as parts² flat ones: vertices and triangles."""
    vertices, flat = [], []
    for triangle in triangles:
        corners = [nodes[i] for i in triangle]

        def at(i, j):
            a, b = i / parts, j / parts
            N = shape_values(1 - a - b, a, b)
            return tuple(sum(n * x[k] for n, x in zip(N, corners)) for k in range(3))

        index = {}
        for i in range(parts + 1):
            for j in range(parts + 1 - i):
                index[i, j] = len(vertices)
                vertices.append(at(i, j))
        for i, j in index:
            if i + j < parts:
                flat.append([index[i, j], index[i + 1, j], index[i, j + 1]])
            if i + j < parts - 1:
                flat.append([index[i + 1, j], index[i + 1, j + 1], index[i, j + 1]])
    return vertices, flat


def surface(result, body, colour, parts=4):
    return *fine_triangles(result.nodes(body), result.triangles(body), parts), colour


def save(figure, path):
    figure.savefig(path, dpi=100, bbox_inches="tight", pad_inches=0.05)


BLUE, RED, GREEN, SAND = (0.45, 0.65, 0.95), (0.95, 0.5, 0.4), (0.5, 0.8, 0.5), (0.95, 0.85, 0.6)


def locking(plates, coils, tips, gaps, path):
    figure, both = pyplot().subplots(1, 2, figsize=(10, 3.6))
    for axes, ours, theirs, label in (
        (both[0], plates, {kind: {n: tip[0] for n, tip in of.items()} for kind, of in tips.items()}, "largest z of the free end [mm]"),
        (both[1], coils, gaps, "gap between the ends [mm]"),
    ):
        for kind, marker in (("quadratic", "o"), ("linear", "s")):
            line = axes.plot([n for n, *_ in ours[kind]], [1000 * value for _, value, _ in ours[kind]], marker + "-", label=f"{kind}")
            axes.plot(list(theirs[kind]), [1000 * value for value in theirs[kind].values()], "x--", color=line[0].get_color(), alpha=0.6, label=f"{kind}, reference")
        axes.set_xscale("log", base=2)
        axes.set_xlabel("squares across")
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
    both[1].set_yscale("log")
    both[0].legend()
    figure.tight_layout()
    save(figure, path)


def strip(result, path):
    figure, axes = pyplot().subplots(figsize=(10, 2))
    draw(axes, View(-90, 20), [surface(result, "Strip", BLUE)])
    save(figure, path)


def curvature_modes(result, modes, path):
    figure, grid = pyplot().subplots(3, 2, figsize=(10, 6))
    for axes, (i, j) in zip(grid.flat, modes):
        view = View(-90, 89) if i == 3 else View(-60, 25)
        draw(axes, view, [surface(result, f"Mode {i}{j}", RED if i == 3 else BLUE, 2)])
        axes.set_title(f"$\\Gamma_{{0,{i}{j}}}$")
    save(figure, path)


def discs(result, path):
    figure, both = pyplot().subplots(1, 2, figsize=(9, 3))
    for axes, name in zip(both, ("Centre", "Boundary")):
        draw(axes, View(-60, 30), [surface(result, name, SAND, 6)])
        axes.set_title(f"most growth at the {name.lower()}")
    save(figure, path)


def moebius(result, path):
    figure, both = pyplot().subplots(1, 2, figsize=(9, 3.2))
    rest = fine_triangles(result.rest("Plate"), result.triangles("Plate"))
    draw(both[0], View(-60, 35), [(*rest, GREEN)])
    both[0].set_title("at rest")
    draw(both[1], View(-60, 35), [surface(result, "Plate", GREEN)])
    both[1].set_title("under gravity")
    save(figure, path)


def half_sphere(result, path):
    figure, axes = pyplot().subplots(figsize=(6, 4))
    draw(axes, View(-60, 35), [surface(result, "Plate", SAND, 2)])
    save(figure, path)


def lotus(result, path):
    figure, axes = pyplot().subplots(figsize=(6, 4))
    colours = ((0.95, 0.6, 0.7), (0.95, 0.75, 0.8), (0.98, 0.88, 0.9))
    draw(axes, View(-65, 30), [surface(result, f"Layer {n + 1}", colour, 1) for n, colour in enumerate(colours)])
    save(figure, path)


def bodies(bent, soft, path):
    figure, both = pyplot().subplots(2, 1, figsize=(8, 6))
    draw(both[0], View(-90, 15), [surface(bent, f"Axis {axis}", GREEN, 2) for axis in (1, 2, 3)])
    draw(both[1], View(-90, 15), [surface(soft, name, BLUE, 2) for name in ("10 mm", "3.75 mm", "1.5 mm")])
    save(figure, path)
