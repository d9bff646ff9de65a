"""From painted maps and directions to the rest curvature of a shell: a matrix for every vertex.

Entry i, j of a matrix G turns about axis i along axis j, in the world at rest (docs/job.md). With unit vectors d along the
direction, n the normal and c = n x d across:

    bend to the side of n along d    G = (d x n) dᵀ
    twist about d                    G = d dᵀ - c cᵀ      as the surface z = x y has it, which is not stretched by it

No Blender in it: settings are anything that has the attributes of SINEW_PG_curvature.
"""

import math
from array import array
from dataclasses import dataclass

from .surface import at, corners_of
from .vectors import cross, dot, length, normalized, scale, subtract, turned

# Of a face, in thicknesses. A sheet of paper that was rolled up was 10 % too wide when its faces bulged by 2.5, twice as
# wide when they bulged by 10.
MOST_BULGE = 3.0
FAINT = 1e-6  # part of a vector that lies in the surface, below which it has no direction there


@dataclass
class Sheet:
    """What directions are looked for on: the rest shape in the world."""

    positions: array
    triangles: array
    normals: list


def along(sheet, vectors, angle):
    """Unit vectors in the surface, as near to `vectors` as can be and then turned by `angle` about the normal; zero where
    the vector is zero or stands upright."""
    result = []
    for normal, vector in zip(sheet.normals, vectors):
        flat = subtract(vector, scale(normal, dot(vector, normal)))
        if length(flat) <= FAINT * length(vector):
            result.append((0.0, 0.0, 0.0))
            continue
        result.append(turned(normalized(flat), normal, angle) if angle else normalized(flat))
    return result


def unit_matrices(kind, sheet, directions, weights):
    """9 numbers a vertex: the curvature for a strength of 1."""
    result = array("d")
    for normal, d, weight in zip(sheet.normals, directions, weights):
        if kind == "BEND":
            about = cross(d, normal)
            result.extend(weight * a * b for a in about for b in d)
        else:
            c = cross(normal, d)
            result.extend(weight * (d[i] * d[j] - c[i] * c[j]) for i in range(3) for j in range(3))
    return result


def added(parts, strengths):
    """The sum of several such maps, each by its strength."""
    result = array("d", bytes(8 * len(parts[0])))
    for part, strength in zip(parts, strengths):
        if strength:
            result = array("d", (a + strength * b for a, b in zip(result, part)))
    return result


def sharpest_turn(sheet, curvature, thickness):
    """(pieces, angle): into how many pieces an edge has to be cut so that a sheet can follow this curvature, and by how much
    it turns along the edge [rad], for the edge that needs most.

    Over an edge e the sheet turns by |G e|. That is a length |G e| / |G| along the direction, over which it bulges by an
    eighth of the two multiplied. Faces are parabolas: where they bulge by more than three thicknesses, the arc that they
    cannot quite follow is stretched, and a thin sheet rather stays flat.
    """
    most, angle = 0.0, 0.0
    for corners in corners_of(sheet.triangles):
        for a, b in zip(corners, (*corners[1:], corners[0])):
            edge = subtract(at(sheet.positions, b), at(sheet.positions, a))
            mean = [0.5 * (p + q) for p, q in zip(curvature[9 * a : 9 * a + 9], curvature[9 * b : 9 * b + 9])]
            size = math.hypot(*mean)
            if size == 0.0:
                continue
            turn = math.hypot(*(dot(mean[3 * row : 3 * row + 3], edge) for row in range(3)))
            need = turn * turn / size / (8.0 * MOST_BULGE * min(thickness[a], thickness[b]))
            if need > most:
                most, angle = need, turn
    return math.ceil(math.sqrt(most)), angle


def kept_samples(samples, tolerance):
    """Indices of the samples (tuples of numbers) between which all others lie on straight lines, to within `tolerance` of
    the largest number: a map of many vertices is not written again for every sample."""
    largest = max((abs(value) for sample in samples for value in sample), default=0.0)
    kept, spans = {0, len(samples) - 1}, [(0, len(samples) - 1)]
    while spans:
        first, last = spans.pop()
        worst, index = tolerance * largest, None
        for between in range(first + 1, last):
            part = (between - first) / (last - first)
            error = max(
                (abs(a + part * (b - a) - c) for a, b, c in zip(samples[first], samples[last], samples[between])),
                default=0.0,
            )
            if error > worst:
                worst, index = error, between
        if index is not None:
            kept.add(index)
            spans += [(first, index), (index, last)]
    return sorted(kept)


def spiral(place, inner):
    """Curvature of a spiral whose windings keep the same distance, relative to that of its inner end; `place` is 0 at the
    inner end and 1 at the outer one, `inner` the radius there over the radius of the outer one.

    Radius r = sqrt(r0² + (r1² - r0²) place), since the length from the inner end is in proportion to r² - r0².
    """
    return inner / math.sqrt(inner**2 + (1.0 - inner**2) * place)


def spiral_curvature(total_length, turns, inner):
    """Curvature of the inner end: the length is pi turns (r0 + r1)."""
    outer_radius = total_length / (math.pi * turns * (1.0 + inner))
    return 1.0 / (inner * outer_radius)
