"""Writes jobs with the scenes of the shell paper: shell_scenes.py NAME JOB, or shell_scenes.py --all FOLDER.

Parameters are those of [shell section 5] and of the runs of the authors' implementation that docs/validation/shell.md compares with.
The jobs of these names in examples/jobs are written by this script. A frame is a time step of 10 ms.
"""

import json
import math
import sys
from pathlib import Path

RATE = 100
# About the residual to which the authors' implementation solves: 1e-7 N.
TIGHT = {"tolerance": 1e-9}


def plate(length, width, n_x, n_y, alternating=False):
    """Squares in the plane of x and y around the origin; vertex (i, j) is j (n_x + 1) + i. Alternating: cut into
    triangles along one diagonal and the other by turns, so that the mesh has no preferred direction."""
    vertices = [
        [length * (i / n_x - 0.5), width * (j / n_y - 0.5), 0] for j in range(n_y + 1) for i in range(n_x + 1)
    ]
    row = n_x + 1
    faces = [[j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i] for j in range(n_y) for i in range(n_x)]
    if alternating:
        turned = [face if (n % n_x + n // n_x) % 2 else face[1:] + face[:1] for n, face in enumerate(faces)]
        faces = [corners for a, b, c, d in turned for corners in ([a, b, c], [a, c, d])]
    return {"vertices": vertices, "faces": faces}


def where(mesh, condition):
    return [i for i, x in enumerate(mesh["vertices"]) if condition(x)]


def at_x(mesh, place):
    return where(mesh, lambda x: abs(x[0] - place) < 1e-9)


def clamped(vertices):
    """Positions, and the direction of the third director, which is along z."""
    return [
        {"vertices": vertices},
        {"vertices": vertices, "what": ["rotation"], "axes": ["x", "y"]},
    ]


def keys(*pairs):
    return {"keys": [{"frame": frame, "value": value} for frame, value in pairs]}


def entry(i, j, value):
    """A 3 × 3 matrix with one entry, counted from 1."""
    return [[value if (row, column) == (i, j) else 0 for column in (1, 2, 3)] for row in (1, 2, 3)]


def job(name, seconds, bodies, movers=(), gravity=(0, 0, 0), **solver):
    return {
        "sinew_job": 1,
        "name": name,
        "frames": {"start": 0, "end": round(RATE * seconds), "rate": RATE},
        "gravity": list(gravity),
        "solver": {"substeps": 1, **solver},
        "movers": list(movers),
        "bodies": list(bodies),
        "outputs": {"checkpoint_every": 100},
    }


ALUMINIUM = {
    "density": 2700,
    "thickness": 0.002,
    "young_modulus": 7e10,
    "poisson_ratio": 0.35,
    "length_scale": 2e-6,
}


def plate_load(across, element="quadratic"):
    mesh = plate(0.1, 0.01, 10 * across, across)
    shell = {
        "kind": "cosserat_shell",
        "name": "Plate",
        "mesh": mesh,
        "element": element,
        "material": {**ALUMINIUM, "damping": 1},
        "pins": clamped(at_x(mesh, -0.05)),
        "loads": [{"vertices": at_x(mesh, 0.05), "force": keys((0, [0, 0, 0]), (100, [0, 0, 50]))}],
    }
    return job("plate_load", 2, [shell], implicit=TIGHT)


def turning(name, degrees_a_second, seconds):
    """A mover that turns about x; between keys it turns evenly."""
    matrices = []
    for i in range(10 * seconds + 1):
        angle = math.radians(degrees_a_second) * i / 10
        c, s = math.cos(angle), math.sin(angle)
        matrices.append((10 * i, [1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0]))
    return {"name": name, "transforms": keys(*matrices)}


def strip_twist():
    mesh = plate(0.1, 0.01, 40, 4, alternating=True)
    shell = {
        "kind": "cosserat_shell",
        "name": "Strip",
        "mesh": mesh,
        "material": {**ALUMINIUM, "damping": 5},
        "pins": [
            {"vertices": at_x(mesh, -0.05), "what": ["position", "rotation"]},
            {"vertices": at_x(mesh, 0.05), "what": ["position", "rotation"], "mover": "right end"},
        ],
    }
    return job("strip_twist", 4, [shell], [turning("right end", 360, 4)], implicit=TIGHT)


def cylinder_coil(across=8, element="quadratic"):
    mesh = plate(0.5, 0.125, 4 * across, across)
    shell = {
        "kind": "cosserat_shell",
        "name": "Sheet",
        "mesh": mesh,
        "element": element,
        "material": {
            "density": 1000,
            "thickness": 0.01,
            "young_modulus": 1e6,
            "poisson_ratio": 0.3,
            "length_scale": 0.01,
            "damping": 5,
        },
        "pins": clamped(at_x(mesh, -0.25)),
        "rest_curvature": keys((0, entry(2, 1, 0)), (250, entry(2, 1, 4 * math.pi))),
    }
    return job("cylinder_coil", 12, [shell], implicit=TIGHT)


def elastica(load):
    """A cantilever with end load P, a = P L²/(E I) [physics of the elastica]; ν = 0, so that D b is E I."""
    length, width, thickness, young = 1.0, 0.05, 0.01, 1e7
    mesh = plate(length, width, 20, 1)
    stiffness = young * width * thickness**3 / 12
    force = load * stiffness / length**2
    shell = {
        "kind": "cosserat_shell",
        "name": "Beam",
        "mesh": mesh,
        "material": {"thickness": thickness, "young_modulus": young, "poisson_ratio": 0},
        "pins": clamped(at_x(mesh, -length / 2)),
        "loads": [{"vertices": at_x(mesh, length / 2), "force": keys((0, [0, 0, 0]), (40, [0, 0, force]))}],
    }
    return job("elastica", 0.45, [shell], implicit={"integrator": "quasi_static"})


def shifted(mesh, x=0.0, y=0.0, z=0.0):
    return {**mesh, "vertices": [[v[0] + x, v[1] + y, v[2] + z] for v in mesh["vertices"]]}


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


def moebius_mesh(length, width, around, across):
    """A strip closed to a ring after half a turn; middles of edges on the same surface."""
    radius = length / (2 * math.pi)

    def at(t, s):
        angle, half = 2 * math.pi * t, math.pi * t
        r = radius + s * math.cos(half)
        return [r * math.cos(angle), r * math.sin(angle), s * math.sin(half)]

    def place(i, j):
        return i / around, width * (j / across - 0.5)

    def index(i, j):
        return i * (across + 1) + j if i < around else across - j

    vertices = [at(*place(i, j)) for i in range(around) for j in range(across + 1)]
    faces, middles = [], {}
    for i in range(around):
        for j in range(across):
            corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            for triangle in ((0, 1, 2), (0, 2, 3)):
                nodes = [corners[k] for k in triangle]
                faces.append([index(*node) for node in nodes])
                for a, b in zip(nodes, nodes[1:] + nodes[:1]):
                    (t_a, s_a), (t_b, s_b) = place(*a), place(*b)
                    edge = tuple(sorted((index(*a), index(*b))))
                    middles.setdefault(edge, at((t_a + t_b) / 2, (s_a + s_b) / 2))
    points = {"vertices": [list(edge) for edge in middles], "positions": list(middles.values())}
    return {"vertices": vertices, "faces": faces}, points


def moebius():
    """The same strip with both models, which should hardly differ [Fig. 13]."""
    bodies = []
    for model in ("plate", "curved"):
        mesh, points = moebius_mesh(0.1, 0.01, 20, 2)
        bodies.append(
            {
                "kind": "cosserat_shell",
                "name": model.capitalize(),
                "mesh": mesh,
                "edge_points": points,
                "model": model,
                "material": {
                    "density": 2000,
                    "thickness": 0.0005,
                    "young_modulus": 1e6,
                    "poisson_ratio": 0.4,
                    "length_scale": 5e-7,
                    "damping": 4,
                },
                "pins": [{"vertices": [0, 1, 2], "what": ["position", "rotation"]}],
            }
        )
    return job("moebius", 2, bodies, gravity=(0, 0, -9.81), implicit={"tolerance": 1e-8})


def half_sphere_mesh(splits):
    """Eight segments and two rings, each triangle split in four again and again, all vertices on the unit sphere."""
    vertices = [[0.0, 0.0, 1.0]]
    for z, r in ((math.sqrt(0.5), math.sqrt(0.5)), (0.0, 1.0)):
        vertices += [[r * math.cos(math.pi * n / 4), r * math.sin(math.pi * n / 4), z] for n in range(8)]
    faces = [[0, 1 + n, 1 + (n + 1) % 8] for n in range(8)]
    for n in range(8):
        a, b, c, d = 1 + n, 1 + (n + 1) % 8, 9 + n, 9 + (n + 1) % 8
        faces += [[a, c, d], [a, d, b]]

    def middle(a, b):
        key = (min(a, b), max(a, b))
        if key not in known:
            x = [(p + q) / 2 for p, q in zip(vertices[a], vertices[b])]
            size = math.sqrt(sum(p * p for p in x))
            known[key] = len(vertices)
            vertices.append([p / size for p in x])
        return known[key]

    for _ in range(splits):
        known, split = {}, []
        for a, b, c in faces:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            split += [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        faces = split
    corners = len(vertices)
    known = {}
    for a, b, c in faces:
        for edge in ((a, b), (b, c), (c, a)):
            middle(*edge)
    points = {
        "vertices": [list(edge) for edge in known],
        "positions": [vertices[node] for node in known.values()],
    }
    return {"vertices": vertices[:corners], "faces": faces}, points


def half_sphere(model="plate", splits=3):
    """The pole turns, the equator stays [Fig. 1]. Without contact: nothing keeps folds from passing through each other."""
    mesh, points = half_sphere_mesh(splits)
    shell = {
        "kind": "cosserat_shell",
        "name": model.capitalize(),
        "mesh": mesh,
        "edge_points": points,
        "model": model,
        "material": {
            "density": 1000,
            "thickness": 0.001,
            "young_modulus": 1e4,
            "poisson_ratio": 0.4,
            "length_scale": 1e-5,
            "damping": 4,
        },
        "pins": [
            {"vertices": where(mesh, lambda x: abs(x[2]) < 1e-9)},
            {
                "vertices": [0],
                "what": ["rotation"],
                "angular_velocities": [0, 0, math.pi / 2],
                "release_frame": 400,
            },
        ],
    }
    return job("half_sphere", 6, [shell])


LOTUS_LAYERS = (0.1, 0.2, 0.35)
LOTUS_KEYS = 21  # over the ten seconds


def lotus_curvature(x, y, time, layer):
    """Γ₀ of the lotus flower, row after row."""

    def f(place):
        z = abs(place / 0.5) * min(time / 6 + 1, 1.8)
        return layer * (-0.2314286 + 10.89881 * z - 14.28571 * z**2 + 4.427083 * z**3)

    grown = 10 * min(time / 6, 1)
    return [0, grown * f(y), 0, -grown * f(x), 0, 0, 0, 0, 0]


STILL_RATE = 5  # frames a second of the lotus in equilibrium


def lotus_shell(across=8, still=False):
    """Three plates that bend to a flower, free of each other [Fig. 7]; still: without inertia, in steps of 0.2 s."""
    rate = STILL_RATE if still else RATE
    bodies = []
    for number, layer in enumerate(LOTUS_LAYERS):
        mesh = plate(1.0, 1.0, across, across, alternating=True)
        middle = where(mesh, lambda x: abs(x[0]) < 1e-9 and abs(x[1]) < 1e-9)
        curvature = []
        for k in range(LOTUS_KEYS):
            time = 10 * k / (LOTUS_KEYS - 1)
            values = [n for x, y, _ in mesh["vertices"] for n in lotus_curvature(x, y, time, layer)]
            curvature.append((round(rate * time), [float(f"{value:.5g}") for value in values]))
        bodies.append(
            {
                "kind": "cosserat_shell",
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
                "rest_curvature_map": keys(*curvature),
            }
        )
    scene = job("lotus_shell", 10, bodies)
    return in_equilibrium(scene) if still else scene


def in_equilibrium(scene):
    """Seven seconds, as the curvature is the same from the sixth on."""
    scene["frames"].update({"end": scene["frames"]["start"] + 7 * STILL_RATE, "rate": STILL_RATE})
    scene["solver"]["implicit"] = {"integrator": "quasi_static"}
    return scene


def pear(height, rings=16, segments=20):
    """A closed body with a head, standing on z = 0; poles first and last."""

    def radius(share):
        head = 0.35 * math.exp(-(((share - 0.78) / 0.1) ** 2))
        return 0.34 * height * math.sin(math.pi * share) ** 0.6 * (1 - 0.55 * share + head)

    vertices = [[0, 0, 0]]
    for k in range(1, rings):
        r, z = radius(k / rings), height * k / rings
        vertices += [[r * math.cos(2 * math.pi * n / segments), r * math.sin(2 * math.pi * n / segments), z] for n in range(segments)]
    vertices.append([0, 0, height])
    faces = [[0, 1 + (n + 1) % segments, 1 + n] for n in range(segments)]
    for k in range(rings - 2):
        a, b = 1 + k * segments, 1 + (k + 1) * segments
        faces += [[a + n, a + (n + 1) % segments, b + (n + 1) % segments, b + n] for n in range(segments)]
    last = 1 + (rings - 2) * segments
    faces += [[last + n, last + (n + 1) % segments, len(vertices) - 1] for n in range(segments)]
    return {"vertices": vertices, "faces": faces}


def bent_body():
    """Curvature along z in three ways: about x, about y, about z [Fig. 11]."""
    bodies = []
    for axis in (1, 2, 3):
        mesh = pear(0.5)
        bodies.append(
            {
                "kind": "cosserat_shell",
                "name": f"Axis {axis}",
                "mesh": shifted(mesh, x=0.6 * axis),
                "edges": "smooth",
                "material": {"density": 500, "thickness": 0.01, "young_modulus": 1e4, "poisson_ratio": 0.3, "length_scale": 1, "damping": 4},
                "pins": [{"vertices": where(mesh, lambda x: x[2] < 0.04), "what": ["position", "rotation"]}],
                "rest_curvature": keys((0, entry(axis, 3, 0)), (100, entry(axis, 3, 3.0))),
            }
        )
    return job("bent_body", 3, bodies)


SOFT_THICKNESSES = (10, 3.75, 1.5)  # [mm]


def soft_body():
    """A closed body of three thicknesses sags under gravity [Fig. 9]."""
    bodies = []
    for number, millimetres in enumerate(SOFT_THICKNESSES):
        mesh = pear(0.5)
        bodies.append(
            {
                "kind": "cosserat_shell",
                "name": f"{millimetres} mm",
                "mesh": shifted(mesh, x=0.6 * number),
                "edges": "smooth",
                "area_law": "nonlinear",
                "material": {"density": 500, "thickness": millimetres / 1000, "young_modulus": 1e5, "poisson_ratio": 0.4, "damping": 1},
                "pins": [{"vertices": where(mesh, lambda x: x[2] < 0.2), "what": ["position", "rotation"]}],
            }
        )
    return job("soft_body", 1.5, bodies, gravity=(0, 0, -9.81))


SCENES = {
    "strip_twist": strip_twist,
    **{f"plate_load_{n}": (lambda n=n: plate_load(n)) for n in (1, 2, 4, 8, 16)},
    "cylinder_coil": cylinder_coil,
    "curvature_modes": curvature_modes,
    "circle_growth": circle_growth,
    "moebius": moebius,
    "half_sphere": half_sphere,
    "lotus_shell": lotus_shell,
}


def rounded(value):
    """Numbers with ten digits: what a job needs, and the same text on every machine."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(item) for item in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value


def write(scene, path):
    path.write_text(json.dumps(rounded(scene), separators=(",", ":")) + "\n", encoding="utf-8")


def main():
    name, place = sys.argv[1], Path(sys.argv[2])
    if name != "--all":
        write(SCENES[name](), place)
        return
    for each, make in SCENES.items():
        write(make(), place / f"{each}.json")


if __name__ == "__main__":
    main()
