"""What the scenes of the shell paper are made of: plates, pins, keys, jobs."""

import json

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


def shifted(mesh, x=0.0, y=0.0, z=0.0):
    return {**mesh, "vertices": [[v[0] + x, v[1] + y, v[2] + z] for v in mesh["vertices"]]}


def rounded(value):
    """Numbers with ten digits: what a job needs, and the same text on every machine."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(item) for item in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value


def write(scene, path):
    """With the transverse shear of the paper, µ + µ_c: the authors' implementation, which the results are compared with, has it."""
    for body in scene["bodies"]:
        if body["kind"] == "cosserat_shell":
            body["material"].setdefault("shear_factor", 0)
    path.write_text(json.dumps(rounded(scene), separators=(",", ":")) + "\n", encoding="utf-8")
