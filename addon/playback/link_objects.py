"""Where objects that Sinew makes go: into the collections of the object that they belong to."""

import bpy


def link_beside(new, other):
    """Links `new` where `other` is. Collections of another file cannot take it, not even when they are overridden: then it
    goes into the scene's own."""
    own = [
        collection
        for collection in other.users_collection
        if collection.library is None and collection.override_library is None
    ]
    for collection in own or [bpy.context.scene.collection]:
        collection.objects.link(new)
