"""Flat shells of the shell paper that want another shape: curvature modes, growing discs, the lotus [shell section 5.2]."""

import math

from shell_parts import RATE, at_x, job, keys, plate, shifted, where

MODES = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2))
MODE_CURVATURE = 4.0  # [1/m]


def curvature_modes():
    """One entry of the rest curvature for each plate, of one sign right of the middle and of the other left of it [Fig. 10]."""
    bodies = []
    for number, (i, j) in enumerate(MODES):
        mesh = plate(1.0, 0.08, 40, 4, alternating=True)
        middle = at_x(mesh, 0.0)
        place = 3 * (i - 1) + j - 1
        rest = [0] * (9 * len(mesh["vertices"]))
        bent = list(rest)
        for v, (x, _, _) in enumerate(mesh["vertices"]):
            bent[9 * v + place] = 0 if abs(x) < 1e-9 else math.copysign(MODE_CURVATURE, x)
        bodies.append(
            {
                "kind": "cosserat_shell",
                "contact": "none",  # bent ones reach into their neighbours
                "name": f"Mode {i}{j}",
                "mesh": shifted(mesh, y=0.35 * number),
                "material": {
                    "density": 1000,
                    "thickness": 0.01,
                    "young_modulus": 1e4,
                    "poisson_ratio": 0.3,
                    "length_scale": 1,
                    "damping": 4,
                },
                "pins": [{"vertices": middle}],
                "rest_curvature_map": keys((0, rest), (100, bent)),
            }
        )
    return job("curvature_modes", 3, bodies)


def disc(radius):
    """120 triangles in five circles of 1, 12, 12, 24 and 24 vertices; edges along the circles are arcs."""
    circles = [(0.0, 1), (0.25, 12), (0.5, 12), (0.75, 24), (1.0, 24)]
    vertices, starts = [], []
    for share, count in circles:
        starts.append(len(vertices))
        for n in range(count):
            angle = 2 * math.pi * n / count
            vertices.append([radius * share * math.cos(angle), radius * share * math.sin(angle), 0])
    faces = [[0, 1 + n, 1 + (n + 1) % 12] for n in range(12)]
    for inner in range(1, 4):
        a, b = starts[inner], starts[inner + 1]
        n_a, n_b = circles[inner][1], circles[inner + 1][1]
        ratio = n_b // n_a
        for n in range(n_a):
            ends = [b + (ratio * n + k) % n_b for k in range(ratio + 1)]
            faces += [[a + n, ends[k], ends[k + 1]] for k in range(ratio)]
            faces.append([a + n, ends[ratio], a + (n + 1) % n_a])
    edges, points = [], []
    for (share, count), start in zip(circles[1:], starts[1:]):
        for n in range(count):
            angle = 2 * math.pi * (n + 0.5) / count
            edges.append([start + n, start + (n + 1) % count])
            points.append([radius * share * math.cos(angle), radius * share * math.sin(angle), 0])
    return {"vertices": vertices, "faces": faces}, {"vertices": edges, "positions": points}


def circle_growth():
    """A disc that grows most in its middle, and one that grows most at its boundary [Fig. 12]. Bent by a hundredth of its
    thickness at rest, since a flat one would have no side to buckle to."""
    radius, bodies = 0.025, []
    for number, name in enumerate(("Centre", "Boundary")):
        mesh, arcs = disc(radius)
        grown = []
        for v in mesh["vertices"]:
            share = math.hypot(v[0], v[1]) / radius
            grown.append(1 + 0.35 * ((1 - share**2) if name == "Centre" else share**2))
        for v in mesh["vertices"] + arcs["positions"]:
            x, y = v[0] / radius, v[1] / radius
            v[2] = 3e-6 * ((1 - x * x - y * y) if name == "Centre" else (x * x - y * y))
            v[0] += 0.08 * number
        bodies.append(
            {
                "kind": "cosserat_shell",
                "name": name,
                "mesh": mesh,
                "edge_points": arcs,
                "material": {
                    "density": 1000,
                    "thickness": 0.0003,
                    "young_modulus": 1e6,
                    "poisson_ratio": 0.4,
                    "length_scale": 3e-7,
                    "damping": 20,
                },
                "pins": [{"vertices": [0], "what": ["position", "rotation"]}],
                "rest_stretch_map": keys((0, [1] * len(grown)), (200, grown)),
            }
        )
    return job("circle_growth", 3, bodies)


LOTUS_LAYERS = (0.1, 0.2, 0.35)
LOTUS_KEYS = 21  # over the ten seconds


def lotus_curvature(x, y, time, layer):
    """Γ₀ of the lotus flower, row after row."""

    def f(place):
        z = abs(place / 0.5) * min(time / 6 + 1, 1.8)
        return layer * (-0.2314286 + 10.89881 * z - 14.28571 * z**2 + 4.427083 * z**3)

    grown = 10 * min(time / 6, 1)
    return [0, grown * f(y), 0, -grown * f(x), 0, 0, 0, 0, 0]


def quadrature_points(mesh):
    """Where the rest curvature of triangles is asked for: three points each, one near every corner."""
    for face in mesh["faces"]:
        corners = [mesh["vertices"][v] for v in face]
        for near in corners:
            yield [near[k] / 2 + sum(corner[k] for corner in corners) / 6 for k in range(2)]


STILL_RATE = 5  # frames a second of the lotus in equilibrium


def curvature_at_points(mesh, time, layer):
    return [n for x, y in quadrature_points(mesh) for n in lotus_curvature(x, y, time, layer)]


def curvature_by_vertex(mesh, time, layer):
    return [n for x, y, _ in mesh["vertices"] for n in lotus_curvature(x, y, time, layer)]


def curvature_between_vertices(mesh, time, layer):
    """At the quadrature points, interpolated linearly from the vertices."""
    values = []
    for face in mesh["faces"]:
        corners = [lotus_curvature(*mesh["vertices"][v][:2], time, layer) for v in face]
        values += [near[k] / 2 + sum(corner[k] for corner in corners) / 6 for near in corners for k in range(9)]
    return values


LOTUS_FIELDS = {
    "at points": ("triangle_rest_curvature", curvature_at_points),
    "by vertex": ("rest_curvature_map", curvature_by_vertex),
    "linear": ("triangle_rest_curvature", curvature_between_vertices),
}


def lotus_shell(across=8, still=False, given="at points"):
    """Three plates that bend to a flower, free of each other [Fig. 7]; still: without inertia, in steps of 0.2 s."""
    rate = STILL_RATE if still else RATE
    field, curvature_of = LOTUS_FIELDS[given]
    bodies = []
    for number, layer in enumerate(LOTUS_LAYERS):
        mesh = plate(1.0, 1.0, across, across, alternating=True)
        middle = where(mesh, lambda x: abs(x[0]) < 1e-9 and abs(x[1]) < 1e-9)
        curvature = []
        for k in range(LOTUS_KEYS):
            time = 10 * k / (LOTUS_KEYS - 1)
            curvature.append((round(rate * time), [float(f"{value:.5g}") for value in curvature_of(mesh, time, layer)]))
        bodies.append(
            {
                "kind": "cosserat_shell",
                "contact": "none",  # they stand at one place
                "name": f"Layer {number + 1}",
                "mesh": mesh,
                "material": {
                    "density": 3000,
                    "thickness": 0.01,
                    "young_modulus": 5e5,
                    "poisson_ratio": 0.3,
                    "length_scale": 1,
                },
                "pins": [{"vertices": middle, "what": ["position", "rotation"]}],
                field: keys(*curvature),
            }
        )
    scene = job("lotus_shell", 10, bodies)
    return in_equilibrium(scene) if still else scene


def in_equilibrium(scene):
    """Seven seconds, as the curvature is the same from the sixth on."""
    scene["frames"].update({"end": scene["frames"]["start"] + 7 * STILL_RATE, "rate": STILL_RATE})
    scene["solver"]["implicit"] = {"integrator": "quasi_static"}
    return scene
