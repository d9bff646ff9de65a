"""Exact verdicts on triangles with whole-number coordinates, by other ways than those of the judge.

Without a common vertex: a plane separates two convex shapes if and only if one of finitely many directions does. With a common
vertex: the cones of the triangles at the vertex. With a common edge: one plane and one side.
"""


def minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def normal(t):
    return cross(minus(t[1], t[0]), minus(t[2], t[0]))


def is_degenerate(t):
    return not any(normal(t))


def _edges(t):
    return [minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2])]


def _directions(a, b):
    edges_a, edges_b = _edges(a), _edges(b)
    if not is_degenerate(a) and not is_degenerate(b):
        n, m = normal(a), normal(b)
        yield n
        yield m
        for e in edges_a:
            yield cross(n, e)
            for f in edges_b:
                yield cross(e, f)
        for f in edges_b:
            yield cross(m, f)
        return
    # A segment or a point has no face: all directions that the edges and one vector from shape to shape make.
    lines = [*edges_a, *edges_b, minus(a[0], b[0])]
    yield from lines
    for i, u in enumerate(lines):
        for v in lines[:i]:
            n = cross(u, v)
            yield n
            for w in lines:
                yield cross(n, w)


def apart(a, b):
    for direction in _directions(a, b):
        places_a = [dot(direction, p) for p in a]
        places_b = [dot(direction, p) for p in b]
        if max(places_a) < min(places_b) or max(places_b) < min(places_a):
            return True
    return False


def _in_cone(x, p, q):
    """Whether x, in the plane of p and q, is α p + β q with α, β ≥ 0."""
    n = cross(p, q)
    return dot(n, cross(p, x)) >= 0 and dot(n, cross(x, q)) >= 0


def cones_intersect(p, q, r, s):
    """Whether the cones of p, q and of r, s share a ray."""
    line = cross(cross(p, q), cross(r, s))
    if not any(line):
        return any((_in_cone(p, r, s), _in_cone(q, r, s), _in_cone(r, p, q), _in_cone(s, p, q)))
    back = minus((0, 0, 0), line)
    return any(_in_cone(x, p, q) and _in_cone(x, r, s) for x in (line, back))


def intersect(points, a, b):
    """Whether triangles of vertex indices intersect beyond their common vertices."""
    shared = [i for i in a if i in b]
    at = [points[i] for i in a], [points[i] for i in b]
    if not shared:
        return not apart(*at)
    if len(shared) == 3:
        return True
    own_a, own_b = [i for i in a if i not in shared], [i for i in b if i not in shared]
    origin = points[shared[0]]
    if len(shared) == 1:
        return cones_intersect(*(minus(points[i], origin) for i in own_a + own_b))
    edge = minus(points[shared[1]], origin)
    n, m = cross(edge, minus(points[own_a[0]], origin)), cross(edge, minus(points[own_b[0]], origin))
    return not any(cross(n, m)) and dot(n, m) > 0
