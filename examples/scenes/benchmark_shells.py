"""Benchmarks of thin shells: those with published values that the constants of the relaxation were not chosen by, and the pinched hemisphere."""

import math
import random
from dataclasses import dataclass

from shell_parts import TIGHT, job, keys


class Patch:
    """n × m squares of a surface of two parameters from 0 to 1, cut by turns; middles of edges are on it. Irregular: vertices inside are moved by up to a quarter of a square."""

    def __init__(self, surface, n, m, irregular=False):
        chance = random.Random(1)
        self.at = []
        for j in range(m + 1):
            for i in range(n + 1):
                inside = irregular and 0 < i < n and 0 < j < m
                moves = [chance.uniform(-0.25, 0.25) if inside else 0.0 for _ in range(2)]
                self.at.append(((i + moves[0]) / n, (j + moves[1]) / m))
        faces, middles = [], {}
        for j in range(m):
            for i in range(n):
                v = j * (n + 1) + i
                a, b, c, d = (v, v + 1, v + n + 2, v + n + 1) if (i + j) % 2 else (v + 1, v + n + 2, v + n + 1, v)
                for face in ([a, b, c], [a, c, d]):
                    faces.append(face)
                    for edge in zip(face, face[1:] + face[:1]):
                        middles[min(edge), max(edge)] = surface(*((p + q) / 2 for p, q in zip(self.at[edge[0]], self.at[edge[1]])))
        self.mesh = {"vertices": [surface(*at) for at in self.at], "faces": faces}
        self.edge_points = {"vertices": [list(edge) for edge in middles], "positions": list(middles.values())}

    def side(self, axis, value):
        """Vertices with this value of the first or the second parameter, in order."""
        return [v for v, at in enumerate(self.at) if abs(at[axis] - value) < 1e-9]

    def corner(self, u, v):
        return next(i for i, at in enumerate(self.at) if math.dist(at, (u, v)) < 1e-9)


def hold(vertices, what):
    """x y z hold vertices along these axes, X Y Z hold their directors about them."""
    along, about = ([c.lower() for c in what if c.islower() == lower] for lower in (True, False))
    pins = [{"vertices": vertices, "axes": along}] if along else []
    return pins + ([{"vertices": vertices, "what": ["rotation"], "axes": about}] if about else [])


def spread(line, force):
    """A force spread evenly over a line of edges of the same length: by Simpson's rule, a sixth to each end and the rest to the middle."""
    share = [f / (len(line) - 1) for f in force]
    loads = []
    for edge in zip(line, line[1:]):
        loads += [(list(edge), [2 * f for f in share])] + [([v], [-f / 2 for f in share]) for v in edge]
    return loads


@dataclass
class Benchmark:
    """A patch under a load that grows, and where it is looked at."""

    patch: Patch
    material: dict
    pins: list
    loads: list  # (vertices, force)
    watched: int  # vertex
    steps: int = 1
    load: str = "force"

    def scene(self, couple_ratio=1.0, model="plate", edges="curved"):
        zero, full = (0, [0, 0, 0]), self.steps
        body = {
            "kind": "cosserat_shell",
            "name": "Shell",
            "mesh": self.patch.mesh,
            **({"edge_points": self.patch.edge_points} if edges == "curved" else {}),
            "model": model,
            "material": {**self.material, "couple_ratio": couple_ratio, "shear_factor": 5 / 6},
            "pins": self.pins,
            "loads": [{"vertices": vertices, self.load: keys(zero, (full, value))} for vertices, value in self.loads],
        }
        scene = job("benchmark", 0, [body], implicit={"integrator": "quasi_static", "iterations": 300, **TIGHT})
        scene["frames"]["end"] = self.steps
        return scene


def cylinder_surface(radius, length):
    def surface(u, v):
        return [radius * math.sin(math.pi / 2 * u), radius * math.cos(math.pi / 2 * u), length / 2 * v]

    return surface


def eighth_of_cylinder(patch):
    """What its three planes of symmetry hold."""
    return hold(patch.side(1, 0), "zXY") + hold(patch.side(0, 0), "xYZ") + hold(patch.side(0, 1), "yXZ")


def pinched_cylinder(n, irregular=False):
    """With diaphragms at its ends. A thousand times the load: still small against the thickness."""
    patch = Patch(cylinder_surface(300, 600), n, n, irregular)
    material = {"thickness": 3, "young_modulus": 3e6, "poisson_ratio": 0.3}
    pins = eighth_of_cylinder(patch) + hold(patch.side(1, 1), "xy")
    return Benchmark(patch, material, pins, [([patch.corner(0, 0)], [0, -1000 / 4, 0])], patch.corner(0, 0))


def pulled_cylinder(n, irregular=False):
    """With open ends, pulled far apart."""
    patch = Patch(cylinder_surface(4.953, 10.35), n, n, irregular)
    material = {"thickness": 0.094, "young_modulus": 10.5e6, "poisson_ratio": 0.3125}
    return Benchmark(patch, material, eighth_of_cylinder(patch), [([patch.corner(0, 0)], [0, 40000 / 4, 0])], patch.corner(0, 0), steps=40)


def pinched_open_cylinder(n, thickness, load, irregular=False):
    """With open ends, a little pushed together by two forces."""
    patch = Patch(cylinder_surface(4.953, 10.35), n, n, irregular)
    material = {"thickness": thickness, "young_modulus": 10.5e6, "poisson_ratio": 0.3125}
    return Benchmark(patch, material, eighth_of_cylinder(patch), [([patch.corner(0, 0)], [0, -load / 4, 0])], patch.corner(0, 0))


def cone(n, thickness, irregular=False):
    """A quarter of a cone, clamped along one of its straight sides; a force across the corner of the other pulls it open."""

    def surface(u, v):
        angle, along = math.pi / 2 * u, 1 + v
        return [0.5 * along * math.cos(angle), 0.5 * along * math.sin(angle), along]

    patch = Patch(surface, n, n, irregular)
    material = {"thickness": thickness, "young_modulus": 1e6, "poisson_ratio": 0.3}
    return Benchmark(patch, material, hold(patch.side(0, 0), "xyzXYZ"), [([patch.corner(1, 1)], [-thickness**3, 0, 0])], patch.corner(1, 1))


HEMISPHERE_LOAD = 1e-2  # of the published one at R/h = 250: small displacements


def pinched_hemisphere(n, radius_by_thickness=250, irregular=False):
    """A quarter of one with a hole of 18° at its pole, pulled and pushed by four forces at its equator, which fall with the cube of the thickness."""

    def surface(u, v):
        around, up = math.pi / 2 * u, 0.4 * math.pi * v
        return [10 * math.cos(up) * math.cos(around), 10 * math.cos(up) * math.sin(around), 10 * math.sin(up)]

    patch = Patch(surface, n, n, irregular)
    material = {"thickness": 10 / radius_by_thickness, "young_modulus": 6.825e7, "poisson_ratio": 0.3}
    pulled, pushed = patch.corner(0, 0), patch.corner(1, 0)
    pins = hold(patch.side(0, 0), "yXZ") + hold(patch.side(0, 1), "xYZ") + hold([pulled], "z")
    force = HEMISPHERE_LOAD * (250 / radius_by_thickness) ** 3
    return Benchmark(patch, material, pins, [([pulled], [force, 0, 0]), ([pushed], [0, -force, 0])], pulled)


def twisted_beam(n, thickness, load, axis, irregular=False):
    """A quarter of a turn over its length; loaded along the width of its end (z) or across (y)."""

    def surface(u, v):
        angle, s = math.pi / 2 * u, 1.1 * (v - 0.5)
        return [12 * u, s * math.cos(angle), s * math.sin(angle)]

    patch = Patch(surface, 6 * n, n, irregular)
    material = {"thickness": thickness, "young_modulus": 29e6, "poisson_ratio": 0.22}
    force = [load * (axis == name) for name in "xyz"]
    return Benchmark(patch, material, hold(patch.side(0, 0), "xyzXYZ"), spread(patch.side(0, 1), force), patch.corner(1, 0.5))


def hook(n, irregular=False):
    """Raasch's: an arc of 60° and radius 14, then one of 150° and 46 that bends the other way; loaded along the width. A hundredth of the load."""

    def surface(u, v):
        inner = math.radians(60) * min(4 * u, 1)
        outer = math.radians(150) * max(4 * u - 1, 0) / 3
        x, y = 14 * math.sin(inner), 14 * (1 - math.cos(inner))
        heading = math.radians(60)
        x += 46 * (math.sin(heading) - math.sin(heading - outer))
        y += 46 * (math.cos(heading - outer) - math.cos(heading))
        return [x, y, 20 * v]

    patch = Patch(surface, 8 * n, n, irregular)
    material = {"thickness": 2, "young_modulus": 3300, "poisson_ratio": 0.35}
    return Benchmark(patch, material, hold(patch.side(0, 0), "xyzXYZ"), spread(patch.side(0, 1), [0, 0, 0.01]), patch.corner(1, 0.5))


def slit_ring(n, irregular=False):
    """A flat ring, cut open; one end is clamped, the other lifted far."""

    def surface(u, v):
        angle, r = 2 * math.pi * u, 6 + 4 * v
        return [r * math.cos(angle), r * math.sin(angle), 0]

    patch = Patch(surface, 8 * n, n, irregular)
    material = {"thickness": 0.03, "young_modulus": 21e6, "poisson_ratio": 0}
    loads = spread(patch.side(0, 1), [0, 0, 0.8 * 4])
    return Benchmark(patch, material, hold(patch.side(0, 0), "xyzXYZ"), loads, patch.corner(1, 1), steps=60)


def rolled_strip(n, irregular=False):
    """A moment at its end rolls it up to a ring."""
    patch = Patch(lambda u, v: [12 * u, v - 0.5, 0], 8 * n, n, irregular)
    material = {"thickness": 0.1, "young_modulus": 1.2e6, "poisson_ratio": 0}
    moment = [0, -50 * math.pi / 3, 0]
    return Benchmark(patch, material, hold(patch.side(0, 0), "xyzXYZ"), [(patch.side(0, 1), moment)], patch.corner(1, 0), steps=40, load="torque")
