"""How much each point of a muscle's rods takes part in its activation, as painted on its mesh."""

from array import array

from mathutils import kdtree

from .vertex_groups import weights


def at_points(muscle, vertices, points):
    """The painted weight of the vertex that is nearest to each point, None where nothing is painted. `vertices` and
    `points` have 3 numbers each, in one space."""
    painted = weights(muscle, muscle.sinew.muscle.activation_map, "Activation Map")
    if painted is None:
        return None
    tree = kdtree.KDTree(len(painted))
    for index in range(len(painted)):
        tree.insert(vertices[3 * index : 3 * index + 3], index)
    tree.balance()
    nearest = (tree.find(points[first : first + 3])[1] for first in range(0, len(points), 3))
    return array("d", (painted[vertex] for vertex in nearest))
