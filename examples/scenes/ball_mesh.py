"""A ball of nearly equal triangles: an octahedron whose triangles are split again and again."""

import math


def ball(radius, splits, centre=(0, 0, 0)):
    vertices = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    for _ in range(splits):
        known, finer = {}, []

        def middle(a, b, known=known):
            key = (min(a, b), max(a, b))
            if key not in known:
                known[key] = len(vertices)
                x = [p + q for p, q in zip(vertices[a], vertices[b])]
                vertices.append([p / math.hypot(*x) for p in x])
            return known[key]

        for a, b, c in faces:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            finer += [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        faces = finer
    return {"vertices": [[radius * x + c for x, c in zip(v, centre)] for v in vertices], "faces": faces}
