"""The Mesh Cache modifier that plays an object's PC2 file."""

from ..export.curve_probe import DEFORMING

NAME = "Sinew Cache"


def find(obj):
    modifier = obj.modifiers.get(NAME)
    return modifier if modifier and modifier.type == "MESH_CACHE" else None


def place_for_cache(modifier_types):
    """Index at which the cache belongs: after the last modifier that deforms, before the first that
    changes the number of vertices. Elsewhere a rig would deform twice or the vertices would not
    match."""
    index = 0
    for position, modifier_type in enumerate(modifier_types):
        if modifier_type not in DEFORMING:
            break
        index = position + 1
    return index


def attach(obj, filepath, first_frame):
    """Makes the object play the file; used again, it only changes what differs."""
    modifier = find(obj) or obj.modifiers.new(NAME, "MESH_CACHE")
    others = [other.type for other in obj.modifiers if other != modifier]
    wanted = place_for_cache(others)
    current = list(obj.modifiers).index(modifier)
    if current != wanted:
        obj.modifiers.move(current, wanted)
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
