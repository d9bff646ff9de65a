"""A mesh that plays its own bake as a solid or shell, with its directors beside it when they were baked too."""

from . import directors_object, own_mesh

live_mesh = own_mesh.live_mesh


def attach(obj, shape, filepath, scene):
    """`shape` is an ImplicitShape of the export."""
    own_mesh.attach(obj, shape.space, filepath, scene)
    if shape.directors is None:
        directors_object.remove(obj)
    else:
        folder = filepath.replace("\\", "/").rpartition("/")[0]
        directors_object.attach(obj, f"{folder}/{shape.directors}.pc2", scene)


def detach(obj):
    own_mesh.detach(obj)
    directors_object.remove(obj)


remove = detach
