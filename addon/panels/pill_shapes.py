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


def pill_triangles(rods, colour, view):
    """(positions, colours) of triangles for rods, lists of (place, radius), from the farthest to the nearest."""
    rim = (*(RIM * value for value in colour[:3]), colour[3])
    shapes = []  # (how far, positions, colours)
    for rod in rods:
        for place, radius in rod:
            shapes.append(_disc(place, radius, facing(place, view), colour, rim))
        for (a, radius_a), (b, radius_b) in zip(rod, rod[1:]):
            shapes.append(_side(a, radius_a, b, radius_b, facing(0.5 * (a + b), view), colour, rim))
    shapes.sort(key=lambda shape: -_distance(shape[0], view))
    positions, colours = [], []
    for _, places, shades in shapes:
        positions += places
        colours += shades
    return positions, colours


def _distance(place, view):
    return (place - view.xyz).length if view.w else -place.dot(view.xyz)


def _disc(place, radius, towards, colour, rim):
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


def _side(a, radius_a, b, radius_b, towards, colour, rim):
    """The sides of a pill, as a strip with a bright line in the middle. A little nearer than its discs."""
    across = (b - a).cross(towards)
    if across.length == 0.0:  # seen along its axis: the discs are all there is to see
        return a, [], []
    across.normalize()
    positions, colours = [], []
    for side in (-1.0, 1.0):
        rim_a, rim_b = a + side * radius_a * across, b + side * radius_b * across
        positions += (a, b, rim_b, a, rim_b, rim_a)
        colours += (colour, colour, rim, colour, rim, rim)
    nearest = 0.5 * (a + b) + 0.5 * min(radius_a, radius_b) * towards
    return Vector(nearest), positions, colours
