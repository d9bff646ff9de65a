"""Reads the evaluated vertices of a mesh object, with the modifiers that are wanted.

An object that Blender evaluates just so is read as it is. Of all others there is a hidden copy, which is in the scene although
the object may be hidden. The artist's object is never touched.
"""

import math
from array import array

import bmesh
import bpy

from . import probe_copy
from .deforming import DEFORMING, is_sinew
from .errors import ExportError
from .fcurves import is_animated
from .vertex_positions import PositionMover, positions_of


def deforms(modifier):
    """Modifiers that move vertices and keep their number; what Sinew itself put there is left out."""
    return modifier.type in DEFORMING and not is_sinew(modifier)


def deforms_without_armature(modifier):
    return deforms(modifier) and modifier.type != "ARMATURE"


# Look at vertices and their groups, not at faces.
_NEED_NO_FACES = frozenset({"ARMATURE", "CAST", "CURVE", "HOOK", "LATTICE", "SIMPLE_DEFORM"})


class MeshProbe:
    """`keep` decides which modifiers act."""

    def __init__(self, scene, obj, keep):
        self._name = obj.name
        self._count = None
        self._copy = None
        if not _is_evaluated_so(obj, keep):
            self._copy = probe_copy.hidden_copy(scene, obj)
            for modifier in list(self._copy.modifiers):
                if not keep(modifier):
                    self._copy.modifiers.remove(modifier)
        self._read_object = self._copy or obj
        # Then the evaluated mesh can be read where it is. Modifiers that make vertices may leave them to the graphics card.
        self._only_deforms = all(modifier.type in DEFORMING for modifier in self._read_object.modifiers)
        self._mover = PositionMover()

    def remove(self):
        self._mover.remove()
        if self._copy:
            probe_copy.remove(self._copy)

    def evaluated(self, depsgraph):
        if not self._copy and not self._read_object.visible_get():
            raise ExportError(f"'{self._name}' was hidden while it was read. Start again.")
        return self._read_object.evaluated_get(depsgraph)

    def read(self, depsgraph, frame, in_world=True):
        """Positions of all vertices, 3 a vertex, in the world or in the object's own space. The first
        reading decides how many there have to be."""
        evaluated = self.evaluated(depsgraph)
        positions = self._local(evaluated)
        if in_world:
            positions = self.moved(positions, evaluated.matrix_world)
        if not math.isfinite(sum(positions)):  # numbers of single precision cannot add up to infinity
            self._refuse_broken(positions, frame)
        if self._count is None:
            self._count = len(positions)
        if len(positions) != self._count:
            raise ExportError(
                f"'{self._name}' has {len(positions) // 3} vertices at frame {frame:g} and {self._count // 3} before. "
                "Remove the animation of modifiers that change their number; only their places may be animated."
            )
        return positions

    def drop_faces(self):
        """For a probe that reads nothing but positions from now on. In Blender 3.4 a copy with 50,000 faces takes 5.2 ms to
        evaluate and 2.1 ms without them (examples/benchmarks/sampling.py has the scene). Newer versions were not measured."""
        copy = self._copy
        if copy is None or bpy.app.version >= (4, 0, 0) or copy.data.shape_keys:
            return
        if any(modifier.type not in _NEED_NO_FACES for modifier in copy.modifiers):
            return
        mesh = bmesh.new()
        try:
            mesh.from_mesh(copy.data)
            bmesh.ops.delete(mesh, geom=mesh.edges[:], context="EDGES_FACES")
            mesh.to_mesh(copy.data)
        finally:
            mesh.free()

    def moved(self, positions, matrix):
        """Positions of all vertices after a matrix."""
        return self._mover.moved(positions, matrix)

    def _local(self, evaluated):
        if self._only_deforms:
            return positions_of(evaluated.data)
        mesh = evaluated.to_mesh()
        try:
            return positions_of(mesh)
        finally:
            evaluated.to_mesh_clear()

    def _refuse_broken(self, positions, frame):
        broken = sorted({index // 3 for index, value in enumerate(positions) if not math.isfinite(value)})
        raise ExportError(
            f"'{self._name}' has {len(broken)} vertices without a place at frame {frame:g}, the first is {broken[0]}: their "
            "coordinates are no numbers. Delete them, or undo the edit that made them.",
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


def _is_evaluated_so(obj, keep):
    """Does Blender evaluate the object itself on every frame, with these modifiers and no others?"""
    strips = obj.animation_data and obj.animation_data.nla_tracks  # which may hide it
    shown = obj.mode == "OBJECT" and obj.visible_get() and not strips and not is_animated(obj, "hide_viewport")
    return shown and all(map(keep, obj.modifiers))
