"""From the length of a muscle's line over time to its activation, with as few keys as will do.

The line runs from the middle of the origin to the middle of the insertion, both carried by bones. A
muscle is relaxed when the line has its rest length and fully active when it has become as short as
`full_at` of it.
"""

from dataclasses import dataclass


def activation(length, rest_length, full_at):
    """0 at rest length and beyond, 1 at `full_at` of it and below, linear in between."""
    return max(0.0, min(1.0, (1.0 - length / rest_length) / (1.0 - full_at)))


@dataclass
class Key:
    """A key of an F-curve with the slope [1/frame] on either side, which differ at a kink."""

    frame: float
    value: float
    slope_before: float
    slope_after: float


def thinned(frames, values, tolerance):
    """Keys of a cubic curve that differs from every value by at most `tolerance`: what is between two
    keys is halved at its worst frame for as long as it is not good enough."""
    keys = [
        Key(frames[i], values[i], _slope(frames, values, i, -1), _slope(frames, values, i, 1))
        for i in range(len(frames))
    ]
    kept = {0, len(frames) - 1}
    spans = [(0, len(frames) - 1)]
    while spans:
        first, last = spans.pop()
        worst, index = tolerance, None
        for between in range(first + 1, last):
            error = abs(values[between] - between_keys(keys[first], keys[last], frames[between]))
            if error > worst:
                worst, index = error, between
        if index is not None:
            kept.add(index)
            spans += [(first, index), (index, last)]
    return [keys[index] for index in sorted(kept)]


def between_keys(a, b, frame):
    """The cubic with the values and slopes of two keys. Blender draws the same one when the handles
    are a third of the way to the other key."""
    span = b.frame - a.frame
    t = (frame - a.frame) / span
    return (
        (2.0 * t**3 - 3.0 * t**2 + 1.0) * a.value
        + (t**3 - 2.0 * t**2 + t) * span * a.slope_after
        + (3.0 * t**2 - 2.0 * t**3) * b.value
        + (t**3 - t**2) * span * b.slope_before
    )


def _slope(frames, values, index, side):
    """One-sided, from the two samples on that side when there are two."""
    near, far = index + side, index + 2 * side
    if not 0 <= near < len(frames):
        return 0.0
    h = frames[near] - frames[index]
    if not 0 <= far < len(frames):
        return (values[near] - values[index]) / h
    return (4.0 * values[near] - values[far] - 3.0 * values[index]) / (2.0 * h)
