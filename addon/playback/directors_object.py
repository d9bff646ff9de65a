"""The mesh object that shows how the points of a solid or shell turn: a cross of three edges at each of some of its nodes.

It is not rendered unless the artist wants it. Each cross has five vertices: its centre, three tips, and one that says by
its distance how curved the body is there (docs/job.md, `directors`).
"""

import bpy

from . import companion, mesh_cache, pc2_file

SUFFIX = " Directors"
POINTS = 5  # of a cross


def attach(body, filepath, scene):
    """Shows the file on the body's directors object."""
    positions = pc2_file.read_first_sample(bpy.path.abspath(filepath))
    if positions is None:
        return  # not a frame yet
    count = len(positions) // (3 * POINTS)
    shown = companion.ensure(
        body,
        body.sinew.directors_object,
        SUFFIX,
        lambda mesh: len(mesh.vertices) == POINTS * count,
        lambda: _new_mesh(body, count),
        positions,
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
