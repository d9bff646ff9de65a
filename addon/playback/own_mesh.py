"""A mesh that plays its own bake: muscles, skins, solids and shells.

The Mesh Cache modifier stands behind the rig, so nothing is deformed twice. The cache is in the object's own space and needs
no other object: where it is missing or does not fit, Blender shows the mesh as its rig has it, in its place.
"""

from . import mesh_cache


def attach(obj, _shape, filepath, scene, behind=None):
    """Makes the object play the file. For `behind` see mesh_cache."""
    mesh_cache.attach(obj, filepath, scene.frame_start, behind)


def detach(obj):
    """Takes playback away from the object, which is the artist's own and stays."""
    mesh_cache.detach(obj)


remove = detach


def shown_on(obj):
    """Objects that play the bake of this one."""
    return [obj]


def live_mesh(obj, _shape):
    """A mesh that stands in for the object while it plays live."""
    return obj.data.copy()
