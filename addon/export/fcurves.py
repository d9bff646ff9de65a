"""F-curves of an object, whatever way this Blender keeps them."""

import bpy


def fcurves_of(identity):
    """The F-curves that animate an ID, as a collection with `remove`; empty when there are none."""
    data = identity.animation_data
    action = data.action if data else None
    if action is None:
        return ()
    if bpy.app.version < (4, 4, 0):
        return action.fcurves
    from bpy_extras import anim_utils

    bag = anim_utils.action_get_channelbag_for_slot(action, data.action_slot)
    return bag.fcurves if bag else ()


def find(identity, path):
    return next((curve for curve in fcurves_of(identity) if curve.data_path == path), None)


def is_driven(identity, path):
    data = identity.animation_data
    return data is not None and any(driver.data_path == path for driver in data.drivers)


def moves(identity):
    """Is anything of an ID animated, in whatever way?"""
    data = identity.animation_data if identity else None
    return data is not None and bool(data.action or data.drivers or data.nla_tracks)


def is_animated(identity, path):
    return is_driven(identity, path) or find(identity, path) is not None
