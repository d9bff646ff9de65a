"""The mesh object that shows a rod.

It stands at the world's origin and is the artist's to shade and to put modifiers on: baking again
moves its vertices or, when their number changes, exchanges its mesh, and leaves the rest alone.
"""

from array import array
from itertools import chain

import bpy
from mathutils import Matrix

from . import mesh_cache
from .link_objects import link_beside

SUFFIX = " Surface"


def attach(curve, tube, filepath, scene):
    """Shows the file on the curve's surface object."""
    mesh_cache.attach(ensure(curve, tube), filepath, scene.frame_start)


def detach(curve):
    """The surface stays, without its cache."""
    if curve.sinew.rod.surface:
        mesh_cache.detach(curve.sinew.rod.surface)


def shown_on(curve):
    """Objects that play the bake of the curve. What was deleted is in no collection."""
    surface = curve.sinew.rod.surface
    return [surface] if surface and surface.users_collection else []


def live_mesh(curve, tube):
    """A mesh that stands in for the curve while it plays live."""
    return _new_mesh(curve, tube)


def ensure(curve, tube):
    """The surface object of a curve, made or brought up to date; the curve itself is no longer
    rendered."""
    surface = curve.sinew.rod.surface
    if surface is None or surface.type != "MESH" or not surface.users_collection:
        surface = bpy.data.objects.new(curve.name + SUFFIX, _new_mesh(curve, tube))
        link_beside(surface, curve)
        curve.sinew.rod.surface = surface
    elif _matches(surface.data, tube):
        surface.data.vertices.foreach_set("co", _flat(tube.vertices))
        surface.data.update()
    else:
        _exchange_mesh(surface, curve, tube)
    surface.matrix_world = Matrix.Identity(4)
    curve.hide_render = True
    curve.display_type = "WIRE"
    return surface


def remove(curve):
    """Takes the surface away and shows the curve again."""
    surface = curve.sinew.rod.surface
    if surface is None:
        return
    mesh = surface.data
    bpy.data.objects.remove(surface)
    if mesh.users == 0:
        bpy.data.meshes.remove(mesh)
    curve.hide_render = False
    curve.display_type = "TEXTURED"


def _matches(mesh, tube):
    """Same number of vertices and same faces: only then do UVs and an old cache still fit."""
    if len(mesh.vertices) != len(tube.vertices) or len(mesh.polygons) != len(tube.faces):
        return False
    if len(mesh.loops) != sum(len(face) for face in tube.faces):
        return False
    corners = array("i", bytes(4 * len(mesh.loops)))
    mesh.loops.foreach_get("vertex_index", corners)
    return corners == array("i", chain.from_iterable(tube.faces))


def _new_mesh(curve, tube):
    mesh = bpy.data.meshes.new(curve.name + SUFFIX)
    mesh.from_pydata(tube.vertices, [], tube.faces)
    mesh.polygons.foreach_set("use_smooth", [True] * len(tube.faces))
    mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", _flat(tube.uvs))
    for slot in curve.material_slots:
        mesh.materials.append(slot.material)
    if curve.material_slots:
        last = len(curve.material_slots) - 1
        mesh.polygons.foreach_set("material_index", [min(index, last) for index in tube.materials])
    mesh.update()
    return mesh


def _exchange_mesh(surface, curve, tube):
    old = surface.data
    materials = list(old.materials)
    surface.data = _new_mesh(curve, tube)
    if materials:
        surface.data.materials.clear()
        for material in materials:
            surface.data.materials.append(material)
    if old.users == 0:
        name = old.name
        bpy.data.meshes.remove(old)
        surface.data.name = name


def _flat(tuples):
    return array("f", chain.from_iterable(tuples))
