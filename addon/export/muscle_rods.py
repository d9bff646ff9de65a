"""The rods of a muscle, kept as a poly curve: one spline a rod, real radii at its points.

Plain Blender data, so a file that is saved without the add-on loses nothing, and a rod that runs
wrong can be corrected by hand in Edit Mode.
"""

import math
from array import array
from dataclasses import dataclass

from mathutils import Matrix, Vector

from .errors import ExportError


@dataclass
class MuscleRods:
    points: array  # 3 a point, rod after rod
    radii: array
    counts: list  # points of each rod

    def ends(self, at_sink):
        """Index of the first or the last point of every rod."""
        indices, first = [], 0
        for count in self.counts:
            indices.append(first + count - 1 if at_sink else first)
            first += count
        return indices

    def point(self, index):
        return tuple(self.points[3 * index : 3 * index + 3])

    def end_middle(self, at_sink):
        """Mean of the end points: where the line between origin and insertion begins or ends."""
        indices = self.ends(at_sink)
        return tuple(sum(self.points[3 * i + axis] for i in indices) / len(indices) for axis in range(3))


def belongs_to_another(rods, muscle):
    """A copy of a muscle shares the rods of the muscle that it was copied from."""
    owner = rods.parent
    return owner not in (None, muscle) and owner.sinew.muscle.rods == rods


def matrix_of_rods(rods, muscle, muscle_matrix):
    """From the curve's space to the world, when `muscle_matrix` is where the muscle stands. Rods that hang on a muscle are
    in the space of its mesh, which is that of a copy too."""
    if rods.parent == muscle or belongs_to_another(rods, muscle):
        return muscle_matrix @ rods.matrix_local
    return rods.matrix_world


def moved(numbers, matrix):
    """Positions, 3 numbers each, after a matrix."""
    if matrix == Matrix.Identity(4):
        return numbers
    result = array("f")
    for first in range(0, len(numbers), 3):
        result.extend(matrix @ Vector(numbers[first : first + 3]))
    return result


def widening(places, matrix):
    """By how much `matrix` makes a rod through `places` wider, at each of them. What it takes away along the rod it adds
    across, so that the volume of the rod grows as that of the mesh does, also where the scale is not the same along all
    axes."""
    volume = abs(matrix.to_3x3().determinant())
    factors = []
    for index in range(len(places)):
        along = places[min(index + 1, len(places) - 1)] - places[max(index - 1, 0)]
        stretched = (matrix.to_3x3() @ along).length
        # Where points coincide, the rod has no direction.
        factors.append(math.sqrt(volume * along.length / stretched) if stretched > 0.0 else volume ** (1.0 / 3.0))
    return factors


def placed_splines(curve, matrix):
    """Each rod as a list of (place, radius) in the space that `matrix` leads to."""
    rods = []
    for spline in curve.splines:
        places = [point.co.xyz for point in spline.points]
        radii = (
            curve.bevel_depth * point.radius * factor
            for point, factor in zip(spline.points, widening(places, matrix))
        )
        rods.append([(matrix @ place, radius) for place, radius in zip(places, radii)])
    return rods


def read_rods(muscle, muscle_matrix):
    """The rods in the world, when `muscle_matrix` is where the muscle object stands. Raises a
    sentence when they cannot be used."""
    rods = muscle.sinew.muscle.rods
    if rods is None or rods.type != "CURVE" or not rods.users_collection:
        raise ExportError(f"'{muscle.name}' has no rods. Press Viperize in its Physics tab.")
    rods.update_from_editmode()
    splines = rods.data.splines
    if not splines:
        raise ExportError(f"'{rods.name}', the rods of '{muscle.name}', has no splines. Press Viperize again.")
    if any(spline.type != "POLY" for spline in splines):
        raise ExportError(
            f"'{rods.name}', the rods of '{muscle.name}', must have poly splines. Press Viperize again, or convert "
            "them in Edit Mode (Curve, Set Spline Type, Poly)."
        )
    counts = [len(spline.points) for spline in splines]
    if min(counts) < 2:
        raise ExportError(
            f"A rod of '{muscle.name}' has a single point. Delete its spline in '{rods.name}' or press Viperize again."
        )
    points, radii = array("d"), array("d")
    for rod in placed_splines(rods.data, matrix_of_rods(rods, muscle, muscle_matrix)):
        for place, radius in rod:
            points.extend(place)
            radii.append(radius)
    if min(radii) <= 0.0:
        raise ExportError(
            f"A rod of '{muscle.name}' has radius 0. Give all points of '{rods.name}' a radius (Edit Mode, Alt S) "
            "and its bevel a depth greater than 0, or press Viperize again."
        )
    return MuscleRods(points, radii, counts)


def sections_match(rods):
    """True when all rods have the same number of points, so that the i-th points are a cross-section."""
    return len(set(rods.counts)) == 1
