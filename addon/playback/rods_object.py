"""The curve object that keeps the rods of a muscle."""

import bpy
from mathutils import Matrix, Vector

SUFFIX = " rods"


def ensure(muscle, rods, muscle_matrix):
    """Makes or refills the curve of a muscle with rods given in the world, where the muscle stands at
    `muscle_matrix`. Radii are real ones: the bevel has depth 1."""
    settings = muscle.sinew.muscle
    obj = settings.rods
    if obj is None or obj.type != "CURVE" or not obj.users_collection:
        obj = bpy.data.objects.new(muscle.name + SUFFIX, _new_curve(muscle.name + SUFFIX))
        for collection in muscle.users_collection:
            collection.objects.link(obj)
        settings.rods = obj
    hang_on(obj, muscle)
    fill(obj.data, rods, muscle_matrix.inverted_safe(), 1.0 / (muscle_matrix.median_scale or 1.0))
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


def fill(curve, rods, to_local, radius_factor):
    curve.splines.clear()
    first = 0
    for count in rods.counts:
        spline = curve.splines.new("POLY")
        spline.points.add(count - 1)
        for index, point in enumerate(spline.points, first):
            place = to_local @ Vector(rods.points[3 * index : 3 * index + 3])
            point.co = (*place, 1.0)
            point.radius = rods.radii[index] * radius_factor
        first += count


def _new_curve(name):
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_mode = "ROUND"
    curve.bevel_depth = 1.0
    curve.bevel_resolution = 1
    return curve
