"""Writes a job with elastic bands on a bar [viper Fig. 8]: bands.py JOB.

A band is a ring of three rods side by side. A rod is a chain with two ends, so each of them closes in a seam: its first and its last
point are in one place and in one section with their neighbours, which hold them there. The seams are a third of the ring
apart. The surface is the mesh of the band at rest, which follows the rods.

Four bands hang on a bar: one is left alone, one is pulled to about twice its length, one is pulled and wrung by a whole turn, and
one is let go when it is longest.
"""

import json
import math
import sys

RADIUS = 0.080  # of the ring at rest [m]
STRANDS = 3
STRAND = 0.005  # radius of a strand
APART = 0.009  # of two strands
POINTS = 36  # around the ring
BAR = 0.02  # radius of the bar
TOP = 0.8  # height of the bar
GRIP = 2  # stations that a hand holds on either side of the lowest
PULL_START, PULL_END, LAST = 13, 60, 108  # frames
KEYS = 47  # of a hand's way
RATE = 48
# The band that is let go comes back at 5 m/s, ten times its thickness a frame: with fewer steps it is slowed down by them.
SUBSTEPS = 12
RUBBER = {
    "density": 1100,
    "stretch_stiffness": 6e5,
    "cross_section_stiffness": 6e4,
    "scale_gradient_stiffness": 2e5,
    "bend_stiffness": 5e6,
    "twist_stiffness": 2e5,
    "volume_stiffness": 2e7,
    "damping": 1.5,
    "material_damping": 0.01,
}
# Name, place along the bar, by how much it is pulled [m], by how many turns it is wrung, whether it is let go.
BANDS = (
    ("Free", -0.15, 0.0, 0, False),
    ("Pulled", -0.05, 0.28, 0, False),
    ("Wrung", 0.05, 0.28, 1, False),
    ("Let go", 0.15, 0.28, 0, True),
)
# Of the surface: around the ring and around the band.
SURFACE_RINGS, SURFACE_SIDES = 96, 24
HALF_WIDTH = APART * (STRANDS - 1) / 2 + STRAND


def middle():
    """Height of the middle of a ring whose inner side lies on the bar."""
    return TOP + BAR + STRAND - RADIUS


def on_ring(angle, radius, along):
    """Angle 0 is the lowest place; the band is as wide as the bar goes, along Y."""
    return [radius * math.sin(angle), along, middle() - radius * math.cos(angle)]


def rods(place):
    points, sections = [], [[] for _ in range(POINTS)]
    for strand in range(STRANDS):
        along = place + (strand - (STRANDS - 1) / 2) * APART
        seam = POINTS // 2 + strand * POINTS // STRANDS
        for i in range(POINTS + 1):
            station = (seam + i) % POINTS
            sections[station].append(len(points))
            points.append(on_ring(2.0 * math.pi * station / POINTS, RADIUS, along))
    return {"points": points, "radii": STRAND, "counts": [POINTS + 1] * STRANDS}, sections


def outline(side):
    """The section of the band: a box with round sides; outwards and along the bar."""
    angle = 2.0 * math.pi * side / SURFACE_SIDES
    straight = HALF_WIDTH - STRAND
    along = straight if math.cos(angle) > 1e-9 else -straight if math.cos(angle) < -1e-9 else 0.0
    return STRAND * math.sin(angle), along + STRAND * math.cos(angle)


def surface(place):
    vertices, faces = [], []
    for ring in range(SURFACE_RINGS):
        for side in range(SURFACE_SIDES):
            out, along = outline(side)
            vertices.append(on_ring(2.0 * math.pi * ring / SURFACE_RINGS, RADIUS + out, place + along))
    for ring in range(SURFACE_RINGS):
        for side in range(SURFACE_SIDES):
            here, beside = ring * SURFACE_SIDES + side, ring * SURFACE_SIDES + (side + 1) % SURFACE_SIDES
            ahead = (ring + 1) % SURFACE_RINGS - ring
            faces.append([here, beside, beside + ahead * SURFACE_SIDES, here + ahead * SURFACE_SIDES])
    return {"vertices": vertices, "faces": faces}


def hand(points, sections, place, pull, turns, let_go):
    """Holds the lowest points, waits, goes down and turns about the band's own direction there."""
    held = [j for station in range(-GRIP, GRIP + 1) for j in sections[station % POINTS]]
    low = middle() - RADIUS
    keys = []
    for step in range(KEYS + 1):
        part = step / KEYS
        eased = part * part * (3.0 - 2.0 * part)
        cosine, sine = math.cos(2.0 * math.pi * turns * eased), math.sin(2.0 * math.pi * turns * eased)
        value = []
        for j in held:
            x, y, z = points[j][0], points[j][1] - place, points[j][2] - low
            value.append([x, place + cosine * y - sine * z, low + sine * y + cosine * z - pull * eased])
        keys.append({"frame": PULL_START + part * (PULL_END - PULL_START), "value": value})
    pin = {"points": held, "what": ["position"], "positions": {"keys": keys}}
    if let_go:
        pin["release_frame"] = PULL_END
    return pin


def band(name, place, pull, turns, let_go):
    ring, sections = rods(place)
    body = {
        "kind": "viper_rods",
        "name": name,
        "rods": ring,
        "surface": surface(place),
        "sections": sections,
        "bundling": {"stiffness": 2e6},
        "material": RUBBER,
        "collides": True,
        "friction": 0.6,
    }
    if pull > 0.0:
        body["pins"] = [hand(ring["points"], sections, place, pull, turns, let_go)]
    return body


def job():
    return {
        "sinew_job": 1,
        "name": "bands",
        "frames": {"start": 1, "end": LAST, "rate": RATE},
        "solver": {"substeps": SUBSTEPS},
        "bodies": [band(*settings) for settings in BANDS],
        "colliders": [
            {
                "kind": "pills",
                "name": "Bar",
                "points": [[0.0, -0.3, TOP], [0.0, 0.3, TOP]],
                "radii": BAR,
                "friction": 0.6,
            }
        ],
    }


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(job(), file)


if __name__ == "__main__":
    main()
