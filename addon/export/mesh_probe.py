"""Reads the evaluated vertices of a mesh object through a hidden copy without the modifiers that are
not wanted.

The copy is in the scene although the object may be hidden, and the artist's object is never
touched.
"""

import math
from array import array

from . import probe_copy
from .deforming import DEFORMING, is_sinew
from .errors import ExportError


def deforms(modifier):
    """Modifiers that move vertices and keep their number; what Sinew itself put there is left out."""
    return modifier.type in DEFORMING and not is_sinew(modifier)


def deforms_without_armature(modifier):
    return deforms(modifier) and modifier.type != "ARMATURE"


class MeshProbe:
    """`keep` decides which modifiers of the object the copy has."""

    def __init__(self, scene, obj, keep):
        self._name = obj.name
        self._count = None
        self._copy = probe_copy.hidden_copy(scene, obj)
        for modifier in list(self._copy.modifiers):
            if not keep(modifier):
                self._copy.modifiers.remove(modifier)

    def remove(self):
        probe_copy.remove(self._copy)

    def evaluated(self, depsgraph):
        return self._copy.evaluated_get(depsgraph)

    def read(self, depsgraph, frame, in_world=True):
        """Positions of all vertices, 3 a vertex, in the world or in the object's own space. The first
        reading decides how many there have to be."""
        evaluated = self.evaluated(depsgraph)
        mesh = evaluated.to_mesh()
        try:
            if in_world:
                mesh.transform(evaluated.matrix_world)
            positions = array("f", bytes(12 * len(mesh.vertices)))
            mesh.vertices.foreach_get("co", positions)
        finally:
            evaluated.to_mesh_clear()
        if not all(map(math.isfinite, positions)):
            self._refuse_broken(positions, frame)
        if self._count is None:
            self._count = len(positions)
        if len(positions) != self._count:
            raise ExportError(
                f"'{self._name}' has {len(positions) // 3} vertices at frame {frame:g} and {self._count // 3} before. "
                "Remove the animation of modifiers that change their number; only their places may be animated."
            )
        return positions

    def _refuse_broken(self, positions, frame):
        broken = sorted({index // 3 for index, value in enumerate(positions) if not math.isfinite(value)})
        raise ExportError(
            f"'{self._name}' has {len(broken)} vertices without a place at frame {frame:g}, the first is {broken[0]}: their "
            "coordinates are no numbers. Delete them, or undo what made them.",
            vertices=broken,
        )

    def vertex_weights(self, depsgraph):
        """Weights of all vertex groups as the modifiers leave them: group name to an array with a number a vertex."""
        evaluated = self.evaluated(depsgraph)
        mesh = evaluated.to_mesh(preserve_all_data_layers=True, depsgraph=depsgraph)
        try:
            names = {group.index: group.name for group in evaluated.vertex_groups}
            result = {name: array("d", bytes(8 * len(mesh.vertices))) for name in names.values()}
            for vertex in mesh.vertices:
                for entry in vertex.groups:
                    if entry.group in names:
                        result[names[entry.group]][vertex.index] = entry.weight
        finally:
            evaluated.to_mesh_clear()
        return result

    def triangles(self, depsgraph, attribute="vertices"):
        """Vertices of all triangles, 3 a triangle; or their corners, as `loops`."""
        evaluated = self.evaluated(depsgraph)
        mesh = evaluated.to_mesh()
        try:
            mesh.calc_loop_triangles()
            corners = array("i", bytes(12 * len(mesh.loop_triangles)))
            mesh.loop_triangles.foreach_get(attribute, corners)
        finally:
            evaluated.to_mesh_clear()
        return corners
