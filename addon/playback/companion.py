"""Mesh objects that a bake makes beside a body and that show something more of it.

Each is plain data with a Mesh Cache modifier and stands at the world's origin, with its vertices where the cache has them at
its first frame: that is what is seen without the cache. Baking again exchanges its mesh when it no longer fits and leaves the
rest alone: it is the artist's to shade and to put modifiers on.
"""

import bpy
from mathutils import Matrix

from .link_objects import link_beside


def ensure(body, shown, suffix, fits, new_mesh, positions):
    """The object, made if `shown` is None or gone, with a mesh for which `fits` is true or that `new_mesh` made, and with
    its vertices at these positions of the world, 3 numbers each."""
    if shown is None or shown.type != "MESH" or not shown.users_collection:
        shown = bpy.data.objects.new(body.name + suffix, new_mesh())
        link_beside(shown, body)
    elif not fits(shown.data):
        old = shown.data
        shown.data = new_mesh()
        if old.users == 0:
            bpy.data.meshes.remove(old)
    shown.data.vertices.foreach_set("co", positions)
    shown.data.update()
    shown.matrix_world = Matrix.Identity(4)
    return shown


def remove(shown):
    if shown is None:
        return
    mesh = shown.data
    bpy.data.objects.remove(shown)
    if mesh and mesh.users == 0:
        bpy.data.meshes.remove(mesh)
