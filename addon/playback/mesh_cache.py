"""The Mesh Cache modifier that plays an object's PC2 file."""

from . import modifier_order
from .modifier_index import cache_index

NAME = "Sinew Cache"


def find(obj):
    modifier = obj.modifiers.get(NAME)
    return modifier if modifier and modifier.type == "MESH_CACHE" else None


def attach(obj, filepath, first_frame, behind=None):
    """Makes the object play the file; used again, it only changes what differs. `behind` is the name of the modifier behind
    which the cache stands, empty for the first place; without, the place is found."""
    modifier = find(obj) or obj.modifiers.new(NAME, "MESH_CACHE")
    others = [other for other in obj.modifiers if other != modifier]
    names = [other.name for other in others]
    if behind is not None and (not behind or behind in names):
        index = names.index(behind) + 1 if behind else 0
    else:
        index = cache_index([other.type for other in others])
    modifier_order.move(obj, modifier, index)
    modifier.cache_format = "PC2"
    modifier.filepath = filepath
    modifier.frame_start = first_frame
    modifier.frame_scale = 1.0
    modifier.play_mode = "SCENE"
    modifier.time_mode = "FRAME"
    modifier.interpolation = "LINEAR"
    modifier.deform_mode = "OVERWRITE"
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"  # as it is in the file
    modifier.factor = 1.0


def detach(obj):
    modifier = find(obj)
    if modifier:
        obj.modifiers.remove(modifier)
