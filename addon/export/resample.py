"""Points at equal distances along a strand, tied to the curve so that they can be found again on
every frame."""

from . import vectors


class Station:
    """A place on a strand: after `ring`, `fraction` of the way to the next one. The same on every
    frame, so animated samples belong to the same piece of the curve."""

    __slots__ = ("fraction", "ring")

    def __init__(self, ring, fraction):
        self.ring = ring
        self.fraction = fraction

    def value(self, read):
        """`read(ring)` interpolated; it may give a number or a tuple."""
        here = read(self.ring)
        if self.fraction == 0.0:
            return here
        there = read(self.ring + 1)
        if isinstance(here, tuple):
            return vectors.mix(here, there, self.fraction)
        return here + (there - here) * self.fraction


def stations_of_strand(first_ring, centres, segments):
    """`segments` + 1 stations at equal arc length of the polyline `centres`, whose first point is
    ring `first_ring`. None when the strand has no length."""
    reached = [0.0]
    for a, b in zip(centres, centres[1:]):
        reached.append(reached[-1] + vectors.length(vectors.subtract(b, a)))
    total = reached[-1]
    if total <= 0.0:
        return None
    stations = [Station(first_ring, 0.0)]
    piece = 0
    for index in range(1, segments):
        target = total * index / segments
        while reached[piece + 1] < target:
            piece += 1
        fraction = (target - reached[piece]) / (reached[piece + 1] - reached[piece])
        stations.append(Station(first_ring + piece, fraction))
    stations.append(Station(first_ring + len(centres) - 1, 0.0))
    return stations
