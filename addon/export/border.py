"""How far vertices are from the border of a mesh."""

from collections import Counter

from mathutils.geometry import intersect_point_line
from mathutils.kdtree import KDTree

from .errors import ExportError


def distances_from_border(obj, held):
    """Straight distance in the world from each vertex to the nearest border edge; edges between two vertices with a
    weight in `held` (or None) do not count."""
    mesh, matrix = obj.data, obj.matrix_world
    uses = Counter(key for polygon in mesh.polygons for key in polygon.edge_keys)
    border = [key for key, count in uses.items() if count == 1 and not (held and held[key[0]] and held[key[1]])]
    if not border:
        raise ExportError(
            f"'{obj.name}' has no free edge that could curl: it is closed, or pinned all around. Paint a map by hand "
            "instead (Add Curvature)."
        )
    places = [matrix @ vertex.co for vertex in mesh.vertices]
    neighbours = {}
    for a, b in border:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    tree = KDTree(len(neighbours))
    for vertex in neighbours:
        tree.insert(places[vertex], vertex)
    tree.balance()
    distances = []
    for place in places:
        nearest, vertex, distance = tree.find(place)
        for other in neighbours[vertex]:
            foot, part = intersect_point_line(place, nearest, places[other])
            if 0.0 < part < 1.0:
                distance = min(distance, (foot - place).length)
        distances.append(distance)
    return distances
