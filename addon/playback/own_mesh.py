"""A mesh that plays its own bake: muscles and skins.

The Mesh Cache modifier stands behind the rig, so nothing is deformed twice. The cache holds world
positions. Where the object does not stand at the world's origin, a Hook behind the cache takes them
into the object's space: Blender multiplies by the inverse of the object's matrix there, at every
frame, also when a parent is animated.
"""

import bpy
from mathutils import Matrix

from . import mesh_cache, modifier_order

HOOK_NAME = "Sinew Space"
ORIGIN_NAME = "Sinew World Origin"


def attach(obj, space, filepath, scene):
    """Makes the object play the file. `space` tells whether it stands at the origin all the time."""
    detach_hook(obj)
    mesh_cache.attach(obj, filepath, scene.frame_start)
    if space.at_origin:
        return
    hook = obj.modifiers.new(HOOK_NAME, "HOOK")
    hook.object = _origin(scene)
    hook.vertex_indices_set(range(len(obj.data.vertices)))
    hook.matrix_inverse = Matrix.Identity(4)
    hook.center = (0.0, 0.0, 0.0)
    hook.falloff_type = "NONE"
    hook.strength = 1.0
    modifier_order.move(obj, hook, list(obj.modifiers).index(mesh_cache.find(obj)) + 1)


def detach(obj):
    """Takes playback away from the object, which is the artist's own and stays."""
    mesh_cache.detach(obj)
    detach_hook(obj)


remove = detach


def live_mesh(obj, _space):
    """A mesh that stands in for the object while it plays live."""
    return obj.data.copy()


def detach_hook(obj):
    hook = obj.modifiers.get(HOOK_NAME)
    if hook:
        obj.modifiers.remove(hook)


def _origin(scene):
    """An empty that never moves, shared by all bodies of the scene."""
    origin = scene.objects.get(ORIGIN_NAME)
    if origin is None:
        origin = bpy.data.objects.new(ORIGIN_NAME, None)
        scene.collection.objects.link(origin)
    origin.parent = None
    origin.matrix_world = Matrix.Identity(4)
    origin.lock_location = origin.lock_rotation = origin.lock_scale = (True, True, True)
    origin.hide_viewport = origin.hide_render = True
    return origin
