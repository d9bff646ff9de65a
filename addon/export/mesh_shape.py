"""What the shape of a mesh was when it was filled with rods, in few enough numbers to be kept: its volume and its bounds.

Enough to see that somebody went on modelling. All in the space of the rods, so that moving, turning and scaling the
object changes nothing, nor does applying that to its mesh: its rods follow.
"""

from . import vectors

NUMBERS = 7  # volume, then the least and the greatest coordinates
CHANGED = 0.05  # of the volume, or of the largest extent
SHEET = 0.9  # part of the surface that looks the same way, from which a mesh has no inside


def shape(vertices, triangles):
    """Of arrays with 3 numbers a vertex and 3 indices a triangle. The volume of a mesh with holes means nothing, but it
    is the same as long as the mesh is."""
    if not vertices:
        return (0.0,) * NUMBERS
    axes = [vertices[axis::3] for axis in range(3)]
    x, y, z = axes
    volume = 0.0
    corners = iter(triangles)
    for a, b, c in zip(corners, corners, corners):
        volume += (
            x[a] * (y[b] * z[c] - z[b] * y[c])
            + y[a] * (z[b] * x[c] - x[b] * z[c])
            + z[a] * (x[b] * y[c] - y[b] * x[c])
        )
    return (volume / 6.0, *(min(axis) for axis in axes), *(max(axis) for axis in axes))


def is_sheet(vertices, triangles):
    """Is the mesh a flat sheet? Of a closed surface the area vectors add up to nothing, of a flat one to its area."""
    total, area = [0.0, 0.0, 0.0], 0.0
    corners = iter(triangles)
    for indices in zip(corners, corners, corners):
        a, b, c = (vertices[3 * index : 3 * index + 3] for index in indices)
        vector = vectors.cross(vectors.subtract(b, a), vectors.subtract(c, a))
        total = vectors.add(total, vector)
        area += vectors.length(vector)
    return area > 0.0 and vectors.length(total) > SHEET * area


def carried(kept, matrix):
    """The same after a matrix of 4 x 4, if it only moves, scales and mirrors along the axes. Bounds cannot be turned: then
    nothing is kept."""
    if any(abs(matrix[row][column]) > 1e-6 for row in range(3) for column in range(3) if row != column):
        return (0.0,) * NUMBERS
    volume, low, high = kept[0], [], []
    for axis in range(3):
        factor = matrix[axis][axis]
        ends = [factor * kept[index + axis] + matrix[axis][3] for index in (1, 4)]
        low.append(min(ends))
        high.append(max(ends))
        volume *= abs(factor)
    return (volume, *low, *high)


def change(kept, now):
    """What has changed, in words; None when nothing has or nothing was kept."""
    extent = max(high - low for low, high in zip(kept[1:4], kept[4:7]))
    if extent <= 0.0:
        return None
    moved = max(abs(after - before) for before, after in zip(kept[1:], now[1:]))
    grown = abs(now[0] / kept[0] - 1.0) if kept[0] else 0.0
    if grown > CHANGED:
        return f"its volume has changed by {100.0 * grown:.0f} %"
    if moved > CHANGED * extent:
        return f"its outline has moved by {100.0 * moved / extent:.0f} % of its size"
    return None
