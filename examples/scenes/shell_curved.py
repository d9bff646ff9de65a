"""Shells of the shell paper that are curved at rest: Moebius strip, half sphere, closed bodies [shell section 5.3]."""

import math

from blob_bodies import armadillo, bunny
from shell_parts import entry, job, keys, shifted, where


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


def moebius(finer=1):
    """The same strip with both models, which should hardly differ [Fig. 13]; finer: so many times as many squares each way."""
    bodies = []
    for model in ("plate", "curved"):
        mesh, points = moebius_mesh(0.1, 0.01, 20 * finer, 2 * finer)
        bodies.append(
            {
                "kind": "cosserat_shell",
                "contact": "none",  # both stand at one place
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
                "pins": [{"vertices": list(range(2 * finer + 1)), "what": ["position", "rotation"]}],
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
    """The pole turns, the equator stays; folds would meet with friction [Fig. 1]."""
    mesh, points = half_sphere_mesh(splits)
    shell = {
        "kind": "cosserat_shell",
        "contact": "all",
        "friction": 1,
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


BODY_SIZE = 0.024  # of the faces of closed bodies [m]


def bent_body(size=BODY_SIZE, edges="smooth"):
    """Curvature along z in three ways: about x, about y, about z [Fig. 11]."""
    bodies = []
    mesh = armadillo(size)
    for axis in (1, 2, 3):
        bodies.append(
            {
                "kind": "cosserat_shell",
                "name": f"Axis {axis}",
                "mesh": shifted(mesh, x=0.6 * axis),
                "edges": edges,
                "material": {"density": 500, "thickness": 0.01, "young_modulus": 1e4, "poisson_ratio": 0.3, "length_scale": 1, "damping": 4},
                "pins": [{"vertices": where(mesh, lambda x: x[2] < 0.04), "what": ["position", "rotation"]}],
                "rest_curvature": keys((0, entry(axis, 3, 0)), (100, entry(axis, 3, 3.0))),
            }
        )
    return job("bent_body", 3, bodies)


SOFT_THICKNESSES = (10, 3.75, 1.5)  # [mm]


def soft_body(size=BODY_SIZE, edges="smooth"):
    """A closed body of three thicknesses sags under gravity and meets itself [Fig. 9]."""
    bodies = []
    mesh = bunny(size)
    for number, millimetres in enumerate(SOFT_THICKNESSES):
        bodies.append(
            {
                "kind": "cosserat_shell",
                "contact": "all",
                "name": f"{millimetres} mm",
                "mesh": shifted(mesh, x=0.6 * number),
                "edges": edges,
                "area_law": "nonlinear",
                "material": {"density": 500, "thickness": millimetres / 1000, "young_modulus": 1e5, "poisson_ratio": 0.4, "damping": 1},
                "pins": [{"vertices": where(mesh, lambda x: x[2] < 0.05), "what": ["position", "rotation"]}],
            }
        )
    return job("soft_body", 1.5, bodies, gravity=(0, 0, -9.81))
