"""The mesh object that shows how the points of a solid turn: a cross of three edges at each of some of its nodes.

It is plain data with a Mesh Cache modifier, stands at the world's origin, and is not rendered unless the artist wants
it. Each cross has five vertices: its centre, three tips, and one that says by its distance how curved the solid is
there (docs/job.md, `solid_directors`).
"""

import struct

import bpy
from mathutils import Matrix

from . import mesh_cache

SUFFIX = " Directors"
POINTS = 5  # of a cross
_HEADER = struct.Struct("<12siiffi")  # of a PC2 file: magic, version, number of points, start, rate, samples


def attach(solid, filepath, scene):
    """Shows the file on the solid's directors object."""
    with open(bpy.path.abspath(filepath), "rb") as file:
        count = _HEADER.unpack(file.read(_HEADER.size))[2] // POINTS
    mesh_cache.attach(_ensure(solid, count), filepath, scene.frame_start)


def remove(solid):
    shown = solid.sinew.solid.directors_object
    if shown is None:
        return
    mesh = shown.data
    bpy.data.objects.remove(shown)
    if mesh and mesh.users == 0:
        bpy.data.meshes.remove(mesh)


def _ensure(solid, count):
    shown = solid.sinew.solid.directors_object
    if shown is None or shown.type != "MESH" or not shown.users_collection:
        shown = bpy.data.objects.new(solid.name + SUFFIX, _new_mesh(solid, count))
        for collection in solid.users_collection:
            collection.objects.link(shown)
        shown.hide_render = True
        solid.sinew.solid.directors_object = shown
    elif len(shown.data.vertices) != POINTS * count:
        old = shown.data
        shown.data = _new_mesh(solid, count)
        if old.users == 0:
            bpy.data.meshes.remove(old)
    shown.matrix_world = Matrix.Identity(4)
    return shown


def _new_mesh(solid, count):
    mesh = bpy.data.meshes.new(solid.name + SUFFIX)
    edges = [(POINTS * cross, POINTS * cross + tip) for cross in range(count) for tip in (1, 2, 3)]
    mesh.from_pydata([(0.0, 0.0, 0.0)] * (POINTS * count), edges, [])
    mesh.update()
    return mesh
