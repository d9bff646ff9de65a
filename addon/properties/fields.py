"""The kinds of settings that bodies have. All of them can be changed on linked objects that are overridden, and note that they were
changed since the last bake, under their label unless `update` says otherwise. What the solver reads once is not animatable,
so that nobody keys it in vain."""

import bpy

from . import changes

OVERRIDABLE = {"LIBRARY_OVERRIDABLE"}
STIFF_MAX = 1e12


def _shared(label, description, update=None):
    return {
        "name": label,
        "description": description,
        "override": OVERRIDABLE,
        "update": update or changes.note(label),
    }


def once(label, description, update=None, **limits):
    """A number that the solver reads once."""
    return bpy.props.FloatProperty(options=set(), **_shared(label, description, update), **limits)


def animated(label, description, update=None, **limits):
    """A number that may change over time."""
    return bpy.props.FloatProperty(options={"ANIMATABLE"}, **_shared(label, description, update), **limits)


def stiffness(label, description, default, minimum=0.0):
    return once(
        label,
        description,
        default=default,
        min=minimum,
        max=STIFF_MAX,
        soft_max=1e7,
        step=10000,
        precision=1,
    )


def whole(label, description, update=None, **limits):
    """A whole number: of things, or of a frame."""
    return bpy.props.IntProperty(options=set(), **_shared(label, description, update), **limits)


def switch(label, description, default, update=None):
    return bpy.props.BoolProperty(default=default, options=set(), **_shared(label, description, update))


def choice(label, description, items, update=None, default=None):
    """One of the items; the first is the default where none is named."""
    chosen = {} if default is None else {"default": default}
    return bpy.props.EnumProperty(items=items, options=set(), **chosen, **_shared(label, description, update))


def choices(label, description, items, default):
    """Any of the items."""
    return bpy.props.EnumProperty(
        items=items, default=default, options={"ENUM_FLAG"}, **_shared(label, description)
    )


def direction_vector(label, description, update=None):
    """In the axes of the object."""
    return bpy.props.FloatVectorProperty(
        default=(1.0, 0.0, 0.0), size=3, subtype="XYZ", options=set(), **_shared(label, description, update)
    )


def velocity_vector(label, description, subtype):
    """Along or about the axes of the world."""
    return bpy.props.FloatVectorProperty(
        default=(0.0, 0.0, 0.0), size=3, subtype=subtype, options=set(), **_shared(label, description)
    )


def other_object(label, description, poll=None, update=None):
    return bpy.props.PointerProperty(type=bpy.types.Object, poll=poll, **_shared(label, description, update))


def collection(label, description):
    return bpy.props.PointerProperty(type=bpy.types.Collection, **_shared(label, description))


def group_name(label, description):
    """The name of a vertex group of the object. Blender has no other way to point to one."""
    return bpy.props.StringProperty(options=set(), **_shared(label, description))
