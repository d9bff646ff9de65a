"""Copies of objects that exist only while a scene is read.

A copy has the animation, parents and constraints of the artist's object, so Blender evaluates it wherever the object may
be hidden. It is in the scene, so nothing in the scene may take notice of it: it is no body and no collider, it pushes
nothing in Blender's own simulations, and it is marked, so that a file that was saved meanwhile gets rid of it.
"""

import bpy


def hidden_copy(scene, obj):
    """A copy with data that is not shared. Give it to `remove`."""
    obj.update_from_editmode()
    copy = obj.copy()
    try:
        copy.data = obj.data.copy()
        _make_inert(copy)
        scene.collection.objects.link(copy)
    except BaseException:
        remove(copy)
        raise
    return copy


def hanging_empty(scene, name):
    """An empty that may hang on anything. Give it to `remove`."""
    empty = bpy.data.objects.new(name, None)
    try:
        _make_inert(empty)
        scene.collection.objects.link(empty)
    except BaseException:
        remove(empty)
        raise
    return empty


def remove(copy):
    """Data that the artist's object still uses is left alone."""
    data = copy.data
    bpy.data.objects.remove(copy)
    if data is not None and data.users == 0:
        bpy.data.batch_remove([data])


def artists_objects(scene):
    """The objects of the scene without those made here, as a list that does not grow while it is looped over."""
    return [obj for obj in scene.objects if not obj.sinew.is_probe]


def remove_leftovers():
    """Takes away what a file has of an export that did not come to its end: Blender saved it, or died, meanwhile."""
    for obj in [obj for obj in bpy.data.objects if obj.library is None and obj.sinew.is_probe]:
        remove(obj)


def _make_inert(copy):
    copy.sinew.is_probe = True
    copy.sinew.body_type = "NONE"
    copy.sinew.is_floor = copy.sinew.is_collider = False
    copy.hide_viewport = False
    copy.hide_render = True
    if copy.field is not None:
        copy.field.type = "NONE"
    for modifier in list(copy.modifiers):
        if modifier.type == "COLLISION":  # of Blender's own simulations; moves nothing itself
            copy.modifiers.remove(modifier)
