"""Writes a job with a muscle that contracts in the middle, twice [viper Fig. 10]: contraction.py JOB.

"Scaled" matches the shape of its sections up to a common scale, so that the belly can bulge; "Rigid" has the traditional
shape matching. Both are held at their ends; the middle third is activated over one second.
"""

import json
import math
import sys

LENGTH = 0.3
BELLY = 0.036  # radius of the muscle in the middle
ROD = 0.012  # of each of its seven rods there
POINTS = 13
RINGS, SIDES = 25, 24  # of the surface
# Name, place across, shape matching.
MUSCLES = (("Scaled", 0.0, "similarity"), ("Rigid", 0.15, "rigid"))


def thickness(t):
    return 0.3 + 0.7 * math.sin(math.pi * t)


def rods(shift):
    """One rod in the middle and six around it."""
    points, radii = [], []
    for rod in range(7):
        for i in range(POINTS):
            t = i / (POINTS - 1)
            off = 0.0 if rod == 0 else (BELLY - ROD) * thickness(t)
            angle = rod * math.pi / 3.0
            points.append([LENGTH * t, shift + off * math.cos(angle), off * math.sin(angle)])
            radii.append(ROD * thickness(t))
    return {"points": points, "radii": radii, "counts": [POINTS] * 7}


def surface(shift):
    vertices, faces = [], []
    for ring in range(RINGS):
        t = ring / (RINGS - 1)
        for side in range(SIDES):
            angle = 2.0 * math.pi * side / SIDES
            r = BELLY * thickness(t)
            vertices.append([LENGTH * t, shift + r * math.cos(angle), r * math.sin(angle)])
    for ring in range(RINGS - 1):
        for side in range(SIDES):
            a, b = ring * SIDES + side, ring * SIDES + (side + 1) % SIDES
            faces.append([a, b, b + SIDES, a + SIDES])
    return {"vertices": vertices, "faces": faces}


def muscle(name, shift, matching):
    active = [1.0 if POINTS // 3 <= i <= POINTS - 1 - POINTS // 3 else 0.0 for i in range(POINTS)]
    ends = [POINTS * rod + end for rod in range(7) for end in (0, POINTS - 1)]
    return {
        "kind": "viper_rods",
        "name": name,
        "rods": rods(shift),
        "surface": surface(shift),
        "sections": "levels",
        "bundling": {"stiffness": 1e7, "matching": matching},
        "activation": {"keys": [{"frame": 1, "value": [0] * 7}, {"frame": 25, "value": [1] * 7}]},
        "activation_map": active * 7,
        "shortening": 0.5,
        "material": {"damping": 4},
        "pins": [{"points": ends, "what": ["position", "frame"]}],
    }


def job():
    return {
        "sinew_job": 1,
        "name": "contraction",
        "frames": {"start": 1, "end": 49, "rate": 24},
        "gravity": [0, 0, 0],
        "bodies": [muscle(*settings) for settings in MUSCLES],
    }


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(job(), file)


if __name__ == "__main__":
    main()
