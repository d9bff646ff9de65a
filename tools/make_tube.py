"""Writes the surface of a straight rod as an .obj: rings of quads around points evenly spaced on a line.

    tools/make_tube.py --start 0 0 0 --end 1 0 0 --radius 0.05 --points 33 > examples/jobs/rod_pull.obj

Ring i is around point i of the rod, so its vertices, i * SIDES and on, show the radius at that point.
"""

import argparse
import math

SIDES = 12


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    size = math.hypot(*a)
    return tuple(x / size for x in a)


def ring(centre, direction, radius):
    """Vertices around `centre`, counterclockwise when seen against `direction`."""
    across = (0.0, 1.0, 0.0) if abs(direction[1]) < 0.9 else (0.0, 0.0, 1.0)
    up = unit(cross(direction, across))
    side = cross(up, direction)
    for j in range(SIDES):
        c, s = (radius * f(2.0 * math.pi * j / SIDES) for f in (math.cos, math.sin))
        yield tuple(p + c * a + s * b for p, a, b in zip(centre, side, up))


def main():
    parser = argparse.ArgumentParser(description="surface of a straight rod as .obj")
    parser.add_argument("--start", type=float, nargs=3, required=True)
    parser.add_argument("--end", type=float, nargs=3, required=True)
    parser.add_argument("--radius", type=float, required=True)
    parser.add_argument("--points", type=int, required=True)
    arguments = parser.parse_args()

    axis = [b - a for a, b in zip(arguments.start, arguments.end)]
    print(f"# {arguments.points} rings of {SIDES} vertices, radius {arguments.radius:g}")
    print("o Tube")
    for i in range(arguments.points):
        centre = [a + d * i / (arguments.points - 1) for a, d in zip(arguments.start, axis)]
        for vertex in ring(centre, unit(axis), arguments.radius):
            print("v {:.9g} {:.9g} {:.9g}".format(*(x + 0.0 for x in vertex)))
    for i in range(arguments.points - 1):
        for j in range(SIDES):
            a = i * SIDES + j + 1
            b = i * SIDES + (j + 1) % SIDES + 1
            print(f"f {a} {b} {b + SIDES} {a + SIDES}")
    last = (arguments.points - 1) * SIDES
    print("f " + " ".join(str(j + 1) for j in reversed(range(SIDES))))
    print("f " + " ".join(str(last + j + 1) for j in range(SIDES)))


if __name__ == "__main__":
    main()
