"""Writes a job in which four lotus flowers fall into a bowl [micropolar section 5.3.3, Fig. 7]: lotus_bowl.py CELLS FRAMES RATE STEPS JOB.

A flower is three sheets of 1 × 1 × 0.01 m above each other, grown together in the middle, with the material and the rest curvature of lotus_solid.py in its final shape.
The rest curvature grows in two seconds, while the middle is held above the bowl; then one flower after the other is let go. Petals meet each other, the other flowers and the bowl, with friction.
The bowl is a mesh, the lower part of a ball of 1.1 m radius. CELLS counts the little boxes along an edge, even.
"""

import math
import sys

import lotus_solid
from ball_mesh import ball
from scene_file import write_job
from tet_border import border
from tet_shapes import Lattice, filled

FLOWERS = 4
BOWL, RIM = 1.1, 0.25  # radius of the bowl; height of its rim above the middle of its ball [m]
GROWTH = 2.0  # seconds in which the rest curvature grows
HEIGHT, STEP = 0.0, 0.75  # of the lowest flower; from flower to flower [m]
PAUSE = 0.5  # seconds from one flower to the next
FRICTION = 0.3
LAYERS = tuple(lotus_solid.LAYERS.values())


class FlowerLattice(Lattice):
    """Boxes as thick as a sheet: full layers and, between them, the four in the middle."""

    def has(self, box):
        i, j, k = box
        middle = self.cells[0] // 2
        return super().has(box) and (k % 2 == 0 or (i - middle in (-1, 0) and j - middle in (-1, 0)))


def flower_tets(cells):
    """Three sheets and what joins them; the middle of the lowest is at the origin."""
    side, thick, layers = lotus_solid.SIDE, lotus_solid.THICKNESS, 2 * len(LAYERS) - 1
    tets = filled(FlowerLattice([-0.5 * side, -0.5 * side, -0.5 * thick], [side, side, layers * thick], [cells, cells, layers]))
    used = sorted({vertex for tet in tets["tetrahedra"] for vertex in tet})
    number = {vertex: i for i, vertex in enumerate(used)}
    return {
        "vertices": [tets["vertices"][vertex] for vertex in used],
        "tetrahedra": [[number[vertex] for vertex in tet] for tet in tets["tetrahedra"]],
    }


def curvature(vertex):
    """Of the layer nearest to the vertex, when the flower is open."""
    layer = min(max(round(vertex[2] / lotus_solid.GAP), 0), len(LAYERS) - 1)
    return lotus_solid.rest_curvature(vertex, LAYERS[layer], 6)


def flower(number, cells, rate):
    flat = flower_tets(cells)
    open_shape = [curvature(vertex) for vertex in flat["vertices"]]
    angle, height = 0.5 * number, HEIGHT + STEP * number
    c, s = math.cos(angle), math.sin(angle)
    offset = (0.12 * math.cos(2.4 * number), 0.12 * math.sin(2.4 * number))
    tets = {
        "vertices": [[c * x - s * y + offset[0], s * x + c * y + offset[1], z + height] for x, y, z in flat["vertices"]],
        "tetrahedra": flat["tetrahedra"],
    }
    held = [i for i, (x, y, _) in enumerate(flat["vertices"]) if abs(x) + abs(y) < 1e-9]
    return {
        "kind": "micropolar_solid",
        "name": f"Flower {number + 1}",
        "contact": "all",
        "friction": FRICTION,
        "tets": tets,
        "surface": border(tets),
        "law": "linear",
        "fibers": [[c, s, 0]],
        "normals": [[-s, c, 0]],
        "material": {
            "density": 3000,
            "young_modulus": 5e5,
            "poisson_ratio": 0.3,
            "length_scale": 1.0,
            "alpha": 2.0,
            "beta": 2.0,
            "gamma": 0.0,
            "damping": 0.5,
        },
        "rest_curvature_map": {
            "keys": [
                {"frame": 1, "value": [[0] * 9 for _ in open_shape]},
                {"frame": 1 + GROWTH * rate, "value": open_shape},
            ]
        },
        "pins": [{"vertices": held, "what": ["position", "rotation"], "release_frame": 1 + rate * (GROWTH + PAUSE * number)}],
    }


def bowl():
    """Triangles of the ball whose middle is below the rim, hanging so that the first flower has room."""
    whole = ball(BOWL, 3)
    faces = [face for face in whole["faces"] if sum(whole["vertices"][i][2] for i in face) / 3 < RIM]
    used = sorted({vertex for face in faces for vertex in face})
    number = {vertex: i for i, vertex in enumerate(used)}
    vertices = [[x, y, z - 0.2] for x, y, z in (whole["vertices"][vertex] for vertex in used)]
    return {"kind": "mesh", "name": "Bowl", "mesh": {"vertices": vertices, "faces": [[number[i] for i in face] for face in faces]}, "friction": FRICTION}


def job(cells, frames, rate, steps):
    return {
        "sinew_job": 1,
        "name": "lotus_bowl",
        "frames": {"start": 1, "end": frames, "rate": rate},
        "gravity": [0, 0, -9.81],
        "solver": {"substeps": steps, "implicit": {"iterations": 300}},
        "bodies": [flower(number, cells, rate) for number in range(FLOWERS)],
        "colliders": [bowl()],
    }


if __name__ == "__main__":
    cells, frames, rate, steps = (int(argument) for argument in sys.argv[1:5])
    write_job(job(cells, frames, rate, steps), sys.argv[5])
