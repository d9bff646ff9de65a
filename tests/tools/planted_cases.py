"""Pairs of triangles whose verdict is known, for the judge and for its second opinion."""

BASE = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]


def standing(tip):
    """A triangle above the inside of BASE that points down to the height `tip`."""
    return [(0.25, 0.25, tip), (0.25, 0.5, 1.0), (0.5, 0.25, 1.0)]


# Coordinates in the plane are exact in single precision. With 0.2 for 0.25 ipctk misses the coplanar overlap.
# name: (first triangle, second triangle, whether they intersect)
PLANTED = {
    "pierced": (BASE, standing(-0.5), True),
    "pierced by 1e-13": (BASE, standing(-1e-13), True),
    "coplanar overlap": (BASE, [(0.25, 0.25, 0.0), (1.25, 0.25, 0.0), (0.25, 1.25, 0.0)], True),
    "1e-12 apart": (BASE, standing(1e-12), False),
    "vertex exactly on a face": (BASE, standing(0.0), True),
    "a common point, unconnected": (BASE, [(0.0, 0.0, 0.0), (-1.0, 0.0, 1.0), (-1.0, -1.0, 1.0)], True),
}
