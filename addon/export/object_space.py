"""Where the object stands that plays a body, at every frame of a bake.

Caches are in the space of that object, so nothing but its own transform is needed to play them. Without a cache, or with one
that does not fit, the object stands where its transform puts it.
"""

from array import array

from .errors import ExportError

_FLATTEST = 1e-12  # volume of the unit cube after the transform, relative to its largest entry


class ObjectSpace:
    def __init__(self, name):
        self._name = name  # of the object
        self._samples = []

    def take(self, matrix, frame):
        """`matrix` is where the object stands. Only whole frames are stored in a cache."""
        if frame != int(frame):
            return
        if is_flat(matrix):
            raise ExportError(
                f"'{self._name}' has a scale of 0 at frame {frame:g}, so no shape can be seen on it. Give it a small scale "
                "instead, such as 0.001."
            )
        self._samples.append(array("d", (value for row in matrix[:3] for value in row)))

    def job(self, body, parts):
        """The entry of the job for a body of this name."""
        return {"body": body, "transforms": parts.writer.animated(self._samples, parts.start, 1, 12)}


def is_flat(matrix):
    """Has it no inverse, up to round-off?"""
    rows = [tuple(row[:3]) for row in matrix[:3]]
    largest = max(abs(value) for row in rows for value in row)
    if largest == 0.0:
        return True
    (a, b, c), (d, e, f), (g, h, i) = ((value / largest for value in row) for row in rows)
    return abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) <= _FLATTEST
