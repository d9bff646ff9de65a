"""Plates and strips of the shell paper that are loaded, twisted and coiled [shell section 5.1], and the elastica."""

import math

from shell_parts import TIGHT, at_x, clamped, entry, job, keys, plate

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


def cylinder_coil(across=8, element="quadratic", alternating=False):
    mesh = plate(0.5, 0.125, 4 * across, across, alternating)
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
