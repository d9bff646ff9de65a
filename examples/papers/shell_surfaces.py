"""Surfaces of six-node triangles: where their points are, and how they are drawn."""


def shape_values(a, b, c):
    """Of six nodes at barycentric coordinates."""
    return (a * (2 * a - 1), b * (2 * b - 1), c * (2 * c - 1), 4 * a * b, 4 * b * c, 4 * c * a)


def fine_triangles(nodes, triangles, parts=4):
    """Each quadratic triangle as parts² flat ones: vertices and triangles."""
    vertices, flat = [], []
    for triangle in triangles:
        corners = [nodes[i] for i in triangle]

        def at(i, j):
            a, b = i / parts, j / parts
            N = shape_values(1 - a - b, a, b)
            return tuple(sum(n * x[k] for n, x in zip(N, corners)) for k in range(3))

        index = {}
        for i in range(parts + 1):
            for j in range(parts + 1 - i):
                index[i, j] = len(vertices)
                vertices.append(at(i, j))
        for i, j in index:
            if i + j < parts:
                flat.append([index[i, j], index[i + 1, j], index[i, j + 1]])
            if i + j < parts - 1:
                flat.append([index[i + 1, j], index[i + 1, j + 1], index[i, j + 1]])
    return vertices, flat


def surface(result, body, colour, parts=4):
    return *fine_triangles(result.nodes(body), result.triangles(body), parts), colour


def save(figure, path):
    figure.savefig(path, dpi=100, bbox_inches="tight", pad_inches=0.05)


BLUE, RED, GREEN, SAND = (0.45, 0.65, 0.95), (0.95, 0.5, 0.4), (0.5, 0.8, 0.5), (0.95, 0.85, 0.6)
