"""Positions of a mesh's vertices as arrays, 3 numbers a vertex, read and moved by Blender's own loops."""

from array import array

import bpy


def positions_of(mesh):
    """In the space of the mesh."""
    positions = array("f", bytes(12 * len(mesh.vertices)))
    owner, name = _collection(mesh)
    owner.foreach_get(name, positions)
    return positions


class PositionMover:
    """Moves positions by a matrix, to the bit as Blender moves a mesh: through a mesh that no object has. `remove` takes it away."""

    def __init__(self):
        self._mesh = None

    def moved(self, positions, matrix):
        count = len(positions) // 3
        if self._mesh is None or len(self._mesh.vertices) != count:
            self.remove()
            self._mesh = bpy.data.meshes.new("Sinew Positions")
            self._mesh.vertices.add(count)
        owner, name = _collection(self._mesh)
        owner.foreach_set(name, positions)
        self._mesh.transform(matrix)
        return positions_of(self._mesh)

    def remove(self):
        if self._mesh is not None:
            bpy.data.batch_remove([self._mesh])
            self._mesh = None


class VertexPick:
    """Takes the positions of some vertices out of those of all. Neighbours in the list are copied together."""

    def __init__(self, vertices):
        runs = []
        for vertex in vertices:
            if runs and runs[-1][1] == vertex:
                runs[-1][1] = vertex + 1
            else:
                runs.append([vertex, vertex + 1])
        self._runs = [slice(12 * first, 12 * end) for first, end in runs]

    def of(self, positions):
        view = memoryview(positions).cast("B")
        picked = array("f")
        picked.frombytes(b"".join(map(view.__getitem__, self._runs)))
        return picked


def _collection(mesh):
    """What has all positions, and under which name. Since Blender 3.5 that is an attribute, which is copied at once."""
    position = mesh.attributes.get("position")
    return (mesh.vertices, "co") if position is None else (position.data, "vector")
