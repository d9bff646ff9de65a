"""Closed bodies with limbs, ears and tails, made by script: the surface around capsules that melt into each other.

    d(p) = −k log Σ exp(−d_i(p)/k),   d_i distance to capsule i,   k how softly they melt

The surface d = 0 is found in a grid by naive surface nets (a vertex in each cell that it passes, a face across each edge of the grid), then its
vertices are evened out along it.
"""

import math
from itertools import product

BLEND = 0.012  # k [m]
ROUNDS = 20  # of evening out


def capsule(a, b, radius):
    axis = [q - p for p, q in zip(a, b)]
    length = sum(x * x for x in axis)

    def distance(p):
        along = sum((x - y) * z for x, y, z in zip(p, a, axis)) / length if length else 0
        along = min(1, max(0, along))
        return math.dist(p, [x + along * z for x, z in zip(a, axis)]) - radius

    return distance


def melted(capsules):
    parts = [capsule(*each) for each in capsules]

    def distance(p):
        return -BLEND * math.log(sum(math.exp(-part(p) / BLEND) for part in parts))

    return distance


def on_both_sides(*capsules):
    """These and their mirror images in x."""

    def mirrored(p):
        return [-p[0], p[1], p[2]]

    return list(capsules) + [(mirrored(a), mirrored(b), radius) for a, b, radius in capsules]


def nearer_to_surface(field, p, step=1e-5):
    """One step of Newton's method."""
    value = field(p)
    normal = [(field([x + step * (k == axis) for k, x in enumerate(p)]) - value) / step for axis in range(3)]
    size = sum(n * n for n in normal)
    return [x - value * n / size for x, n in zip(p, normal)]


def crossings(values, cell):
    """Where the field is zero on the edges of a cell of the grid, in cells."""
    found = []
    for axis, a, b in product(range(3), (0, 1), (0, 1)):
        low = [cell[0], cell[1], cell[2]]
        low[(axis + 1) % 3] += a
        low[(axis + 2) % 3] += b
        high = list(low)
        high[axis] += 1
        below, above = values[tuple(low)], values[tuple(high)]
        if (below < 0) != (above < 0):
            low[axis] += below / (below - above)
            found.append(low)
    return found


def surface_nets(field, low, cells, size):
    """Vertices and four-cornered faces, seen from outside counter-clockwise."""
    counts = [n + 1 for n in cells]
    values = {c: field([low[k] + size * c[k] for k in range(3)]) for c in product(*map(range, counts))}
    vertices, index = [], {}
    for cell in product(*map(range, cells)):
        found = crossings(values, cell)
        if found:
            index[cell] = len(vertices)
            vertices.append([low[k] + size * sum(p[k] for p in found) / len(found) for k in range(3)])
    faces = []
    for cell in product(*(range(1, n) for n in cells)):
        for axis in range(3):
            high = tuple(c + (k == axis) for k, c in enumerate(cell))
            if (values[cell] < 0) == (values[high] < 0):
                continue
            u, v = (axis + 1) % 3, (axis + 2) % 3
            around = []
            for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
                corner = list(cell)
                corner[u] -= 1 - a
                corner[v] -= 1 - b
                around.append(index[tuple(corner)])
            faces.append(around if values[cell] < 0 else around[::-1])
    return vertices, faces


def evened_out(field, vertices, faces):
    neighbours = [set() for _ in vertices]
    for face in faces:
        for a, b in zip(face, face[1:] + face[:1]):
            neighbours[a].add(b)
            neighbours[b].add(a)
    for _ in range(ROUNDS):
        means = [[sum(vertices[n][k] for n in near) / len(near) for k in range(3)] for near in neighbours]
        vertices = [nearer_to_surface(field, [(x + y) / 2 for x, y in zip(p, mean)]) for p, mean in zip(vertices, means)]
    return vertices


def blob(capsules, size):
    """A mesh with faces of about this size, standing on z = 0."""
    field = melted(capsules)
    ends = [(p, radius) for a, b, radius in capsules for p in (a, b)]
    low = [min(p[k] - radius for p, radius in ends) - 2.5 * size for k in range(3)]
    high = [max(p[k] + radius for p, radius in ends) + 2.5 * size for k in range(3)]
    low[0] = -size * math.ceil(-low[0] / size)  # so that the mesh is as symmetric as the body
    cells = [math.ceil((b - a) / size) for a, b in zip(low, high)]
    vertices, faces = surface_nets(field, low, cells, size)
    vertices = evened_out(field, vertices, faces)
    lowest = min(p[2] for p in vertices)
    return {"vertices": [[x, y, z - lowest] for x, y, z in vertices], "faces": faces}


def armadillo(size=0.024):
    """Stands upright, half a metre tall: legs, arms, ears, a snout and a tail."""
    trunk = [([0, 0, 0.19], [0, 0, 0.31], 0.095), ([0, -0.01, 0.42], [0, -0.01, 0.43], 0.065), ([0, -0.06, 0.41], [0, -0.1, 0.4], 0.03)]
    tail = [([0, 0.08, 0.15], [0, 0.2, 0.1], 0.028)]
    limbs = on_both_sides(
        ([0.075, 0, 0.05], [0.06, 0, 0.15], 0.045),
        ([0.09, 0, 0.32], [0.19, -0.04, 0.3], 0.032),
        ([0.045, 0.01, 0.47], [0.08, 0.02, 0.52], 0.022),
    )
    return blob(trunk + tail + limbs, size)


def bunny(size=0.024):
    """Sits, half a metre tall: a round back, paws, long ears and a short tail."""
    trunk = [([0, 0.03, 0.12], [0, 0, 0.2], 0.115), ([0, -0.07, 0.31], [0, -0.08, 0.315], 0.07), ([0, 0.16, 0.08], [0, 0.17, 0.085], 0.035)]
    limbs = on_both_sides(
        ([0.08, -0.06, 0.035], [0.08, -0.13, 0.035], 0.035),
        ([0.035, -0.06, 0.36], [0.06, -0.02, 0.47], 0.025),
    )
    return blob(trunk + limbs, size)
