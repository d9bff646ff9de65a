"""Pictures of surfaces with matplotlib alone: triangles, shaded, what is in front drawn last."""

import math


def pyplot():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as module

    return module


def boundary(tetrahedra):
    """Triangles that belong to one tetrahedron only, seen from outside against the clock."""
    once = {}
    for a, b, c, d in tetrahedra:
        for face in ((a, c, b), (a, b, d), (a, d, c), (b, c, d)):
            key = tuple(sorted(face))
            if once.pop(key, None) is None:
                once[key] = face
    return list(once.values())


class View:
    """Looks from a direction given by the angles around and above the horizon [degrees]."""

    def __init__(self, around, above):
        a, b = math.radians(around), math.radians(above)
        self.right = (-math.sin(a), math.cos(a), 0.0)
        self.back = (math.cos(b) * math.cos(a), math.cos(b) * math.sin(a), math.sin(b))
        self.up = (-math.sin(b) * math.cos(a), -math.sin(b) * math.sin(a), math.cos(b))

    def project(self, point):
        return tuple(
            sum(p * q for p, q in zip(point, axis)) for axis in (self.right, self.up, self.back)
        )


def shade(corners):
    """Light from above left, both sides alike; corners in the axes of the view."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.sqrt(sum(x * x for x in n)) or 1.0
    light = abs(-0.4 * n[0] + 0.5 * n[1] + 0.77 * n[2]) / length
    return 0.35 + 0.65 * light


def draw(axes, view, surfaces):
    """Surfaces are (vertices, triangles, colour); colour is red, green, blue, or a list of them, one a triangle."""
    from matplotlib.collections import PolyCollection

    parts = []
    for vertices, triangles, colour in surfaces:
        seen = [view.project(v) for v in vertices]
        for number, triangle in enumerate(triangles):
            corners = [seen[i] for i in triangle]
            base = colour[number] if isinstance(colour, list) else colour
            light = shade(corners)
            depth = sum(c[2] for c in corners)
            parts.append((depth, [c[:2] for c in corners], tuple(light * part for part in base)))
    parts.sort(key=lambda part: part[0])
    colours = [part[2] for part in parts]
    axes.add_collection(
        PolyCollection([part[1] for part in parts], facecolors=colours, edgecolors=colours, linewidths=0.2)
    )
    axes.autoscale()
    axes.set_aspect("equal")
    axes.set_axis_off()


def ball(centre, radius, rings=16):
    """Vertices and triangles of a sphere."""
    vertices, triangles = [], []
    for i in range(rings + 1):
        polar = math.pi * i / rings
        for j in range(2 * rings):
            turn = math.pi * j / rings
            offset = (math.sin(polar) * math.cos(turn), math.sin(polar) * math.sin(turn), math.cos(polar))
            vertices.append([c + radius * o for c, o in zip(centre, offset)])
    for i in range(rings):
        for j in range(2 * rings):
            a, b = 2 * rings * i + j, 2 * rings * i + (j + 1) % (2 * rings)
            triangles += [(a, a + 2 * rings, b), (b, a + 2 * rings, b + 2 * rings)]
    return vertices, triangles
