"""Writes a job with a sheet of rods beside the same sheet of tetrahedra [viper Fig. 16]: stretched_sheet.py SEGMENTS JOB.

Both are clamped at their ends and pulled to twice their length. The rods are a bundle; the tetrahedra are of a Neo-Hookean material
with the paper's modulus and Poisson's ratio. Both carry the same surface, so that volumes and shapes can be compared. SEGMENTS
counts pieces of a rod, and boxes of tetrahedra, along the sheet; the run of docs/validation is 32.
"""

import sys

from scene_file import write_job
from tet_shapes import centred_box, vertices_where

LENGTH, WIDTH, THICKNESS = 0.6, 0.3, 0.03  # [m]
RODS = 10
STRETCH = 2.0
FRAMES, PULL_START, PULL_END, RATE = 61, 7, 49, 24
APART = 0.5  # of the two sheets [m]
YOUNG, POISSON = 1e6, 0.49  # of the paper
# The paper does not give the stiffness of its rods: as stiff to stretching as the tetrahedra, hardly any resistance to getting thinner.
RODS_MATERIAL = {
    "density": 1000,
    "stretch_stiffness": YOUNG,
    "cross_section_stiffness": 0.02 * YOUNG,
    "scale_gradient_stiffness": 0.1 * YOUNG,
    "bend_stiffness": 51 * YOUNG,
    "twist_stiffness": 0.5 * YOUNG,
    "volume_stiffness": 50 * YOUNG,
    "damping": 4.0,
}
BUNDLING = 100 * YOUNG  # the rods bend inwards as the sheet gets narrower: sections must be stiffer than that
TETS_MATERIAL = {"density": 1000, "young_modulus": YOUNG, "poisson_ratio": POISSON, "damping": 4.0}
NAMES = ("Rods", "Tetrahedra")
STATIONS, ACROSS = 49, 21  # of the surface: rings along the sheet, vertices from edge to edge


def outline():
    """Around a section, from the lower left corner: y and z. Twice ACROSS vertices."""
    across = [WIDTH * (i / (ACROSS - 1) - 0.5) for i in range(ACROSS)]
    half = 0.5 * THICKNESS
    return [(y, -half) for y in across] + [(y, half) for y in reversed(across)]


def surface(place):
    ring = outline()
    count = len(ring)
    vertices = [
        [LENGTH * (station / (STATIONS - 1) - 0.5), place + y, z] for station in range(STATIONS) for y, z in ring
    ]
    faces = []
    for station in range(STATIONS - 1):
        here, ahead = station * count, (station + 1) * count
        for i in range(count):
            beside = (i + 1) % count
            faces.append([here + i, here + beside, ahead + beside, ahead + i])
    last = (STATIONS - 1) * count
    for i in range(ACROSS - 1):
        low, high = i, count - 1 - i
        faces.append([low, high, high - 1, low + 1])
        faces.append([last + low, last + low + 1, last + high - 1, last + high])
    return {"vertices": vertices, "faces": faces}


def pulled(points):
    """Keys for points at the ends: they wait, and move apart."""
    reach = [[STRETCH * x, y, z] for x, y, z in points]
    return {"keys": [{"frame": PULL_START, "value": points}, {"frame": PULL_END, "value": reach}]}


def sheet_of_rods(place, segments):
    points = []
    for rod in range(RODS):
        across = place + WIDTH * ((rod + 0.5) / RODS - 0.5)
        points += [[LENGTH * (i / segments - 0.5), across, 0.0] for i in range(segments + 1)]
    ends = [i for i in range(len(points)) if i % (segments + 1) in (0, segments)]
    return {
        "kind": "viper_rods",
        "name": NAMES[0],
        "rods": {"points": points, "radii": 0.5 * WIDTH / RODS, "counts": [segments + 1] * RODS},
        "surface": surface(place),
        "sections": "levels",
        "bundling": {"stiffness": BUNDLING},
        "material": RODS_MATERIAL,
        "pins": [
            {
                "points": ends,
                "what": ["position", "scale"],
                "positions": pulled([points[i] for i in ends]),
            }
        ],
    }


def sheet_of_tetrahedra(place, segments):
    cells = [segments, segments // 2, 2]
    low = [-0.5 * LENGTH, place - 0.5 * WIDTH, -0.5 * THICKNESS]
    tets = centred_box(low, [LENGTH, WIDTH, THICKNESS], cells)
    ends = vertices_where(tets, lambda x: abs(x[0]) > 0.5 * LENGTH - 1e-9)
    return {
        "kind": "micropolar_solid",
        "name": NAMES[1],
        "law": "classic_neo_hookean",
        "tets": tets,
        "surface": surface(place),
        "material": TETS_MATERIAL,
        "pins": [
            {
                "vertices": ends,
                "what": ["position"],
                "positions": pulled([tets["vertices"][i] for i in ends]),
            }
        ],
    }


def job(segments):
    return {
        "sinew_job": 1,
        "name": "stretched_sheet",
        "frames": {"start": 1, "end": FRAMES, "rate": RATE},
        "gravity": [0, 0, 0],
        "solver": {"substeps": 2, "rods": {"coupled_tolerance": 1e-4}},
        "bodies": [sheet_of_rods(-0.5 * APART, segments), sheet_of_tetrahedra(0.5 * APART, segments)],
    }


def main():
    write_job(job(int(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
