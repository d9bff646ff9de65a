"""Three-dimensional vectors and rotations as tuples.

Blender's mathutils would do, but the modules that use this run in tests without Blender, and they
handle a few points per frame only.
"""

import math


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def subtract(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a, factor):
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def mix(a, b, fraction):
    return tuple(x + (y - x) * fraction for x, y in zip(a, b))


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return math.sqrt(dot(a, a))


def normalized(a):
    """The zero vector stays as it is."""
    norm = length(a)
    return scale(a, 1.0 / norm) if norm > 0.0 else a


def perpendicular(direction, hint):
    """The unit vector nearest to `hint` that is perpendicular to the unit vector `direction`."""
    part = subtract(hint, scale(direction, dot(hint, direction)))
    if length(part) > 1e-6 * (length(hint) or 1.0):
        return normalized(part)
    smallest = min(range(3), key=lambda axis: abs(direction[axis]))
    axis = tuple(1.0 if index == smallest else 0.0 for index in range(3))
    return normalized(cross(direction, axis))


def turned(vector, axis, angle):
    """`vector` turned by `angle` about the unit vector `axis` (Rodrigues)."""
    cosine, sine = math.cos(angle), math.sin(angle)
    along = scale(axis, dot(axis, vector) * (1.0 - cosine))
    return add(add(scale(vector, cosine), scale(cross(axis, vector), sine)), along)


def transported(vector, start, end):
    """`vector` turned as the shortest turn takes the unit vector `start` to `end`: without any
    twist."""
    axis = cross(start, end)
    sine, cosine = length(axis), dot(start, end)
    if sine < 1e-12:
        if cosine > 0.0:
            return vector
        return turned(vector, perpendicular(start, vector), math.pi)
    return turned(vector, scale(axis, 1.0 / sine), math.atan2(sine, cosine))


def signed_angle(start, end, axis):
    """Angle about the unit vector `axis` from `start` to `end`, both perpendicular to it."""
    return math.atan2(dot(cross(start, end), axis), dot(start, end))


def frame_matrix(direction, normal):
    """Columns: normal, direction x normal, direction; a rotation as three rows."""
    side = cross(direction, normal)
    return tuple((normal[row], side[row], direction[row]) for row in range(3))


def quaternion_between(frame_0, frame_1):
    """The rotation that takes one frame matrix to another, as (w, x, y, z) with w >= 0."""
    m = tuple(
        tuple(sum(frame_1[i][k] * frame_0[j][k] for k in range(3)) for j in range(3))
        for i in range(3)
    )
    # The largest of the four components is found first, so nothing is divided by a small number.
    squares = (
        1.0 + m[0][0] + m[1][1] + m[2][2],
        1.0 + m[0][0] - m[1][1] - m[2][2],
        1.0 - m[0][0] + m[1][1] - m[2][2],
        1.0 - m[0][0] - m[1][1] + m[2][2],
    )
    products = (
        (squares[0], m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]),
        (m[2][1] - m[1][2], squares[1], m[1][0] + m[0][1], m[0][2] + m[2][0]),
        (m[0][2] - m[2][0], m[1][0] + m[0][1], squares[2], m[2][1] + m[1][2]),
        (m[1][0] - m[0][1], m[0][2] + m[2][0], m[2][1] + m[1][2], squares[3]),
    )
    quaternion = products[max(range(4), key=lambda index: squares[index])]
    norm = math.sqrt(sum(value * value for value in quaternion))
    sign = -1.0 if quaternion[0] < 0.0 else 1.0
    return tuple(sign * value / norm for value in quaternion)
