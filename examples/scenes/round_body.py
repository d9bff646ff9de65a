"""A round body with a head and two ears, 1 m tall, as a closed surface: stands in for the bunny of [micropolar Fig. 4, 5].

Ellipsoids that flow into each other are a function that is negative inside; its zero is made a surface by naive surface nets:
one vertex in every little box that it goes through, one quad across every edge of the boxes that it cuts.
"""

import math

# Centre and half axes [m].
PARTS = (
    ((0.0, 0.0, 0.24), (0.27, 0.25, 0.30)),  # body
    ((0.04, 0.0, 0.58), (0.17, 0.16, 0.15)),  # head
    ((0.02, 0.10, 0.82), (0.05, 0.055, 0.18)),  # ears
    ((0.02, -0.10, 0.82), (0.05, 0.055, 0.18)),
)
SOFTNESS = 0.02  # [m]: over which parts flow into each other
LOW, HIGH = (-0.4, -0.4, -0.06), (0.5, 0.4, 1.1)


def outside(x, y, z):
    """Roughly the distance to the surface, negative inside; cut off flat at the floor."""
    total = 0.0
    for centre, half in PARTS:
        scaled = math.sqrt(sum(((p - c) / h) ** 2 for p, c, h in zip((x, y, z), centre, half)))
        total += math.exp(-(scaled - 1.0) * min(half) / SOFTNESS)
    return max(-SOFTNESS * math.log(total + 1e-300), -z)


EDGES = tuple((a, a | bit) for bit in (1, 2, 4) for a in range(8) if not a & bit)


def surface(spacing):
    """Vertices and quads, seen from outside against the clock; `spacing` is the edge of the little boxes [m]."""
    counts = [math.ceil((high - low) / spacing) for low, high in zip(LOW, HIGH)]

    def place(i, j, k):
        return [low + spacing * index for low, index in zip(LOW, (i, j, k))]

    values = {
        (i, j, k): outside(*place(i, j, k))
        for i in range(counts[0] + 1)
        for j in range(counts[1] + 1)
        for k in range(counts[2] + 1)
    }
    vertices, number = [], {}
    for i in range(counts[0]):
        for j in range(counts[1]):
            for k in range(counts[2]):
                corners = [(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)) for c in range(8)]
                cuts = []
                for a, b in EDGES:
                    inside, other = values[corners[a]], values[corners[b]]
                    if (inside < 0) != (other < 0):
                        t = inside / (inside - other)
                        cuts.append(
                            [p + t * (q - p) for p, q in zip(place(*corners[a]), place(*corners[b]))]
                        )
                if cuts:
                    number[i, j, k] = len(vertices)
                    vertices.append([sum(axis) / len(cuts) for axis in zip(*cuts)])
    return vertices, quads(values, number)


def quads(values, number):
    faces = []
    for at, value in values.items():
        for axis in range(3):
            far = list(at)
            far[axis] += 1
            other = values.get(tuple(far))
            if other is None or (value < 0) == (other < 0):
                continue
            u, v = (axis + 1) % 3, (axis + 2) % 3
            ring = []
            for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1)):
                box = list(at)
                box[u] -= du
                box[v] -= dv
                ring.append(number[tuple(box)])
            faces.append(ring if value < 0 else ring[::-1])
    return faces
