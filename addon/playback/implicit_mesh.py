"""A mesh that plays its own bake as a solid or shell, with what was baked beside it: its directors, and a shell with its
thickness. A finer mesh may play in its place."""

import bpy

from ..export.mesh_probe import MeshProbe
from . import directors_object, own_mesh, rider_mesh, thick_object


def live_mesh(obj, shape):
    """A mesh that stands in for what shows the bake."""
    if shape.generated and not shape.rider:
        return _generated_mesh(obj, shape)
    return own_mesh.live_mesh(bpy.data.objects[shape.rider] if shape.rider else obj, shape)


def _generated_mesh(obj, shape):
    """As the simulated modifiers make it."""
    probe = MeshProbe(bpy.context.scene, obj, lambda modifier: modifier.name in shape.simulated_modifiers)
    try:
        depsgraph = bpy.context.evaluated_depsgraph_get()
        return bpy.data.meshes.new_from_object(probe.evaluated(depsgraph), depsgraph=depsgraph)
    finally:
        probe.remove()


def attach(obj, shape, filepath, scene):
    """`shape` is an ImplicitShape of the export."""
    if shape.rider is None:
        rider_mesh.detach(obj)
        own_mesh.attach(obj, shape, filepath, scene, shape.cache_behind)
    else:
        own_mesh.detach(obj)
        rider_mesh.attach(obj, scene.objects.get(shape.rider), filepath, scene)
    folder = filepath.replace("\\", "/").rpartition("/")[0]
    if shape.directors is None:
        directors_object.remove(obj)
    else:
        directors_object.attach(obj, f"{folder}/{shape.directors}.pc2", scene)
    if shape.surface is None:
        thick_object.remove(obj)
    else:
        thick_object.attach(obj, shape.triangle_loops, f"{folder}/{shape.surface}.pc2", scene)


def shown_on(obj):
    """Objects that play the bake of this one."""
    shell = obj.sinew.shell
    extra = (shell.surface_object if obj.sinew.body_type == "COSSERAT_SHELL" and shell.surface else None,)
    return [shell.playing_rider or obj, *(part for part in extra if part)]


def detach(obj):
    """What the artist may have shaded stays, without its cache."""
    own_mesh.detach(obj)
    rider_mesh.detach(obj)
    directors_object.remove(obj)
    thick_object.detach(obj)


def remove(obj):
    detach(obj)
    thick_object.remove(obj)
