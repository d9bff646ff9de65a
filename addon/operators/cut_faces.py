"""Cuts the faces of a sheet, so that it can bend: all of them, or along an axis to follow a curvature."""

import math

import bmesh

ALONG = 0.7  # cosine from which an edge lies along the axis
MOST_CUTS = 200  # of an edge


def cut_along(obj, axis, length, pinned_groups):
    """Cuts all edges along `axis` (a unit vector of the mesh) that are longer than `length` in its direction, in units of the
    mesh. Gives the number of faces that it has afterwards, None where nothing had to be cut. `pinned_groups` are names of
    vertex groups: new vertices between a pinned and a free one are free."""

    def choose(mesh):
        longest = max((abs(_vector(edge).dot(axis)) for edge in mesh.edges), default=0.0)
        edges = [edge for edge in mesh.edges if abs(_vector(edge).dot(axis)) > ALONG * edge.calc_length()]
        return edges if _are_strips(mesh, set(edges)) else mesh.edges[:], math.ceil(longest / length) - 1

    return _cut(obj, choose, pinned_groups)


def cut_evenly(obj, faces, pinned_groups):
    """Cuts all edges, so that there are about as many faces or more."""
    cuts = math.ceil(math.sqrt(faces / max(len(obj.data.polygons), 1))) - 1
    return _cut(obj, lambda mesh: (mesh.edges[:], cuts), pinned_groups)


def _cut(obj, choose, pinned_groups):
    """`choose` gives the edges of a mesh and how often they are cut."""
    before = len(obj.data.vertices)
    mesh = bmesh.new()
    try:
        mesh.from_mesh(obj.data)
        edges, cuts = choose(mesh)
        if cuts < 1:
            return None
        bmesh.ops.subdivide_edges(mesh, edges=edges, cuts=min(cuts, MOST_CUTS), use_grid_fill=True)
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
