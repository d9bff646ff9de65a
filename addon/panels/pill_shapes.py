"""Rods as pills to be drawn: flat shapes that face the viewer and look round, since their rims are darker.

No meshes of tubes: a muscle has hundreds of pills, and they are made anew whenever the view is drawn.
"""

import math

from mathutils import Vector

CORNERS = 10  # of the disc at a point
RIM = 0.35  # brightness of the rim


def facing(place, view):
    """Unit vector from a place to the viewer. `view` has the viewer's position, or the direction to it with w = 0."""
    towards = view.xyz - place if view.w else view.xyz
    return towards.normalized()


def pill_triangles(rods, colours, view):
    """(positions, colours) of triangles for rods, lists of (place, radius), from the farthest to the nearest. `colours`
    has a list for each rod, with one for each of its points."""
    shapes = []  # (how far, positions, colours)
    for rod, shades in zip(rods, colours):
        ends = [(*point, colour) for point, colour in zip(rod, shades)]
        for end in ends:
            shapes.append(_disc(*end, facing(end[0], view)))
        for a, b in zip(ends, ends[1:]):
            shapes.append(_side(a, b, facing(0.5 * (a[0] + b[0]), view)))
    shapes.sort(key=lambda shape: -_distance(shape[0], view))
    positions, colours = [], []
    for _, places, shades in shapes:
        positions += places
        colours += shades
    return positions, colours


def _distance(place, view):
    return (place - view.xyz).length if view.w else -place.dot(view.xyz)


def _darker(colour):
    return (*(RIM * value for value in colour[:3]), colour[3])


def _disc(place, radius, colour, towards):
    rim = _darker(colour)
    across = towards.orthogonal().normalized()
    other = towards.cross(across)
    corners = []
    for corner in range(CORNERS):
        angle = 2.0 * math.pi * corner / CORNERS
        corners.append(place + radius * (math.cos(angle) * across + math.sin(angle) * other))
    positions = []
    for corner in range(CORNERS):
        positions += (place, corners[corner - 1], corners[corner])
    return place, positions, [colour, rim, rim] * CORNERS


def _side(end_a, end_b, towards):
    """The sides of a pill, as a strip with a bright line in the middle. A little nearer than its discs."""
    (a, radius_a, colour_a), (b, radius_b, colour_b) = end_a, end_b
    across = (b - a).cross(towards)
    if across.length == 0.0:  # seen along its axis: the discs are all there is to see
        return a, [], []
    across.normalize()
    edge_a, edge_b = _darker(colour_a), _darker(colour_b)
    positions, colours = [], []
    for side in (-1.0, 1.0):
        rim_a, rim_b = a + side * radius_a * across, b + side * radius_b * across
        positions += (a, b, rim_b, a, rim_b, rim_a)
        colours += (colour_a, colour_b, edge_b, colour_a, edge_b, edge_a)
    nearest = 0.5 * (a + b) + 0.5 * min(radius_a, radius_b) * towards
    return Vector(nearest), positions, colours
