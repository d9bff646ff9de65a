"""The mesh object that shows how the points of a solid or shell turn: a cross of three edges at each of some of its nodes.

It is plain data with a Mesh Cache modifier, stands at the world's origin, and is not rendered unless the artist wants
it. Each cross has five vertices: its centre, three tips, and one that says by its distance how curved the body is
there (docs/job.md, `directors`).
"""

import struct

import bpy
from mathutils import Matrix

from . import mesh_cache

SUFFIX = " Directors"
POINTS = 5  # of a cross
_HEADER = struct.Struct("<12siiffi")  # of a PC2 file: magic, version, number of points, start, rate, samples


def attach(body, filepath, scene):
    """Shows the file on the body's directors object."""
    with open(bpy.path.abspath(filepath), "rb") as file:
        count = _HEADER.unpack(file.read(_HEADER.size))[2] // POINTS
    mesh_cache.attach(_ensure(body, count), filepath, scene.frame_start)


def remove(body):
    shown = body.sinew.directors_object
    if shown is None:
        return
    mesh = shown.data
    bpy.data.objects.remove(shown)
    if mesh and mesh.users == 0:
        bpy.data.meshes.remove(mesh)


def _ensure(body, count):
    shown = body.sinew.directors_object
    if shown is None or shown.type != "MESH" or not shown.users_collection:
        shown = bpy.data.objects.new(body.name + SUFFIX, _new_mesh(body, count))
        for collection in body.users_collection:
            collection.objects.link(shown)
        shown.hide_render = True
        body.sinew.directors_object = shown
    elif len(shown.data.vertices) != POINTS * count:
        old = shown.data
        shown.data = _new_mesh(body, count)
        if old.users == 0:
            bpy.data.meshes.remove(old)
    shown.matrix_world = Matrix.Identity(4)
    return shown


def _new_mesh(body, count):
    mesh = bpy.data.meshes.new(body.name + SUFFIX)
    edges = [(POINTS * cross, POINTS * cross + tip) for cross in range(count) for tip in (1, 2, 3)]
    mesh.from_pydata([(0.0, 0.0, 0.0)] * (POINTS * count), edges, [])
    mesh.update()
    return mesh
