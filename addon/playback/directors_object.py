"""The mesh object that shows how the points of a solid or shell turn: a cross of three edges at each of some of its nodes.

It is not rendered unless the artist wants it. Each cross has five vertices: its centre, three tips, and one that says by
its distance how curved the body is there (docs/job.md, `directors`).
"""

import struct

import bpy

from . import companion, mesh_cache

SUFFIX = " Directors"
POINTS = 5  # of a cross
_HEADER = struct.Struct("<12siiffi")  # of a PC2 file: magic, version, number of points, start, rate, samples


def attach(body, filepath, scene):
    """Shows the file on the body's directors object."""
    with open(bpy.path.abspath(filepath), "rb") as file:
        count = _HEADER.unpack(file.read(_HEADER.size))[2] // POINTS
    shown = companion.ensure(
        body,
        body.sinew.directors_object,
        SUFFIX,
        lambda mesh: len(mesh.vertices) == POINTS * count,
        lambda: _new_mesh(body, count),
    )
    if body.sinew.directors_object != shown:
        body.sinew.directors_object = shown
        shown.hide_render = True
    mesh_cache.attach(shown, filepath, scene.frame_start)


def remove(body):
    companion.remove(body.sinew.directors_object)


def _new_mesh(body, count):
    mesh = bpy.data.meshes.new(body.name + SUFFIX)
    edges = [(POINTS * cross, POINTS * cross + tip) for cross in range(count) for tip in (1, 2, 3)]
    mesh.from_pydata([(0.0, 0.0, 0.0)] * (POINTS * count), edges, [])
    mesh.update()
    return mesh
