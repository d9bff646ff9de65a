"""Writes a job in which octopuses fall on each other [viper Fig. 7]: octopus.py COUNT JOB.

An octopus has 37 pills: a head of 5 and eight arms of 4, held together where they meet. They fall from layers of
a grid, each turned its own way, on a floor inside four walls.
"""

import json
import math
import sys

HEAD = [(0.00, 0.050), (0.05, 0.075), (0.10, 0.095), (0.16, 0.100), (0.22, 0.085), (0.27, 0.060)]  # height, radius
ARMS = 8
ARM = [(0.06, 0.036), (0.15, 0.032), (0.24, 0.026), (0.32, 0.020), (0.39, 0.014)]  # distance, radius
SPACING = 0.85
LAYERS = 4  # that they fall from
RATE = 140  # steps a second
TOLERANCE = 0.3  # forces balanced to this part of the largest in each rod
MATERIAL = {
    "stretch_stiffness": 2e5,
    "cross_section_stiffness": 2e5,
    "scale_gradient_stiffness": 2e5,
    "bend_stiffness": 4.4e6,
    "twist_stiffness": 2e5,
    "volume_stiffness": 4e6,
    "damping": 0.3,
    "material_damping": 0.02,
}


def octopus():
    """Points, radii and counts of the rods, and the section where they are held together."""
    points, radii, counts = [], [], []
    for height, radius in HEAD:
        points.append((0.0, 0.0, height))
        radii.append(radius)
    counts.append(len(HEAD))
    section = [0, 1]
    for arm in range(ARMS):
        angle = 2.0 * math.pi * arm / ARMS
        section.append(len(points))
        for distance, radius in ARM:
            droop = -0.25 * (distance - ARM[0][0])
            points.append((distance * math.cos(angle), distance * math.sin(angle), droop))
            radii.append(radius)
        counts.append(len(ARM))
    return points, radii, counts, section


def turned(point, axis, angle):
    """Rodrigues' formula."""
    cross = (
        axis[1] * point[2] - axis[2] * point[1],
        axis[2] * point[0] - axis[0] * point[2],
        axis[0] * point[1] - axis[1] * point[0],
    )
    along = sum(a * p for a, p in zip(axis, point))
    return tuple(
        p * math.cos(angle) + c * math.sin(angle) + a * along * (1.0 - math.cos(angle))
        for p, c, a in zip(point, cross, axis)
    )


def placed(points, index, side):
    """The octopus with this number: its place in the grid and a turn of its own."""
    layer, rest = divmod(index, side * side)
    row, column = divmod(rest, side)
    tilt = 2.399 * index  # the golden angle: no two are alike
    axis = (math.cos(tilt), math.sin(tilt), 0.0)
    shift = (SPACING * column + 0.1 * (layer % 2), SPACING * row + 0.1 * (layer % 2), 0.6 + 0.75 * layer)
    return [
        [a + b for a, b in zip(turned(turned(point, (0.0, 0.0, 1.0), tilt), axis, 0.9 * math.sin(tilt)), shift)]
        for point in points
    ]


def job(count, frames, surface=None, layers=LAYERS):
    """`surface` is the mesh of one octopus where octopus() has its rods: vertices and faces, which follow them."""
    points, radii, counts, section = octopus()
    side = max(1, round((count / layers) ** 0.5))
    bodies = []
    for index in range(count):
        body = {
            "kind": "viper_rods",
            "name": f"Octopus {index + 1}",
            "rods": {"points": placed(points, index, side), "radii": radii, "counts": counts},
            "sections": [section],
            "bundling": {"stiffness": 1e6},
            "material": MATERIAL,
            "collides": True,
            "friction": 0.4,
        }
        if surface:
            body["surface"] = {"vertices": placed(surface[0], index, side), "faces": surface[1]}
        bodies.append(body)
    low, high = -0.7, SPACING * (side - 1) + 0.8
    walls = [
        {"kind": "half_plane", "name": "Floor", "normal": [0, 0, 1], "offset": 0.0, "friction": 0.4},
        {"kind": "half_plane", "name": "Left", "normal": [1, 0, 0], "offset": low},
        {"kind": "half_plane", "name": "Right", "normal": [-1, 0, 0], "offset": -high},
        {"kind": "half_plane", "name": "Front", "normal": [0, 1, 0], "offset": low},
        {"kind": "half_plane", "name": "Back", "normal": [0, -1, 0], "offset": -high},
    ]
    return {
        "sinew_job": 1,
        "name": f"octopus_{count}",
        "frames": {"start": 1, "end": frames, "rate": RATE},
        "solver": {"substeps": 1, "rods": {"coupled_tolerance": TOLERANCE}},
        "bodies": bodies,
        "colliders": walls,
    }


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(job(count, 3 * RATE), file)


if __name__ == "__main__":
    main()
