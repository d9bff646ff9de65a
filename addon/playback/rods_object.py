"""The curve object that keeps the rods of a muscle."""

import bpy
from mathutils import Matrix, Vector

from ..export import mesh_shape
from ..export.muscle_rods import belongs_to_another, matrix_of_rods, widening
from .link_objects import link_beside

SUFFIX = " rods"


def ensure(muscle, rods, muscle_matrix):
    """Makes or refills the curve of a muscle with rods given in the world, where the muscle stands at
    `muscle_matrix`. Radii are real ones: the bevel has depth 1. A curve that is linked from another file is left alone, since
    what is written to it is lost when the file is saved."""
    settings = muscle.sinew.muscle
    make_own(muscle)
    obj = settings.rods
    if obj is None or obj.type != "CURVE" or not obj.users_collection or obj.data.library is not None:
        if obj is not None and obj.visible_get():
            obj.hide_set(True)  # what is not used any more
        obj = bpy.data.objects.new(muscle.name + SUFFIX, _new_curve(muscle.name + SUFFIX))
        link_beside(obj, muscle)
        settings.rods = obj
    hang_on(obj, muscle)
    fill(obj.data, rods, muscle_matrix)
    settings.rods = obj  # also tells the panel that something changed
    return obj


def hang_on(obj, muscle):
    """The curve has the muscle's own space, is seen through its surface and never rendered."""
    obj.parent = muscle
    obj.parent_type = "OBJECT"
    obj.matrix_parent_inverse = Matrix.Identity(4)
    obj.matrix_basis = Matrix.Identity(4)
    obj.hide_render = True
    obj.show_in_front = True


def make_own(muscle):
    """Gives a copied muscle its own rods, so that changing them leaves those of the original alone."""
    rods = muscle.sinew.muscle.rods
    if rods is not None and belongs_to_another(rods, muscle):
        copy_to(rods, muscle, muscle, Matrix.Identity(4))


def copy_to(rods, muscle, other, turned):
    """Gives the muscle `other` a copy of the rods of `muscle`, `turned` in the space of its mesh."""
    copy = rods.copy()
    copy.data = rods.data.copy()
    copy.name = copy.data.name = other.name + SUFFIX
    link_beside(copy, rods)
    matrix = muscle.matrix_world
    inside = turned @ matrix.inverted_safe() @ matrix_of_rods(rods, muscle, matrix)
    _transform(copy.data, inside)
    hang_on(copy, other)
    other.sinew.muscle.filled_shape = mesh_shape.carried(muscle.sinew.muscle.filled_shape, inside)
    other.sinew.muscle.rods = copy


def _transform(curve, matrix):
    for spline in curve.splines:
        places = [point.co.xyz for point in spline.points]
        for point, place, factor in zip(spline.points, places, widening(places, matrix)):
            point.co = (*(matrix @ place), point.co.w)
            point.radius *= factor


def fill(curve, rods, matrix):
    """`matrix` is where the curve stands; the rods are given in the world."""
    to_local = matrix.inverted_safe()
    curve.splines.clear()
    first = 0
    for count in rods.counts:
        spline = curve.splines.new("POLY")
        spline.points.add(count - 1)
        indices = range(first, first + count)
        places = [to_local @ Vector(rods.points[3 * index : 3 * index + 3]) for index in indices]
        for point, place, index, factor in zip(spline.points, places, indices, widening(places, matrix)):
            point.co = (*place, 1.0)
            point.radius = rods.radii[index] / (factor or 1.0)
        first += count


def _new_curve(name):
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_mode = "ROUND"
    curve.bevel_depth = 1.0
    curve.bevel_resolution = 1
    return curve
