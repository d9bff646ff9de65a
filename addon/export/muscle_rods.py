"""The rods of a muscle, kept as a poly curve: one spline a rod, real radii at its points.

Plain Blender data, so a file that is saved without the add-on loses nothing, and a rod that runs
wrong can be corrected by hand in Edit Mode.
"""

from array import array
from dataclasses import dataclass

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


def read_rods(muscle, muscle_matrix):
    """The rods in the world, when `muscle_matrix` is where the muscle object stands. Raises a
    sentence when they cannot be used."""
    rods = muscle.sinew.muscle.rods
    if rods is None or rods.type != "CURVE" or not rods.users_collection:
        raise ExportError(f"'{muscle.name}' has no rods. Press Viperize in its Physics tab.")
    rods.update_from_editmode()
    splines = rods.data.splines
    if not splines or any(spline.type != "POLY" for spline in splines):
        raise ExportError(
            f"'{rods.name}', the rods of '{muscle.name}', must have poly splines. Press Viperize again, or convert "
            "them in Edit Mode (Curve, Set Spline Type, Poly)."
        )
    counts = [len(spline.points) for spline in splines]
    if min(counts) < 2:
        raise ExportError(
            f"A rod of '{muscle.name}' has a single point. Delete its spline in '{rods.name}' or press Viperize again."
        )
    matrix = muscle_matrix @ rods.matrix_local if rods.parent == muscle else rods.matrix_world
    thickness = rods.data.bevel_depth * matrix.median_scale
    points, radii = array("d"), array("d")
    for spline in splines:
        for point in spline.points:
            points.extend(matrix @ point.co.xyz)
            radii.append(point.radius * thickness)
    if min(radii) <= 0.0:
        raise ExportError(
            f"A rod of '{muscle.name}' has radius 0. Give all points of '{rods.name}' a radius (Edit Mode, Alt S) "
            "and its bevel a depth greater than 0, or press Viperize again."
        )
    return MuscleRods(points, radii, counts)


def sections_match(rods):
    """True when all rods have the same number of points, so that the i-th points are a cross-section."""
    return len(set(rods.counts)) == 1
