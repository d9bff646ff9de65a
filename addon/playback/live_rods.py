"""The rods of muscles while they play live, for the overlay to draw. Never stored."""

from mathutils import Vector

shown = {}  # muscle name: its rods, each a list of (place in the world, radius); empty when nothing plays live


def put(name, points, radii, counts, to_units):
    """`points` are 3 numbers each, rod after rod; all lengths are metres."""
    rods, first = [], 0
    for count in counts:
        rods.append(
            [
                (Vector(points[3 * index : 3 * index + 3]) * to_units, radii[index] * to_units)
                for index in range(first, first + count)
            ]
        )
        first += count
    shown[name] = rods


def forget():
    shown.clear()
