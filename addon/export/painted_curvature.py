"""What an artist painted and chose for one curvature of a shell, as numbers for every vertex."""

from array import array
from functools import partial

from . import fibers
from .curvature import along, unit_matrices
from .errors import ExportError
from .surface import slopes
from .vertex_groups import weights


def unit_curvature(obj, mesh, matrix, sheet, settings, read_weights=None):
    """The map of one curvature at a strength of 1. `mesh` is the object's, evaluated; `matrix` takes directions to the
    world, where the sheet is. `read_weights` gives the weights of a group where the mesh has other vertices than the object."""
    painted, directions = painted_directions(obj, mesh, matrix, sheet, settings, read_weights)
    return unit_matrices(settings.kind, sheet, directions, painted)


def painted_directions(obj, mesh, matrix, sheet, settings, read_weights=None):
    """(weight, unit vector in the surface) of all vertices, as two lists."""
    painted = _signed_weights(settings, len(sheet.normals), read_weights or partial(weights, obj))
    vectors = _vectors(obj, mesh, matrix, sheet, settings, painted)
    return painted, along(sheet, vectors, settings.angle)


def _signed_weights(settings, count, read_weights):
    """Of the map minus the opposite one; 1 everywhere without any."""
    first = read_weights(settings.group, "Map")
    second = read_weights(settings.other_group, "Opposite Map")
    if first is None:
        first = array("d", (1.0 if second is None else 0.0,)) * count
    return first if second is None else array("d", (a - b for a, b in zip(first, second)))


def _vectors(obj, mesh, matrix, sheet, settings, painted):
    if settings.direction == "SLOPE":
        if not settings.group and not settings.other_group:
            raise ExportError(
                f"The curvature '{settings.name}' of '{obj.name}' follows the slope of its map, but has none. Choose a "
                "Map, or another Direction."
            )
        return slopes(sheet.positions, sheet.triangles, painted)
    if settings.direction == "UV":
        local = fibers.turned(fibers.along_u(mesh, obj.name, "a curvature", "Direction"), matrix)
        return [tuple(local[first : first + 3]) for first in range(0, len(local), 3)]
    axis = matrix @ settings.axis
    if axis.length == 0.0:
        raise ExportError(
            f"The Axis of the curvature '{settings.name}' of '{obj.name}' is zero. Give it a direction."
        )
    return [tuple(axis)] * len(sheet.normals)
