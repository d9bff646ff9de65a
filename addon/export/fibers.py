"""Directions of fibres for the vertices of a mesh: from its UVs or from an attribute."""

from array import array

from .errors import ExportError

NO_AREA = 1e-12  # of a face in UV space


def along_u(mesh, name, what, setting):
    """The direction in which U grows, 3 numbers a vertex, in the mesh's own space. `what` it is for and the `setting` that
    asks for it are named when there are no UVs.

    Of a face with area A in UV space, A ∂X/∂U is the integral of X dV around it; vertices take the sum of their faces.
    """
    layer = mesh.uv_layers.active
    if layer is None:
        raise ExportError(
            f"'{name}' has no UV map for {what}. Unwrap it, or choose another {setting}."
        )
    uvs = array("f", bytes(8 * len(mesh.loops)))
    layer.data.foreach_get("uv", uvs)
    places = array("f", bytes(12 * len(mesh.vertices)))
    mesh.vertices.foreach_get("co", places)
    corners = array("i", bytes(4 * len(mesh.loops)))
    mesh.loops.foreach_get("vertex_index", corners)
    result = array("d", bytes(24 * len(mesh.vertices)))
    for polygon in mesh.polygons:
        loops = range(polygon.loop_start, polygon.loop_start + polygon.loop_total)
        direction, area = _circulation(loops, corners, places, uvs)
        if abs(area) < NO_AREA:
            continue  # a line in UV space: U says nothing there
        if area < 0.0:  # mirrored in UV space
            direction = [-value for value in direction]
        for loop in loops:
            vertex = corners[loop]
            for axis in range(3):
                result[3 * vertex + axis] += direction[axis]
    return filled(result)


def _circulation(loops, corners, places, uvs):
    direction, area = [0.0, 0.0, 0.0], 0.0
    for here, there in zip(loops, (*loops[1:], loops[0])):
        rise = uvs[2 * there + 1] - uvs[2 * here + 1]
        area += 0.5 * (uvs[2 * here] + uvs[2 * there]) * rise
        a, b = 3 * corners[here], 3 * corners[there]
        for axis in range(3):
            direction[axis] += 0.5 * (places[a + axis] + places[b + axis]) * rise
    return direction, area


def of_attribute(mesh, name, attribute_name):
    """The vectors of an attribute, 3 numbers a vertex."""
    attribute = mesh.attributes.get(attribute_name)
    if attribute is None or attribute.domain != "POINT" or attribute.data_type != "FLOAT_VECTOR":
        raise ExportError(
            f"'{name}' has no vector attribute '{attribute_name}' on its vertices. Choose another one for the Grain of "
            "its material."
        )
    vectors = array("f", bytes(12 * len(mesh.vertices)))
    attribute.data.foreach_get("vector", vectors)
    return filled(array("d", vectors))


def filled(directions):
    """Places without a direction take X: the solver wants one everywhere."""
    for first in range(0, len(directions), 3):
        if directions[first : first + 3] == array("d", (0.0, 0.0, 0.0)):
            directions[first] = 1.0
    return directions


def turned(directions, matrix):
    """The same after a 3 x 3 matrix."""
    rows = [tuple(row) for row in matrix]
    result = array("d", directions)
    for first in range(0, len(directions), 3):
        x, y, z = directions[first : first + 3]
        for axis, row in enumerate(rows):
            result[first + axis] = row[0] * x + row[1] * y + row[2] * z
    return result
