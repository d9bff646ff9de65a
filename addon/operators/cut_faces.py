"""Cuts the faces of a sheet along an axis, so that it can follow a curvature."""

import math

import bmesh

ALONG = 0.7  # cosine from which an edge lies along the axis
MOST_CUTS = 200  # of an edge


def cut_along(obj, axis, length, pinned_groups):
    """Cuts all edges along `axis` (a unit vector of the mesh) that are longer than `length` in its direction, in units of the
    mesh. Gives the number of faces that it has afterwards, None where nothing had to be cut. `pinned_groups` are names of
    vertex groups: new vertices between a pinned and a free one are free."""
    before = len(obj.data.vertices)
    mesh = bmesh.new()
    try:
        mesh.from_mesh(obj.data)
        longest = max((abs(_vector(edge).dot(axis)) for edge in mesh.edges), default=0.0)
        cuts = min(math.ceil(longest / length) - 1, MOST_CUTS)
        if cuts < 1:
            return None
        edges = [edge for edge in mesh.edges if abs(_vector(edge).dot(axis)) > ALONG * edge.calc_length()]
        if not _are_strips(mesh, set(edges)):
            edges = mesh.edges[:]
        bmesh.ops.subdivide_edges(mesh, edges=edges, cuts=cuts, use_grid_fill=True)
        mesh.to_mesh(obj.data)
    finally:
        mesh.free()
    obj.data.update()
    for name in pinned_groups:
        _free_new_vertices(obj, obj.vertex_groups.get(name), before)
    return len(obj.data.polygons)


def _vector(edge):
    return edge.verts[1].co - edge.verts[0].co


def _are_strips(mesh, along):
    """Are all faces quads with two sides along the axis, so that cutting these makes quads again?"""
    return all(
        len(face.edges) == 4 and [edge in along for edge in face.edges] in ([True, False] * 2, [False, True] * 2)
        for face in mesh.faces
    )


def _free_new_vertices(obj, group, first):
    """Where weights are 1 or nothing, what Blender puts between them is neither pinned nor meant."""
    if group is None:
        return
    weights = {
        vertex.index: entry.weight for vertex in obj.data.vertices for entry in vertex.groups if entry.group == group.index
    }
    if any(0.0 < weight < 1.0 for vertex, weight in weights.items() if vertex < first):
        return
    group.remove([vertex for vertex, weight in weights.items() if vertex >= first and weight < 0.999])
